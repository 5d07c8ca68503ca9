#include "program/doubts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "base/index.h"
#include "deck/lines/lexer.h"
#include "deck/tables/component_unit.h"
#include "deck/tables/tables.h"
#include "program/doubt.h"
#include "text/characters.h"
#include "text/names.h"
#include "text/number.h"
#include "text/units.h"

namespace mbs {

namespace {

// kManyTurns: an angle at the start beyond this [rad] was told in degrees.
constexpr double kManyTurns = 4 * kPi;
// A speed of this size [rad/s] was perhaps told in degrees.
constexpr double kFastDegrees = 90;
// kLongMachine: where the earth's gravity in m/s^2 stands beside a length of this size [m], the
// length is one of mm.
constexpr double kLongMachine = 30;
constexpr double kLeastEarth = 9.7, kMostEarth = 9.9;
// Relative tolerance of a whole turn per report step, and of an inertia about the end of a bar.
constexpr double kWholeTurns = 1e-5, kInertia = 1e-3;
// The centre of gravity of a uniform bar lies within this part of its length from its middle.
constexpr double kMiddle = 0.05;
// A last row nearer to TE than this part of DT reaches it.
constexpr double kReached = 1e-3;
// Report rows that tell whether an expression turns by whole turns; three at least.
constexpr int kFewRows = 4;

class Doubts {
 public:
  Doubts(const std::string& text, const Tables& tables, const Built& built,
         Diagnostics& diagnostics)
      : tables_(tables),
        model_(built.model),
        phase_(built.phase),
        diagnostics_(diagnostics),
        lines_(lines_of(text)) {}

  void look(const std::vector<DeckPart>& included) {
    take(doubts_of_stiffness(tables_, model_, phase_));
    ground();
    angles();
    rests_and_starts();
    whole_turns();
    take_expressions(0, lines_);
    for (const DeckPart& part : included) take_expressions(part.file, lines_of(*part.text));
    times();
    tolerances();
    sizes();
    inertias();
    take(doubts_of_contacts(tables_, model_));
    take(doubts_of_gears(tables_, model_));
    take(doubts_of_subject(tables_));
  }

 private:
  void doubt(SourceLocation where, const std::string& label, std::string problem,
             std::string expected) {
    warn_of({where, label, std::move(problem), std::move(expected)}, lines_, diagnostics_);
  }

  // Whether all coordinates of the node are fixed: neither the mechanism nor a driver moves them.
  bool is_ground(int node) const {
    const int first = model_.nodes[node].first;
    const int nv = node_type(model_.nodes[node].kind).nv;
    for (int c = 0; c < nv; ++c)
      if (phase_.x_class[first + c] != Class::fixed) return false;
    return true;
  }

  void ground() {
    if (!tables_.events.empty() || !tables_.chain.segments.empty()) return;
    std::set<int> said;
    for (const MassRow& row : tables_.forces.masses) {
      if (row.of_element || !is_ground(row.owner)) continue;
      if (row.turning >= 0 && !is_ground(row.turning)) continue;
      if (!is_whole_ground(row.owner)) continue;
      if (!said.insert(row.where.line).second) continue;
      doubt(row.where, row.label, "what carries this mass is held in all directions",
            "a mass there changes reactions only");
    }
    const auto acts_on_ground = [this](const auto& row) {
      doubt(row.where, row.label, "it acts on what is held in all directions",
            "a load there changes reactions only");
    };
    for (const LoadRow& row : tables_.forces.loads)
      if (is_ground(row.node) && is_whole_ground(row.node)) acts_on_ground(row);
    for (const DamperRow& row : tables_.forces.dampers)
      if (std::all_of(row.nodes.begin(), row.nodes.end(),
                      [this](int node) { return is_ground(node); }))
        doubt(row.where, row.label, "what it damps is held in all directions: it does nothing",
              "expected the damper of what moves");
    for (const PointForceRow& row : tables_.forces.point_forces)
      if (is_ground(row.point) && is_ground(row.angle)) acts_on_ground(row);
    for (const LawRow& row : tables_.forces.laws)
      if (row.target == Target::coordinate && is_ground(row.owner) && is_whole_ground(row.owner))
        acts_on_ground(row);
  }

