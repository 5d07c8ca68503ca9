#include <fmt/format.h>

#include "deck/kabios/kabios_tables.h"
#include "deck/lines/dialects.h"
#include "deck/lines/writing.h"
#include "deck/names/kabios_joints.h"
#include "deck/records/body_records.h"
#include "deck/records/contact_records.h"
#include "deck/records/event_records.h"
#include "deck/records/force_components.h"
#include "deck/records/measured.h"
#include "deck/records/muscle_records.h"
#include "deck/records/ode_records.h"
#include "deck/tables/tables.h"
#include "deck/write/joint_writer.h"
#include "text/expression.h"
#include "text/number.h"

namespace mbs {

namespace {

std::string masses_and_velocities(const KabiosDeck& deck) {
  std::string out;
  for (const KabiosMass& row : deck.masses)
    out += fmt::format("MASS {}{}\n", row.body, write_numbers({row.m, row.J}));
  for (const KabiosVelocity& row : deck.velocities)
    out += fmt::format("VEL {}{}\n", row.body, write_numbers({row.v.begin(), row.v.end()}));
  return out;
}

std::string contact(const KabiosContact& row, const ContactRow& law) {
  return fmt::format("CONTACT {} {}{}{}\n", row.i, row.j, write_shape(*row.shape, row.columns),
                     write_contact_model(law));
}

// SDA, RSDA and CONTACT in the order of the deck. Contacts are numbered in that order, including
// contacts of cams.
std::string springs(const Tables& t) {
  std::string out;
  std::size_t next = 0;
  for (const auto& part : t.kabios.parts) {
    if (const auto* row = std::get_if<SpringRecord>(&part)) out += write_spring(*row);
    const auto* row = std::get_if<KabiosContact>(&part);
    if (!row) continue;
    out += write_cam_contacts(t, next, row->law) + contact(*row, t.contacts[row->law]);
    next = row->law + 1;
  }
  return out + write_cam_contacts(t, next, t.contacts.size());
}

std::string loads(const KabiosDeck& deck, const Parameters& parameters) {
  std::string out;
  for (const PointForceRow& row : deck.forces)
    out += fmt::format("FORCE {}{}\n", row.point, write_point_force(row, parameters, row.frame));
  for (const MeasuredForceRow& row : deck.measured_forces)
    out += fmt::format("FORCE {}{}\n", row.point, write_measured_force(row));
  for (const KabiosTorque& row : deck.torques)
    out += fmt::format("TORQ {}{}\n", row.body, write_numbers({row.n}));
  return out;
}

std::string measured_motions(const KabiosDeck& deck) {
  std::string out;
  for (const KabiosMotion& row : deck.motions) {
    out += fmt::format("MOTION {}", row.body);
    if (row.motions[0].table) {
      out += write_columns(row.motions, kMotionFields);
    } else {
      for (const MotionRow& motion : row.motions)
        out += write_numbers(
            {motion.coefficients[0], motion.coefficients[1], 2 * motion.coefficients[2]});
    }
    out += "\n";
  }
  return out;
}

std::string drives(const Tables& t) {
  std::string out = write_joint_drives(t);
  for (const KabiosDriver& row : t.kabios.drivers)
    if (!row.text.empty())
      out += fmt::format("DRIVE {} {} = {}\n", row.body, row.coordinate,
                         resolve_parameters(row.text, *t.parameters));
  return out;
}

std::string net_joints(const KabiosDeck& deck) {
  std::string out;
  for (const NetJointRow& row : deck.net_joints)
    out += fmt::format("NETJOINT {} {}{}\n", row.point_i, row.point_j, write_net_joint(row));
  return out;
}

std::string laws(const Tables& t) {
  std::string out;
  for (const LawRow& row : t.forces.laws) out += write_law(row, *t.parameters);
  return out;
}

// "BODY 2 PHI", "REVOLUTE 3 1".
std::string target_name(const Tables& t, const EventTarget& target, TargetCount count) {
  if (target.target == Target::deformation) return write_deformation(t, target, count);
  constexpr std::string_view kWords[] = {"X", "Y", "PHI"};
  const BodyCoordinate of = body_coordinate(t, target.owner, target.component);
  return fmt::format("BODY {} {}", of.body, kWords[of.coordinate - 1]);
}

// The events of the deck. FORWARD is an event without an EVENT line.
std::string tail_events(const Tables& t) {
  const auto& forward = t.kabios.forward;
  std::string out = forward ? fmt::format("FORWARD AT {}\n", forward->t) : "";
  for (std::size_t k = 0; k < t.events.size(); ++k)
    if (!is_onset(t.events[k]) && !(forward && forward->event == k))
      out += write_event(
          t.events[k], *t.parameters,
          [&t](const EventTarget& target, TargetCount n) { return target_name(t, target, n); });
  return out;
}

}  // namespace

std::string write_kabios_tail(const Tables& t) {
  const std::string driven = write_joints(t) + drives(t),
                    states = write_odes(t.odes, *t.parameters);
  if (t.job == Job::kinematic) {
    const std::string out =
        driven + (states.empty() ? "" : states + write_integration(t.method.integration)) +
        write_standstill(t);
    return out.empty() ? out : out + "END\n";
  }
  std::string out = masses_and_velocities(t.kabios);
  out += write_gravity(t.forces);
  const auto arm = [&t](const MuscleArm& a) {
    const ElementRow& row = t.elements[a.element];
    return ArmWords{a.over ? kabios_joint_name(row, a.component) : fmt::format("{}", a.number)};
  };
  out += driven + springs(t) + write_frictions(t) + write_muscles(t, arm) +
         loads(t.kabios, *t.parameters) + write_body_records(t) + measured_motions(t.kabios) +
         net_joints(t.kabios) + laws(t);
  out += write_limits(t.limits) + write_mirrored(t) + tail_events(t);
  out += write_integration(t.method.integration);
  const std::string standstill = write_standstill(t);
  if (t.method.form != Form::automatic) out += write_form(t.method.form);
  if (t.method.outlevel > 0) out += fmt::format("OUTLEVEL {}\n", t.method.outlevel);
  // A deck without any other dynamic record needs one line that makes it dynamic.
  if (t.job == Job::dynamic &&
      out == driven + (states.empty() ? "" : write_integration(t.method.integration)))
    out += write_form(Form::automatic);
  return states + out + standstill + "END\n";
}

}  // namespace mbs
