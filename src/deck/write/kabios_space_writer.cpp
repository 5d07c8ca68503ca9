// Writes KABIOS decks of bodies of space, from their records and from the rows of the tables.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/forms/element_fields.h"
#include "deck/forms/row_forms.h"
#include "deck/kabios/space_deck.h"
#include "deck/kabios/space_words.h"
#include "deck/lines/writing.h"
#include "deck/records/contact_records.h"
#include "deck/records/event_records.h"
#include "deck/records/friction_records.h"
#include "deck/records/measured.h"
#include "deck/records/muscle_records.h"
#include "deck/records/observation_records.h"
#include "deck/records/ode_records.h"
#include "deck/records/space_markers.h"
#include "deck/tables/tables.h"
#include "text/expression.h"
#include "text/number.h"

namespace mbs {

namespace {

template <std::size_t n>
std::string numbers_of(const std::array<double, n>& values) {
  return write_numbers({values.begin(), values.end()});
}

class SpaceWriter {
 public:
  explicit SpaceWriter(const Tables& tables) : t_(tables), deck_(*tables.kabios.space) {}

  std::string write() const { return names() + head() + tail(); }

 private:
  // NAME lines in the words of the deck, then the other observations.
  std::string names() const {
    std::string out = write_live_parameters(*t_.parameters);
    for (const NameRow& row : t_.names)
      if (!row.of_dialect)
        out += row.kind == "BODY" ? fmt::format("NAME BODY {} {}\n", row.angle / 2, row.name)
               : row.kind == "NODE"
                   ? fmt::format("NAME POINT {} {}\n", point(row.number), row.name)
                   : fmt::format("NAME {} {} {}\n", row.kind == "ELEMENT" ? "JOINT" : row.kind,
                                 row.number, row.name);
    Tables others = t_;
    others.names.clear();
    return out + write_observations(others);
  }
  int point(int node) const { return node - 2 * count_of(deck_.bodies); }

  std::string coordinate(const CoordinateOfSpace& of) const {
    return of.of_joint ? fmt::format("JOINT {} {}", of.owner, of.k)
                       : fmt::format("{} {}", of.owner, of.k);
  }
  std::string expression(const std::string& text) const {
    return " = " + resolve_parameters(text, *t_.parameters);
  }

  std::string head() const {
    const auto drivers = std::count_if(deck_.drivers.begin(), deck_.drivers.end(),
                                       [](const DriverOfSpace& row) { return !row.in_tail; });
    std::string out =
        fmt::format("SPACE\n{} {} {} {} {} {} {} {}  (a)\n", deck_.bodies.size(), deck_.head_joints,
                    deck_.grounds.size(), deck_.simples.size(), drivers, deck_.points.size(),
                    deck_.guides.size(), deck_.guide_table ? deck_.guide_table->t.size() : 0);
    for (int number = 0; const BodyOfSpace& row : deck_.bodies)
      out += fmt::format("{}{}{}{}  (b)\n", ++number, numbers_of(row.x), numbers_of(row.q),
                         row.sequence == "zxy" ? "" : " SEQ " + row.sequence);
    for (int k = 0; k < deck_.head_joints; ++k) out += joint(deck_.joints[at(k)]) + "  (c)\n";
    for (const int body : deck_.grounds) out += fmt::format("{}  (e)\n", body);
    for (const CoordinateOfSpace& row : deck_.simples) out += coordinate(row) + "  (f)\n";
    for (const DriverOfSpace& row : deck_.drivers) {
      if (row.in_tail) continue;
      out += coordinate(row.of) +
             (row.text.empty() ? numbers_of(row.given) + "  (g)\n" : expression(row.text) + "\n");
    }
    for (const PointOfSpace& row : deck_.points)
      out += fmt::format("{}{}  (h)\n", row.body, numbers_of(row.place));
    for (const GuideOfSpace& row : deck_.guides)
      out += fmt::format("{}{}  (i)\n", row.body, row.by_numbers ? " Q" : "");
    if (deck_.guide_table) {
      const TimeTable& table = *deck_.guide_table;
      for (std::size_t k = 0; k < table.t.size(); ++k) {
        out += format_number(table.t[k]);
        for (const std::vector<double>& column : table.columns)
          out += " " + format_number(column[k]);
        out += "\n";
      }
    }
    return out + write_numbers({t_.time.start, t_.time.end, t_.time.step}).substr(1) + "  (j)\n";
  }

