// Writes the dynamics block of native decks: motions, masses, forces, records of the run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/lines/gaps.h"
#include "deck/lines/table_style.h"
#include "deck/lines/writing.h"
#include "deck/native/native.h"
#include "deck/records/contact_records.h"
#include "deck/records/event_records.h"
#include "deck/records/force_components.h"
#include "deck/records/friction_records.h"
#include "deck/records/measured.h"
#include "deck/records/muscle_records.h"
#include "deck/records/ode_records.h"
#include "deck/tables/tables.h"
#include "text/expression.h"

namespace mbs {

namespace {

constexpr std::size_t kPairsInLine = 4;

class DynamicsWriter {
 public:
  explicit DynamicsWriter(const Tables& tables) : t_(tables), f_(tables.forces) {}

  std::string write() const {
    return motions() + masses() + stresses() + loads() + laws() + starts() +
           write_odes(t_.odes, *t_.parameters) + muscles() + events() + run();
  }

 private:
  int node(int i) const { return t_.nodes[i].number; }
  int element(int i) const { return t_.elements[i].number; }
  // "STARTDX 3 1", "STARTDE 2 1" from "STARTD".
  std::string place(std::string_view keyword, Target target, int owner, int component) const {
    const bool on_x = target == Target::coordinate;
    return fmt::format("{}{} {} {}", keyword, on_x ? "X" : "E", on_x ? node(owner) : element(owner),
                       component + 1);
  }

  std::string motions() const {
    std::string out;
    for (const ClassRow& row : t_.classes) {
      if (row.cls != Class::prescribed) continue;
      const MotionRow& m = t_.motions[row.motion];
      if (const TurnRow* const turn = turn_of(row)) {
        if (row.component == 0 && !turn->is_still()) out += write_turn(*turn, t_);
        continue;
      }
      out += place("INPUT", row.target, row.owner, row.component) + (m.is_rate ? " RATE" : "") +
             (!m.text.empty() ? " = " + resolve_parameters(m.text, *t_.parameters)
              : m.table       ? table(m)
                              : polynomial(m.coefficients)) +
             "\n";
    }
    return out;
  }

  const TurnRow* turn_of(const ClassRow& row) const {
    if (row.target != Target::coordinate) return nullptr;
    const auto it = std::find_if(t_.turns.begin(), t_.turns.end(),
                                 [&row](const TurnRow& turn) { return turn.node == row.owner; });
    return it == t_.turns.end() ? nullptr : &*it;
  }

  static std::string polynomial(const std::vector<double>& c) {
    if (c.size() > 3) return " POLY" + write_numbers(c);
    if (c.size() < 3) return write_numbers(c);
    if (!std::isfinite(2 * c[2])) return " POLY" + write_numbers(c);
    return write_numbers({c[0], c[1], 2 * c[2]});
  }

  static std::string table(const MotionRow& m) {
    std::string out = write_table_style(m.smoothing, *m.table);
    for (std::size_t k = 0; k < m.table->t.size(); ++k)
      out += (k % kPairsInLine == 0 ? " &\n " : " ") + write_numbers({m.table->t[k]}) +
             write_cell(*m.table, static_cast<std::size_t>(m.column), k);
    return out;
  }

  std::string masses() const {
    std::string out;
    for (const MassRow& row : f_.masses)
      out += (row.of_element     ? fmt::format("EM {}", element(row.owner))
              : row.turning >= 0 ? fmt::format("BODYMASS {} {}", node(row.owner), node(row.turning))
                                 : fmt::format("XM {}", node(row.owner))) +
             write_numbers(row.values) + "\n";
    return out;
  }

  // A matrix that has a first row and nothing else is its diagonal.
  std::vector<double> given_values(const StressRow& row) const {
    const std::size_t ne = t_.elements[row.element].spec->deformations.size();
    std::vector<double> out = row.values;
    if (ne > 2 && out.size() == ne * (ne + 1) / 2 &&
        std::all_of(out.begin() + static_cast<std::ptrdiff_t>(ne), out.end(),
                    [](double k) { return k == 0; }))
      out.resize(ne);
    return out;
  }

