// Masses, springs and loads of a deck of the plane in space.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "base/index.h"
#include "base/tolerances.h"
#include "deck/records/space_load.h"
#include "deck/write/space_twins.h"
#include "text/time_table.h"

namespace mbs {

namespace {

class SpaceForces : private PlaneDeck {
 public:
  SpaceForces(const Tables& plane, Tables& t, Diagnostics& diagnostics)
      : PlaneDeck(plane, diagnostics), t_(t) {}

  void write() {
    Forces& f = t_.forces;
    for (MassRow& row : f.masses)
      if (!row.of_element && is_angle(row.owner))
        row.values = {row.values[0], 0, 0, row.values[0], 0, row.values[0]};
    for (StressRow& row : f.stresses) stress(row);
    std::vector<RestRow> rests;
    for (RestRow& row : f.rests)
      if (rest(row)) rests.push_back(row);
    f.rests = std::move(rests);
    for (LoadRow& row : f.loads)
      if (is_angle(row.node)) row.value = {0, 0, row.value[0]};
    for (DamperRow& row : f.dampers) {
      std::vector<double> values;
      auto value = row.values.begin();
      for (const int node : row.nodes)
        if (is_angle(node)) {
          values.insert(values.end(), {0, 0, *value++});
        } else {
          values.insert(values.end(), {value[0], value[1], 0});
          value += 2;
        }
      row.values = std::move(values);
    }
    for (LawRow& row : f.laws) {
      if (row.target == Target::deformation) {
        need_same(row.owner, row.component, row.where, row.label);
        row.component = component(row.owner, row.component);
      } else if (is_angle(row.owner)) {
        row.component = 2;
      }
    }
    for (const MeasuredForceRow& row : f.measured_forces) measured(row);
    f.measured_forces.clear();
    for (NetJointRow& row : f.net_joints) {
      row.in_space = true;
      if (!row.place.empty()) add_level(row.place, 2);
    }
  }

 private:
  // Makes the component k of measured columns 0: their table gets a column of it.
  static void add_level(std::vector<MotionRow>& columns, std::ptrdiff_t k) {
    MotionRow level = columns.front();
    if (!level.table) {
      level.coefficients = {0.0};
    } else {
      auto table = std::make_shared<TimeTable>(*level.table);
      level.column = count_of(table->columns);
      table->columns.emplace_back(table->t.size(), 0.0);
      if (!table->empty_rows.empty()) table->empty_rows.emplace_back();
      level.table = table;
      for (MotionRow& motion : columns) motion.table = table;
    }
    columns.insert(columns.begin() + k, level);
  }

  // A force at a place of the plane, measured or constant.
  void measured(const MeasuredForceRow& row) {
    const auto number = [&row](std::size_t k) { return row.motions[k].coefficients[0]; };
    if (!row.motions[0].table) {
      SpaceLoad load;
      load.in_space = true;
      load.value = {number(0), number(1), 0};
      load.place = {number(2), number(3), 0};
      load.label = row.label, load.where = row.where;
      return lower_space_load(load, row.point, row.angle, t_);
    }
    SpaceLoadRow out;
    out.number = row.number;
    out.point = row.point, out.angle = row.angle;
    out.label = row.label, out.where = row.where;
    out.motions.assign(row.motions.begin(), row.motions.end());
    add_level(out.motions, 2);
    add_level(out.motions, 5);
    t_.forces.space_loads.push_back(std::move(out));
  }

  void stress(StressRow& row) {
    const int k = row.element;
    if (twin(k).form == TwinForm::same) return;
    const std::size_t ne = plane_.elements[at(k)].spec->deformations.size();
    const bool is_pin = twin(k).form == TwinForm::pin;
    // A spring that is the same in all directions has no axes.
    const bool is_round = is_pin && row.kind != StressKind::prestress && row.values.size() == 2 &&
                          row.values[0] == row.values[1];
    for (std::size_t r = 0; r < ne && !is_round; ++r)
      if (r < row.values.size() && row.values[r] != 0)
        need_same(k, static_cast<int>(r), row.where, row.label);
    std::vector<double> values(t_.elements[at(k)].spec->deformations.size(), 0.0);
    if (values.size() == 1) return;
    for (std::size_t r = 0; r < ne && r < row.values.size(); ++r)
      values[at(component(k, static_cast<int>(r)))] = row.values[r];
    row.values = std::move(values);
  }

  // False where the twin has this reference of itself.
  bool rest(RestRow& row) {
    const int k = row.element;
    const SpaceTwin& to = twin(k);
    const std::vector<int>& n = plane_.elements[at(k)].nodes;
    // An angle is counted from the X lines in space.
    if (to.form == TwinForm::hinge) {
      row.values[0] -= angle_between(plane_, n[0], n[1]);
      if (std::fabs(row.values[0]) < 10 * tolerance::rounding_of_one) return false;
      row.values.resize(3, 0.0);
      return true;
    }
    if (to.form == TwinForm::weld && row.values.size() == 3 && row.values[0] == 0 &&
        row.values[1] == 0) {
      if (std::fabs(row.values[2] - angle_between(plane_, n[3], n[1])) < tolerance::start_reference)
        return false;
      fail(row.where, row.label, "its bodies do not keep the angle that the X lines give them",
           "give X lines of bodies as they are welded");
      return false;
    }
    if (to.form == TwinForm::same || to.form == TwinForm::nodes_alone ||
        to.form == TwinForm::distance)
      return true;
    fail(row.where, row.label, "it has no counterpart in space",
         fmt::format("leave it out: what a {} holds is 0", to.keyword));
    return false;
  }

  Tables& t_;
};

}  // namespace

void put_forces_in_space(const Tables& plane, Tables& t, Diagnostics& diagnostics) {
  SpaceForces(plane, t, diagnostics).write();
}

}  // namespace mbs