  // For a ground node: whether its whole body is ground (KABIOS), else whether it is no angle.
  bool is_whole_ground(int node) const {
    for (const BodyRow& body : tables_.bodies)
      if (body.point == node || body.angle == node)
        return is_ground(body.point) && is_ground(body.angle);
    return tables_.nodes[node].kind != NodeKind::angle;
  }

  // The deck line that gives an angle: for a segment its STATE line.
  SourceLocation place_of(const NodeRow& row) const {
    for (const ChainSegment& s : tables_.chain.segments)
      if (&tables_.nodes[at(s.angle)] == &row && s.state_where.line > 0) return s.state_where;
    return row.where;
  }

  void angles() {
    for (const NodeRow& row : tables_.nodes) {
      if (row.kind == NodeKind::orientation && row.x[3] == 1)
        doubt(row.where, row.label, "0 0 0 1 is half a turn about z", "1 0 0 0 is none: q0 first");
      if (row.kind != NodeKind::angle || std::fabs(row.x[0]) < kManyTurns) continue;
      const double value = row.x[0];
      if (value != std::round(value)) continue;  // computed, not typed
      doubt(place_of(row), row.label,
            fmt::format("its angle {} rad is {:.1f} turns", value, value / (2 * kPi)),
            fmt::format("{}deg, if degrees are meant", value));
    }
    for (const MotionRow& row : tables_.motions) {
      const Class* turning = turns(row);
      if (!turning || row.coefficients.empty()) continue;
      whole_turns_of(row.where, row.label, "it starts at", row.coefficients[0]);
    }
  }

  // Rest angles of torsional springs, and the starting values of the deck.
  void rests_and_starts() {
    for (const RestRow& row : tables_.forces.rests) {
      const auto& deformations = tables_.elements[row.element].spec->deformations;
      for (std::size_t d = 0; d < row.values.size() && d < deformations.size(); ++d)
        if (deformations[d].unit == unit::radian)
          whole_turns_of(row.where, row.label, "its angle at rest is", row.values[d]);
    }
    for (const StartRow& row : tables_.starts) {
      if (component_unit(tables_, row.target, row.owner, row.component) != unit::radian) continue;
      if (row.has_value) whole_turns_of(row.where, row.label, "it starts at", row.value);
      if (row.has_velocity) fast_degrees(row.where, row.label, row.velocity);
    }
  }

  void whole_turns_of(SourceLocation where, const std::string& label, const char* what,
                      double value) {
    if (std::fabs(value) < kManyTurns || value != std::round(value)) return;
    doubt(where, label, fmt::format("{} {} rad, {:.1f} turns", what, value, value / (2 * kPi)),
          fmt::format("{}deg, if degrees are meant", value));
  }

  // Whether a speed was likely told in degrees: a whole number above half a turn per report step.
  bool fast_degrees(SourceLocation where, const std::string& label, double speed) {
    const double step = std::fabs(speed * tables_.time.step) / (2 * kPi);
    const double fast = in_units(kFastDegrees, rate_of(unit::radian), units());
    if (!(step > 0.5) || speed != std::round(speed) || std::fabs(speed) < fast) return false;
    doubt(
        where, label,
        fmt::format("it turns at {} rad/{}, {:.3g} turns a report step", speed, units().time, step),
        fmt::format("{}deg, if degrees are meant, or a smaller step", speed));
    return true;
  }

  // The class of the angle that a motion moves; null: it moves no angle.
  const Class* turns(const MotionRow& motion) const {
    const int k = static_cast<int>(&motion - tables_.motions.data());
    for (const ClassRow& row : tables_.classes) {
      if (row.motion != k) continue;
      const Unit unit = component_unit(tables_, row.target, row.owner, row.component);
      return unit == unit::radian ? &row.cls : nullptr;
    }
    return nullptr;
  }

  // Whether a motion that is an expression turns by the same whole turns from row to row.
  void turning_expression(const MotionRow& row) {
    const Motion& motion = model_.motions[at(static_cast<int>(&row - tables_.motions.data()))];
    if (!motion.is_expression() || !turns(row)) return;
    const int rows = static_cast<int>(std::min<long long>(tables_.time.count(), kFewRows));
    MotionSlots slots(phase_.parameters.size());
    slots.slots.set_parameters(phase_.parameters);
    double before = 0, least = HUGE_VAL, most = -HUGE_VAL;
    for (int k = 0; k < rows; ++k) {
      double out[3];
      int hint = 0;
      motion.evaluate(tables_.time.at(k), out, hint, slots);
      if (!std::isfinite(out[0])) return;
      if (k > 0) least = std::min(least, out[0] - before), most = std::max(most, out[0] - before);
      before = out[0];
      if (k == 0) whole_degrees(row, std::fabs(out[0]), std::fabs(out[1]));
    }
    if (rows < 3) return;
    const double step = std::fabs(least) / (2 * kPi);
    if (step > 0.5 && std::fabs(step - std::round(step)) < kWholeTurns &&
        most - least < kWholeTurns * step)
      whole_turn(row, step);
  }

