#include <fmt/format.h>

#include <algorithm>

#include "observe/observers.h"
#include "plan/plan.h"

namespace mbs {

namespace {

double value_at(const RecordedRow& row, double t) {
  const auto behind = std::upper_bound(row.t.begin(), row.t.end(), t);
  if (behind == row.t.begin()) return row.values.front();
  if (behind == row.t.end()) return row.values.back();
  const auto k = static_cast<std::size_t>(behind - row.t.begin());
  const double part = (t - row.t[k - 1]) / (row.t[k] - row.t[k - 1]);
  return row.values[k - 1] + part * (row.values[k] - row.values[k - 1]);
}

}  // namespace

RecordedObserver::RecordedObserver(const Plan& plan, const Model& model)
    : plan_(plan),
      model_(model),
      hints_(model.forces.measured_forces.size()),
      space_hints_(model.forces.space_loads.size()) {}

void RecordedObserver::lay_out(Layout& layout) const {
  for (std::size_t k = 0; k < hints_.size(); ++k) {
    Quantity what{Of::plate, static_cast<int>(k)};
    for (const auto& [part, unit] : {std::pair{"fx", unit::newton}, std::pair{"fy", unit::newton},
                                     std::pair{"x", unit::metre}, std::pair{"y", unit::metre}}) {
      layout.add(fmt::format("force{}.{}", k + 1, part), unit, what);
      ++what.component;
    }
  }
  for (int owner = 0; const SpaceLoadOverTime& load : model_.forces.space_loads) {
    Quantity what{Of::space_load, owner++};
    const bool is_moment = load.x < 0;
    for (std::size_t c = 0; c < load.motions.size(); ++c, ++what.component)
      layout.add(fmt::format("{}{}.{}{}", is_moment ? "moment" : "force", load.number,
                             c > 2       ? ""
                             : is_moment ? "m"
                                         : "f",
                             "xyz"[c % 3]),
                 c > 2       ? unit::metre
                 : is_moment ? unit::effort_along(unit::radian)
                             : unit::newton,
                 what);
  }
  for (std::size_t k = 0; k < plan_.recorded.size(); ++k)
    layout.add(plan_.recorded[k].name, plan_.recorded[k].unit, {Of::recorded, static_cast<int>(k)});
}

void RecordedObserver::observe(double t, double* out) {
  for (std::size_t k = 0; k < hints_.size(); ++k)
    for (std::size_t c = 0; c < 4; ++c) {
      double value[3];
      model_.forces.measured_forces[k].motions[c].evaluate(t, value, hints_[k][c]);
      *out++ = value[0];
    }
  for (std::size_t k = 0; k < space_hints_.size(); ++k)
    for (std::size_t c = 0; c < model_.forces.space_loads[k].motions.size(); ++c) {
      double value[3];
      model_.forces.space_loads[k].motions[c].evaluate(t, value, space_hints_[k][c]);
      *out++ = value[0];
    }
  for (const RecordedRow& row : plan_.recorded) *out++ = value_at(row, t);
}

}  // namespace mbs
