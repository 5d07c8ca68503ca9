#include "text/expression_table.h"

#include <algorithm>
#include <utility>

#include "base/checksum.h"
#include "base/tolerances.h"

namespace mbs {

namespace {

// Those that are empty change nothing.
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

// Where a periodic table begins again inside, all of it counts.
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
  const auto cell = [](const std::vector<double>& at, double x) {
    const auto behind = std::upper_bound(at.begin() + 1, at.end() - 1, x);
    return static_cast<std::size_t>(behind - at.begin()) - 1;
  };
  const std::size_t i = cell(u_, u), j = cell(w_, w), n = w_.size();
  const double du = u_[i + 1] - u_[i], dw = w_[j + 1] - w_[j];
  const double a = (u - u_[i]) / du, b = (w - w_[j]) / dw;
  const double* z = z_.data() + i * n + j;
  const double up = z[n] - z[0], up_next = z[n + 1] - z[1];
  const double across = z[1] - z[0], across_next = z[n + 1] - z[n];
  const double twist = (up_next - up) / (du * dw);
  return {z[0] + a * up + b * across + a * b * (up_next - up), (up + b * (up_next - up)) / du,
          (across + a * (across_next - across)) / dw, twist};
}

// Bilinear in each cell, it has them at corners.
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
