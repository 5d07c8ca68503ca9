// The SEGDYN dialect: keyword lines of a skeletal chain (Casius 2004; docs/chains.md).
#include <fmt/format.h>

#include <algorithm>

#include "deck/lines/lexer.h"
#include "deck/names/input_names.h"
#include "deck/records/body_records.h"
#include "deck/records/muscle_records.h"
#include "deck/records/name_records.h"
#include "deck/records/ode_records.h"
#include "deck/records/run_records.h"
#include "deck/segdyn/segdyn_reading.h"
#include "deck/tables/tables.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr int kMostSegments = 1000;
constexpr std::string_view kFirstLine = "SEGDYN";
constexpr const char* kBeamFields =
    "i j xi-P-i eta-P-i xi-P-j eta-P-j EA EI [DAMP cA cI] [MASS rho [J]]";

// The words for segments in messages about joints.
constexpr std::string_view kSegmentJoints[] = {"JOINT", "REVOLUTE", "TRANSLATIONAL", "CONTACT"};
constexpr JointWords kChainJoints{"segment", "segments", kSegmentJoints,
                                  "JOINT, CONTACT or the word of a joint between segments"};

void chain_segment(RecordReader& in, SegdynReading& r) {
  const int i = take_chain_index(in, "segment", 1, r.segment_count());
  ChainSegment s;
  s.m = read_not_negative(in, "mass m");
  s.l = read_not_negative(in, "length l");
  s.d = in.number("distance d");
  s.j = read_not_negative(in, "moment of inertia j");
  if (!r.first(in, fmt::format("SEGMENT {}", i + 1))) return;
  ChainSegment& to = r.chain.segments[i];
  to.m = s.m, to.l = s.l, to.d = s.d, to.j = s.j;
  to.where = r.where;
}

// A segment is attached to a segment with a lower number, so that every chain of ATTACH lines ends
// at the base.
void chain_attach(RecordReader& in, SegdynReading& r) {
  const int i = take_chain_index(in, "segment", 2, r.segment_count());
  const int parent = take_chain_index(in, "segment", 1, std::max(1, i));
  const bool given = !in.at_end();
  const double reach = given ? in.number("distance r") : -1;
  if (!r.first(in, fmt::format("ATTACH {}", i + 1))) return;
  ChainSegment& to = r.chain.segments[i];
  to.attached = true;
  to.parent = parent;
  to.reach = reach;
  to.reach_given = given;
  to.attach_where = r.where;
}

void chain_state(RecordReader& in, SegdynReading& r) {
  const int i = take_chain_index(in, "segment", 1, std::max(1, r.segment_count()));
  const double phi = in.number("angle phi");
  const bool given = !in.at_end();
  const double phid = given ? in.number("rate phid") : 0;
  if (!r.first(in, fmt::format("STATE {}", i + 1)) || i >= r.segment_count()) return;
  ChainSegment& to = r.chain.segments[i];
  to.phi = phi;
  to.phid = phid;
  to.phid_given = given;
  to.state_where = r.where;
}

void chain_base(RecordReader& in, SegdynReading& r) {
  std::array<double, 4> b{};
  b[0] = in.number("x");
  b[1] = in.number("y");
  if (!in.at_end()) b[2] = in.number("xd"), b[3] = in.number("yd");
  if (r.first(in, "BASE")) r.chain.base = b;
}

void chain_time(RecordReader& in, SegdynReading& r) {
  TimeGrid grid;
  grid.where = r.where;
  read_times(in, grid);
  r.has_time = true;
  if (r.first(in, "TIME")) r.tables.time = grid;
}

void chain_end(RecordReader& in, SegdynReading& r) {
  in.finish();
  r.ended = true;
}

