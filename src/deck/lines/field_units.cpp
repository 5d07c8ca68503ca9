#include "deck/lines/field_units.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/record_spec.h"
#include "text/characters.h"
#include "text/units.h"

namespace mbs {

namespace {

constexpr Unit kMetre = unit::metre, kSecond = unit::second, kNewton = unit::newton,
               kRadian = unit::radian, kNumber = unit::number;
constexpr Unit kSpeed = rate_of(kMetre), kAcceleration = rate_of(kMetre, 2);
constexpr Unit kAngularSpeed = rate_of(kRadian), kAngularAcceleration = rate_of(kRadian, 2);
constexpr Unit kMoment = kNewton * kMetre;
constexpr Unit kInertia = unit::kilogram * kMetre * kMetre;
// Unit of a number whose meaning comes from expressions of the deck: it is coherent already.
constexpr Unit kOwn = unit::unknown;

struct FieldUnit {
  std::string_view keyword;  // "*": any record
  std::string_view field;
  Unit unit;
};

constexpr FieldUnit kFields[] = {
    // ---- the same in all records
    {"*", "xi", kMetre},
    {"*", "eta", kMetre},
    {"*", "zeta", kMetre},
    {"*", "xi-P-i", kMetre},
    {"*", "eta-P-i", kMetre},
    {"*", "xi-P-j", kMetre},
    {"*", "eta-P-j", kMetre},
    {"*", "tx", kNumber},
    {"*", "ty", kNumber},
    {"*", "dx", kNumber},
    {"*", "dy", kNumber},
    {"*", "radius", kMetre},
    {"*", "radius r", kMetre},
    {"*", "radius R", kMetre},
    {"*", "x of a vertex", kMetre},
    {"*", "y of a vertex", kMetre},
    {"*", "length", kMetre},
    {"*", "time", kSecond},
    {"*", "time t", kSecond},
    {"*", "T0", kSecond},
    {"*", "TE", kSecond},
    {"*", "DT", kSecond},
    {"*", "mass m", unit::kilogram},
    {"*", "friction coefficient mu", kNumber},
    {"*", "static friction mu_s", kNumber},
    {"*", "kinetic friction mu_k", kNumber},
    {"*", "factor", kNumber},
    // ---- head of KABIOS decks
    {"", "X", kMetre},
    {"", "Y", kMetre},
    {"", "PHI", kRadian},
    {"", "XI-P-I", kMetre},
    {"", "ETA-P-I", kMetre},
    {"", "XI-P-J", kMetre},
    {"", "ETA-P-J", kMetre},
    {"", "XI-Q-I", kMetre},
    {"", "ETA-Q-I", kMetre},
    // ---- masses, velocities, gravity
    {"MASS", "inertia J", kInertia},
    {"VEL", "xd", kSpeed},
    {"VEL", "yd", kSpeed},
    {"VEL", "phid", kAngularSpeed},
    {"GRAV", "gx", kAcceleration},
    {"GRAV", "gy", kAcceleration},
    {"GRAVITY", "gx", kAcceleration},
    {"GRAVITY", "gy", kAcceleration},
    {"GRAVITY", "gz", kAcceleration},
    // ---- springs and beams of bodies and segments
    {"SDA", "k", kNewton / kMetre},
    {"SDA", "l0", kMetre},
    {"SDA", "c", kNewton* kSecond / kMetre},
    {"SDA", "fa", kNewton},
    {"RSDA", "k", kMoment / kRadian},
    {"RSDA", "theta0", kRadian},
    {"RSDA", "c", kMoment* kSecond / kRadian},
    {"RSDA", "Ta", kMoment},
    {"*", "EA", kNewton},
    {"*", "EI", kMoment* kMetre},
    {"*", "cA", kNewton* kSecond},
    {"*", "cI", kMoment* kMetre* kSecond},
    {"*", "rho", unit::kilogram / kMetre},
    {"*", "J", unit::kilogram* kMetre},
    {"PATH", "r", kMetre},
    {"CAM", "r", kMetre},
    {"CAM", "u", kOwn},
    {"CURVES", "u", kOwn},
    // ---- contacts and friction
    {"CONTACT", "exponent n", kNumber},
    {"CONTACT", "slip velocity vs", kSpeed},
    {"CONTACT", "restitution e", kNumber},
    {"CONTACT", "interval tau", kSecond},
    {"CONTACT", "distance s", kMetre},
    {"CONTACT", "height h", kMetre},
    {"CONTACT", "x", kMetre},
    {"CONTACT", "y", kMetre},
    {"STOPS", "exponent n", kNumber},
    {"STOPS", "restitution e", kNumber},
    {"STOPS", "interval tau", kSecond},
    {"FRICTION", "slip velocity vs", kSpeed},
    {"FRICTION", "angle", kRadian},
    {"FRICTION", "arm at rest b_s", kMetre},
    {"FRICTION", "arm b_k", kMetre},
    {"FRICTION", "efficiency", kNumber},
    {"FRICTION", "mean sliding g", kMetre},
    {"FRICTION", "pressure angle", kRadian},
    {"FRICTION", "mean radius of the thread", kMetre},
    {"FRICTION", "flank angle", kRadian},
    {"FRICTION", "pull at rest", kNewton},
    {"FRICTION", "break-away value b", kOwn},
    {"FRICTION", "running value k", kOwn},
    // ---- forces and motions
    {"TORQ", "torque n", kMoment},
    {"FORCE", "fx", kNewton},
    {"FORCE", "fy", kNewton},
    {"FORCE", "x", kMetre},
    {"FORCE", "y", kMetre},
    {"PFORCE", "fx", kNewton},
    {"PFORCE", "fy", kNewton},
    {"PFORCE", "x", kMetre},
    {"PFORCE", "y", kMetre},
    {"PFORCE", "fz", kNewton},
    {"PFORCE", "z", kMetre},
    {"FORCE", "fz", kNewton},
    {"FORCE", "z", kMetre},
    {"TORQ", "mx", kMoment},
    {"TORQ", "my", kMoment},
    {"TORQ", "mz", kMoment},
    {"PTORQUE", "mx", kMoment},
    {"PTORQUE", "my", kMoment},
    {"PTORQUE", "mz", kMoment},
    {"NETJOINT", "x", kMetre},
    {"NETJOINT", "y", kMetre},
    {"NETJOINT", "z", kMetre},
    {"MOTION", "x", kMetre},
    {"MOTION", "xd", kSpeed},
    {"MOTION", "xdd", kAcceleration},
    {"MOTION", "y", kMetre},
    {"MOTION", "yd", kSpeed},
    {"MOTION", "ydd", kAcceleration},
    {"MOTION", "phi", kRadian},
    {"MOTION", "phid", kAngularSpeed},
    {"MOTION", "phidd", kAngularAcceleration},
    // ---- chains
    {"SEGMENT", "length l", kMetre},
    {"SEGMENT", "distance d", kMetre},
    {"SEGMENT", "moment of inertia j", kInertia},
    {"ATTACH", "distance r", kMetre},
    {"STATE", "angle phi", kRadian},
    {"STATE", "rate phid", kAngularSpeed},
    {"BASE", "x", kMetre},
    {"BASE", "y", kMetre},
    {"BASE", "xd", kSpeed},
    {"BASE", "yd", kSpeed},
    {"FIX", "x", kMetre},
    {"FIX", "y", kMetre},
    // ---- muscles
    {"MUSCLE", "time of the onset", kSecond},
    {"MUSCLE", "stimulation before the onset", kNumber},
    {"MUSCLE", "stimulation from the onset on", kNumber},
    {"MUSCLE", "activation at the start", kNumber},
    {"MUSCLESTART", "moment", kMoment},
    {"MUSCLESTART", "least stimulation", kNumber},
    {"MUSCLESTART", "largest stimulation", kNumber},
    {"STATICOPT", "least activation", kNumber},
    {"STATICOPT", "largest activation", kNumber},
    // ---- runs
    {"TIMESTEP", "T", kSecond},
    {"INTEG", "step h", kSecond},
    {"INTEG", "largest step hmax", kSecond},
    {"INTEG", "absolute tolerance", kNumber},
    {"INTEG", "relative tolerance", kNumber},
    {"INTEG", "RHO r", kNumber},
    {"ERROR", "absolute tolerance", kNumber},
    {"ERROR", "relative tolerance", kNumber},
    {"ITERSTEP", "tolerance", kNumber},
    {"LIMIT", "TIME", kNumber},  // time of the computer
    {"ODE", "start", kOwn}};

}  // namespace

std::string_view without_number(std::string_view field) {
  std::size_t end = field.size();
  while (end > 0 && is_digit(field[end - 1])) --end;
  return end > 0 && end < field.size() && field[end - 1] == ' ' ? field.substr(0, end - 1) : field;
}

std::optional<Unit> unit_of_field(std::string_view keyword, std::string_view field) {
  const std::string_view name = without_number(field);
  const auto find = [&](std::string_view record) {
    return std::find_if(std::begin(kFields), std::end(kFields), [&](const FieldUnit& row) {
      return row.keyword == record && row.field == name;
    });
  };
  auto it = find(keyword);
  if (it == std::end(kFields)) it = find("*");
  if (it == std::end(kFields)) return {};
  return it->unit;
}

Unit unit_of_column(std::string_view text) {
  if (text.empty() || text == "-" || text == "1") return unit::number;
  const auto said = parse_unit(text);
  return said ? said->unit : unit::unknown;
}

Unit effort_of_field(Unit along) {
  if (!along.known) return unit::unknown;
  Unit out = unit::joule / along;
  out.rad = 0;
  return out;
}

Unit stiffness_unit(Unit row, Unit column, int n) {
  Unit out = effort_of_field(row);
  for (; n > 0; --n) out = out / column;
  return out;
}

Unit stiffness_unit(const RecordSpec& spec, std::size_t k, bool matrix) {
  const std::string_view said = spec.stiffness_columns[k].unit;
  if (!matrix && said != "-") return unit_of_column(said);
  std::size_t row = matrix ? 0 : k, column = k;
  for (std::size_t ne = spec.deformations.size(); matrix && column >= ne; ++row)
    column = column - ne + row + 1;
  return stiffness_unit(spec.deformations[row].unit, spec.deformations[column].unit);
}

}  // namespace mbs