  // An expression that starts at +-60 or turns at +-360: drives of hinges count backwards.
  void whole_degrees(const MotionRow& row, double angle, double speed) {
    whole_turns_of(row.where, row.label, "it starts at", angle);
    fast_degrees(row.where, row.label, speed);
  }

  void whole_turn(const MotionRow& row, double step) {
    doubt(row.where, row.label,
          fmt::format("it turns by {:.0f} whole turn{} a report step: all rows are alike", step,
                      std::round(step) == 1 ? "" : "s"),
          "expected a step that shows the motion");
  }

  void whole_turns() {
    for (const MotionRow& row : tables_.motions) {
      turning_expression(row);
      if (row.coefficients.size() < 2 || !turns(row)) continue;
      const double speed = row.coefficients[1];
      if (std::any_of(row.coefficients.begin() + 2, row.coefficients.end(),
                      [](double c) { return c != 0; }))
        continue;
      const double step = std::fabs(speed * tables_.time.step) / (2 * kPi);
      const bool said = fast_degrees(row.where, row.label, speed);
      if (!said && step > 0.5 && std::fabs(step - std::round(step)) < kWholeTurns &&
          tables_.time.count() > 2)
        whole_turn(row, step);
    }
  }

  // A run ends with its last row, which may lie before TE.
  void times() {
    const TimeGrid& grid = tables_.time;
    if (!grid.asked.empty() || !(grid.end > grid.start) || !(grid.step > 0)) return;
    const double last = grid.at(grid.count() - 1);
    if (grid.count() == 1)
      doubt(
          grid.where, "times",
          fmt::format("DT = {} is longer than the run from {} to {}, which has the row at {} alone",
                      grid.step, grid.start, grid.end, grid.start),
          "T0 TE DT, where DT lies between two rows");
    else if (grid.end - last > kReached * grid.step && !tables_.measures.empty())
      doubt(grid.where, "times",
            fmt::format("the run and its measures end with the last row, at {:.6g}, not at {}",
                        last, grid.end),
            "a DT that divides TE - T0");
  }

  void tolerances() {
    const IntegrationRow& method = tables_.method.integration;
    if (method.h > 0 && method.abs > 0)
      doubt(method.where, "ERROR",
            fmt::format("INTEG {} takes steps of {}, whatever the tolerances are", method.method,
                        method.h),
            "INTEG STEP, or no ERROR line");
  }

  // The last GRAVITY line of the deck itself.
  SourceLocation gravity_line() const {
    for (int k = count_of(lines_) - 1; k >= 0; --k) {
      const std::string line = lower_case(lines_[at(k)]);
      const std::size_t first = line.find_first_not_of(" \t");
      if (first != npos && line.compare(first, 4, "grav") == 0)
        return {0, k + 1, static_cast<int>(first) + 1};
    }
    return {};
  }

