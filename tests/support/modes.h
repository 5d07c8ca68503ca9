// Modes of EIGEN beside expected ones.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>

#include "support/deck.h"

namespace mbs::test {

// How far the nearest mode is from a value or its conjugate.
inline double distance_to_mode(const RunResult& run, std::complex<double> value) {
  double out = HUGE_VAL;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const std::complex<double> found(run.value(k, "real"), run.value(k, "imaginary"));
    out = std::min({out, std::abs(found - value), std::abs(found - std::conj(value))});
  }
  return out;
}

}  // namespace mbs::test
