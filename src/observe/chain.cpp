#include <fmt/format.h>

#include <cmath>

#include "base/index.h"
#include "observe/observers.h"
#include "plan/plan.h"

namespace mbs {

namespace {

using ConstraintKind = ChainConstraint::Kind;

}  // namespace

ChainObserver::ChainObserver(const Plan& plan, const Model& model) {
  const Chain& chain = plan.chain;
  auto coordinate = [&](int node) { return model.nodes[node].first; };
  auto deformation = [&](int element) { return model.elements[element].first; };
  for (const ChainSegment& s : chain.segments)
    segments_.push_back(
        {coordinate(s.point), coordinate(s.angle), deformation(s.joint), deformation(s.hinge)});
  if (segments_.empty()) return;
  d_ = chain.segments[0].d;
  if (chain.tip_joint >= 0) tip_joint_ = deformation(chain.tip_joint);
  if (chain.tip_hinge >= 0) tip_hinge_ = deformation(chain.tip_hinge);
  for (const ChainConstraint& row : chain.constraints) {
    if (row.kind == ConstraintKind::joint && row.first == count_of(segments_))
      tip_ = deformation(row.element);
    else if (row.kind == ConstraintKind::joint)
      constraints_.push_back(
          {row.kind, row.label, fmt::format("fix{}", row.first + 1), deformation(row.element)});
    else if (row.kind == ConstraintKind::lock)
      constraints_.push_back(
          {row.kind, row.label, fmt::format("lock{}", row.first + 1), segments_[row.first].phi});
    else
      constraints_.push_back({row.kind, row.label,
                              fmt::format("equal{}_{}", row.first + 1, row.second + 1),
                              deformation(row.element)});
  }
}

void ChainObserver::lay_out(Layout& layout) {
  constexpr Unit kMoment = unit::effort_along(unit::radian);
  static constexpr std::pair<const char*, Unit> kSegment[] = {
      {"frx", unit::newton},   {"fry", unit::newton},   {"m", kMoment},
      {"fextx", unit::newton}, {"fexty", unit::newton}, {"mext", kMoment}};
  TableLayout segments{
      "", "  SEG", {"PHI", "PHID", "PHIDD", "FRX", "FRY", "M", "FEXTX", "FEXTY", "MEXT"}, {}};
  const int n = count_of(segments_);
  for (int i = 1; i <= n; ++i) {
    segments.rows.push_back({fmt::format("{:5}", i), layout.count()});
    for (int rate = 0; rate < 3; ++rate)
      layout.add_coordinate(fmt::format("phi{:d<{}}{}", "", rate, i), unit::radian,
                            segments_[i - 1].phi, {Of::segment, i - 1, 0, rate});
    for (int component = 0; const auto& [name, unit] : kSegment)
      layout.add(fmt::format("{}{}", name, i), unit, {Of::segment, i - 1, ++component});
  }
  TableLayout tip{" LAST JOINT", "JOINT", {"FRX", "FRY", "M"}, {}};
  tip.rows.push_back({fmt::format("{:5}", n + 1), layout.count()});
  for (int component = 0; const char* name : {"frx", "fry"})
    layout.add(fmt::format("{}{}", name, n + 1), unit::newton, {Of::last_joint, n, component++});
  layout.add(fmt::format("m{}", n + 1), kMoment, {Of::last_joint, n, 2});
  TableLayout base{" BASE", "     ", {"X", "Y", "XD", "YD", "XDD", "YDD"}, {}};
  base.rows.push_back({"     ", layout.count()});
  for (const auto& [rate, letters] : {std::pair{0, ""}, std::pair{1, "d"}, std::pair{2, "dd"}})
    for (int component = 0; const char* axis : {"x", "y"})
      layout.add(std::string(axis) + letters, rate_of(unit::metre, rate),
                 {Of::base, 0, component++, rate});
  TableLayout joints{" FORCES OF CONSTRAINTS", " CONSTRAINT     ", {"FX", "FY"}, {}};
  TableLayout locks{" MOMENTS OF CONSTRAINTS", " CONSTRAINT     ", {"M", "POWER", "WORK"}, {}};
  TableLayout equals{" MOMENTS BETWEEN SEGMENTS", " CONSTRAINT     ", {"M"}, {}};
  for (int owner = -1; const Constraint& c : constraints_) {
    ++owner;
    TableLayout& table = c.kind == ConstraintKind::joint  ? joints
                         : c.kind == ConstraintKind::lock ? locks
                                                          : equals;
    table.rows.push_back({fmt::format(" {:<15}", c.label), layout.count()});
    if (c.kind == ConstraintKind::joint) {
      layout.add(c.name + ".fx", unit::newton, {Of::constraint, owner, 0});
      layout.add(c.name + ".fy", unit::newton, {Of::constraint, owner, 1});
    } else {
      layout.add(c.name + ".m", kMoment, {Of::constraint, owner, 2});
      if (c.kind != ConstraintKind::lock) continue;
      layout.add(c.name + ".power", unit::watt, {Of::constraint, owner, 3});
      meters_.push_back({c.index, layout.count()});
      layout.add(c.name + ".work", unit::joule, {Of::constraint, owner, 4});
    }
  }
  for (TableLayout* table : {&segments, &tip, &base, &joints, &locks, &equals})
    if (!table->rows.empty()) layout.tables.push_back(std::move(*table));
}

void ChainObserver::observe(const State& state, const Dynamics& dynamics, double* out) const {
  const ConstVector S = dynamics.stresses(), r = dynamics.reactions();
  const std::vector<double>& f = dynamics.loads().f;
  for (const Segment& s : segments_) {
    for (const std::vector<double>* z : {&state.x, &state.v, &state.a}) *out++ = (*z)[s.phi];
    *out++ = S[s.joint];
    *out++ = S[s.joint + 1];
    *out++ = S[s.hinge];
    *out++ = f[s.x];
    *out++ = f[s.x + 1];
    *out++ = f[s.phi];
  }
  // The force of the last segment on the environment: the opposite of the force of the constraint.
  for (int k : {0, 1})
    *out++ = (tip_ >= 0 ? -S[tip_ + k] : 0) + (tip_joint_ >= 0 ? S[tip_joint_ + k] : 0);
  *out++ = tip_hinge_ >= 0 ? S[tip_hinge_] : 0;
  const Segment& s = segments_[0];
  const double dx = d_ * std::cos(state.x[s.phi]), dy = d_ * std::sin(state.x[s.phi]);
  const double w = state.v[s.phi], alpha = state.a[s.phi];
  *out++ = state.x[s.x] - dx;
  *out++ = state.x[s.x + 1] - dy;
  *out++ = state.v[s.x] + w * dy;
  *out++ = state.v[s.x + 1] - w * dx;
  *out++ = state.a[s.x] + alpha * dy + w * w * dx;
  *out++ = state.a[s.x + 1] - alpha * dx + w * w * dy;
  for (const Constraint& c : constraints_) {
    *out++ = c.kind == ConstraintKind::lock ? r[c.index] : S[c.index];
    if (c.kind == ConstraintKind::joint) *out++ = S[c.index + 1];
    if (c.kind != ConstraintKind::lock) continue;
    *out++ = r[c.index] * state.v[c.index];
    *out++ = 0;
  }
}

}  // namespace mbs