  void sizes() {
    const auto& g = tables_.forces.gravity;
    const double size = std::hypot(g[0], g[1], g[2]);
    if (!(size > kLeastEarth && size < kMostEarth)) return;
    const UnitSystem& units = tables_.units();
    if (units.metre.value() != 1 || units.second.value() != 1)
      return doubt(gravity_line(), "gravity",
                   fmt::format("it is {} {}: m/s^2?", size, units.name(rate_of(unit::metre, 2))),
                   "expected EARTH, which is 9.81 m/s^2 in the units of the deck");
    double longest = 0;
    const ElementRow* of = nullptr;
    for (const ElementRow& row : tables_.elements) {
      const auto& columns = row.spec->columns;
      if (row.spec->arity != Arity::fixed || row.spec->is_contact) continue;
      for (std::size_t c = 0; c < columns.size() && c < row.columns.size(); ++c)
        if (columns[c].unit == "m" && std::fabs(row.columns[c]) > longest)
          longest = std::fabs(row.columns[c]), of = &row;
    }
    // Bars and beams between two points are as long as these are apart.
    for (const ElementRow& row : tables_.elements)
      if (row.spec->keyword == "PLTRUSS" || row.spec->keyword.starts_with("PLBEAM")) {
        const std::size_t second = row.nodes.size() / 2;  // p q, or p a q b
        const auto &a = tables_.nodes[at(row.nodes[0])].x,
                   &b = tables_.nodes[at(row.nodes[second])].x;
        if (const double d = std::hypot(a[0] - b[0], a[1] - b[1]); d > longest)
          longest = d, of = &row;
      }
    const ChainSegment* segment = nullptr;
    for (const ChainSegment& s : tables_.chain.segments)
      if (!segment || s.l > segment->l) segment = &s;
    if (segment && segment->l > kLongMachine)
      doubt(
          segment->where, "gravity",
          fmt::format("{} m/s^2 stands beside a segment of {} m: lengths of mm?", size, segment->l),
          "expected 9810 mm/s^2 beside mm (masses are tonnes then), or lengths in m");
    else if (longest > kLongMachine)
      doubt(
          of->where, of->label,
          fmt::format("its length of {} m stands beside a gravity of {} m/s^2: mm?", longest, size),
          "expected 9810 mm/s^2 beside mm (masses are tonnes then), or lengths in m");
  }

  // Inertias m l^2/3 of a bar about its end; l: the largest distance of two joints of a body.
  void inertias() {
    std::map<int, std::vector<std::array<double, 2>>> places;  // joints by angle node
    for (const ElementRow& row : tables_.elements) {
      if (row.spec->keyword != "PLREV" && row.spec->keyword != "PLTRAN") continue;
      const bool slides = row.spec->keyword == "PLTRAN";
      places[row.nodes[1]].push_back({row.columns[0], row.columns[1]});
      places[row.nodes[3]].push_back({row.columns[slides ? 4 : 2], row.columns[slides ? 5 : 3]});
    }
    std::map<int, int> point_of;
    for (const ElementRow& row : tables_.elements)
      if (row.spec->keyword == "PLREV")
        point_of[row.nodes[1]] = row.nodes[0], point_of[row.nodes[3]] = row.nodes[2];
    std::map<int, double> mass;
    for (const MassRow& row : tables_.forces.masses)
      if (!row.of_element && row.values.size() == 1) mass[row.owner] += row.values[0];
    for (const MassRow& row : tables_.forces.masses) {
      if (row.of_element || row.values.size() != 1) continue;
      const auto at_joints = places.find(row.owner);
      const auto point = point_of.find(row.owner);
      if (at_joints == places.end() || point == point_of.end() || at_joints->second.size() < 2)
        continue;
      double l = 0, off = 0;  // how far the centre of gravity lies from the middle
      for (const auto& a : at_joints->second)
        for (const auto& b : at_joints->second)
          if (const double d = std::hypot(a[0] - b[0], a[1] - b[1]); d > l)
            l = d, off = std::hypot(a[0] + b[0], a[1] + b[1]) / 2;
      if (off > kMiddle * l) continue;  // no uniform bar
      const double end = mass[point->second] * l * l / 3;
      if (!(end > 0) || std::fabs(row.values[0] - end) > kInertia * end) continue;
      doubt(row.where, row.label,
            fmt::format("its inertia {:.6g} is that of a bar of {:.6g} {} about an end, m l^2/3",
                        row.values[0], l, units().length),
            fmt::format("about its centre of gravity it is m l^2/12 = {:.6g}", end / 4));
    }
  }

  const UnitSystem& units() const { return tables_.units(); }

  void take_expressions(int file, const std::vector<std::string_view>& lines) {
    take(doubts_of_sines(file, lines, *tables_.parameters));
    take(doubts_of_expressions(file, lines, *tables_.parameters));
  }

  void take(std::vector<Doubt> all) {
    for (Doubt& one : all) warn_of(std::move(one), lines_, diagnostics_);
  }

  const Tables& tables_;
  const Model& model_;
  const Phase& phase_;
  Diagnostics& diagnostics_;
  std::vector<std::string_view> lines_;
};

}  // namespace

void warn_of_doubts(const std::string& text, const std::vector<DeckPart>& included,
                    const Tables& tables, const Built& built, Diagnostics& diagnostics) {
  Doubts(text, tables, built, diagnostics).look(included);
}

}  // namespace mbs
