// The keyword lines after the time line of a KABIOS deck: the features of the program DAP of 1988
// (Nikravesh 1988 appendix). Springs become elements whose deformations are calculable; the rest
// are rows of the tables that native decks fill, too. This file has the loop over the lines, bodies
// and records of the run.
#include "deck/kabios/kabios_tail.h"

#include <fmt/format.h>

#include "deck/lines/lexer.h"
#include "deck/names/input_names.h"
#include "deck/names/kabios_joints.h"
#include "deck/records/body_records.h"
#include "deck/records/name_records.h"
#include "deck/records/run_records.h"
#include "deck/tables/tables.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::string_view kOwnJoints[] = {"REVOLUTE", "TRANSLATIONAL", "CONTACT"};
constexpr JointWords kKabiosJoints{"body", "bodies", kOwnJoints,
                                   "REVOLUTE, TRANSLATIONAL, CONTACT or a joint of the tail"};

// Records that leave a deck kinematic. INTEG chooses the method that integrates states (ODE) along
// the motion.
constexpr std::string_view kKinematic[] = {"END", "DRIVE", "ODE", "INTEG", "ITERSTEP"};
// Records whose second word is the number of a body.
constexpr std::string_view kOfBody[] = {"MASS", "VEL", "TORQ", "MOTION"};

void kabios_mass(RecordReader& in, KabiosTail& r) {
  const int i = take_kabios_body(in, r, "body number i");
  const double m = read_not_negative(in, "mass m"), J = read_not_negative(in, "inertia J");
  r.label += fmt::format(" {}", i);
  if (r.first(in)) r.say(r.said.masses, {i, m, J, r.label, r.where});
}

void kabios_velocity(RecordReader& in, KabiosTail& r) {
  const int i = take_kabios_body(in, r, "body number i");
  const std::array<double, 3> v = {in.number("xd"), in.number("yd"), in.number("phid")};
  r.label += fmt::format(" {}", i);
  if (r.first(in)) r.say(r.said.velocities, {i, v, r.label, r.where});
}

void kabios_forward(RecordReader& in, KabiosTail& r) {
  KabiosForward row;
  row.where = r.where;
  row.t_at = read_moment(in, row.t, "expected: FORWARD AT t");
  if (r.first(in)) lower(r.said.forward.emplace(row), r.tables);
}

void kabios_outlevel(RecordReader& in, KabiosTail& r) {
  const auto level = static_cast<int>(in.integer("level n", 0, 9, "a level"));
  if (r.first(in)) r.tables.method.outlevel = level;
}

void kabios_end(RecordReader&, KabiosTail& r) { r.ended = true; }

std::span<const Keyword<KabiosTail>> tail_keywords() {
  static const std::vector<Keyword<KabiosTail>> all = [] {
    std::vector<Keyword<KabiosTail>> out = {
        {"MASS", "i m J", kabios_mass},
        {"VEL", "i xd yd phid", kabios_velocity},
        {"GRAV", "gx gy, or EARTH", as<read_gravity>},
        {"SDA", "i j xi-P-i eta-P-i xi-P-j eta-P-j k l0 c [fa]", kabios_spring},
        {"RSDA", "i j k theta0 c [Ta]", kabios_spring},
        {"CONTACT",
         "i j LINE, CIRCLE, SEGMENT, POLYLINE or POLYGON, its numbers, then PENALTY, RIGID or "
         "IMPULSES and its numbers; or CAM k and these",
         kabios_contact},
        {"FRICTION", "joint k [OVER joint m] and its numbers", as<read_joint_friction>},
        {"FORCE", "i xi eta fx fy, or i xi eta FX = ... ; FY = ...", kabios_force},
        {"MARKERS", "\"file\" AXES +x +y, or \"name\" and MIDDLE or FROM", kabios_markers},
        {"MOTION", "i x xd xdd y yd ydd phi phid phidd, or i TABLE or MARKERS", kabios_motion},
        {"DRIVE", "i k = expression, or joint k = expression", kabios_drive},
        {"NETJOINT", "i j and xi eta, AT x y, TABLE or MARKERS", kabios_net_joint},
        {"TORQ", "i n", kabios_torque},
        {"LAW", "SDA n, RSDA n, BODY i k or joint n, then = expression", kabios_law},
        shared::integ,
        shared::ode,
        shared::muscle,
        shared::muscle_start,
        shared::static_opt,
        shared::form,
        shared::event,
        {"FORWARD", "AT t", kabios_forward},
        shared::limit,
        shared::assemble,
        shared::equilibrium,
        shared::eigen,
        shared::iterstep,
        {"OUTLEVEL", "n", kabios_outlevel},
        {"END", "", kabios_end},
    };
    for (const KabiosJoint& joint : kabios_joints())
      out.push_back({joint.word, joint.fields, as<read_joint>});
    for (const BodyRecord& row : body_records())
      out.push_back({row.word, row.fields, as<read_body_record>});
    return out;
  }();
  return all;
}

