#include "base/checksum.h"

#include <array>

namespace mbs {

namespace {

// Remainders of all bytes for the polynomial of IEEE 802.3, most significant bit first.
constexpr std::array<std::uint32_t, 256> make_remainders() {
  constexpr std::uint32_t kPolynomial = 0x04c11db7;
  std::array<std::uint32_t, 256> out{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t r = byte << 24;
    for (int bit = 0; bit < 8; ++bit) r = (r << 1) ^ (r >> 31 != 0 ? kPolynomial : 0);
    out[byte] = r;
  }
  return out;
}

constexpr auto kRemainders = make_remainders();

void add_byte(std::uint32_t& crc, std::uint32_t byte) {
  crc = (crc << 8) ^ kRemainders[(crc >> 24) ^ byte];
}

}  // namespace

void PosixChecksum::add(std::string_view piece) {
  for (const char c : piece) add_byte(crc_, static_cast<unsigned char>(c));
  size_ += piece.size();
}

// IEEE Std 1003.1, cksum: the bytes of the text, then the bytes of its length, the lowest first.
std::uint32_t PosixChecksum::value() const {
  std::uint32_t crc = crc_;
  for (std::uint64_t length = size_; length > 0; length >>= 8)
    add_byte(crc, static_cast<std::uint32_t>(length & 0xff));
  return ~crc;
}

std::uint32_t posix_checksum(std::string_view text) {
  PosixChecksum sum;
  sum.add(text);
  return sum.value();
}

}  // namespace mbs
