#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "deck/records/plate_channels.h"
#include "deck/tables/tables.h"
#include "plan/subject_joints.h"
#include "program/doubts.h"
#include "text/names.h"

namespace mbs {

namespace {

// A foot is shorter than this [m]: the force under it acts nearer to its centre of mass or to its
// ankle.
constexpr double kFarFromBody = 0.3;
// Below this part of the largest force of its table a foot comes or goes, and the place of the
// force is not well known.
constexpr double kLoaded = 0.5;
// Another body is meant if its centre of mass is nearer to the force by this factor.
constexpr double kNearer = 0.5;
// The force points down: within 60 degrees of gravity.
constexpr double kDown = 0.5;
// Net moments of walking, running and jumping stay well below this [N m/kg].
constexpr double kLargestMoment = 10;

int find_channel(const Layout& layout, const std::string& name) {
  for (int k = 0; k < layout.count(); ++k)
    if (are_same_name(layout.name(k), name)) return k;
  return -1;
}

int find_channel(const Layout& layout, const Quantity& what) {
  for (int k = 0; k < layout.count(); ++k)
    if (layout.channels[at(k)].what == what) return k;
  return -1;
}

// The channel of a coordinate itself.
int find_coordinate(const Layout& layout, int coordinate) {
  for (const DirectChannel& direct : layout.direct)
    if (direct.coordinate == coordinate && direct.rate == 0) return direct.channel;
  return -1;
}

double largest_of(const MeasuredForceRow& row) {
  const auto column = [&row](std::size_t k) -> const std::vector<double>& {
    return row.motions[k].table->columns[at(row.motions[k].column)];
  };
  double out = 0;
  for (std::size_t k = 0; k < column(0).size(); ++k)
    out = std::max(out, std::hypot(column(0)[k], column(1)[k]));
  return out;
}

}  // namespace

// A person stands on plates; measured forces of other decks may act anywhere.
bool RowDoubts::is_looked_at(const MeasuredForceRow& row) const {
  return row.motions[0].table && (tables_.subject.given() || is_of_plate(row)) &&
         !model_.net_joints.empty();
}

bool RowDoubts::any() const {
  const auto& forces = tables_.forces.measured_forces;
  return !tables_.subject.joints.empty() ||
         std::any_of(forces.begin(), forces.end(),
                     [this](const MeasuredForceRow& row) { return is_looked_at(row); });
}

void RowDoubts::begin(const Layout& layout) {
  forces_.clear();
  joints_.clear();
  lay_out_forces(layout);
  lay_out_joints(layout);
}

void RowDoubts::lay_out_forces(const Layout& layout) {
  const std::vector<MeasuredForceRow>& rows = tables_.forces.measured_forces;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (!is_looked_at(rows[k])) continue;
    const int x = model_.forces.measured_forces[k].x;
    Force force;
    force.number = k;
    force.fx = find_channel(layout, {Of::plate, static_cast<int>(k)});
    force.body = find_coordinate(layout, x);
    force.largest = largest_of(rows[k]);
    if (force.fx < 0 || force.body < 0) continue;
    for (int j = 0; j < count_of(model_.net_joints); ++j) {
      const NetJoint& joint = model_.net_joints[at(j)];
      const int place = find_channel(layout, {Of::net_joint, j});
      if (place >= 0 && (joint.i.x == x || joint.j.x == x)) force.joints.push_back(place);
      for (const int other : {joint.i.x, joint.j.x})
        if (other >= 0 && other != x)
          force.others.push_back({find_coordinate(layout, other), other});
    }
    forces_.push_back(std::move(force));
  }
}

void RowDoubts::lay_out_joints(const Layout& layout) {
  for (const SubjectJoint& row : tables_.subject.joints)
    joints_.push_back({&row,
                       find_channel(layout, row.name + ".angle"),
                       find_channel(layout, row.name + ".moment"),
                       {},
                       {},
                       {}});
}

