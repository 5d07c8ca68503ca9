// Numbers in the bytes of a C3D file, as its kind of processor wrote them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace mbs {

// The numbers are those of the byte that names the kind in the file.
enum class C3dProcessor : std::uint8_t { intel = 84, dec = 85, mips = 86 };

class C3dBytes {
 public:
  static constexpr std::size_t kBlock = 512;  // unit of places in the head

  C3dBytes() = default;
  explicit C3dBytes(std::string bytes) : bytes_(std::move(bytes)) {}

  void set_processor(C3dProcessor processor) { processor_ = processor; }
  std::size_t size() const { return bytes_.size(); }
  bool has(std::size_t from, std::size_t count) const {
    return from <= bytes_.size() && count <= bytes_.size() - from;
  }
  // What lies behind the end of the file counts as 0.
  int byte(std::size_t at) const {
    return at < bytes_.size() ? static_cast<unsigned char>(bytes_[at]) : 0;
  }
  int signed_byte(std::size_t at) const { return static_cast<std::int8_t>(byte(at)); }
  int word(std::size_t at) const {
    return processor_ == C3dProcessor::mips ? byte(at) << 8 | byte(at + 1)
                                            : byte(at) | byte(at + 1) << 8;
  }
  int signed_word(std::size_t at) const { return static_cast<std::int16_t>(word(at)); }
  // A float of 32 bits: IEEE, or F of a VAX. May be infinite or no number.
  double real(std::size_t at) const;
  std::string text(std::size_t at, std::size_t count) const {
    return has(at, count) ? bytes_.substr(at, count) : std::string();
  }

 private:
  std::string bytes_;
  C3dProcessor processor_ = C3dProcessor::intel;
};

}  // namespace mbs
