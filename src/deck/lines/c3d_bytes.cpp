#include <bit>
#include <cmath>

#include "deck/lines/c3d_file.h"

namespace mbs {

namespace {

// F floating of a VAX: sign, exponent above 128, and the fraction behind 0.1 in binary. Exponent 0
// is 0.
double vax_float(std::uint32_t bits) {
  const int exponent = static_cast<int>(bits >> 23 & 0xFFU);
  if (exponent == 0) return 0;
  const double fraction = 0.5 + std::ldexp(static_cast<double>(bits & 0x7FFFFFU), -24);
  return std::ldexp(bits >> 31 ? -fraction : fraction, exponent - 128);
}

}  // namespace

double C3dBytes::real(std::size_t at) const {
  const auto low = static_cast<std::uint32_t>(word(at)),
             high = static_cast<std::uint32_t>(word(at + 2));
  switch (processor_) {
    case C3dProcessor::dec:
      return vax_float(low << 16 | high);
    case C3dProcessor::mips:
      return static_cast<double>(std::bit_cast<float>(low << 16 | high));
    default:
      return static_cast<double>(std::bit_cast<float>(high << 16 | low));
  }
}

}  // namespace mbs
