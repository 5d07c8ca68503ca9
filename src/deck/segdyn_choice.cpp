// KNOWN, UNKNOWN, ROW and the ready-made constraints of a SEGDYN deck.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "deck/gaps.h"
#include "deck/input_names.h"
#include "deck/measured.h"
#include "deck/run_records.h"
#include "deck/segdyn_reader.h"
#include "deck/table_file.h"

namespace mbs {

namespace {

constexpr std::array<std::string_view, 9> kVariables = {"FRX",  "FRY",   "M",   "FEXTX", "FEXTY",
                                                        "MEXT", "PHIDD", "XDD", "YDD"};
constexpr int kMostRows = 1000;

std::string variables_expected() { return fmt::format("expected {}", fmt::join(kVariables, ", ")); }

}  // namespace

std::string SegdynReader::variable(RecordReader& in, std::string_view name, SourceLocation name_at,
                                   ChainVariable& which, int& at_index) {
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
  at_index = index(in, joint ? "joint" : "segment", 1, segment_count() + (joint ? 1 : 0));
  return in.ok() ? fmt::format("{} {}", name, at_index + 1) : std::string();
}

void SegdynReader::known(RecordReader& in) {
  const SourceLocation name_at = in.here();
  ChainKnown known;
  const std::string name =
      variable(in, in.word("variable", variables_expected()), name_at, known.variable, known.index);
  if (name.empty()) return;
  known.label = "KNOWN " + name;
  known.where = where_;
  value(in, known.is, known.label);
  if (first(in, name)) chain_.knowns.push_back(std::move(known));
}

void SegdynReader::unknown(RecordReader& in) {
  const SourceLocation name_at = in.here();
  ChainUnknown unknown;
  const std::string name = variable(in, in.word("variable", variables_expected()), name_at,
                                    unknown.variable, unknown.index);
  if (name.empty()) return;
  unknown.label = "UNKNOWN " + name;
  unknown.where = where_;
  if (first(in, name)) chain_.unknowns.push_back(std::move(unknown));
}

// ROW k variable [i] coefficient, one term a line; ROW k RHS value.
void SegdynReader::row(RecordReader& in) {
  const int number = index(in, "row", 1, kMostRows) + 1;
  const SourceLocation name_at = in.here();
  const std::string name = in.word("variable", variables_expected() + " or RHS");
  ChainRowTerm term;
  term.right_side = name == "RHS";
  const std::string which =
      term.right_side ? name : variable(in, name, name_at, term.variable, term.index);
  if (which.empty()) return;
  term.label = fmt::format("ROW {} {}", number, which);
  term.where = where_;
  value(in, term.is, term.label);
  if (!first(in, term.label)) return;
  const auto place = std::find_if(chain_.rows.begin(), chain_.rows.end(),
                                  [&](const ChainRow& r) { return r.number >= number; });
  const bool is_new = place == chain_.rows.end() || place->number != number;
  ChainRow& to = is_new ? *chain_.rows.insert(place, ChainRow{number, {}}) : *place;
  to.terms.push_back(std::move(term));
}

void SegdynReader::value(RecordReader& in, ChainQuantity& out, const std::string& label) {
  const Token* next = in.peek();
  if (next && next->kind == TokenKind::expression) return expression(in, out, label);
  if (in.peek_word() != "TABLE") {
    out.value = in.number("value");
    return;
  }
  in.skip();
  const Gaps gaps = read_gaps(in);
  if (!in.ok()) return;
  const Token* name = in.peek();
  if (!name || name->kind != TokenKind::string) {
    static constexpr std::string_view kValue[] = {"value"};
    in.set_layout("expected: TABLE \"file\" [column], or TABLE and rows of t value");
    out.table = rows_of_deck(in, kValue, gaps);
    return;
  }
  in.skip();
  const int column = in.at_end() ? 1 : static_cast<int>(in.integer("column", 1, 1000));
  if (!in.ok()) return;
  out.table = read_table_file(deck_, *name, {column, 1, gaps}, diagnostics_, label);
  if (!out.table) return in.give_up();
  if (out.table->t.size() < 2)
    in.fail(name->where, fmt::format("the table has {} rows", out.table->t.size()),
            "expected at least 2");
}

void SegdynReader::expression(RecordReader& in, ChainQuantity& out, const std::string& label) {
  const Token* token = in.expression();
  if (!token) return;
  out.text = token->text;
  out.text_at = token->where;
  expressions_.push_back({token, label});
}

// They may name contacts that stand below them in the deck.
void SegdynReader::check_expressions() {
  const LawPlace place{Target::coordinate, 0, 0, true};
  for (const auto& [token, label] : expressions_)
    check_inputs(token->text, token->where, tables_, place, deck_.parameters, diagnostics_, label);
  for (const OdeRow& row : tables_.odes)
    check_inputs(row.text, row.text_at, tables_, place, deck_.parameters, diagnostics_, row.label);
}

bool SegdynReader::constraint(RecordReader& in, ChainConstraint made) {
  made.where = where_;
  if (!first(in, made.label)) return false;
  chain_.constraints.push_back(std::move(made));
  return true;
}

void SegdynReader::fix(RecordReader& in) {
  const SourceLocation what_at = in.here();
  const std::string all = "expected BASE, TIP or JOINT k";
  const std::string what = in.word("point", all);
  if (!in.ok()) return;
  if (what == "BASE") {
    first(in, "BASE fixed or free");
    return;
  }
  if (what != "TIP" && what != "JOINT")
    return fail_unknown_word(in, what_at, what, "cannot be fixed", {"BASE", "TIP", "JOINT"}, all);
  ChainConstraint made;
  made.first = what == "TIP" ? segment_count() : index(in, "joint", 2, segment_count() + 1);
  made.label =
      made.first == segment_count() ? "FIX TIP" : fmt::format("FIX JOINT {}", made.first + 1);
  if (!in.at_end()) made.placed = true, made.x = in.number("x"), made.y = in.number("y");
  constraint(in, std::move(made));
}

bool SegdynReader::moment(RecordReader& in, double& t) {
  const SourceLocation at = in.here();
  const std::string word = in.word("time", "expected AT t");
  if (in.ok() && word != "AT")
    in.fail(at, fmt::format("'{}' where AT was expected", word), "expected AT t");
  t = in.number("time t");
  return in.ok();
}

// FREE BASE without a time is how the run begins; with a time something is let go then.
void SegdynReader::free(RecordReader& in) {
  const SourceLocation what_at = in.here();
  const std::string all = "expected BASE, TIP, JOINT k, PHI i or PHI i j";
  const std::string what = in.word("constraint", all);
  if (!in.ok()) return;
  if (what == "BASE" && in.at_end()) {
    if (first(in, "BASE fixed or free")) chain_.free_base = true;
    return;
  }
  ChainRelease release;
  release.where = where_;
  std::string held = "FIX TIP";
  if (what == "BASE") {
    held = "BASE";
  } else if (what == "JOINT") {
    const int k = index(in, "joint", 2, segment_count() + 1);
    if (k < segment_count()) held = fmt::format("FIX JOINT {}", k + 1);
  } else if (what == "PHI") {
    const int i = index(in, "segment", 1, segment_count()) + 1;
    const bool two = in.peek_word() != "AT";
    held = fmt::format("LOCK PHI {}", i);
    if (two) held = fmt::format("EQUAL PHI {} {}", i, index(in, "segment", 1, segment_count()) + 1);
  } else if (what != "TIP") {
    return fail_unknown_word(in, what_at, what, "cannot be freed", {"BASE", "TIP", "JOINT", "PHI"},
                             all);
  }
  if (!moment(in, release.t)) return;
  release.label = "FREE " + held.substr(held == "BASE" ? 0 : held.find(' ') + 1);
  if (first(in, release.label + " AT")) chain_.releases.push_back(std::move(release));
}

bool SegdynReader::phi(RecordReader& in) {
  const SourceLocation what_at = in.here();
  const std::string what = in.word("variable", "expected PHI");
  if (in.ok() && what != "PHI")
    in.fail(what_at, fmt::format("'{}' is no angle", what), "expected PHI");
  return in.ok();
}

void SegdynReader::lock(RecordReader& in) {
  if (!phi(in)) return;
  ChainConstraint made;
  made.kind = ChainConstraint::Kind::lock;
  made.first = index(in, "segment", 1, segment_count());
  made.label = fmt::format("LOCK PHI {}", made.first + 1);
  constraint(in, std::move(made));
}

void SegdynReader::equal(RecordReader& in) {
  if (!phi(in)) return;
  ChainConstraint made;
  made.kind = ChainConstraint::Kind::equal;
  made.first = index(in, "segment", 1, segment_count());
  const SourceLocation second_at = in.here();
  made.second = index(in, "segment", 1, segment_count());
  if (in.ok() && made.first == made.second)
    in.fail(second_at, "a segment is made equal to itself", "expected two different segments");
  made.label = fmt::format("EQUAL PHI {} {}", made.first + 1, made.second + 1);
  constraint(in, std::move(made));
}

void SegdynReader::project(RecordReader& in) {
  const SourceLocation at = in.here();
  const std::string word = in.word("switch", "expected ON or OFF");
  if (in.ok() && word != "ON" && word != "OFF")
    in.fail(at, fmt::format("'{}' is neither", word), "expected ON or OFF");
  if (first(in, "PROJECT")) chain_.project = word == "ON";
}

void SegdynReader::forward(RecordReader& in) {
  double t = 0;
  if (!moment(in, t) || !first(in, "FORWARD")) return;
  chain_.switches = true;
  chain_.forward_at = t;
  chain_.forward_where = where_;
}

// A release is of something that is held.
void SegdynReader::check_releases() {
  for (ChainRelease& release : chain_.releases) {
    const std::string what = release.label.substr(5);
    const auto held = std::find_if(
        chain_.constraints.begin(), chain_.constraints.end(),
        [&](const ChainConstraint& c) { return c.label.substr(c.label.find(' ') + 1) == what; });
    const bool base = what == "BASE";
    release.constraint = base ? -1 : static_cast<int>(held - chain_.constraints.begin());
    if (base ? chain_.free_base : held == chain_.constraints.end())
      diagnostics_.error(release.where, release.label, "it is not held",
                         "expected something that FIX, LOCK or EQUAL holds, or a fixed base");
  }
  std::stable_sort(chain_.releases.begin(), chain_.releases.end(),
                   [](const ChainRelease& a, const ChainRelease& b) { return a.t < b.t; });
}

}  // namespace mbs
