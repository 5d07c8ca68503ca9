// The SEGDYN dialect: keyword lines of a skeletal chain (Casius 2004; docs/chains.md).
#include <fmt/format.h>

#include <algorithm>

#include "deck/muscle_records.h"
#include "deck/name_records.h"
#include "deck/ode_records.h"
#include "deck/run_records.h"
#include "deck/segdyn_reader.h"

namespace mbs {

namespace {

constexpr int kMostSegments = 1000;
constexpr std::string_view kFirstLine = "SEGDYN";
constexpr const char* kBeamFields =
    "i j xi-P-i eta-P-i xi-P-j eta-P-j EA EI [DAMP cA cI] [MASS rho [J]]";

}  // namespace

void SegdynReader::read() {
  const int before = diagnostics_.error_count();
  tables_.dialect = Dialect::segdyn;
  tables_.vocabulary = kSegdynVocabulary;
  declare_names(deck_, tables_);
  count();
  for (std::size_t k = 1; k < deck_.records.size(); ++k) {
    if (ended_) {
      diagnostics_.error(deck_.records[k].where, "deck", "there is more after END",
                         "expected nothing there");
      break;
    }
    const Record& record = deck_.records[k];
    if (waits(record))
      waiting_.push_back(&record);
    else
      line(record);
  }
  complete();
  if (diagnostics_.error_count() > before) return;
  make_chain_tables(specs_, tables_);
  read_joints();
  const auto take = [this](RecordReader& in, TargetCount n, std::vector<EventTarget>& targets) {
    event_targets(in, n, targets);
  };
  read_events(take, [this](EventRow& row) { turn_chain_actions(chain_, row); });
}

// The number of SEGMENT lines: what other lines may refer to, wherever they stand.
void SegdynReader::count() {
  int n = 0;
  for (const Record& record : deck_.records)
    n += upper_case(record.tokens.front().text) == "SEGMENT" ? 1 : 0;
  chain_.segments.resize(std::min(n, kMostSegments));
  const Record& first = deck_.records.front();
  RecordReader in(first, std::string(kFirstLine), diagnostics_, 1);
  in.finish();
  if (n == 0)
    diagnostics_.error(first.end, "SEGDYN", "the chain has no segments",
                       "expected lines 'SEGMENT i m l d j'");
}

void SegdynReader::line(const Record& record) {
  const auto* keyword = find_keyword(keywords(), upper_case(record.tokens.front().text));
  if (!keyword) {
    std::vector<std::string_view> names;
    for (const auto& row : keywords()) names.push_back(row.name);
    return fail_unknown_keyword(
        record, segdyn_keywords(),
        {"a SEGDYN deck", Dialect::segdyn, fmt::format("expected {}", fmt::join(names, ", "))},
        diagnostics_);
  }
  begin(record, std::string(keyword->name));
  const bool numbered = label_ == "SEGMENT" || label_ == "STATE";
  if (numbered && record.tokens.size() > 1 && record.tokens[1].integral)
    label_ = fmt::format("{} {}", keyword->name, record.tokens[1].value);
  RecordReader in(record, record_name(), diagnostics_, 1);
  in.set_layout(keyword_layout(keyword->name, keyword->fields));
  (this->*keyword->parse)(in);
  in.finish();
}

std::string SegdynReader::record_name() const {
  if (find_joint(label_)) return fmt::format("{} {}", label_, joint_count(label_) + 1);
  return label_ == "FRICTION" ? fmt::format("FRICTION {}", friction_count() + 1) : label_;
}

int SegdynReader::index(RecordReader& in, std::string_view what, int lowest, int highest) {
  return static_cast<int>(in.integer(fmt::format("{} number", what), lowest, highest,
                                     fmt::format("a {}", what))) -
         1;
}

void SegdynReader::segment(RecordReader& in) {
  const int i = index(in, "segment", 1, segment_count());
  ChainSegment s;
  s.m = read_not_negative(in, "mass m");
  s.l = read_not_negative(in, "length l");
  s.d = in.number("distance d");
  s.j = read_not_negative(in, "moment of inertia j");
  if (!first(in, fmt::format("SEGMENT {}", i + 1))) return;
  ChainSegment& to = chain_.segments[i];
  to.m = s.m, to.l = s.l, to.d = s.d, to.j = s.j;
  to.where = where_;
}

// The segments a chain of ATTACH lines leads through have lower numbers, so that it ends at the
// base.
void SegdynReader::attach(RecordReader& in) {
  const int i = index(in, "segment", 2, segment_count());
  const int parent = index(in, "segment", 1, std::max(1, i));
  const bool given = !in.at_end();
  const double reach = given ? in.number("distance r") : -1;
  if (!first(in, fmt::format("ATTACH {}", i + 1))) return;
  ChainSegment& to = chain_.segments[i];
  to.attached = true;
  to.parent = parent;
  to.reach = reach;
  to.reach_given = given;
  to.attach_where = where_;
}

void SegdynReader::state(RecordReader& in) {
  const int i = index(in, "segment", 1, std::max(1, segment_count()));
  const double phi = in.number("angle phi");
  const bool given = !in.at_end();
  const double phid = given ? in.number("rate phid") : 0;
  if (!first(in, fmt::format("STATE {}", i + 1)) || i >= segment_count()) return;
  ChainSegment& to = chain_.segments[i];
  to.phi = phi;
  to.phid = phid;
  to.phid_given = given;
  to.state_where = where_;
}

void SegdynReader::base(RecordReader& in) {
  std::array<double, 4> b{};
  b[0] = in.number("x");
  b[1] = in.number("y");
  if (!in.at_end()) b[2] = in.number("xd"), b[3] = in.number("yd");
  if (first(in, "BASE")) chain_.base = b;
}

void SegdynReader::time(RecordReader& in) {
  TimeGrid grid;
  grid.where = where_;
  read_times(in, grid);
  has_time_ = true;
  if (first(in, "TIME")) tables_.time = grid;
}

void SegdynReader::end(RecordReader& in) {
  in.finish();
  ended_ = true;
}

// ---- what can be said only at the end -----------------------------------------------------------

void SegdynReader::complete() {
  const SourceLocation last = deck_.records.back().end;
  if (!ended_) diagnostics_.error(last, "deck", "END is missing", "expected END as the last line");
  if (!has_time_ && tables_.job != Job::kinematic)
    tables_.time = {0, 0, 1, {}};
  else if (!has_time_)
    diagnostics_.error(last, "deck", "TIME is missing", "expected 'TIME T0 TE DT'");
  for (int i = 0; i < segment_count(); ++i) {
    ChainSegment& s = chain_.segments[i];
    if (s.where.line > 0 && !once_.contains(fmt::format("STATE {}", i + 1)))
      diagnostics_.error(s.where, fmt::format("SEGMENT {}", i + 1), "it has no initial angle",
                         fmt::format("expected a line 'STATE {} phi phid'", i + 1));
    if (s.attached && !s.reach_given) s.reach = chain_.segments[s.parent].l;
  }
  for (const ChainKnown& known : chain_.knowns) check_table(known.is, known.label, known.where);
  for (const ChainRow& equation : chain_.rows)
    for (const ChainRowTerm& term : equation.terms) check_table(term.is, term.label, term.where);
  // With joints they may read what is not there yet.
  if (waiting_.empty()) check_expressions();
  check_law_places();
  if (waiting_.empty()) check_laws();
  check_choice();
  check_muscles(tables_, deck_.parameters, diagnostics_);
  check_releases();
  if (tables_.job == Job::modes && chain_has_choice(chain_))
    diagnostics_.error(
        chain_.unknowns.empty() ? last : chain_.unknowns.front().where, "EIGEN",
        "the vibrations of a chain with a choice of knowns depend on how its unknown "
        "efforts follow them, which no line of the deck says",
        "expected a chain without UNKNOWN, ROW, PROJECT OFF and known accelerations; "
        "LOCK PHI i holds a segment, KNOWN M i = expression is a moment that follows");
  if (chain_.switches && !chain_.rows.empty())
    diagnostics_.error(chain_.forward_where, "FORWARD", "it cannot be used with ROW lines",
                       "which unknowns belong to those equations is not known");
}

void SegdynReader::check_table(const ChainQuantity& quantity, const std::string& label,
                               SourceLocation where) {
  if (quantity.table && tables_.time.step > 0 && !covers(*quantity.table, tables_.time))
    diagnostics_.error(where, label, cover_problem(*quantity.table, tables_.time), kCover);
}

std::span<const Keyword<SegdynReader>> SegdynReader::keywords() {
  using R = SegdynReader;
  static const std::vector<Keyword<R>> all = [] {
    std::vector<Keyword<R>> out = {
        {"SEGMENT", "i m l d j", &R::segment},
        {"ATTACH", "i k [r]", &R::attach},
        {"STATE", "i phi [phid]", &R::state},
        {"BASE", "x y [xd yd]", &R::base},
        {"GRAV", "gx gy", &R::gravity},
        {"KNOWN",
         "variable [i] value, = expression, or TABLE with \"file\" [column] or rows of t value",
         &R::known},
        {"UNKNOWN", "variable [i]", &R::unknown},
        {"ROW", "k variable [i] coefficient, or k RHS value", &R::row},
        {"FIX", "BASE, TIP [x y] or JOINT k [x y]", &R::fix},
        {"FREE", "BASE [AT t], or TIP, JOINT k, PHI i or PHI i j AT t", &R::free},
        {"LOCK", "PHI i", &R::lock},
        {"EQUAL", "PHI i j", &R::equal},
        {"PROJECT", "ON or OFF", &R::project},
        {"FORWARD", "AT t", &R::forward},
        {"CONTACT",
         "i LINE s h r x y tx ty, i CIRCLE s h r x y R, or i SEGMENT, POLYLINE or POLYGON s h r "
         "x y ..., then PENALTY, RIGID or IMPULSES ...; or CAM k and these",
         &R::contact},
        {"SDA", "i j xi-P-i eta-P-i xi-P-j eta-P-j k l0 c [fa]", &R::spring},
        {"RSDA", "i j k theta0 c [Ta]", &R::spring},
        {"PATH", "places: i xi eta, CIRCLE i xi eta r LEFT or RIGHT, or PULLEY ...", &R::path},
        {"PLBEAM", kBeamFields, &R::beam},
        {"PLBEAMG", kBeamFields, &R::beam},
        {"PLBEAML", kBeamFields, &R::beam},
        {"DRIVE", "HINGE k, PHI i or joint k = expression", &R::drive},
        {"FRICTION", "joint k [OVER joint m] and its numbers", &R::friction},
        {"LAW", "SDA n, RSDA n, PATH n, joint n or BODY i k = expression", &R::law},
        {"POINT", "i xi eta", &R::point},
        {"FORCE", "i xi eta fx fy, or i xi eta FX = ... ; FY = ...", &R::force},
        {"EVENT", kEventFields, &R::chain_event},
        {"LIMIT", "[TIME s] [STEPS n] [EVENTS n]", &R::limits},
        {"STATIC", "", &R::equilibrium},
        {"EIGEN", "[modes]", &R::modes},
        {"ITERSTEP", "iterations [load steps [tolerance]]", &R::iteration},
        {"TIME", "T0 TE DT", &R::time},
        {"INTEG", "method h, or method [abs rel [hmax]]", &R::integration},
        {"ODE", kOdeFields, &R::ode},
        {"MUSCLE", kMuscleFields, &R::muscle},
        {"MUSCLESTART", kMuscleStartFields, &R::muscle_start},
        {"STATICOPT", kStaticOptFields, &R::static_opt},
        {"FORM", "REDUCED, FULL or AUTO", &R::form},
        {"END", "", &R::end},
    };
    for (const KabiosJoint& joint : head_joints())
      out.push_back({joint.word, joint.fields, &R::joint});
    for (const KabiosJoint& joint : kabios_joints())
      if (mbs::find_joint(Dialect::segdyn, joint.word))
        out.push_back({joint.word, joint.fields, &R::joint});
    return out;
  }();
  return all;
}

std::vector<KeywordFields> segdyn_keywords() {
  std::vector<KeywordFields> out = {{kFirstLine, ""}};
  for (KeywordFields& row : fields_of(SegdynReader::keywords())) out.push_back(std::move(row));
  return out;
}

Tables read_segdyn(const LexedDeck& deck, ElementSpecs specs, Diagnostics& diagnostics) {
  Tables tables;
  Once once(diagnostics);
  SegdynReader(deck, specs, tables, once, diagnostics).read();
  return tables;
}

}  // namespace mbs
