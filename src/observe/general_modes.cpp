#include "observe/general_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/random.h"
#include "linalg/arnoldi.h"

namespace mbs {

namespace {

using Complex = std::complex<double>;
using ComplexVector = std::vector<Complex>;

// Steps of the inverse iteration that finds the rate of the lowest motion.
constexpr int kRateSteps = 6;
// A value below these parts of the largest one found, and of the rate of the motion, may be
// rounding of 0.
constexpr double kRoundingOfZero = 1e-7, kSlowPart = 1e-3;
// Parts of dampers and gyroscopic terms, and of an unsymmetric stiffness, that are rounding.
constexpr double kConservative = 1e-8;
// Values whose imaginary or real part is below this part of them are real or imaginary.
constexpr double kOnAxis = 1e-11;
// As in modes of dense matrices: a mode belongs to the states if the motion is below this.
constexpr double kMotionOfStates = 1e-9;

}  // namespace

GeneralModesSearch::GeneralModesSearch(const Model& model, SparseLinearisation& linear, int most)
    : model_(model),
      linear_(linear),
      most_(most),
      nx_(at(model.nx)),
      nz_(at(model.nz())),
      state_unit_(nz_, 0.0),
      of_(linear.none()),
      change_(linear.none()) {}

// Units in which kinetic energy is about the square of v, so that no coordinate and neither half
// of a vector is lost beside the others. False where a motion has no stiffness.
bool GeneralModesSearch::choose_scales() {
  double sum = 0;
  int count = 0;
  unit_ = linear_.masses();
  for (double& one : unit_) {
    one = std::sqrt(std::max(0.0, one));
    if (one > 0) sum += one, ++count;
  }
  if (count == 0) return false;
  for (double& one : unit_) one = 1 / (one > 0 ? one : sum / count);
  for (std::size_t i = 0; i < nx_; ++i) change_.v[i] = (uniform_at(1, i) - 0.5) * unit_[i];
  const auto size = [this](const std::vector<double>& x) {
    double out = 0;
    for (std::size_t i = 0; i < nx_; ++i) out += x[i] / unit_[i] * (x[i] / unit_[i]);
    return std::sqrt(out);
  };
  // Two steps multiply what the lowest motions are by the inverse square of their rate; a single
  // one of an undamped motion may leave positions or velocities alone.
  double whole = 0;
  std::vector<double> still(nx_, 0.0);
  for (int k = 0; k < kRateSteps; ++k) {
    if (k % 2 == 0) whole = size(change_.x) + size(change_.v);
    if (!(whole > 0) || !std::isfinite(whole)) return false;
    std::swap(of_, change_);
    if (k % 2 == 0)
      for (std::vector<double>* part : {&of_.x, &of_.v, &of_.z})
        for (double& one : *part) one /= whole;
    linear_.find_change(of_, change_);
    if (k + 2 < kRateSteps) continue;
    if (size(change_.x) > size(still)) still = change_.x;
  }
  if (linear_.is_at_rest() && linear_.nothing_resists(still)) return false;
  rate_ = 1 / std::sqrt(size(change_.x) + size(change_.v));
  if (!std::isfinite(rate_) || !(rate_ > 0)) return false;
  choose_state_units();
  return true;
}

// Units of the states with which each acts on the motion and on other states as much as these act
// on it (Osborne 1960). Where only one of the two is there it is about 1: what moves a state may
// be nothing, as of an activation whose stimulation is given.
void GeneralModesSearch::choose_state_units() {
  constexpr int kSweeps = 20;
  const LawTangent& laws = linear_.laws();
  std::vector<double> on_motion(nz_, 0.0), by_motion(nz_, 0.0);
  for (const LawTangent::StateForce& e : laws.state_forces())
    on_motion[at(e.k)] += std::fabs(e.value) * unit_[at(e.i)] / rate_;
  for (const LawTangent::StateRate& e : laws.state_rates())
    by_motion[at(e.k)] += (std::fabs(e.by_x) / rate_ + std::fabs(e.by_v)) * unit_[at(e.i)] / rate_;
  state_unit_.assign(nz_, 1.0);
  std::vector<double> acts(nz_), acted(nz_);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t k = 0; k < nz_; ++k) {
      acts[k] = on_motion[k] * state_unit_[k];
      acted[k] = by_motion[k] / state_unit_[k];
    }
    for (const LawTangent::StateSlope& e : laws.state_slopes()) {
      if (e.k == e.l) continue;
      const double size = std::fabs(e.value) / rate_ * state_unit_[at(e.l)] / state_unit_[at(e.k)];
      acts[at(e.l)] += size;
      acted[at(e.k)] += size;
    }
    for (std::size_t k = 0; k < nz_; ++k) {
      if (!(acts[k] > 0) && !(acted[k] > 0)) continue;
      const double by = acts[k] > 0 && acted[k] > 0 ? acted[k] / acts[k]
                        : acts[k] > 0               ? 1 / acts[k]
                                                    : acted[k];
      // A quarter of the way in logarithms: all states move at once.
      state_unit_[k] *= std::sqrt(std::sqrt(by));
    }
  }
}

void GeneralModesSearch::apply(ConstVector y, Vector image) {
  for (std::size_t i = 0; i < nx_; ++i) {
    of_.x[i] = y[i] * unit_[i] / rate_;
    of_.v[i] = y[nx_ + i] * unit_[i];
  }
  for (std::size_t k = 0; k < nz_; ++k) of_.z[k] = y[2 * nx_ + k] * state_unit_[k];
  linear_.find_change(of_, change_);
  for (std::size_t i = 0; i < nx_; ++i) {
    image[i] = change_.x[i] * rate_ / unit_[i];
    image[nx_ + i] = change_.v[i] / unit_[i];
  }
  for (std::size_t k = 0; k < nz_; ++k) image[2 * nx_ + k] = change_.z[k] / state_unit_[k];
}