  std::string joint(const JointOfSpace& row) const {
    const bool has_length = row.length > 0;
    return fmt::format("{} {} {}{}{}", row.word, row.i, row.j,
                       write_element_columns(t_.elements[at(row.element)]),
                       has_length ? write_numbers({row.length}) : "");
  }

  // Springs, bushings, relations and what rolls, in the order of their numbers.
  std::string elements() const {
    std::string out;
    std::size_t next = at(deck_.head_joints);
    for (int k = deck_.head_joints; k < count_of(t_.elements); ++k) {
      const ElementRow& row = t_.elements[at(k)];
      if (next < deck_.joints.size() && deck_.joints[next].element == k) {
        out += spring(deck_.joints[next++]);
      } else if (has_row_form(*row.spec)) {
        const auto body = [&row](std::size_t place) {
          return fmt::format("{}", row.nodes[2 * place] / 2 + 1);
        };
        out += std::string(row.spec->keyword) + write_row(row, body, *t_.parameters) + "\n";
      }
    }
    return out;
  }

  std::string spring(const JointOfSpace& row) const {
    if (row.word == "BUSHING")
      return joint(row) + " STIFFNESS" + write_numbers(row.stiffness) +
             (row.damping.empty() ? "" : " DAMPING" + write_numbers(row.damping)) + "\n";
    return joint(row) + write_numbers({row.stiffness[0], row.rest, row.damping[0]}) +
           (row.force == 0 ? "" : write_numbers({row.force})) + "\n";
  }

  std::string load(const LoadOfSpace& row) const {
    std::string out = fmt::format("{} {}", row.turns ? "TORQ" : "FORCE", row.body);
    if (!row.motions.empty())
      return out +
             write_space_load(row_of_measured(row, 0, 0),
                              row.frame < 0 ? row.body : row.frame_number) +
             "\n";
    if (!row.turns) out += (row.in_space ? " AT" : "") + numbers_of(row.place);
    if (row.text[0].empty() && row.turns && row.along_body && row.frame < 0)
      return out + " BODY" + numbers_of(row.value) + "\n";
    if (row.text[0].empty()) return out + numbers_of(row.value) + write_frame(row) + "\n";
    for (std::size_t c = 0; c < 3; ++c)
      out += fmt::format("{} {}{}{}", c == 0 ? "" : " ;", row.turns ? 'M' : 'F', "XYZ"[c],
                         expression(row.text[c]));
    return out + write_frame(row) + "\n";
  }

  std::string masses_and_loads() const {
    std::string out;
    for (const MassOfSpace& row : deck_.masses) {
      const double* const v = row.values.data();
      out += fmt::format("MASS {}{}{}", row.body, write_numbers({v[0]}),
                         write_numbers({v + 4, v + 10}));
      if (v[1] != 0 || v[2] != 0 || v[3] != 0) out += write_numbers({v + 1, v + 4});
      out += "\n";
    }
    for (const VelocityOfSpace& row : deck_.velocities)
      out += fmt::format(
          "VEL {}{}{}{}\n", row.body, write_numbers({row.v.begin(), row.v.begin() + 3}),
          row.along_body ? " BODY" : "", write_numbers({row.v.begin() + 3, row.v.end()}));
    const auto& g = t_.forces.gravity;
    if (g[0] != 0 || g[1] != 0 || g[2] != 0) out += "GRAV" + numbers_of(g) + "\n";
    return out;
  }