  std::string stresses() const {
    std::string out;
    for (const RestRow& row : f_.rests)
      out += fmt::format("EREST {}{}\n", element(row.element), write_numbers(row.values));
    for (const StressRow& row : f_.stresses)
      out += fmt::format("{} {}{}\n",
                         row.kind == StressKind::stiffness ? "ESTIFF"
                         : row.kind == StressKind::damping ? "EDAMP"
                                                           : "ESIG",
                         element(row.element), write_numbers(given_values(row)));
    for (const ContactRow& row : t_.contacts)
      out += fmt::format("CONTACT {}{}\n", element(row.element), write_contact_model(row));
    for (const ContactRow& row : t_.frictions)
      out += fmt::format("FRICTION {} {} {}{}\n", element(row.element), element(row.joint.element),
                         row.has_direction() ? "ALL" : fmt::to_string(row.joint.component + 1),
                         write_friction(row));
    return out;
  }

  std::string loads() const {
    std::string out;
    // Other dialects may load one node by several lines; a native deck needs their sum.
    std::vector<LoadRow> loads;
    for (const LoadRow& row : f_.loads) {
      const auto same = std::find_if(loads.begin(), loads.end(),
                                     [&](const LoadRow& other) { return other.node == row.node; });
      if (same == loads.end()) {
        loads.push_back(row);
      } else {
        for (std::size_t k = 0; k < row.value.size(); ++k) same->value[k] += row.value[k];
      }
    }
    for (const LoadRow& row : loads) {
      const NodeKind kind = t_.nodes[row.node].kind;
      const std::vector<double> values(row.value.begin(),
                                       row.value.begin() + coordinate_count(kind));
      out += fmt::format("XF {}{}\n", node(row.node), write_numbers(values));
    }
    for (const DamperRow& row : f_.dampers) {
      auto value = row.values.begin();
      for (const int n : row.nodes) {
        const auto end = value + coordinate_count(t_.nodes[n].kind);
        out += fmt::format("XDAMP {}{}\n", node(n), write_numbers({value, end}));
        value = end;
      }
    }
    for (const PointForceRow& row : f_.point_forces)
      out +=
          fmt::format("PFORCE {} {} {}{}\n", row.number, node(row.point), node(row.angle),
                      write_point_force(row, *t_.parameters, row.frame < 0 ? 0 : node(row.frame)));
    for (const MeasuredForceRow& row : f_.measured_forces)
      out += fmt::format("PFORCE {} {} {}{}\n", row.number, node(row.point), node(row.angle),
                         write_measured_force(row));
    // Loads of other dialects may have one number: they get the next free ones.
    for (int forces = 0, moments = 0; const SpaceLoadRow& row : f_.space_loads) {
      const std::string load = write_space_load(row, row.frame < 0 ? 0 : node(row.frame));
      if (row.point < 0)
        out += fmt::format("PTORQUE {} {}{}\n", moments = std::max(moments + 1, row.number),
                           node(row.angle), load);
      else
        out += fmt::format("PFORCE {} {} {}{}\n", forces = std::max(forces + 1, row.number),
                           node(row.point), node(row.angle), load);
    }
    for (const NetJointRow& row : f_.net_joints)
      out += fmt::format("NETJOINT {} {} {} {} {}{}\n", row.number, node(row.point_i),
                         node(row.angle_i), row.point_j < 0 ? 0 : node(row.point_j),
                         row.angle_j < 0 ? 0 : node(row.angle_j), write_net_joint(row));
    if (f_.gravity[0] != 0 || f_.gravity[1] != 0 || f_.gravity[2] != 0)
      out += fmt::format("GRAVITY{}{}\n", write_numbers({f_.gravity[0], f_.gravity[1]}),
                         f_.gravity[2] != 0 ? write_numbers({f_.gravity[2]}) : "");
    return out;
  }

