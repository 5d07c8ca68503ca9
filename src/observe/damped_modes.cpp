#include "observe/damped_modes.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/random.h"
#include "base/tolerances.h"
#include "linalg/arnoldi.h"

namespace mbs {

namespace {

using Complex = std::complex<double>;
using ComplexVector = std::vector<Complex>;

// Steps of the inverse iteration that finds the rate of the lowest motion.
constexpr int kRateSteps = 4;

// x^T A y without conjugation, for a symmetric product that is known for real vectors.
template <class Product>
Complex bilinear(const ComplexVector& x, const Product& product) {
  std::vector<double> re, im, both;
  for (const Complex& one : x) {
    re.push_back(one.real());
    im.push_back(one.imag());
    both.push_back(one.real() + one.imag());
  }
  const double a = product(re), b = product(im);
  return {a - b, product(both) - a - b};
}

}  // namespace

DampedModesSearch::DampedModesSearch(const Model& model, BorderedTangent& tangent, int most)
    : model_(model),
      tangent_(tangent),
      most_(most),
      nx_(static_cast<std::size_t>(model.nx)),
      x_(nx_),
      v_(nx_),
      force_(nx_),
      product_(nx_) {}

// Scales in which kinetic energy is about the square of v, so that no coordinate and neither half
// of a vector is lost beside the others. False where a motion has no stiffness.
bool DampedModesSearch::choose_scales() {
  double sum = 0;
  int count = 0;
  root_mass_ = tangent_.masses();
  for (double& one : root_mass_) {
    one = std::sqrt(std::max(0.0, one));
    if (one > 0) sum += one, ++count;
  }
  if (count == 0) return false;
  for (double& one : root_mass_)
    if (!(one > 0)) one = sum / count;
  for (std::size_t i = 0; i < nx_; ++i) x_[i] = (uniform_at(1, i) - 0.5) / root_mass_[i];
  double before = 0;
  for (int k = 0; k < kRateSteps; ++k) {
    tangent_.mass_times(x_, force_);
    before = dot(x_, force_);
    if (!(before > 0)) return false;
    for (double& one : force_) one /= std::sqrt(before);
    tangent_.solve(force_, x_);
  }
  if (tangent_.is_symmetric() && tangent_.energy(x_).is_none) return false;
  tangent_.mass_times(x_, force_);
  rate_ = std::pow(dot(x_, force_), -0.25);
  return std::isfinite(rate_) && rate_ > 0;
}

void DampedModesSearch::apply(ConstVector y, Vector image) {
  for (std::size_t i = 0; i < nx_; ++i) {
    x_[i] = y[i] / (rate_ * root_mass_[i]);
    v_[i] = y[nx_ + i] / root_mass_[i];
  }
  tangent_.damping_times(x_, force_);
  tangent_.mass_times(v_, product_);
  for (std::size_t i = 0; i < nx_; ++i) force_[i] = -force_[i] - product_[i];
  tangent_.solve(force_, product_);
  for (std::size_t i = 0; i < nx_; ++i) {
    image[i] = product_[i] * rate_ * root_mass_[i];
    image[nx_ + i] = x_[i] * root_mass_[i];
  }
}

// The root of value^2 x^T M x + value x^T C x + x^T K x that is nearest: for symmetric matrices its
// error is the square of that of the vector.
Complex DampedModesSearch::refined(Complex value, const ComplexVector& x) const {
  std::vector<double> b(nx_);
  const Complex m = bilinear(x, [&](ConstVector y) {
    tangent_.mass_times(y, b);
    return dot(y, b);
  });
  const Complex c = bilinear(x, [&](ConstVector y) {
    tangent_.damping_times(y, b);
    return dot(y, b);
  });
  const Complex k = bilinear(x, [&](ConstVector y) { return tangent_.energy(y).value; });
  const Complex root = std::sqrt(c * c - 4.0 * m * k);
  const Complex larger = std::abs(-c + root) > std::abs(-c - root) ? -c + root : -c - root;
  if (std::abs(m) == 0 || std::abs(larger) == 0) return value;
  const Complex first = larger / (2.0 * m), second = 2.0 * k / larger;
  const Complex nearest = std::abs(first - value) < std::abs(second - value) ? first : second;
  return std::abs(nearest - value) <= tolerance::same_root * std::abs(value) ? nearest : value;
}

LowModes DampedModesSearch::find() {
  LowModes out;
  out.modes.complex = true;
  if (!tangent_.factor(0) || !choose_scales()) return out;
  Arnoldi search(2 * nx_, [this](ConstVector y, Vector image) { apply(y, image); });
  const std::vector<OperatorPair> pairs = search.find(2 * most_ + 4);
  const std::size_t shown = static_cast<std::size_t>(model_.node_velocities());
  struct Row {
    Mode mode;
    double residual;
  };
  std::vector<Row> rows;
  for (const OperatorPair& pair : pairs) {
    Complex value = 1.0 / pair.value;
    if (value.imag() < 0) continue;
    ComplexVector x(nx_);
    for (std::size_t i = 0; i < nx_; ++i) x[i] = pair.vector[i] / (rate_ * root_mass_[i]);
    if (tangent_.is_symmetric()) value = refined(value, x);
    if (pair.value.imag() == 0) value = {value.real(), 0};
    if (std::fabs(value.real()) < tolerance::undamped * std::abs(value)) value = {0, value.imag()};
    x.resize(shown);
    scale_shape(x, 0, shown);
    rows.push_back({{{value.real(), std::fabs(value.imag())}, std::move(x)}, pair.residual});
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return comes_before(a.mode, b.mode); });
  if (count_of(rows) > most_) rows.resize(static_cast<std::size_t>(most_));
  out.modes.ok = out.counted = count_of(rows) == most_;
  for (Row& row : rows) {
    out.modes.list.push_back(std::move(row.mode));
    out.residuals.push_back(row.residual);
  }
  return out;
}

}  // namespace mbs
