// The keyword lines after the time line of a KABIOS deck: what the 1988 program DAP did (Nikravesh
// 1988 appendix). Springs become elements whose deformations are calculable; the rest are rows of
// the tables that native decks fill, too. Here: the walk over the lines, bodies, how to run.
#include "deck/kabios_tail.h"

#include <fmt/format.h>

#include "deck/kabios_joints.h"
#include "deck/kabios_tables.h"
#include "deck/muscle_records.h"
#include "deck/name_records.h"
#include "deck/ode_records.h"
#include "deck/run_records.h"

namespace mbs {

namespace {

constexpr std::string_view kOwnJoints[] = {"REVOLUTE", "TRANSLATIONAL", "CONTACT"};

}  // namespace

void TailReader::read() {
  declare_names(deck_, tables_);
  for (; next_ < deck_.records.size() && !ended_; ++next_) line(deck_.records[next_]);
  if (ended_ && next_ < deck_.records.size()) {
    const Record& record = deck_.records[next_];
    diagnostics_.error(record.where, "deck",
                       fmt::format("'{}' stands after END", printable(record.tokens.front().text)),
                       "expected nothing there");
  }
  if (has_method_ && !has_states_) make_dynamic();
  for (const auto& [law, at] : spring_laws_) attach(law, at);
  check_equations();
  check_laws(tables_, deck_.parameters, diagnostics_);
  read_events([this](RecordReader& in, TargetCount n, std::vector<EventTarget>& targets) {
    event_targets(in, n, targets);
  });
  if (tables_.job != Job::kinematic) tables_.method.choose_freedoms = true;
}

void TailReader::line(const Record& record) {
  const auto* keyword = find_keyword(keywords(), upper_case(record.tokens.front().text));
  if (!keyword) {
    std::vector<std::string_view> names;
    for (const auto& row : keywords()) names.push_back(row.name);
    return fail_unknown_keyword(
        record, kabios_tail_keywords(),
        {"a KABIOS deck", Dialect::kabios, fmt::format("expected {}", fmt::join(names, ", "))},
        diagnostics_);
  }
  begin(record, std::string(keyword->name));
  // The states of a kinematic deck are integrated along its motion.
  if (label_ == "ODE") has_states_ = true;
  if (label_ == "INTEG") has_method_ = true;
  const bool stays_kinematic = label_ == "END" || label_ == "DRIVE" || label_ == "ODE" ||
                               label_ == "INTEG" || label_ == "ITERSTEP" ||
                               find_kabios_joint(label_);
  if (!stays_kinematic) make_dynamic();
  RecordReader in(record, record_name(record), diagnostics_, 1);
  in.set_layout(keyword_layout(keyword->name, keyword->fields));
  (this->*keyword->parse)(in);
  in.finish();
}

std::string TailReader::record_name(const Record& record) const {
  if (label_ == "SDA") return fmt::format("SDA {}", springs_ + 1);
  if (label_ == "RSDA") return fmt::format("RSDA {}", hinges_ + 1);
  if (find_kabios_joint(label_)) return fmt::format("{} {}", label_, joint_count(label_) + 1);
  if (label_ == "CONTACT") return fmt::format("CONTACT {}", contacts_ + 1);
  if (label_ == "FRICTION") return fmt::format("FRICTION {}", friction_count() + 1);
  const bool of_body =
      label_ == "MASS" || label_ == "VEL" || label_ == "TORQ" || label_ == "MOTION";
  if (!of_body || record.tokens.size() < 2 || !record.tokens[1].integral) return label_;
  return fmt::format("{} {}", label_, record.tokens[1].value);
}

constinit const JointWords TailReader::kWords{
    "body", "bodies", kOwnJoints, "REVOLUTE, TRANSLATIONAL, CONTACT or a joint of the tail"};

int TailReader::take_body(RecordReader& in, std::string_view field) {
  return body(in, fmt::format("body number {}", field));
}

int TailReader::body(RecordReader& in, std::string_view field) {
  return static_cast<int>(
      in.integer(field, 1, static_cast<long long>(tables_.bodies.size()), "a body number"));
}

void TailReader::mass(RecordReader& in) {
  const int i = body(in, "body number i");
  const double m = read_not_negative(in, "mass m"), J = read_not_negative(in, "inertia J");
  label_ += fmt::format(" {}", i);
  if (first(in)) say(said_.masses, {i, m, J, label_, where_});
}

void TailReader::velocity(RecordReader& in) {
  const int i = body(in, "body number i");
  const std::array<double, 3> v = {in.number("xd"), in.number("yd"), in.number("phid")};
  label_ += fmt::format(" {}", i);
  if (first(in)) say(said_.velocities, {i, v, label_, where_});
}

void TailReader::forward(RecordReader& in) {
  KabiosForward row;
  row.where = where_;
  const SourceLocation word_at = in.here();
  const std::string word = in.word("time", "expected AT t");
  if (in.ok() && word != "AT")
    in.fail(word_at, fmt::format("'{}' where AT was expected", word), "expected: FORWARD AT t");
  row.t_at = in.here();
  row.t = in.number("time t");
  if (first(in)) lower(said_.forward.emplace(row), tables_);
}

void TailReader::outlevel(RecordReader& in) {
  const auto level = static_cast<int>(in.integer("level n", 0, 9, "a level"));
  if (first(in)) tables_.method.outlevel = level;
}

std::span<const Keyword<TailReader>> TailReader::keywords() {
  using R = TailReader;
  static const std::vector<Keyword<R>> all = [] {
    std::vector<Keyword<R>> out = {
        {"MASS", "i m J", &R::mass},
        {"VEL", "i xd yd phid", &R::velocity},
        {"GRAV", "gx gy", &R::gravity},
        {"SDA", "i j xi-P-i eta-P-i xi-P-j eta-P-j k l0 c [fa]", &R::spring},
        {"RSDA", "i j k theta0 c [Ta]", &R::spring},
        {"CONTACT",
         "i j LINE, CIRCLE, SEGMENT, POLYLINE or POLYGON, its numbers, then PENALTY, RIGID or "
         "IMPULSES and its numbers; or CAM k and these",
         &R::contact},
        {"FRICTION", "joint k [OVER joint m] and its numbers", &R::friction},
        {"FORCE", "i xi eta fx fy, or i xi eta FX = ... ; FY = ...", &R::force},
        {"MOTION", "i x xd xdd y yd ydd phi phid phidd, or i TABLE", &R::motion},
        {"DRIVE", "i k = expression, or joint k = expression", &R::drive},
        {"NETJOINT", "i j and xi eta, AT x y, or TABLE", &R::net_joint},
        {"TORQ", "i n", &R::torque},
        {"LAW", "SDA n, RSDA n, BODY i k or joint n, then = expression", &R::law},
        {"INTEG", "method h, or method [abs rel [hmax]]", &R::integration},
        {"ODE", kOdeFields, &R::ode},
        {"MUSCLE", kMuscleFields, &R::muscle},
        {"MUSCLESTART", kMuscleStartFields, &R::muscle_start},
        {"STATICOPT", kStaticOptFields, &R::static_opt},
        {"FORM", "REDUCED, FULL or AUTO", &R::form},
        {"EVENT", kEventFields, &R::event},
        {"FORWARD", "AT t", &R::forward},
        {"LIMIT", "[TIME s] [STEPS n] [EVENTS n]", &R::limits},
        {"STATIC", "", &R::equilibrium},
        {"EIGEN", "[modes]", &R::modes},
        {"ITERSTEP", "iterations [load steps [tolerance]]", &R::iteration},
        {"OUTLEVEL", "n", &R::outlevel},
        {"END", "", &R::end},
    };
    for (const KabiosJoint& joint : kabios_joints())
      out.push_back({joint.word, joint.fields, &R::joint});
    return out;
  }();
  return all;
}

std::vector<KeywordFields> kabios_tail_keywords() { return fields_of(TailReader::keywords()); }

void read_kabios_tail(const LexedDeck& deck, std::size_t first, ElementSpecs specs, Tables& tables,
                      Diagnostics& diagnostics) {
  Once once(diagnostics);
  TailReader(deck, first, specs, tables, once, diagnostics).read();
}

}  // namespace mbs
