#include "observe/low_modes.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"

namespace mbs {

namespace {

// Squares of frequencies count as one value if they differ by less than kSameValue (relative).
constexpr double kSameValue = 1e-9;
// Modes are counted at a gap between values; a gap is at least kGap times the values.
constexpr double kGap = 1e-6;
// With rigid motions, the shift is -kShift times the lowest squared frequency that is not 0.
constexpr double kShift = 0.1;
// If no squared frequency is known yet, the shift is -kFirstShift times the largest stiffness over
// its mass.
constexpr double kFirstShift = 1e-6;
// What is left of the shift is rounding below this part of it: the value is 0.
constexpr double kNoValue = 1e-11;
// A value at shift 0 below this part of the next one may be rounding; another shift tells.
constexpr double kRoundingOfNone = 1e-9;
// The rigid motions of one body.
constexpr int kMostRigid = 6;
// A shift that is an eigenvalue is moved by this factor.
constexpr double kAside = 1.37;
constexpr int kTries = 12;
constexpr int kMostRuns = 60;

}  // namespace

LowModesSearch::LowModesSearch(const Model& model, BorderedTangent& tangent, int most)
    : model_(model), tangent_(tangent), most_(most) {
  pencil_.size = static_cast<std::size_t>(model.nx);
  pencil_.solve = [this](ConstVector b, Vector x) { tangent_.solve(b, x); };
  pencil_.product = [this](ConstVector x, Vector b) { tangent_.mass_times(x, b); };
}

LowModes LowModesSearch::find() {
  if (!start()) return {};
  const bool counted = complete();
  fix_order();
  LowModes out = result();
  out.counted = counted;
  return out;
}

bool LowModesSearch::factor(double shift) {
  for (int k = 0; k < kTries; ++k, shift *= kAside)
    if (tangent_.factor(shift)) return shift_ = shift, true;
  return false;
}

// Finds more pairs at the shift, orthogonal to the known pairs; false if there are none.
bool LowModesSearch::run(int wanted) {
  std::vector<ShiftedPair> more = lanczos(pencil_, pairs_, wanted, ++stream_);
  for (ShiftedPair& pair : more) {
    double value = shift_ + 1 / pair.inverse;
    const bool is_left = std::fabs(value) <= kNoValue * std::fabs(shift_);
    if (is_left || tangent_.energy(pair.x).is_none) value = 0;
    found_.push_back({value, pairs_.size()});
    pairs_.push_back(std::move(pair));
  }
  std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
    return std::fabs(a.value) < std::fabs(b.value);
  });
  return !more.empty();
}

// Motions without stiffness, which shift 0 mixes, may all look like soft ones: further runs then
// show the next values.
void LowModesSearch::run_past_rounding() {
  for (int k = 0; k < kTries && !found_.empty(); ++k)
    if (!tangent_.energy(pairs_[found_.back().pair].x).is_doubtful || !run(kMostRigid + 1)) return;
}

// The place behind the last value that is as small beside the next one as rounding is.
std::size_t LowModesSearch::behind_rounding() const {
  std::size_t out = 0;
  for (std::size_t k = 0; k + 1 < found_.size(); ++k)
    if (std::fabs(found_[k].value) < kRoundingOfNone * std::fabs(found_[k + 1].value) &&
        tangent_.energy(pairs_[found_[k].pair].x).is_doubtful)
      out = k + 1;
  return out;
}

// Makes the first run about shift 0. If motions without stiffness prevent this, the shift is a
// negative value that is small beside the other values.
bool LowModesSearch::start() {
  double shift = 0;
  for (int k = 0; k < kTries; ++k) {
    found_.clear();
    pairs_.clear();
    stream_ = 0;
    double lowest = 0;
    if (shift == 0 ? tangent_.factor(0) : factor(shift)) {
      if (shift == 0) shift_ = 0;
      run(most_ + 2);
      if (shift == 0) run_past_rounding();
      const std::size_t begin = shift == 0 ? behind_rounding() : 0;
      const bool any_none =
          begin > 0 || std::any_of(found_.begin(), found_.end(),
                                   [](const Found& one) { return one.value == 0; });
      for (std::size_t i = begin; i < found_.size() && lowest == 0; ++i)
        lowest = std::fabs(found_[i].value);
      if (!any_none && !found_.empty()) return true;
      // The shift is near enough to -kShift * lowest.
      if (shift != 0 && !found_.empty() &&
          (lowest == 0 || (-shift_ <= lowest && -shift_ >= kShift * kShift * lowest)))
        return true;
    }
    const double fastest = tangent_.fastest();
    shift = lowest > 0   ? -kShift * lowest
            : shift != 0 ? kAside * kAside * shift
                         : -kFirstShift * (fastest > 0 ? fastest : 1);
  }
  return false;
}

int LowModesSearch::count_below(double value) {
  for (int k = 0; k < kTries; ++k)
    if (tangent_.factor(value * (1 + k * tolerance::same_size))) return tangent_.negative();
  return -1;
}

// The number of values that give most_ rows; a negative value gives two rows.
std::size_t LowModesSearch::enough() const {
  int rows = 0;
  for (std::size_t k = 0; k < found_.size(); ++k) {
    rows += found_[k].value < 0 ? 2 : 1;
    if (rows >= most_) return k + 1;
  }
  return found_.size() + 1;
}