Mode GeneralModesSearch::mode_of(Complex value, const ComplexVector& y) const {
  if (std::fabs(value.real()) < kOnAxis * std::abs(value)) value = {0, value.imag()};
  Mode out;
  out.value = {value.real(), std::fabs(value.imag())};
  const std::size_t shown = at(model_.node_velocities());
  out.shape.resize(shown + nz_);
  double in_motion = 0, in_states = 0;
  for (std::size_t i = 0; i < nx_; ++i) {
    in_motion = std::max(in_motion, std::abs(y[i]));
    if (i < shown) out.shape[i] = y[i] * unit_[i] / rate_;
  }
  for (std::size_t k = 0; k < nz_; ++k) {
    in_states = std::max(in_states, std::abs(y[2 * nx_ + k]));
    out.shape[shown + k] = y[2 * nx_ + k] * state_unit_[k];
  }
  out.moves = nz_ == 0 || in_motion > kMotionOfStates * in_states;
  scale_shape(out.shape, out.moves ? 0 : shown, out.moves ? shown : shown + nz_);
  return out;
}

// Whether the modes are those of a symmetric stiffness alone, so that their shapes are real. Tried
// with two motions u: u1 M K^-1 M u2 is the same the other way round, and K^-1 C u is 0.
bool GeneralModesSearch::is_conservative() {
  if (nz_ > 0) return false;
  const auto answer = [this](const std::vector<double>* x, const std::vector<double>* v) {
    of_ = linear_.none();
    if (x) of_.x = *x;
    if (v) of_.v = *v;
    linear_.find_change(of_, change_);
    return change_.x;
  };
  std::vector<double> random[2], motion[2], moved[2], product(nx_);
  for (int k = 0; k < 2; ++k) {
    for (std::size_t i = 0; i < nx_; ++i)
      random[k].push_back((uniform_at(at(k) + 2, i) - 0.5) * unit_[i]);
    motion[k] = answer(nullptr, &random[k]);
    moved[k] = answer(nullptr, &motion[k]);
  }
  const auto energy = [&](const std::vector<double>& a, const std::vector<double>& b) {
    linear_.mass_times(b, product);
    return dot(a, product);
  };
  const auto size = [&](const std::vector<double>& a) { return std::sqrt(energy(a, a)); };
  const double across = energy(motion[0], moved[1]), back = energy(motion[1], moved[0]);
  const double most = size(motion[0]) * size(moved[1]) + size(motion[1]) * size(moved[0]);
  return std::fabs(across - back) <= kConservative * most &&
         size(answer(&motion[0], nullptr)) <= kConservative * rate_ * size(moved[0]);
}

// What is left of the inverse equations for a value and its vector: of positions, of velocities and
// of states, each as a part of the same part of the vector.
double GeneralModesSearch::residual(Complex inverse, const ComplexVector& y) {
  constexpr double kNoPart = 1e-6;  // smaller parts of the vector count as this
  std::vector<double> re(y.size()), im(re), of_re(re), of_im(re);
  for (std::size_t i = 0; i < y.size(); ++i) re[i] = y[i].real(), im[i] = y[i].imag();
  apply(re, of_re);
  apply(im, of_im);
  const auto length = [](const auto& part, std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += std::norm(part(i));
    return std::sqrt(sum);
  };
  const auto whole = [&](std::size_t i) { return y[i]; };
  const auto left = [&](std::size_t i) { return Complex(of_re[i], of_im[i]) - inverse * y[i]; };
  const std::size_t ends[] = {0, nx_, 2 * nx_, y.size()};
  double worst = 0;
  for (int part = 0; part < 3; ++part) {
    const std::size_t begin = ends[part], end = ends[part + 1];
    const double size = std::max(length(whole, begin, end), kNoPart * length(whole, 0, y.size()));
    if (begin < end) worst = std::max(worst, length(left, begin, end) / (size * std::abs(inverse)));
  }
  return worst;
}

LowModes GeneralModesSearch::find() {
  LowModes out;
  out.why = "a motion has no stiffness";
  if (!choose_scales()) return out;
  Arnoldi search(2 * nx_ + nz_, [this](ConstVector y, Vector image) { apply(y, image); });
  const std::vector<OperatorPair> pairs = search.find(2 * most_ + 4);
  struct Row {
    Mode mode;
    double residual;
  };
  std::vector<Row> rows;
  for (const OperatorPair& pair : pairs) {
    Complex value = 1.0 / pair.value;
    if (value.imag() < 0) continue;
    if (pair.value.imag() == 0) value = {value.real(), 0};
    rows.push_back({mode_of(value, pair.vector), residual(pair.value, pair.vector)});
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return comes_before(a.mode, b.mode); });
  out.why = "the search for them does not converge";
  if (rows.empty()) return out;
  const double least =
      std::max(kRoundingOfZero * rows.back().mode.omega(), kSlowPart * linear_.rate_of_motion());
  out.why = "the lowest one may be rounding of 0";
  if (rows.front().mode.omega() < least) return out;
  if (count_of(rows) > most_) rows.resize(at(most_));
  out.modes.complex = !is_conservative();
  out.why = fmt::format("only {} are found", rows.size());
  out.modes.ok = out.counted = count_of(rows) == most_;
  for (Row& row : rows) {
    if (!out.modes.complex)
      for (Complex& one : row.mode.shape) one = one.real();
    out.modes.list.push_back(std::move(row.mode));
    out.residuals.push_back(row.residual);
  }
  return out;
}

}  // namespace mbs
