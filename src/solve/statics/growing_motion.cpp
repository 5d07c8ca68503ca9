#include "solve/statics/growing_motion.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "linalg/arnoldi.h"

namespace mbs {

namespace {

constexpr int kLowest = 10;
// Values with larger residuals are not known well enough to be judged.
constexpr double kSureResidual = 1e-6;

}  // namespace

bool motion_grows(std::complex<double> value) {
  // A value without an imaginary part may have one of rounding.
  constexpr double kImaginary = 1e-7;
  return !(value.real() > 0) || std::fabs(value.imag()) > kImaginary * std::abs(value);
}

LowestMotions judge_lowest_motions(const Model& model, BorderedTangent& tangent) {
  LowestMotions out;
  const std::size_t nx = at(model.nx);
  // Units in which kinetic energy is about the square of a velocity.
  std::vector<double> unit = tangent.masses();
  double sum = 0;
  int count = 0;
  for (double& one : unit) {
    one = std::sqrt(std::max(0.0, one));
    if (one > 0) sum += one, ++count;
  }
  if (count == 0) return out;
  for (double& one : unit) one = 1 / (one > 0 ? one : sum / count);
  std::vector<double> motion(nx), force(nx);
  Arnoldi search(nx, [&](ConstVector y, Vector image) {
    for (std::size_t i = 0; i < nx; ++i) motion[i] = y[i] * unit[i];
    tangent.mass_times(motion, force);
    tangent.solve(force, motion);
    for (std::size_t i = 0; i < nx; ++i) image[i] = motion[i] / unit[i];
  });
  for (const OperatorPair& pair : search.find(kLowest)) {
    if (!(pair.residual <= kSureResidual) || out.count == kLowest) break;
    ++out.count;
    out.grows |= motion_grows(1.0 / pair.value);
  }
  return out;
}

}  // namespace mbs
