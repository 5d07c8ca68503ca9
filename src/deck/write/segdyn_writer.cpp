// The canonical SEGDYN deck of a chain.
#include <fmt/format.h>

#include <algorithm>

#include "deck/forms/outline_record.h"
#include "deck/forms/path_record.h"
#include "deck/lines/dialects.h"
#include "deck/lines/gaps.h"
#include "deck/lines/table_style.h"
#include "deck/lines/writing.h"
#include "deck/names/kabios_joints.h"
#include "deck/records/body_records.h"
#include "deck/records/contact_records.h"
#include "deck/records/event_records.h"
#include "deck/records/force_components.h"
#include "deck/records/muscle_records.h"
#include "deck/records/observation_records.h"
#include "deck/records/ode_records.h"
#include "deck/tables/tables.h"
#include "deck/write/joint_writer.h"
#include "text/expression.h"

namespace mbs {

namespace {

std::string constraint(const ChainConstraint& row, const Parameters& parameters) {
  const std::string place = row.placed ? write_numbers({row.x, row.y}) : "";
  if (!row.text.empty())
    return fmt::format("{} = {}\n", row.label, resolve_parameters(row.text, parameters));
  return row.label + place + "\n";  // the label is the record
}

std::string quantity(const std::string& label, const ChainQuantity& is,
                     const Parameters& parameters) {
  if (is.table) {
    std::string out = label + (is.names_smoothing ? write_table_style(is.smoothing, *is.table)
                                                  : " TABLE" + write_gaps(*is.table));
    for (std::size_t k = 0; k < is.table->t.size(); ++k)
      out += " &\n " + write_numbers({is.table->t[k]}) + write_cell(*is.table, 0, k);
    return out + "\n";
  }
  if (!is.text.empty())
    return fmt::format("{} = {}\n", label, resolve_parameters(is.text, parameters));
  return label + write_numbers({is.value}) + "\n";
}

std::string segments(const Chain& c) {
  std::string out;
  int i = 0;
  for (const ChainSegment& s : c.segments)
    out += fmt::format("SEGMENT {}{}\n", ++i, write_numbers({s.m, s.l, s.d, s.j}));
  i = 0;
  for (const ChainSegment& s : c.segments) {
    ++i;
    if (!s.attached) continue;
    out += fmt::format("ATTACH {} {}{}\n", i, s.parent + 1,
                       s.reach_given ? write_numbers({s.reach}) : "");
  }
  i = 0;
  for (const ChainSegment& s : c.segments)
    out += fmt::format("STATE {}{}{}\n", ++i, write_numbers({s.phi}),
                       s.phid_given ? write_numbers({s.phid}) : "");
  return out;
}

// KNOWN, UNKNOWN, ROW, FREE .. AT, PROJECT OFF and FORWARD lines.
std::string choice(const Chain& c, const Parameters& parameters) {
  std::string out;
  for (const ChainKnown& row : c.knowns) out += quantity(row.label, row.is, parameters);
  for (const ChainUnknown& row : c.unknowns) out += row.label + "\n";
  for (const ChainRow& row : c.rows)
    for (const ChainRowTerm& term : row.terms) out += quantity(term.label, term.is, parameters);
  for (const ChainRelease& row : c.releases)
    out += fmt::format("{} AT{}\n", row.label, write_numbers({row.t}));
  if (!c.project) out += "PROJECT OFF\n";
  if (c.switches) out += fmt::format("FORWARD AT{}\n", write_numbers({c.forward_at}));
  return out;
}

std::string contacts(const Tables& t) {
  std::string out;
  for (std::size_t k = 0; k < t.chain.contacts.size(); ++k) {
    const ChainContact& row = t.chain.contacts[k];
    const std::string shape = row.outline
                                  ? write_outline(row.columns)
                                  : (row.circle ? " CIRCLE" : " LINE") + write_numbers(row.columns);
    out +=
        fmt::format("CONTACT {}{}{}\n", row.segment + 1, shape, write_contact_model(t.contacts[k]));
  }
  return out;
}

std::string springs_and_points(const Chain& c, const Parameters& parameters) {
  std::string out;
  for (const SpringRecord& row : c.springs) out += write_spring(row);
  for (const ChainBeam& row : c.beams) {
    out += fmt::format("{} {} {}{}{}", row.word, row.i, row.j, write_numbers(row.place),
                       write_numbers(row.stiffness));
    if (!row.damping.empty()) out += " DAMP" + write_numbers(row.damping);
    if (!row.mass.empty()) out += " MASS" + write_numbers(row.mass);
    out += "\n";
  }
  for (const ChainPath& row : c.paths)
    out += fmt::format("PATH{}\n", write_path(row.columns, [&row](std::size_t k) {
                         return fmt::format("{}", row.segments[k]);
                       }));
  for (const ChainPoint& row : c.points)
    out += fmt::format("POINT {}{}\n", row.segment + 1, write_numbers({row.xi, row.eta}));
  for (const PointForceRow& row : c.forces)
    out += fmt::format("FORCE {}{}\n", row.point + 1,
                       write_point_force(row, parameters, row.frame + 1));
  for (const ChainLaw& row : c.laws)
    out += fmt::format("{} = {}\n", row.label, resolve_parameters(row.text, parameters));
  return out;
}

std::string joints(const Tables& t) {
  return write_joints(t) + write_joint_drives(t) + write_cam_contacts(t, 0, t.contacts.size()) +
         write_frictions(t) + write_joint_laws(t);
}

std::string target(const Tables& tables, const EventTarget& t, TargetCount count) {
  const Chain& c = tables.chain;
  const char* const component = t.component == 0 ? " X" : " Y";
  for (std::size_t i = 0; i < c.segments.size(); ++i) {
    const ChainSegment& s = c.segments[i];
    if (t.target == Target::coordinate && t.owner == s.angle) return fmt::format("PHI {}", i + 1);
    if (t.target == Target::deformation && t.owner == s.hinge)
      return fmt::format("HINGE {}", i + 1);
  }
  for (const ChainConstraint& row : c.constraints) {
    if (row.element != t.owner) continue;
    const std::string what = row.label.substr(row.label.find(' ') + 1);  // "TIP" of "FIX TIP"
    return row.kind == ChainConstraint::Kind::equal ? what : what + component;
  }
  if (t.target == Target::deformation) return write_deformation(tables, t, count);
  return fmt::format("BASE{}", component);
}

std::string chain_events(const Tables& t) {
  std::string out;
  for (EventRow row : t.events) {
    // FREE .. AT, FORWARD and onsets are written already.
    if (!row.label.starts_with("EVENT")) continue;
    turn_chain_actions(t.chain, row);
    out += write_event(row, *t.parameters,
                       [&t](const EventTarget& what, TargetCount n) { return target(t, what, n); });
  }
  return out + write_limits(t.limits) + write_mirrored(t);
}

}  // namespace

std::string write_segdyn(const Tables& tables) {
  const Chain& c = tables.chain;
  std::string out =
      "SEGDYN\n" + write_live_parameters(*tables.parameters) + write_observations(tables);
  out += segments(c);
  const bool moves = c.base[2] != 0 || c.base[3] != 0;
  out += fmt::format("BASE{}{}\n", write_numbers({c.base[0], c.base[1]}),
                     moves ? write_numbers({c.base[2], c.base[3]}) : "");
  if (c.free_base) out += "FREE BASE\n";
  out += write_gravity(tables.forces);
  for (const ChainConstraint& row : c.constraints) out += constraint(row, *tables.parameters);
  for (const ChainDrive& row : c.drives)
    out += fmt::format("{} = {}\n", row.label, resolve_parameters(row.text, *tables.parameters));
  out += choice(c, *tables.parameters);
  out += contacts(tables) + springs_and_points(c, *tables.parameters);
  out += write_body_records(tables) + joints(tables);
  out += write_muscles(tables, [&tables](const MuscleArm& arm) {
    if (!arm.over) return ArmWords{fmt::format("{}", arm.number)};
    if (arm.is_of_joint())
      return ArmWords{kabios_joint_name(tables.elements[arm.element], arm.component)};
    return ArmWords{fmt::format("{} {}", arm.of, arm.number)};
  });
  out += write_odes(tables.odes, *tables.parameters) + chain_events(tables);
  const TimeGrid& t = tables.time;
  out += fmt::format("TIME{}\n", write_numbers({t.start, t.end, t.step}));
  out += write_standstill(tables);
  out += write_integration(tables.method.integration);
  if (tables.method.form != Form::automatic) out += write_form(tables.method.form);
  return out + "END\n";
}

}  // namespace mbs
