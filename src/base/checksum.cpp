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

}  // namespace

// IEEE Std 1003.1, cksum: the bytes of the text, then those of its length, the lowest first.
std::uint32_t posix_checksum(std::string_view text) {
  std::uint32_t crc = 0;
  auto add = [&crc](std::uint32_t byte) { crc = (crc << 8) ^ kRemainders[(crc >> 24) ^ byte]; };
  for (const char c : text) add(static_cast<unsigned char>(c));
  for (std::size_t length = text.size(); length > 0; length >>= 8)
    add(static_cast<std::uint32_t>(length & 0xff));
  return ~crc;
}

}  // namespace mbs
