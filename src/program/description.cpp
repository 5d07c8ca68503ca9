// The first '#' lines of a report: how the program understood the deck.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "deck/records/friction_records.h"
#include "deck/tables/tables.h"
#include "linalg/spline.h"
#include "model/owner.h"
#include "program/report_head.h"
#include "text/units.h"

namespace mbs {

namespace {

std::string describe_motion(const Motion& motion, const MotionRow& row, const UnitSystem& units) {
  if (!row.text.empty()) return row.text;
  if (const Spline* spline = motion.spline())
    return describe_curve(spline->fit(), row.smoothing, units);
  std::string out;
  static constexpr const char* kPower[] = {"", " t", " t^2", " t^3", " t^4", " t^5"};
  for (std::size_t k = 0; k < row.coefficients.size(); ++k) {
    if (row.coefficients[k] == 0 && (k > 0 || row.coefficients.size() == 1)) continue;
    const double c = row.coefficients[k];
    const char* sign = out.empty() ? "" : c < 0 ? " - " : " + ";
    out += fmt::format("{}{}{}", sign, out.empty() ? c : std::fabs(c), kPower[k]);
  }
  return out.empty() ? "0" : out;
}

const TurnRow* turn_of(const Tables& tables, const ClassRow& row) {
  if (row.target != Target::coordinate) return nullptr;
  const auto it = std::find_if(tables.turns.begin(), tables.turns.end(),
                               [&row](const TurnRow& one) { return one.node == row.owner; });
  return it == tables.turns.end() ? nullptr : &*it;
}

// What the motion of a component of a prescribed orientation is.
std::string name_of_turn(const TurnRow& turn, int component) {
  if (turn.is_still()) return ", turn from its X";
  if (turn.words.empty()) return fmt::format(" q{}", component + 1);
  if (turn.words.starts_with("AXIS")) return " angle about " + turn.words;
  return fmt::format(" angle {} of {}", "abc"[component], turn.words);
}

std::string describe_contact(const ContactRow& row, const UnitSystem& units) {
  const std::string_view end = row.starts_closed ? "; begins closed\n" : "\n";
  if (row.model == ContactModel::rigid)
    return fmt::format(
        "{}: rigid, restitution {}, friction {} static, {} kinetic; rests after {} bounces{}{}",
        row.label, row.restitution, row.mu_s, row.mu_k, row.bounces,
        !row.sequential ? ""
        : row.mu_s > 0  ? "; strikes pair after pair, by normal impulses only"
                        : "; strikes pair after pair",
        end);
  if (row.model == ContactModel::impulses)
    return fmt::format("{}: impulses, restitution {}, friction {}; at rest one every {} {}{}",
                       row.label, row.restitution, row.mu_k, row.tau, units.time, end);
  std::string out = fmt::format("{}: penalty, k {} n {} d {}", row.label, row.k, row.n, row.d);
  if (row.mu > 0)
    out += fmt::format("; friction mu {} creeps below its limit, with {} atanh(T/(mu N)) {}",
                       row.mu, row.vs, units.name(rate_of(unit::metre)));
  return out.append(end);
}

// The law of impacts where several rigid contacts strike together.
std::string describe_law_of_impacts(const Tables& tables) {
  int rigid = 0, in_turn = 0;
  for (const ContactRow& row : tables.contacts) {
    rigid += row.model == ContactModel::rigid ? 1 : 0;
    in_turn += row.sequential ? 1 : 0;
  }
  if (rigid < 2) return "";
  return in_turn == 0       ? "impacts: all that strikes together at once\n"
         : in_turn == rigid ? "impacts: pair after pair\n"
                            : "impacts: pair after pair of SEQUENTIAL, else all at once\n";
}

std::string describe_friction(const ContactRow& row, const ElementRow& element,
                              const std::string& pressed, bool left_out, const UnitSystem& units) {
  const JointFriction& joint = row.joint;
  const std::string_view end = left_out ? "; left out by STATIC and EIGEN\n" : "\n";
  if (joint.kind == FrictionKind::constant)
    return fmt::format("{}: constant, break-away {}, running {}, whatever {} carries{}", row.label,
                       row.mu_s, row.mu_k, element.label, end);
  if (joint.efficiency > 0)
    return fmt::format("{}: efficiency {}, arm {:.6g}, pressed by {}{}", row.label,
                       joint.efficiency, row.mu_s, pressed, end);
  std::string size;
  if (joint.kind == FrictionKind::pin || joint.kind == FrictionKind::bearing)
    size = fmt::format("radius {}, ", joint.size);
  if (joint.kind == FrictionKind::guide || joint.kind == FrictionKind::carriage)
    size = fmt::format("length {}, ", joint.size);
  if (joint.kind == FrictionKind::rope) size = fmt::format("angle {}, ", joint.angle);
  if (joint.kind == FrictionKind::tooth)
    size = fmt::format("mean sliding {}, pressure angle {:.9g}, ", joint.size, joint.angle);
  if (joint.kind == FrictionKind::thread)
    size = fmt::format("thread radius {}, flank angle {:.9g}, ", joint.size, joint.angle);
  if (joint.kind == FrictionKind::belt)
    size = fmt::format("pull at rest {}, angle {:.9g}, ", joint.size, joint.angle);
  if (joint.kind == FrictionKind::socket) size = fmt::format("radius {}, ", joint.size);
  if (joint.kind == FrictionKind::pads) size = fmt::format("radius of the pads {}, ", joint.size);
  if (joint.kind == FrictionKind::cross || joint.kind == FrictionKind::journal)
    size = fmt::format("radius {}, length {}, ", joint.size, joint.length);
  if (row.has_direction())
    return fmt::format(
        "{}: {}mu {} against the slip, which has a direction; below {} {}/{} it "
        "fades, so that nothing sticks; pressed by {}{}",
        row.label, size, row.mu, row.vs, units.length, units.time, pressed, end);
  const std::string_view what = joint.has_arm ? "arm" : "mu";
  std::string by =
      joint.kind == FrictionKind::belt
          ? fmt::format("slips beyond {:.6g} {}",
                        2 * joint.size * std::tanh(row.mu_s * joint.angle / 2), units.force)
          : "pressed by " + pressed;
  if (joint.kind == FrictionKind::thread) by += describe_thread(row, element.columns.back());
  return fmt::format("{}: {}{} {} static, {} kinetic, {}{}", row.label, size, what, row.mu_s,
                     row.mu_k, by, end);
}

}  // namespace

namespace {

// The unit of the gap of a contact: of a FORMULA only STOPS know it.
Unit unit_of_gap(const Tables& tables, const ContactRow& row) {
  return row.gap.known ? row.gap : tables.elements[at(row.element)].spec->deformations[0].unit;
}

// With UNITS: the rows of the report's tables of nodes, elements and contacts that are no lengths.
// `mbsim diff` converts by them.
std::string describe_rows(const Tables& tables, const Model& m) {
  if (!tables.units().given) return {};
  std::string angles, others;
  const auto add = [&](Unit of, const std::string& row) {
    if (of == unit::metre) return;
    std::string& list = of == unit::radian ? angles : others;
    list += (list.empty() ? "" : ", ") + row;
  };
  const bool of_nodes = tables.vocabulary.rows == RowsOf::nodes;
  std::map<int, Unit> stops;  // by elements
  for (const ContactRow& contact : tables.contacts)
    if (contact.gap.known) stops[contact.element] = contact.gap;
  for (const Node& node : m.nodes)
    for (int c = 0; of_nodes && c < coordinate_count(node.kind) && !is_ground(node); ++c)
      add(coordinate_unit(node.kind, c), fmt::format("X {} {}", node.number, c + 1));
  for (int k = 0; of_nodes && k < count_of(m.elements); ++k) {
    const ElementRange& element = m.elements[at(k)];
    const auto stop = stops.find(k);
    for (int d = 0; d < element.type->ne; ++d)
      add(stop == stops.end() ? element.type->spec.deformations[d].unit : stop->second,
          fmt::format("E {} {}", element.number, d + 1));
  }
  int place = 0;
  for (const ContactRow& contact : tables.contacts) {
    ++place;
    add(unit_of_gap(tables, contact),
        fmt::format("C {}", tables.vocabulary.own_numbers ? m.elements[at(contact.element)].number
                                                          : place));
  }
  if (!angles.empty()) angles = fmt::format("angles: {}\n", angles);
  return others.empty() ? angles : fmt::format("{}no lengths nor angles: {}\n", angles, others);
}

// The run ends at its last report time, which may lie before TE.
std::string describe_times(const TimeGrid& time) {
  constexpr double kSame = 1e-9;  // of a step
  const double last = time.at(time.count() - 1);
  const bool reaches =
      !time.asked.empty() || std::fabs(time.end - last) <= kSame * std::fabs(time.step);
  return fmt::format("report times: {:.12g} to {:.12g} by {:.12g}, {} of them{}\n", time.start,
                     reaches ? time.end : last, time.step, time.count(),
                     reaches ? "" : fmt::format("; the run ends there, before {:.12g}", time.end));
}

}  // namespace

std::string describe_model(const Tables& tables, const Built& built, const Options& options) {
  const Model& m = built.model;
  const Phase& p = built.phase;
  std::string out = describe_origin(tables, options);
  const UnitSystem& units = tables.units();
  if (units.given) out += fmt::format("units: {}\n", units.text());
  out += describe_rows(tables, m);
  if (tables.vocabulary.rows == RowsOf::bodies)
    out += fmt::format("bodies {}, points of interest {}\n", m.bodies.size(), m.points.size());
  for (const ElementType* type : element_types()) {
    int count = 0;  // an element of variable arity is a batch of its own
    for (const ElementBatch& batch : m.batches) count += batch.type == type ? batch.count : 0;
    if (count > 0) out += fmt::format("{} ({}): {}\n", type->spec.title, type->spec.keyword, count);
  }
  out += describe_joint_axes(tables);
  const int clocks = m.nx - m.node_velocities();
  int of_ground = 0;
  for (const Node& node : m.nodes) of_ground += is_ground(node) ? coordinate_count(node.kind) : 0;
  out += fmt::format("coordinates {}: fixed {}, prescribed {}, calculable {}\n",
                     m.nx - clocks - of_ground, p.count_coordinates(Class::fixed) - of_ground,
                     p.count_coordinates(Class::prescribed) - clocks,
                     p.count_coordinates(Class::calculable) + p.count_coordinates(Class::dynamic));
  out += fmt::format("deformations {}: fixed {}, prescribed {}\n", m.ne,
                     p.count_deformations(Class::fixed), p.count_deformations(Class::prescribed));
  for (const ClassRow& row : tables.classes) {
    if (row.cls != Class::prescribed) continue;
    const TurnRow* const turn = turn_of(tables, row);
    if (turn && row.component > 0 && (turn->is_still() || turn->words.starts_with("AXIS")))
      continue;
    const std::string name =
        turn ? tables.nodes[row.owner].label + name_of_turn(*turn, row.component)
        : row.target == Target::coordinate
            ? m.coordinate_name(m.nodes[row.owner].first + row.component)
            : m.deformation_name(m.elements[row.owner].first + row.component);
    out += fmt::format("{}: {} = {}\n", row.label, name,
                       describe_motion(m.motions[row.motion], tables.motions[row.motion], units));
  }
  out += describe_smoothed_loads(tables, units);
  out += describe_forces(tables, built);
  for (const ContactRow& row : tables.contacts) out += describe_contact(row, units);
  out += describe_law_of_impacts(tables);
  for (const ContactRow& row : tables.frictions)
    out += describe_friction(row, tables.elements[row.element],
                             m.deformation_name(m.elements[row.element].first),
                             tables.job == Job::equilibrium || tables.job == Job::modes, units);
  return out + describe_times(tables.time);
}

}  // namespace mbs
