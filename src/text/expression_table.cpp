#include "text/expression_table.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/checksum.h"
#include "base/tolerances.h"

namespace mbs {

namespace {

// Largest number of cells of a surface for which ranges are computed.
constexpr std::size_t kMostCells = 256;
// Slopes of neighbouring cells that differ by at most this part make no kink.
constexpr double kSameSlope = 1e-7;
constexpr double kRoundings = 16;

// The interval of x; the first or the last one if x lies outside.
std::size_t interval_of(const std::vector<double>& at, double x) {
  const auto behind = std::upper_bound(at.begin() + 1, at.end() - 1, x);
  return static_cast<std::size_t>(behind - at.begin()) - 1;
}

void take(double range[2], double x, double more) {
  range[0] = std::min(range[0], x - more);
  range[1] = std::max(range[1], x + more);
}

bool is_other_slope(double before, double behind) {
  return std::fabs(behind - before) > kSameSlope * std::max(std::fabs(before), std::fabs(behind));
}

// An empty vector does not change the sum.
std::uint32_t checksum_of(const std::vector<double>& u, const std::vector<double>& y,
                          const std::vector<double>& more = {}) {
  PosixChecksum sum;
  for (const std::vector<double>* z : {&u, &y, &more})
    sum.add({reinterpret_cast<const char*>(z->data()), z->size() * sizeof(double)});
  return sum.value();
}

}  // namespace

ExpressionTable::ExpressionTable(std::string name, const std::vector<double>& u,
                                 const std::vector<double>& y, TableKind kind)
    : name_(std::move(name)),
      checksum_(checksum_of(u, y)),
      period_(kind == TableKind::periodic ? u.back() - u.front() : 0),
      spline_(kind == TableKind::periodic   ? Spline::periodic(u, y)
              : kind == TableKind::cubic    ? Spline::interpolate(u, y)
              : kind == TableKind::monotone ? Spline::monotone(u, y)
              : kind == TableKind::smooth   ? Spline::cross_validate(u, y)
                                            : Spline::polygon(u, y)) {}

ExpressionTable::ExpressionTable(std::string name, std::vector<double> u, std::vector<double> w,
                                 std::vector<double> z)
    : name_(std::move(name)),
      checksum_(checksum_of(u, w, z)),
      spline_(Spline::polygon(u, std::vector<double>(u.size()))),
      u_(std::move(u)),
      w_(std::move(w)),
      z_(std::move(z)) {}

void ExpressionTable::evaluate(double u, double out[3]) const {
  int interval = -1;  // not remembered: threads share the table
  if (period_ > 0) u -= period_ * std::floor((u - first()) / period_);
  spline_.evaluate(u, out, interval);
}

// If a periodic table begins again within the range, the range of the whole table counts.
ExpressionTable::Range ExpressionTable::range(double first_u, double last_u) const {
  if (!(period_ > 0)) return spline_.range(first_u, last_u);
  const double turns = period_ * std::floor((first_u - first()) / period_);
  if (last_u - turns <= last()) return spline_.range(first_u - turns, last_u - turns);
  return spline_.range(first(), last());
}

bool ExpressionTable::covers(double u, double w) const {
  const double slack =
      tolerance::reaches * (w_.back() - w_.front()) / static_cast<double>(w_.size() - 1);
  return spline_.covers(u) && w >= w_.front() - slack && w <= w_.back() + slack;
}

ExpressionTable::Surface ExpressionTable::evaluate(double u, double w) const {
  const std::size_t i = interval_of(u_, u), j = interval_of(w_, w), n = w_.size();
  const double du = u_[i + 1] - u_[i], dw = w_[j + 1] - w_[j];
  const double a = (u - u_[i]) / du, b = (w - w_[j]) / dw;
  const double* z = z_.data() + i * n + j;
  const double up = z[n] - z[0], up_next = z[n + 1] - z[1];
  const double across = z[1] - z[0], across_next = z[n + 1] - z[n];
  const double twist = (up_next - up) / (du * dw);
  return {z[0] + a * up + b * across + a * b * (up_next - up), (up + b * (up_next - up)) / du,
          (across + a * (across_next - across)) / dw, twist};
}

// Whether the slope changes at this row in one of these columns.
bool ExpressionTable::has_row_kink(std::size_t row, std::size_t first, std::size_t last) const {
  const std::size_t n = w_.size();
  for (std::size_t j = first; j <= last; ++j) {
    const double* z = z_.data() + row * n + j;
    const double before = (z[0] - *(z - n)) / (u_[row] - u_[row - 1]),
                 behind = (z[n] - z[0]) / (u_[row + 1] - u_[row]);
    if (is_other_slope(before, behind)) return true;
  }
  return false;
}

bool ExpressionTable::has_column_kink(std::size_t column, std::size_t first,
                                      std::size_t last) const {
  for (std::size_t i = first; i <= last; ++i) {
    const double* z = z_.data() + i * w_.size() + column;
    const double before = (z[0] - z[-1]) / (w_[column] - w_[column - 1]),
                 behind = (z[1] - z[0]) / (w_[column + 1] - w_[column]);
    if (is_other_slope(before, behind)) return true;
  }
  return false;
}

ExpressionTable::SurfaceRange ExpressionTable::slopes(double first_u, double last_u, double first_w,
                                                      double last_w) const {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  const std::size_t i0 = interval_of(u_, first_u), i1 = interval_of(u_, last_u),
                    j0 = interval_of(w_, first_w), j1 = interval_of(w_, last_w);
  SurfaceRange out{
      {HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, -HUGE_VAL}, kNone, kNone};
  for (std::size_t i = i0 + 1; i <= i1 && std::isnan(out.row); ++i)
    if (u_[i] > first_u && u_[i] < last_u && has_row_kink(i, j0, j1 + 1)) out.row = u_[i];
  for (std::size_t j = j0 + 1; j <= j1 && std::isnan(out.column); ++j)
    if (w_[j] > first_w && w_[j] < last_w && has_column_kink(j, i0, i1 + 1)) out.column = w_[j];
  if ((i1 - i0 + 1) * (j1 - j0 + 1) > kMostCells) {
    for (double* range : {out.u, out.w, out.uw}) range[0] = -HUGE_VAL, range[1] = HUGE_VAL;
    return out;
  }
  const std::size_t n = w_.size();
  for (std::size_t i = i0; i <= i1; ++i) {
    for (std::size_t j = j0; j <= j1; ++j) {
      const double* z = z_.data() + i * n + j;
      const double du = u_[i + 1] - u_[i], dw = w_[j + 1] - w_[j];
      const double size =
          kRoundings * tolerance::epsilon *
          std::max({std::fabs(z[0]), std::fabs(z[1]), std::fabs(z[n]), std::fabs(z[n + 1])});
      // The slopes are linear across the cell: their extremes are at the ends of the cell or of the
      // stretch.
      const double twist = (z[n + 1] - z[1] - (z[n] - z[0])) / (du * dw);
      for (const double w : {j == j0 ? first_w : w_[j], j == j1 ? last_w : w_[j + 1]})
        take(out.u, (z[n] - z[0]) / du + (w - w_[j]) * twist, size / du);
      for (const double u : {i == i0 ? first_u : u_[i], i == i1 ? last_u : u_[i + 1]})
        take(out.w, (z[1] - z[0]) / dw + (u - u_[i]) * twist, size / dw);
      take(out.uw, twist, size / (du * dw));
    }
  }
  return out;
}

// The surface is bilinear in each cell, so its extremes are at corners.
std::array<double, 2> ExpressionTable::extremes(double first_u, double last_u, double first_w,
                                                double last_w) const {
  const auto behind = [](const std::vector<double>& at, double x, double last) {
    const auto next = std::upper_bound(at.begin(), at.end(), x);
    return next == at.end() ? last : std::min(*next, last);
  };
  std::array<double, 2> out{HUGE_VAL, -HUGE_VAL};
  for (double u = first_u;; u = behind(u_, u, last_u)) {
    for (double w = first_w;; w = behind(w_, w, last_w)) {
      const double z = evaluate(u, w).value;
      out[0] = std::min(out[0], z), out[1] = std::max(out[1], z);
      if (!(w < last_w)) break;
    }
    if (!(u < last_u)) return out;
  }
}

const std::shared_ptr<const ExpressionTable>* ExpressionTables::find(const Key& key) const {
  const auto it = tables_.find(key);
  return it == tables_.end() ? nullptr : &it->second;
}

void ExpressionTables::add(Key key, std::shared_ptr<const ExpressionTable> table) {
  tables_.emplace(std::move(key), std::move(table));
}

std::vector<const ExpressionTable*> ExpressionTables::all() const {
  std::vector<const ExpressionTable*> out;
  for (const auto& [key, table] : tables_)
    if (table) out.push_back(table.get());
  return out;
}

}  // namespace mbs
