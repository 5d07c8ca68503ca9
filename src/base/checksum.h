// CRC of a text as the POSIX command cksum computes it, so that a user can compute it too.
#pragma once

#include <cstdint>
#include <string_view>

namespace mbs {

std::uint32_t posix_checksum(std::string_view text);

// The same CRC of a text that is given in pieces.
class PosixChecksum {
 public:
  void add(std::string_view piece);
  std::uint64_t size() const { return size_; }
  std::uint32_t value() const;

 private:
  std::uint32_t crc_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace mbs
