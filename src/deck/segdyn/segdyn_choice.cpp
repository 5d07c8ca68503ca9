// KNOWN, UNKNOWN, ROW and the ready-made constraints of a SEGDYN deck.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "deck/lines/table_file.h"
#include "deck/lines/table_style.h"
#include "deck/lines/table_words.h"
#include "deck/names/input_names.h"
#include "deck/records/measured.h"
#include "deck/records/run_records.h"
#include "deck/segdyn/segdyn_reading.h"
#include "deck/tables/tables.h"

namespace mbs {

namespace {

constexpr std::array<std::string_view, 9> kVariables = {"FRX",  "FRY",   "M",   "FEXTX", "FEXTY",
                                                        "MEXT", "PHIDD", "XDD", "YDD"};
constexpr int kMostRows = 1000;

constexpr std::string_view kKnownAngle = "PHI";

std::string variables_expected() { return fmt::format("expected {}", fmt::join(kVariables, ", ")); }

Unit unit_of_variable(ChainVariable variable) {
  constexpr Unit kForce = unit::newton, kMoment = unit::newton * unit::metre,
                 kAcceleration = rate_of(unit::metre, 2);
  constexpr Unit kUnits[] = {
      kForce,        kForce,       kMoment, kForce, kForce, kMoment, rate_of(unit::radian, 2),
      kAcceleration, kAcceleration};
  return kUnits[static_cast<std::size_t>(variable)];
}

// Takes a variable and its index. Returns its text "PHIDD 2", empty after an error.
std::string chain_variable(RecordReader& in, SegdynReading& r, std::string_view name,
                           SourceLocation name_at, ChainVariable& which, int& at_index) {
  if (!in.ok()) return {};
  const auto it = std::find(kVariables.begin(), kVariables.end(), name);
  if (it == kVariables.end()) {
    fail_unknown_word(in, name_at, name, "is no variable of a chain",
                      {kVariables.begin(), kVariables.end()}, variables_expected());
    return {};
  }
  which = static_cast<ChainVariable>(it - kVariables.begin());
  at_index = 0;
  if (which >= ChainVariable::xdd) return std::string(name);
  const bool joint = which <= ChainVariable::m;
  at_index =
      take_chain_index(in, joint ? "joint" : "segment", 1, r.segment_count() + (joint ? 1 : 0));
  return in.ok() ? fmt::format("{} {}", name, at_index + 1) : std::string();
}

void chain_expression(RecordReader& in, SegdynReading& r, ChainQuantity& out,
                      const std::string& label) {
  const Token* token = in.expression();
  if (!token) return;
  out.text = token->text;
  out.text_at = token->where;
  r.expressions.push_back({token, label});
}

// Takes a number, = expression, or TABLE "file" [column]. otherwise: the curve of a table without a
// named curve.
void chain_value(RecordReader& in, SegdynReading& r, ChainQuantity& out, Smoothing otherwise,
                 const std::string& label) {
  const Token* next = in.peek();
  if (next && next->kind == TokenKind::expression) return chain_expression(in, r, out, label);
  if (in.peek_word() != "TABLE") {
    out.value = in.number("value");
    return;
  }
  in.skip();
  static constexpr std::string_view kValue[] = {"value"};
  const SourceLocation where = in.here();
  const TableStyle style = read_table_style(in, otherwise, kValue);
  if (!in.ok()) return;
  out.smoothing = style.curves.front();
  out.names_smoothing = out.smoothing != otherwise;
  const Token* name = in.peek();
  if (!name || name->kind != TokenKind::string) {
    in.set_layout(
        "expected: TABLE \"file\" [column], TABLE \"file\" COLUMNS time value, or TABLE and rows "
        "of "
        "t value");
    out.table = rows_of_deck(in, kValue, style.gaps);
    return check_table_style(in, style, *out.table, where);
  }
  in.skip();
  TableColumns columns{1, 1, style.gaps};
  columns.chosen = read_table_columns(in, kValue);
  refuse_behind_table(in, {});
  columns.exact = columns.chosen.empty() && in.at_end();
  if (columns.chosen.empty() && !in.at_end())
    columns.first = static_cast<int>(in.integer("column", 1, 1000));
  if (!in.ok()) return;
  columns.units = {in.unit_of("value").value_or(unit::unknown)};
  if (columns.units.front() == unit::radian) columns.angles = {"angle"};
  columns.record = in.units();
  out.table = read_table_file(r.deck, *name, columns, r.diagnostics, label);
  if (!out.table) return in.give_up();
  if (out.table->t.size() < 2)
    in.fail(name->where, fmt::format("the table has {} rows", out.table->t.size()),
            "expected at least 2");
  check_table_style(in, style, *out.table, where);
}

bool add_constraint(RecordReader& in, SegdynReading& r, ChainConstraint made) {
  made.where = r.where;
  if (!r.first(in, made.label)) return false;
  r.chain.constraints.push_back(std::move(made));
  return true;
}

bool take_phi(RecordReader& in) {
  const SourceLocation what_at = in.here();
  const std::string what = in.word("variable", "expected PHI");
  if (in.ok() && what != "PHI")
    in.fail(what_at, fmt::format("'{}' is no angle", what), "expected PHI");
  return in.ok();
}

// KNOWN PHI i: the angle of a segment over time.
void chain_known_angle(RecordReader& in, SegdynReading& r) {
  in.skip();
  ChainKnown known;
  known.variable = ChainVariable::phi;
  known.index = take_chain_index(in, "segment", 1, r.segment_count());
  if (!in.ok()) return;
  const std::string name = fmt::format("{} {}", kKnownAngle, known.index + 1);
  known.label = "KNOWN " + name;
  known.where = r.where;
  in.say_unit("value", unit::radian);
  const Token* next = in.peek();
  if (next && next->kind == TokenKind::expression) {
    if (!in.expression(known.is.text, known.is.text_at)) return;
    check_motion(known.is.text, known.is.text_at, r.tables, r.deck.parameters, r.diagnostics,
                 known.label);
  } else {
    chain_value(in, r, known.is, Smoothing::quintic, known.label);
  }
  const std::string acceleration = fmt::format("PHIDD {}", known.index + 1);
  if (r.first(in, "LOCK " + name, name) && r.once(in, r.where, acceleration, acceleration))
    r.chain.knowns.push_back(std::move(known));
}

}  // namespace

void chain_known(RecordReader& in, SegdynReading& r) {
  if (in.peek_word() == kKnownAngle) return chain_known_angle(in, r);
  const SourceLocation name_at = in.here();
  ChainKnown known;
  const std::string name = chain_variable(in, r, in.word("variable", variables_expected()), name_at,
                                          known.variable, known.index);
  if (name.empty()) return;
  known.label = "KNOWN " + name;
  known.where = r.where;
  in.say_unit("value", unit_of_variable(known.variable));
  chain_value(in, r, known.is,
              known.variable >= ChainVariable::phidd ? Smoothing::interpolated : Smoothing::linear,
              known.label);
  if (r.first(in, name)) r.chain.knowns.push_back(std::move(known));
}

void chain_unknown(RecordReader& in, SegdynReading& r) {
  const SourceLocation name_at = in.here();
  ChainUnknown unknown;
  const std::string name = chain_variable(in, r, in.word("variable", variables_expected()), name_at,
                                          unknown.variable, unknown.index);
  if (name.empty()) return;
  unknown.label = "UNKNOWN " + name;
  unknown.where = r.where;
  if (r.first(in, name)) r.chain.unknowns.push_back(std::move(unknown));
}

// ROW k variable [i] coefficient: one term per line; ROW k RHS value.
void chain_row(RecordReader& in, SegdynReading& r) {
  const int number = take_chain_index(in, "row", 1, kMostRows) + 1;
  const SourceLocation name_at = in.here();
  const std::string name = in.word("variable", variables_expected() + " or RHS");
  ChainRowTerm term;
  term.right_side = name == "RHS";
  const std::string which =
      term.right_side ? name : chain_variable(in, r, name, name_at, term.variable, term.index);
  if (which.empty()) return;
  term.label = fmt::format("ROW {} {}", number, which);
  term.where = r.where;
  in.say_unit("value", unit::unknown);  // the user chooses the unit of each row
  chain_value(in, r, term.is, Smoothing::interpolated, term.label);
  if (!r.first(in, term.label)) return;
  const auto place = std::find_if(r.chain.rows.begin(), r.chain.rows.end(),
                                  [&](const ChainRow& row) { return row.number >= number; });
  const bool is_new = place == r.chain.rows.end() || place->number != number;
  ChainRow& to = is_new ? *r.chain.rows.insert(place, ChainRow{number, {}}) : *place;
  to.terms.push_back(std::move(term));
}

// Called at the end, since expressions may name contacts below them in the deck.
void check_chain_expressions(SegdynReading& r, const LawNames& known) {
  const LawPlace place{Target::coordinate, 0, 0, true};
  for (const auto& [token, label] : r.expressions)
    check_inputs(token->text, token->where, known, place, r.deck.parameters, r.diagnostics, label);
  for (const OdeRow& row : r.tables.odes)
    check_inputs(row.text, row.text_at, known, place, r.deck.parameters, r.diagnostics, row.label);
}

void chain_fix(RecordReader& in, SegdynReading& r) {
  const std::string what = take_word(in, "point", {"BASE", "TIP", "JOINT"}, "cannot be fixed",
                                     "expected BASE, TIP or JOINT k");
  if (!in.ok()) return;
  if (what == "BASE") return void(r.first(in, "BASE fixed or free"));
  ChainConstraint made;
  made.first =
      what == "TIP" ? r.segment_count() : take_chain_index(in, "joint", 2, r.segment_count() + 1);
  made.label =
      made.first == r.segment_count() ? "FIX TIP" : fmt::format("FIX JOINT {}", made.first + 1);
  if (!in.at_end()) made.placed = true, made.x = in.number("x"), made.y = in.number("y");
  add_constraint(in, r, std::move(made));
}

// FREE BASE without a time frees the base from the start; FREE with a time releases a constraint
// then.
void chain_free(RecordReader& in, SegdynReading& r) {
  const std::string what =
      take_word(in, "constraint", {"BASE", "TIP", "JOINT", "PHI"}, "cannot be freed",
                "expected BASE, TIP, JOINT k, PHI i or PHI i j");
  if (!in.ok()) return;
  if (what == "BASE" && in.at_end()) {
    if (r.first(in, "BASE fixed or free")) r.chain.free_base = true;
    return;
  }
  ChainRelease release;
  release.where = r.where;
  std::string held = "FIX TIP";
  if (what == "BASE") {
    held = "BASE";
  } else if (what == "JOINT") {
    const int k = take_chain_index(in, "joint", 2, r.segment_count() + 1);
    if (k < r.segment_count()) held = fmt::format("FIX JOINT {}", k + 1);
  } else if (what == "PHI") {
    const int i = take_chain_index(in, "segment", 1, r.segment_count()) + 1;
    const bool two = in.peek_word() != "AT";
    held = fmt::format("LOCK PHI {}", i);
    if (two)
      held = fmt::format("EQUAL PHI {} {}", i,
                         take_chain_index(in, "segment", 1, r.segment_count()) + 1);
  }
  read_moment(in, release.t);
  if (!in.ok()) return;
  release.label = "FREE " + held.substr(held == "BASE" ? 0 : held.find(' ') + 1);
  if (r.first(in, release.label + " AT")) r.chain.releases.push_back(std::move(release));
}

void chain_lock(RecordReader& in, SegdynReading& r) {
  if (!take_phi(in)) return;
  ChainConstraint made;
  made.kind = ChainConstraint::Kind::lock;
  made.first = take_chain_index(in, "segment", 1, r.segment_count());
  made.label = fmt::format("LOCK PHI {}", made.first + 1);
  add_constraint(in, r, std::move(made));
}

void chain_equal(RecordReader& in, SegdynReading& r) {
  if (!take_phi(in)) return;
  ChainConstraint made;
  made.kind = ChainConstraint::Kind::equal;
  made.first = take_chain_index(in, "segment", 1, r.segment_count());
  const SourceLocation second_at = in.here();
  made.second = take_chain_index(in, "segment", 1, r.segment_count());
  if (in.ok() && made.first == made.second)
    in.fail(second_at, "a segment is made equal to itself", "expected two different segments");
  made.label = fmt::format("EQUAL PHI {} {}", made.first + 1, made.second + 1);
  add_constraint(in, r, std::move(made));
}

void chain_project(RecordReader& in, SegdynReading& r) {
  const SourceLocation at = in.here();
  const std::string word = in.word("switch", "expected ON or OFF");
  if (in.ok() && word != "ON" && word != "OFF")
    in.fail(at, fmt::format("'{}' is neither", word), "expected ON or OFF");
  if (r.first(in, "PROJECT")) r.chain.project = word == "ON";
}

void chain_forward(RecordReader& in, SegdynReading& r) {
  double t = 0;
  read_moment(in, t);
  if (!r.first(in, "FORWARD")) return;
  r.chain.switches = true;
  r.chain.forward_at = t;
  r.chain.forward_where = r.where;
}

// Checks that each release names an existing constraint.
void check_releases(SegdynReading& r) {
  for (ChainRelease& release : r.chain.releases) {
    const std::string what = release.label.substr(5);
    const auto held = std::find_if(
        r.chain.constraints.begin(), r.chain.constraints.end(),
        [&](const ChainConstraint& c) { return c.label.substr(c.label.find(' ') + 1) == what; });
    const bool base = what == "BASE";
    release.constraint = base ? -1 : static_cast<int>(held - r.chain.constraints.begin());
    if (base ? r.chain.free_base : held == r.chain.constraints.end())
      r.diagnostics.error(release.where, release.label, "it is not held",
                          "expected something that FIX, LOCK or EQUAL holds, or a fixed base");
  }
  std::stable_sort(r.chain.releases.begin(), r.chain.releases.end(),
                   [](const ChainRelease& a, const ChainRelease& b) { return a.t < b.t; });
}

}  // namespace mbs
