#include <fmt/format.h>

#include <algorithm>

#include "deck/contact_records.h"
#include "deck/dialects.h"
#include "deck/event_records.h"
#include "deck/force_components.h"
#include "deck/kabios_joints.h"
#include "deck/measured.h"
#include "deck/muscle_records.h"
#include "deck/ode_records.h"
#include "deck/outline_record.h"
#include "deck/writing.h"
#include "text/expression.h"
#include "text/number.h"

namespace mbs {

namespace {

// Nodes 2i and 2i + 1 are point and angle of body i + 1.
int body_of(int node) { return node / 2 + 1; }
int coordinate_of(int node, int component) { return node % 2 == 1 ? 3 : component + 1; }

// The value a spring has of one kind; every SDA and RSDA has one row of each.
double stress_of(const Tables& t, int element, StressKind kind) {
  for (const StressRow& row : t.forces.stresses)
    if (row.element == element && row.kind == kind) return row.values[0];
  return 0;
}
double rest_of(const Tables& t, int element) {
  for (const RestRow& row : t.forces.rests)
    if (row.element == element) return row.values[0];
  return 0;
}

std::string masses_and_velocities(const Tables& t) {
  std::string out;
  const auto& masses = t.forces.masses;  // m and J of a body, one after the other
  for (std::size_t k = 0; k + 1 < masses.size(); k += 2)
    out += fmt::format("MASS {}{}\n", body_of(masses[k].owner),
                       write_numbers({masses[k].values[0], masses[k + 1].values[0]}));
  const auto& starts = t.starts;  // xd, yd and phid
  for (std::size_t k = 0; k + 2 < starts.size(); k += 3)
    out += fmt::format(
        "VEL {}{}\n", body_of(starts[k].owner),
        write_numbers({starts[k].velocity, starts[k + 1].velocity, starts[k + 2].velocity}));
  return out;
}

std::string contact(const Tables& t, const ContactRow& law) {
  const ElementRow& row = t.elements[law.element];
  std::string out =
      fmt::format("CONTACT {} {}", body_of(row.nodes.front()), body_of(row.nodes.back()));
  if (row.spec->arity == Arity::outline)
    out += write_outline(row.columns);
  else
    out += (row.spec->keyword == "PLCLINE" ? " LINE" : " CIRCLE") + write_numbers(row.columns);
  return out + write_contact_model(law) + "\n";
}

// SDA, RSDA and CONTACT in the order of the deck.
std::string springs(const Tables& t) {
  std::string out;
  std::size_t next = 0;  // contact, numbered as they stand in the deck
  for (std::size_t k = 0; k < t.elements.size(); ++k) {
    const ElementRow& row = t.elements[k];
    if (kabios_joint_of(t, row) || row.label.starts_with("FRICTION ")) continue;
    if (row.spec->is_contact) {
      const std::size_t cams = next;
      while (t.contacts[next].element != static_cast<int>(k)) ++next;
      out += write_cam_contacts(t, cams, next) + contact(t, t.contacts[next]);
      ++next;
    }
    const bool linear = row.spec->keyword == "PLSDA";
    if (!linear && row.spec->keyword != "PLTOR") continue;
    const int element = static_cast<int>(k);
    out += fmt::format("{} {} {}{}", linear ? "SDA" : "RSDA", body_of(row.nodes.front()),
                       body_of(row.nodes.back()), write_numbers(row.columns));
    out += write_numbers({stress_of(t, element, StressKind::stiffness), rest_of(t, element),
                          stress_of(t, element, StressKind::damping)});
    const double constant = stress_of(t, element, StressKind::prestress);
    out += constant == 0 ? "\n" : write_numbers({constant}) + "\n";
  }
  return out + write_cam_contacts(t, next, t.contacts.size());
}

std::string loads(const Tables& t) {
  std::string out;
  for (const PointForceRow& row : t.forces.point_forces)
    out += fmt::format(
        "FORCE {}{}{}\n", body_of(row.point), write_numbers({row.xi, row.eta}),
        write_force_components(row, t.parameters,
                               row.frame < 0 ? "" : fmt::format("{}", body_of(row.frame))));
  for (const MeasuredForceRow& row : t.forces.measured_forces)
    out += fmt::format("FORCE {}{}\n", body_of(row.point), write_measured_force(row));
  for (const LoadRow& row : t.forces.loads)
    out += fmt::format("TORQ {}{}\n", body_of(row.node), write_numbers({row.value[0]}));
  return out;
}

// The three coordinates of a body follow one another.
std::string measured_motions(const Tables& t) {
  std::string out;
  for (std::size_t k = 0; k < t.classes.size(); ++k) {
    if (t.classes[k].source != ClassSource::motion) continue;
    const std::span<const MotionRow> motions(
        t.motions.data() + static_cast<std::size_t>(t.classes[k].motion), 3);
    out += fmt::format("MOTION {}", body_of(t.classes[k].owner));
    if (motions[0].table) {
      out += write_columns(motions);
    } else {
      for (const MotionRow& motion : motions)
        out += write_numbers(
            {motion.coefficients[0], motion.coefficients[1], 2 * motion.coefficients[2]});
    }
    out += "\n";
    k += 2;
  }
  return out;
}

std::string drives(const Tables& t) {
  std::string out = write_joint_drives(t);
  for (const ClassRow& row : t.classes) {
    if (row.source != ClassSource::driver) continue;
    const std::string& text = t.motions[row.motion].text;
    if (!text.empty())
      out += fmt::format("DRIVE {} {} = {}\n", body_of(row.owner),
                         coordinate_of(row.owner, row.component),
                         resolve_parameters(text, t.parameters));
  }
  return out;
}

std::string net_joints(const Tables& t) {
  std::string out;
  for (const NetJointRow& row : t.forces.net_joints)
    out += fmt::format("NETJOINT {} {}{}\n", body_of(row.point_i),
                       row.point_j < 0 ? 0 : body_of(row.point_j), write_net_joint(row));
  return out;
}

std::string laws(const Tables& t) {
  std::string out;
  for (const LawRow& row : t.forces.laws) {
    const std::string what = row.target == Target::deformation
                                 ? kabios_joint_name(t.elements[row.owner], row.component)
                                 : fmt::format("BODY {} {}", body_of(row.owner),
                                               coordinate_of(row.owner, row.component));
    out += fmt::format("LAW {} = {}\n", what, resolve_parameters(row.text, t.parameters));
  }
  return out;
}

// "BODY 2 PHI", "REVOLUTE 3 1"; where numbers may follow, a spring has no equation.
std::string target_name(const Tables& t, const EventTarget& target, TargetCount count) {
  if (target.target == Target::deformation) {
    const ElementRow& row = t.elements[target.owner];
    const bool alone = count == TargetCount::one_and_numbers && row.spec->deformations.size() == 1;
    return alone ? row.label : fmt::format("{} {}", row.label, target.component + 1);
  }
  constexpr std::string_view kWords[] = {"X", "Y", "PHI"};
  return fmt::format("BODY {} {}", body_of(target.owner),
                     kWords[coordinate_of(target.owner, target.component) - 1]);
}

// FORWARD is an event without a record of its own.
std::string tail_events(const Tables& t) {
  std::string out;
  for (const EventRow& row : t.events)
    out += is_onset(row) ? ""
           : row.label == "FORWARD"
               ? fmt::format("FORWARD AT {}\n", row.text.substr(4))
               : write_event(row, t.parameters, [&t](const EventTarget& target, TargetCount n) {
                   return target_name(t, target, n);
                 });
  return out;
}

}  // namespace

std::string write_kabios_tail(const Tables& t) {
  const std::string driven = write_joints(t, body_of) + drives(t),
                    states = write_odes(t.odes, t.parameters);
  if (t.job == Job::kinematic) {
    const std::string out =
        driven + (states.empty() ? "" : states + write_integration(t.method.integration)) +
        write_standstill(t);
    return out.empty() ? out : out + "END\n";
  }
  std::string out = masses_and_velocities(t);
  const auto& g = t.forces.gravity;
  if (g[0] != 0 || g[1] != 0) out += fmt::format("GRAV{}\n", write_numbers({g[0], g[1]}));
  const auto arm = [&t](const MuscleArm& a) {
    const ElementRow& row = t.elements[a.element];
    return ArmWords{a.over ? kabios_joint_name(row, a.component) : fmt::format("{}", a.number)};
  };
  out += driven + springs(t) + write_frictions(t) + write_muscles(t, arm) + loads(t) +
         measured_motions(t) + net_joints(t) + laws(t);
  // The text of the only event there is says "t > number".
  out += write_limits(t.limits) + tail_events(t);
  out += write_integration(t.method.integration);
  const std::string standstill = write_standstill(t);
  if (t.method.form != Form::automatic) out += write_form(t.method.form);
  if (t.method.outlevel > 0) out += fmt::format("OUTLEVEL {}\n", t.method.outlevel);
  // Some line must say that the deck is dynamic.
  if (t.job == Job::dynamic &&
      out == driven + (states.empty() ? "" : write_integration(t.method.integration)))
    out += write_form(Form::automatic);
  return states + out + standstill + "END\n";
}

}  // namespace mbs
