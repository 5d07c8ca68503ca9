// Random numbers that are the same on every machine: SplitMix64 (Steele, Lea, Flood 2014, OOPSLA)
// of a counter, so that number k needs none of the numbers before it.
#pragma once

#include <cmath>
#include <cstdint>

namespace mbs {

// Number k of the stream that `start` begins.
inline std::uint64_t random_at(std::uint64_t start, std::uint64_t k) {
  std::uint64_t z = start + (k + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

// Uniform in [0, 1), from the 53 high bits.
inline double uniform_at(std::uint64_t start, std::uint64_t k) {
  return static_cast<double>(random_at(start, k) >> 11) * 0x1p-53;
}

// Normal with mean 0 and variance 1, from the uniform numbers 2k and 2k + 1 (Box and Muller 1958).
inline double normal_at(std::uint64_t start, std::uint64_t k) {
  constexpr double kTwoPi = 6.28318530717958647693;
  const double u = 1 - uniform_at(start, 2 * k), v = uniform_at(start, 2 * k + 1);
  return std::sqrt(-2 * std::log(u)) * std::cos(kTwoPi * v);
}

}  // namespace mbs