// A magnitude in the first gap behind the first `inside` values. `inside` becomes the number of
// values below it.
double LowModesSearch::edge_behind(std::size_t& inside) const {
  const auto size = [&](std::size_t k) { return std::fabs(found_[k].value); };
  // The least magnitude that is not taken as 0.
  const double none = kGap * (shift_ != 0 ? std::fabs(shift_) : size(0));
  for (; inside < found_.size(); ++inside) {
    const double last = std::max(size(inside - 1), none);
    if (size(inside) > (1 + kGap) * last) return std::sqrt(last * size(inside));
  }
  return (1 + kGap) * std::max(size(inside - 1), none);
}

// Runs until as many values are found as the pivots count; false if this number is not reached.
bool LowModesSearch::complete() {
  int in_vain = 0;
  for (int k = 0; k < kMostRuns && in_vain < 3; ++k) {
    std::size_t inside = enough();
    if (count_of(found_) == tangent_.freedoms()) return true;
    if (inside > found_.size()) {
      if (!run(static_cast<int>(inside - found_.size()) + 1)) ++in_vain;
      continue;
    }
    const double edge = edge_behind(inside), shift = shift_;
    const int above = count_below(edge), below = count_below(-edge);
    if (!tangent_.factor(shift) || above < 0 || below < 0) return false;
    const int there = above - below, known = static_cast<int>(inside);
    if (there == known) return true;
    if (there < known) return false;
    if (!run(there - known)) ++in_vain;
  }
  return false;
}

// Sorts by value. Vectors with the same value become a basis that does not depend on the search.
void LowModesSearch::fix_order() {
  std::stable_sort(found_.begin(), found_.end(),
                   [](const Found& a, const Found& b) { return a.value < b.value; });
  for (std::size_t begin = 0, end = 0; begin < found_.size(); begin = end) {
    for (end = begin + 1; end < found_.size(); ++end) {
      const double a = found_[end - 1].value, b = found_[end].value;
      if (b - a > kSameValue * std::max(std::fabs(a), std::fabs(b))) break;
    }
    if (end - begin > 1) turn_cluster(begin, end);
  }
}

// Turns the vectors so that the first vector has the largest coordinate that their span allows and
// the others have 0 there; then the same with the others.
void LowModesSearch::turn_cluster(std::size_t begin, std::size_t end) {
  for (; begin + 1 < end; ++begin) {
    double most = 0;
    std::size_t at_most = 0;
    for (std::size_t i = 0; i < pencil_.size; ++i) {
      double square = 0;
      for (std::size_t k = begin; k < end; ++k) square += pair_of(k).x[i] * pair_of(k).x[i];
      if (square > (1 + kGap) * most) most = square, at_most = i;
    }
    if (most == 0) return;
    // Householder's reflection, which makes the coordinate of all but the first vector 0.
    std::vector<double> u;
    for (std::size_t k = begin; k < end; ++k) u.push_back(pair_of(k).x[at_most]);
    const double length = std::sqrt(dot(u, u));
    u[0] += u[0] < 0 ? -length : length;
    const double square = dot(u, u);
    for (std::vector<double> ShiftedPair::*part : {&ShiftedPair::x, &ShiftedPair::Bx})
      for (std::size_t i = 0; i < pencil_.size; ++i) {
        double along = 0;
        for (std::size_t k = begin; k < end; ++k) along += u[k - begin] * (pair_of(k).*part)[i];
        for (std::size_t k = begin; k < end; ++k)
          (pair_of(k).*part)[i] -= 2 * along / square * u[k - begin];
      }
  }
}

LowModes LowModesSearch::result() {
  LowModes out;
  out.modes.ok = true;
  const std::size_t shown = static_cast<std::size_t>(model_.node_velocities());
  std::vector<double> image(pencil_.size), product(image);
  struct Row {
    Mode mode;
    double residual;
  };
  std::vector<Row> rows;
  for (const Found& one : found_) {
    const ShiftedPair& pair = pairs_[one.pair];
    tangent_.solve(pair.Bx, image);
    const double along = dot(image, pair.Bx);
    for (std::size_t i = 0; i < image.size(); ++i) image[i] -= along * pair.x[i];
    tangent_.mass_times(image, product);
    const double residual = std::sqrt(std::max(0.0, dot(image, product))) / std::fabs(pair.inverse);
    std::vector<std::complex<double>> shape(pair.x.begin(),
                                            pair.x.begin() + static_cast<std::ptrdiff_t>(shown));
    scale_shape(shape, 0, shown);
    const double root = std::sqrt(std::fabs(one.value));
    rows.push_back(
        {{one.value < 0 ? std::complex(root, 0.0) : std::complex(0.0, root), shape}, residual});
    if (one.value < 0) rows.push_back({{std::complex(-root, 0.0), shape}, residual});
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const Row& a, const Row& b) { return comes_before(a.mode, b.mode); });
  if (count_of(rows) > most_) rows.resize(most_);
  for (Row& row : rows) {
    out.modes.list.push_back(std::move(row.mode));
    out.residuals.push_back(row.residual);
  }
  return out;
}

}  // namespace mbs