std::span<const Keyword<SegdynReading>> chain_keywords() {
  static const std::vector<Keyword<SegdynReading>> all = [] {
    std::vector<Keyword<SegdynReading>> out = {
        {"SEGMENT", "i m l d j", chain_segment},
        {"ATTACH", "i k [r]", chain_attach},
        {"STATE", "i phi [phid]", chain_state},
        {"BASE", "x y [xd yd]", chain_base},
        {"GRAV", "gx gy, or EARTH", as<read_gravity>},
        {"KNOWN",
         "variable [i] value, = expression, or TABLE with \"file\" [column] or rows of t value",
         chain_known},
        {"UNKNOWN", "variable [i]", chain_unknown},
        {"ROW", "k variable [i] coefficient, or k RHS value", chain_row},
        {"FIX", "BASE, TIP [x y] or JOINT k [x y]", chain_fix},
        {"FREE", "BASE [AT t], or TIP, JOINT k, PHI i or PHI i j AT t", chain_free},
        {"LOCK", "PHI i", chain_lock},
        {"EQUAL", "PHI i j", chain_equal},
        {"PROJECT", "ON or OFF", chain_project},
        {"FORWARD", "AT t", chain_forward},
        {"CONTACT",
         "i LINE s h r x y tx ty, i CIRCLE s h r x y R, or i SEGMENT, POLYLINE or POLYGON s h r "
         "x y ..., then PENALTY, RIGID or IMPULSES ...; or CAM k and these",
         chain_contact},
        {"SDA", "i j xi-P-i eta-P-i xi-P-j eta-P-j k l0 c [fa]", chain_spring},
        {"RSDA", "i j k theta0 c [Ta]", chain_spring},
        {"PATH", "places: i xi eta, CIRCLE i xi eta r LEFT or RIGHT, or PULLEY ...", chain_path},
        {"PLBEAM", kBeamFields, chain_beam},
        {"PLBEAMG", kBeamFields, chain_beam},
        {"PLBEAML", kBeamFields, chain_beam},
        {"DRIVE", "HINGE k, PHI i or joint k = expression", chain_drive},
        {"FRICTION", "joint k [OVER joint m] and its numbers", as<read_joint_friction>},
        {"LAW", "SDA n, RSDA n, PATH n, joint n or BODY i k = expression", chain_law},
        {"POINT", "i xi eta", chain_point},
        {"FORCE", "i xi eta fx fy, or i xi eta FX = ... ; FY = ...", chain_force},
        {"EVENT", kEventFields, chain_event},
        shared::limit,
        shared::assemble,
        shared::equilibrium,
        shared::eigen,
        shared::iterstep,
        {"TIME", "T0 TE DT", chain_time},
        shared::integ,
        shared::ode,
        shared::muscle,
        shared::muscle_start,
        shared::static_opt,
        shared::form,
        {"END", "", chain_end},
    };
    for (const KabiosJoint& joint : head_joints())
      out.push_back({joint.word, joint.fields, as<read_joint>});
    for (const KabiosJoint& joint : kabios_joints())
      if (find_joint(Dialect::segdyn, joint.word))
        out.push_back({joint.word, joint.fields, as<read_joint>});
    for (const BodyRecord& row : body_records())
      out.push_back({row.word, row.fields, as<read_body_record>});
    return out;
  }();
  return all;
}

// Counts the SEGMENT lines first, since other lines may refer to segments below them.
void count_segments(SegdynReading& r) {
  int n = 0;
  for (const Record& record : r.deck.records)
    n += upper_case(record.tokens.front().text) == "SEGMENT" ? 1 : 0;
  r.chain.segments.resize(std::min(n, kMostSegments));
  const Record& first = r.deck.records.front();
  RecordReader in(first, std::string(kFirstLine), r.diagnostics, 1);
  in.finish();
  if (n == 0)
    r.diagnostics.error(first.end, "SEGDYN", "the chain has no segments",
                        "expected lines 'SEGMENT i m l d j'");
}

std::string chain_record_name(const SegdynReading& r) {
  if (find_joint(Dialect::segdyn, r.label))
    return fmt::format("{} {}", r.label, r.joint_count(r.label) + 1);
  if (is_body_record(r.label)) return name_with_number(r.label, *r.record);
  return r.label == "FRICTION" ? fmt::format("FRICTION {}", r.frictions + 1) : r.label;
}

void read_chain_line(const Record& record, SegdynReading& r) {
  const auto* keyword = find_keyword(chain_keywords(), upper_case(record.tokens.front().text));
  if (!keyword)
    return fail_unknown_keyword(
        record, segdyn_keywords(),
        {"a SEGDYN deck", Dialect::segdyn, "expected " + names_of(chain_keywords())},
        r.diagnostics);
  r.begin(record, std::string(keyword->name));
  const bool numbered = r.label == "SEGMENT" || r.label == "STATE";
  if (numbered && record.tokens.size() > 1 && record.tokens[1].integral)
    r.label = fmt::format("{} {}", keyword->name, record.tokens[1].value);
  read_fields(*keyword, record, chain_record_name(r), r);
}