// "MASS 2" of body 2, "SDA 3" of the third spring.
std::string tail_record_name(const KabiosTail& r) {
  const std::string& word = r.label;
  const int count = word == "SDA"             ? r.springs
                    : word == "RSDA"          ? r.hinges
                    : word == "CONTACT"       ? r.contacts
                    : word == "FRICTION"      ? r.frictions
                    : find_kabios_joint(word) ? r.joint_count(word)
                                              : -1;
  if (count >= 0) return fmt::format("{} {}", word, count + 1);
  const bool of_body = contains_word(kOfBody, word) || is_body_record(word);
  return of_body ? name_with_number(word, *r.record) : word;
}

// Makes the job dynamic, unless the deck asks for STATIC or EIGEN.
void make_dynamic(Tables& tables) {
  if (tables.job == Job::kinematic) tables.job = Job::dynamic;
}

void read_tail_line(const Record& record, KabiosTail& r) {
  const auto* keyword = find_keyword(tail_keywords(), upper_case(record.tokens.front().text));
  if (!keyword)
    return fail_unknown_keyword(
        record, kabios_tail_keywords(),
        {"a KABIOS deck", Dialect::kabios, "expected " + names_of(tail_keywords())}, r.diagnostics);
  r.begin(record, std::string(keyword->name));
  if (!contains_word(kKinematic, r.label) && !find_kabios_joint(r.label)) make_dynamic(r.tables);
  read_fields(*keyword, record, tail_record_name(r), r);
}

}  // namespace

KabiosTail::KabiosTail(const LexedDeck& lexed, ElementSpecs known, Tables& out, Diagnostics& sink)
    : JointReading(kKabiosJoints, lexed, known, out, sink), said(out.kabios) {
  take_arm = [this](RecordReader& in, MuscleArm& arm) { kabios_muscle_arm(in, *this, arm); };
}

int KabiosTail::take_body(RecordReader& in, std::string_view field) {
  return take_kabios_body(in, *this, fmt::format("body number {}", field));
}

std::array<int, 2> KabiosTail::nodes_of(int body) {
  const BodyRow& row = tables.bodies[static_cast<std::size_t>(body - 1)];
  return {row.point, row.angle};
}

int take_kabios_body(RecordReader& in, const KabiosTail& r, std::string_view field) {
  return static_cast<int>(
      in.integer(field, 1, static_cast<long long>(r.tables.bodies.size()), "a body number"));
}

std::vector<KeywordFields> kabios_tail_keywords() { return fields_of(tail_keywords()); }

void read_kabios_tail(const LexedDeck& deck, std::size_t next, ElementSpecs specs, Tables& tables,
                      Diagnostics& diagnostics) {
  KabiosTail r(deck, specs, tables, diagnostics);
  declare_names(deck, tables);
  bool has_states = false, has_method = false;
  for (; next < deck.records.size() && !r.ended; ++next) {
    const std::string word = upper_case(deck.records[next].tokens.front().text);
    has_states = has_states || word == "ODE";
    has_method = has_method || word == "INTEG";
    read_tail_line(deck.records[next], r);
  }
  if (r.ended && next < deck.records.size()) {
    const Record& record = deck.records[next];
    diagnostics.error(record.where, "deck",
                      fmt::format("'{}' stands after END", printable(record.tokens.front().text)),
                      "expected nothing there");
  }
  if (has_method && !has_states) make_dynamic(tables);
  attach_spring_laws(r);
  check_kabios_equations(r);
  check_laws(LawNames(tables), deck.parameters, diagnostics);
  read_events(r, [&r](RecordReader& in, TargetCount n, std::vector<EventTarget>& targets) {
    kabios_event_targets(in, r, n, targets);
  });
  if (tables.job != Job::kinematic) tables.method.choose_freedoms = true;
}

}  // namespace mbs