  std::string tail() const {
    const std::string motions = elements() + drives() + led_bodies();
    const std::string states = write_odes(t_.odes, *t_.parameters);
    std::string out = masses_and_loads() + motions;
    for (const MotorOfSpace& row : deck_.motors)
      out += fmt::format("RSDA {} {}{}{}\n", row.joint, row.k,
                         write_numbers({row.stiffness, row.rest, row.damping}),
                         row.torque == 0 ? "" : write_numbers({row.torque}));
    for (const ContactRow& row : t_.frictions)
      out += fmt::format("FRICTION {} {}{}\n", row.element + 1,
                         slip_has_direction(row.joint.kind)
                             ? std::string("ALL")
                             : fmt::format("{}", row.joint.component + 1),
                         write_friction(row));
    // STOPS are written as FORMULA and CONTACT of their ends.
    for (const ContactRow& row : t_.contacts)
      out += fmt::format("CONTACT {}{}\n", row.element + 1, write_contact_model(row));
    out += write_muscles(t_, [](const MuscleArm& arm) {
      return ArmWords{fmt::format("JOINT {} {}", arm.element + 1, arm.component + 1)};
    });
    for (const LoadOfSpace& row : deck_.loads) out += load(row);
    for (const NetJointRow& row : t_.forces.net_joints)
      out += fmt::format("NETJOINT {} {}{}\n", row.point_i / 2 + 1,
                         row.point_j < 0 ? 0 : row.point_j / 2 + 1, write_net_joint(row));
    for (const DamperRow& row : t_.forces.dampers)
      out += fmt::format("BDAMP {}{}\n", row.body, write_numbers(row.values));
    for (const LawRow& row : t_.forces.laws)
      if (row.label.starts_with("LAW ")) out += write_law(row, *t_.parameters);
    out += write_limits(t_.limits) + events() + write_integration(t_.method.integration);
    if (t_.method.form != Form::automatic) out += write_form(t_.method.form);
    if (t_.method.least_shares)
      out += "REDUNDANT LEAST" +
             (t_.method.least_length > 0 ? " LENGTH" + write_numbers({t_.method.least_length})
                                         : std::string()) +
             "\n";
    if (t_.method.outlevel > 0) out += fmt::format("OUTLEVEL {}\n", t_.method.outlevel);
    out += write_standstill(t_);
    // A deck without any other dynamic record needs one line that makes it dynamic.
    const std::string kinematic = motions + write_integration(t_.method.integration);
    if (t_.job == Job::dynamic && (out == motions || (!states.empty() && out == kinematic)))
      out += write_form(Form::automatic);
    out = states + out;
    return out.empty() ? out : out + "END\n";
  }

  std::string led_bodies() const {
    std::string out;
    for (const MotionOfSpace& row : deck_.motions) {
      std::string columns = write_columns(row.motions, fields_of_led_body(row.motions.size()));
      if (row.motions.size() == 7) columns.insert(columns.find("TABLE") + 5, " Q");
      out += fmt::format("MOTION {}{}\n", row.body, columns);
    }
    return out;
  }

  std::string drives() const {
    std::string out;
    for (const DriverOfSpace& row : deck_.drivers)
      if (row.in_tail) out += "DRIVE " + coordinate(row.of) + expression(row.text) + "\n";
    return out;
  }

  std::string target(const EventTarget& of) const {
    if (of.target == Target::deformation) {
      // An angle of a body is no element of the deck.
      const ClassRow* const row = t_.class_of(of.target, of.owner, of.component);
      if (row && t_.elements[at(of.owner)].label.starts_with("angles")) return row->label;
      return fmt::format("JOINT {} {}", of.owner + 1, of.component + 1);
    }
    constexpr std::string_view kTargetWords[] = {"X", "Y", "Z", "W1", "W2", "W3"};
    return fmt::format("BODY {} {}", of.owner / 2 + 1,
                       kTargetWords[of.component + 3 * (of.owner % 2)]);
  }

  std::string events() const {
    const auto& forward = t_.kabios.forward;
    std::string out = forward ? fmt::format("FORWARD AT {}\n", forward->t) : "";
    for (std::size_t k = 0; k < t_.events.size(); ++k)
      if (!(forward && forward->event == k) && !is_onset(t_.events[k]))
        out += write_event(t_.events[k], *t_.parameters,
                           [this](const EventTarget& of, TargetCount) { return target(of); });
    return out;
  }

  const Tables& t_;
  const KabiosSpaceDeck& deck_;
};

}  // namespace

std::string write_kabios_space(const Tables& tables) { return SpaceWriter(tables).write(); }

}  // namespace mbs