// Checks at the end of the deck.
void complete(SegdynReading& r) {
  const SourceLocation last = r.deck.records.back().end;
  if (!r.ended)
    r.diagnostics.error(last, "deck", "END is missing", "expected END as the last line");
  if (!r.has_time && r.tables.job != Job::kinematic)
    r.tables.time = {0, 0, 1, {}};
  else if (!r.has_time)
    r.diagnostics.error(last, "deck", "TIME is missing", "expected 'TIME T0 TE DT'");
  for (int i = 0; i < r.segment_count(); ++i) {
    ChainSegment& s = r.chain.segments[i];
    if (s.where.line > 0 && !r.once.contains(fmt::format("STATE {}", i + 1)))
      r.diagnostics.error(s.where, fmt::format("SEGMENT {}", i + 1), "it has no initial angle",
                          fmt::format("expected a line 'STATE {} phi phid'", i + 1));
    if (s.attached && !s.reach_given) s.reach = r.chain.segments[s.parent].l;
  }
  const auto check_table = [&r](const auto& row) {
    if (row.is.table)
      check_cover(*row.is.table, r.tables.time, row.where, row.label, r.diagnostics);
  };
  for (const ChainKnown& known : r.chain.knowns) check_table(known);
  for (const ChainRow& equation : r.chain.rows)
    for (const ChainRowTerm& term : equation.terms) check_table(term);
  // With joints, expressions and laws may read joints that are not made yet.
  const LawNames known(r.tables);
  if (r.waiting.empty()) check_chain_expressions(r, known);
  check_law_places(r);
  if (r.waiting.empty()) check_chain_laws(r, known);
  check_chain_choice(r);
  check_muscles(known, r.deck.parameters, r.diagnostics);
  check_releases(r);
  if (r.tables.job == Job::modes && chain_has_choice(r.chain))
    r.diagnostics.error(
        r.chain.unknowns.empty() ? last : r.chain.unknowns.front().where, "EIGEN",
        "the vibrations of a chain with a choice of knowns depend on how its unknown "
        "efforts follow them, which no line of the deck says",
        "expected a chain without UNKNOWN, ROW, PROJECT OFF and known accelerations; "
        "LOCK PHI i holds a segment, KNOWN M i = expression is a moment that follows");
  if (r.chain.switches && !r.chain.rows.empty())
    r.diagnostics.error(r.chain.forward_where, "FORWARD", "it cannot be used with ROW lines",
                        "which unknowns belong to those equations is not known");
}

}  // namespace

SegdynReading::SegdynReading(const LexedDeck& lexed, ElementSpecs known, Tables& out,
                             Diagnostics& sink)
    : JointReading(kChainJoints, lexed, known, out, sink), chain(out.chain) {
  take_arm = [this](RecordReader& in, MuscleArm& arm) { chain_muscle_arm(in, *this, arm); };
}

int take_chain_index(RecordReader& in, std::string_view what, int lowest, int highest) {
  return static_cast<int>(in.integer(fmt::format("{} number", what), lowest, highest,
                                     fmt::format("a {}", what))) -
         1;
}

std::vector<KeywordFields> segdyn_keywords() {
  std::vector<KeywordFields> out = {{kFirstLine, ""}};
  for (KeywordFields& row : fields_of(chain_keywords())) out.push_back(std::move(row));
  return out;
}

Tables read_segdyn(const LexedDeck& deck, ElementSpecs specs, Diagnostics& diagnostics) {
  Tables tables;
  SegdynReading r(deck, specs, tables, diagnostics);
  const int before = diagnostics.error_count();
  tables.dialect = Dialect::segdyn;
  tables.vocabulary = kSegdynVocabulary;
  declare_names(deck, tables);
  count_segments(r);
  for (std::size_t k = 1; k < deck.records.size(); ++k) {
    const Record& record = deck.records[k];
    if (r.ended) {
      diagnostics.error(record.where, "deck", "there is more after END", "expected nothing there");
      break;
    }
    if (is_body_record(upper_case(record.tokens.front().text)))
      r.of_bodies.push_back(&record);
    else if (waits_for_nodes(record))
      r.waiting.push_back(&record);
    else
      read_chain_line(record, r);
  }
  complete(r);
  if (diagnostics.error_count() > before) return tables;
  make_chain_tables(specs, tables);
  for (const auto* records : {&r.of_bodies, &r.waiting})
    for (const Record* record : *records) read_chain_line(*record, r);
  finish_chain_joints(r);
  read_events(
      r,
      [&r](RecordReader& in, TargetCount n, std::vector<EventTarget>& targets) {
        chain_event_targets(in, r, n, targets);
      },
      [](const Tables& t, EventRow& row) { turn_chain_actions(t.chain, row); });
  return tables;
}

}  // namespace mbs