  std::string laws() const {
    std::string out;
    // Several lines may load one coordinate; a native deck has one law for it.
    std::vector<LawRow> laws;
    for (const LawRow& row : f_.laws) {
      const auto same = std::find_if(laws.begin(), laws.end(), [&row](const LawRow& other) {
        return other.target == row.target && other.owner == row.owner &&
               other.component == row.component;
      });
      if (same == laws.end())
        laws.push_back(row);
      else
        same->text = fmt::format("({}) + ({})", same->text, row.text);
    }
    for (const LawRow& row : laws)
      out += fmt::format("{}LAW {} {} = {}\n", row.target == Target::coordinate ? "X" : "E",
                         row.target == Target::coordinate ? node(row.owner) : element(row.owner),
                         row.component + 1, resolve_parameters(row.text, *t_.parameters));
    return out;
  }

  // Whether a starting value belongs to a held or driven coordinate. KABIOS decks may give such
  // velocities without effect; the native reader refuses them.
  bool is_held(const StartRow& start) const {
    const ClassRow* const row = t_.class_of(start.target, start.owner, start.component);
    return row && (row->cls == Class::fixed || row->cls == Class::prescribed);
  }

  std::string starts() const {
    std::string out, turns;  // turns: of orientations, whose velocities may stand between them
    for (const StartRow& row : t_.starts) {
      if (is_held(row)) continue;
      if (row.has_value && row.target == Target::coordinate &&
          !node_type(t_.nodes[row.owner].kind).has_rates()) {
        if (row.component == 0) turns += fmt::format("STARTDX {} ROT VECTOR", node(row.owner));
        turns += write_numbers({row.value}) + (row.component == 2 ? "\n" : "");
        continue;
      }
      out += place(row.has_value ? "STARTD" : "STARTV", row.target, row.owner, row.component);
      if (row.has_value) out += write_numbers({row.value});
      if (row.has_velocity) out += write_numbers({row.velocity});
      out += "\n";
    }
    return turns + out;
  }

  // The joint of a muscle is written as the number of its element.
  std::string muscles() const {
    return write_muscles(t_, [this](const MuscleArm& arm) {
      const std::string number = fmt::format("{}", element(arm.element));
      return ArmWords{arm.over ? fmt::format("{} {}", number, arm.component + 1) : number,
                      arm.sign};
    });
  }

  std::string events() const {
    std::string out;
    for (const EventRow& row : t_.events)
      if (!is_onset(row))
        out += write_event(row, *t_.parameters, [this](const EventTarget& t, TargetCount) {
          return place("", t.target, t.owner, t.component);
        });
    return out;
  }

  // TIMESTEP where it gives exactly the same times, else TIMES.
  std::string time() const {
    const TimeGrid& g = t_.time;
    const long long steps = g.count() - 1;
    const double duration = g.end - g.start;
    if (steps < 1 || g.start + duration != g.end || duration / static_cast<double>(steps) != g.step)
      return fmt::format("TIMES{}\n", write_numbers({g.start, g.end, g.step}));
    return fmt::format("TIMESTEP{} {}{}\n", write_numbers({duration}), steps,
                       g.start == 0 ? "" : write_numbers({g.start}));
  }

  std::string run() const {
    std::string out = time() + write_integration(t_.method.integration) + write_limits(t_.limits) +
                      write_mirrored(t_);
    if (t_.method.outlevel > 0) out += fmt::format("OUTLEVEL {}\n", t_.method.outlevel);
    if (t_.method.form != Form::automatic) out += write_form(t_.method.form);
    if (t_.method.choose_freedoms) out += "DOF AUTO\n";
    if (t_.method.least_shares) {
      out += "REDUNDANT LEAST";
      if (t_.method.least_length > 0) out += " LENGTH" + write_numbers({t_.method.least_length});
      out += "\n";
    }
    out += write_standstill(t_);
    return out + (t_.job == Job::dynamic ? dynamic_marker() : "");
  }

  // A record that makes the job dynamic where no other record does.
  std::string dynamic_marker() const {
    const bool freedoms =
        std::any_of(t_.classes.begin(), t_.classes.end(),
                    [](const ClassRow& row) { return row.cls == Class::dynamic; });
    return says_dynamics(t_) || freedoms ? "" : write_form(Form::automatic);
  }

  const Tables& t_;
  const Forces& f_;
};

}  // namespace

std::string write_native_dynamics(const Tables& tables) { return DynamicsWriter(tables).write(); }

}  // namespace mbs