void RowDoubts::note(Force& force, double t, ConstVector values) const {
  const double fx = values[force.fx], fy = values[force.fx + 1], size = std::hypot(fx, fy);
  if (!(size > kLoaded * force.largest)) return;
  const auto distance = [&](int place) {
    return std::hypot(values[force.fx + 2] - values[place],
                      values[force.fx + 3] - values[place + 1]);
  };
  const double own = distance(force.body);
  double nearest = own;
  for (const int joint : force.joints) nearest = std::min(nearest, distance(joint));
  force.distance.note(nearest, t);
  for (const auto& [place, coordinate] : force.others) {
    if (place < 0 || !(distance(place) < kNearer * own) || !(own > force.from_own.value)) continue;
    force.from_own.note(own, t);
    force.from_other = distance(place);
    force.nearer = coordinate;
  }
  const auto& g = tables_.forces.gravity;
  const double weight = std::hypot(g[0], g[1]);
  if (weight > 0 && fx * g[0] + fy * g[1] > kDown * size * weight) force.down.note(size, t);
}

void RowDoubts::row(double t, ConstVector values) {
  for (Force& force : forces_) note(force, t, values);
  for (Joint& joint : joints_) {
    if (joint.angle >= 0) {
      joint.low.note(-values[joint.angle], t);
      joint.high.note(values[joint.angle], t);
    }
    if (joint.moment >= 0) joint.size.note(std::fabs(values[joint.moment]), t);
  }
}

void RowDoubts::add(const Force& force, std::vector<Doubt>& out) const {
  const MeasuredForceRow& row = tables_.forces.measured_forces[force.number];
  const std::string& body =
      model_.coordinate_origin[at(model_.forces.measured_forces[force.number].x)].label;
  const UnitSystem& units = tables_.units();
  if (force.distance.value > in_units(kFarFromBody, unit::metre, units))
    out.push_back(
        {row.where, row.label,
         fmt::format(
             "at t = {:.6g} it acts {:.3g} {} from the centre of mass and the joints of {}, "
             "more than a foot is long",
             force.distance.t, force.distance.value, units.length, body),
         "look at the body that the plate is given to, at AXES, AT, SCALE and SHIFT"});
  else if (force.from_own.value > in_units(kFarFromBody, unit::metre, units))
    out.push_back(
        {row.where, row.label,
         fmt::format("at t = {:.6g} it acts {:.3g} {} from the centre of mass of {}, and {:.3g} {} "
                     "from that of {}",
                     force.from_own.t, force.from_own.value, units.length, body, force.from_other,
                     units.length, model_.coordinate_origin[at(force.nearer)].label),
         "look at the body that the plate is given to"});
  if (force.down.value > 0)
    out.push_back(
        {row.where, row.label,
         fmt::format("at t = {:.6g} its {:.3g} {} point down: the ground would pull {}",
                     force.down.t, force.down.value, units.force, body),
         "expected the force on the body, not that on the plate: look at AXES and SCALE"});
}

void RowDoubts::add(const Joint& joint, std::vector<Doubt>& out) const {
  const SubjectJointKind& kind = kind_of(*joint.row);
  const bool low = -joint.low.value < kind.lowest;
  if (low || joint.high.value > kind.highest) {
    const Worst& worst = low ? joint.low : joint.high;
    out.push_back(
        {joint.row->where, joint.row->label,
         fmt::format("at t = {:.6g} the angle {}.angle is {:.4g} degrees; people have {} to {}",
                     worst.t, joint.row->name, low ? -worst.value : worst.value, kind.lowest,
                     kind.highest),
         "look at ZERO, at LEFT or RIGHT, and at the order of the two bodies"});
  }
  if (joint.size.value > kLargestMoment)
    out.push_back(
        {joint.row->where, joint.row->label,
         fmt::format("at t = {:.6g} the moment {}.moment is {:.4g} N m/kg in size; people stay "
                     "below {}",
                     joint.size.t, joint.row->name, joint.size.value, kLargestMoment),
         "look at the mass of the subject, at units of forces, places and lengths, at the foot of "
         "each plate, and at the smoothing of the motion"});
}

std::vector<Doubt> RowDoubts::found() const {
  std::vector<Doubt> out;
  for (const Force& force : forces_) add(force, out);
  for (const Joint& joint : joints_) add(joint, out);
  return out;
}

}  // namespace mbs
