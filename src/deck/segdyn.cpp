// The SEGDYN dialect: keyword lines of a skeletal chain (Casius 2004; docs/chains.md).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "deck/dialects.h"
#include "deck/expression.h"
#include "deck/record_reader.h"
#include "deck/run_records.h"
#include "deck/table_file.h"

namespace mbs {

namespace {

constexpr int kMostSegments = 1000;
constexpr double kMostSteps = 1e9;
constexpr std::array<std::string_view, 6> kVariables = {"FRX",   "FRY",   "M",
                                                        "FEXTX", "FEXTY", "MEXT"};

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class SegdynReader {
 public:
  SegdynReader(const LexedDeck& deck, Diagnostics& diagnostics)
      : deck_(deck), diagnostics_(diagnostics), chain_(tables_.chain) {}

  Tables read(ElementSpecs specs) {
    const int before = diagnostics_.error_count();
    tables_.dialect = Dialect::segdyn;
    count();
    for (std::size_t k = 1; k < deck_.records.size(); ++k) {
      if (ended_) {
        diagnostics_.error(deck_.records[k].where, "deck", "there is more after END",
                           "expected nothing there");
        break;
      }
      line(deck_.records[k]);
    }
    complete();
    if (diagnostics_.error_count() == before) make_chain_tables(specs, tables_);
    return std::move(tables_);
  }

  using Parse = void (SegdynReader::*)(RecordReader&);
  struct Keyword {
    std::string_view name, fields;
    Parse parse;
  };
  static std::span<const Keyword> keywords();

 private:
  int segment_count() const { return static_cast<int>(chain_.segments.size()); }

  // The number of SEGMENT lines: what other lines may refer to, wherever they stand.
  void count() {
    int n = 0;
    for (const Record& record : deck_.records)
      n += upper_case(record.tokens.front().text) == "SEGMENT" ? 1 : 0;
    chain_.segments.resize(at(std::min(n, kMostSegments)));
    const Record& first = deck_.records.front();
    RecordReader in(first, "SEGDYN", diagnostics_, 1);
    in.finish();
    if (n == 0)
      diagnostics_.error(first.end, "SEGDYN", "the chain has no segments",
                         "expected lines 'SEGMENT i m l d j'");
  }

  void line(const Record& record) {
    const Keyword* keyword = require_keyword(keywords(), record, "a SEGDYN deck", diagnostics_);
    if (!keyword) return;
    where_ = record.where;
    label_ = keyword->name;
    const bool numbered = label_ == "SEGMENT" || label_ == "STATE";
    if (numbered && record.tokens.size() > 1 && record.tokens[1].integral)
      label_ = fmt::format("{} {}", keyword->name, record.tokens[1].value);
    RecordReader in(record, label_, diagnostics_, 1);
    in.set_layout(keyword_layout(keyword->name, keyword->fields));
    (this->*keyword->parse)(in);
    in.finish();
  }

  // True if nothing of this name was there before.
  bool once(RecordReader& in, const std::string& key) {
    in.finish();
    if (!in.ok()) return false;
    const auto [it, is_new] = first_.emplace(key, where_);
    if (!is_new)
      in.fail(where_, key == label_ ? "given twice" : fmt::format("{} is given twice", key),
              fmt::format("the first is in {}", line_text(it->second, where_, diagnostics_)));
    return is_new;
  }

  int index(RecordReader& in, std::string_view what, int lowest, int highest) {
    return static_cast<int>(in.integer(fmt::format("{} number", what), lowest, highest,
                                       fmt::format("a {}", what))) -
           1;
  }

  void segment(RecordReader& in) {
    const int i = index(in, "segment", 1, segment_count());
    ChainSegment s;
    s.m = read_not_negative(in, "mass m");
    s.l = read_not_negative(in, "length l");
    s.d = in.number("distance d");
    s.j = read_not_negative(in, "moment of inertia j");
    if (!once(in, fmt::format("SEGMENT {}", i + 1))) return;
    ChainSegment& to = chain_.segments[at(i)];
    to.m = s.m, to.l = s.l, to.d = s.d, to.j = s.j;
    to.where = where_;
  }

  void state(RecordReader& in) {
    const int i = index(in, "segment", 1, std::max(1, segment_count()));
    const double phi = in.number("angle phi");
    const bool given = !in.at_end();
    const double phid = given ? in.number("rate phid") : 0;
    if (!once(in, fmt::format("STATE {}", i + 1)) || i >= segment_count()) return;
    ChainSegment& to = chain_.segments[at(i)];
    to.phi = phi;
    to.phid = phid;
    to.phid_given = given;
    to.state_where = where_;
  }

  void base(RecordReader& in) {
    std::array<double, 4> b{};
    b[0] = in.number("x");
    b[1] = in.number("y");
    if (!in.at_end()) b[2] = in.number("xd"), b[3] = in.number("yd");
    if (once(in, "BASE")) chain_.base = b;
  }

  void gravity(RecordReader& in) {
    const double gx = in.number("gx"), gy = in.number("gy");
    if (once(in, "GRAV")) tables_.forces.gravity = {gx, gy};
  }

  void time(RecordReader& in) {
    TimeGrid grid;
    grid.where = where_;
    grid.start = in.number("T0");
    const SourceLocation end_at = in.here();
    grid.end = in.number("TE");
    const SourceLocation step_at = in.here();
    grid.step = read_positive(in, "DT");
    if (in.ok() && grid.end < grid.start)
      in.fail(end_at, fmt::format("TE = {} lies before T0 = {}", grid.end, grid.start),
              "expected TE at or after T0");
    if (in.ok() && !((grid.end - grid.start) / grid.step <= kMostSteps))
      in.fail(step_at,
              fmt::format("DT = {} asks for more than {} report times", grid.step, kMostSteps),
              "expected a larger DT");
    has_time_ = true;
    if (once(in, "TIME")) tables_.time = grid;
  }

  void integration(RecordReader& in) {
    IntegrationRow row;
    read_integration(in, row);
    row.where = where_;
    if (once(in, "INTEG")) tables_.forces.integration = row;
  }

  void form(RecordReader& in) {
    Form form = Form::automatic;
    read_form(in, form);
    if (once(in, "FORM")) tables_.forces.form = form;
  }

  void known(RecordReader& in) {
    const SourceLocation name_at = in.here();
    const std::string all = fmt::format("expected {}", fmt::join(kVariables, ", "));
    const std::string name = in.word("variable", all);
    if (!in.ok()) return;
    const auto it = std::find(kVariables.begin(), kVariables.end(), name);
    if (it == kVariables.end())
      return fail_unknown_word(in, name_at, name, "cannot be given by KNOWN",
                               {kVariables.begin(), kVariables.end()}, all);
    ChainKnown row;
    row.variable = static_cast<ChainVariable>(it - kVariables.begin());
    const bool joint = row.variable <= ChainVariable::m;
    row.index = index(in, joint ? "joint" : "segment", 1, segment_count() + (joint ? 1 : 0));
    row.label = fmt::format("KNOWN {} {}", name, row.index + 1);
    row.where = where_;
    value(in, row);
    if (!once(in, fmt::format("{} {}", name, row.index + 1))) return;
    chain_.knowns.push_back(std::move(row));
  }

  // A number, = expression, or TABLE "file" [column].
  void value(RecordReader& in, ChainKnown& row) {
    const Token* next = in.peek();
    if (next && next->kind == TokenKind::expression) return expression(in, row);
    if (in.peek_word() != "TABLE") {
      row.value = in.number("value");
      return;
    }
    in.skip();
    const Token* name = in.peek();
    if (!name || name->kind != TokenKind::string)
      return in.fail(in.here(), "the file name is missing", "expected: TABLE \"file\" [column]");
    in.skip();
    const int column = in.at_end() ? 1 : static_cast<int>(in.integer("column", 1, 1000));
    if (!in.ok()) return;
    row.file = name->text;
    row.column = column;
    row.table = read_table_file(deck_, *name, column, diagnostics_, row.label);
    if (!row.table) return in.give_up();
    if (row.table->t.size() < 2)
      in.fail(name->where, fmt::format("the table has {} rows", row.table->t.size()),
              "expected at least 2");
  }

  void expression(RecordReader& in, ChainKnown& row) {
    const Token* token = in.expression();
    if (!token) return;
    std::vector<double> slots(5 + 2 * chain_.segments.size());
    const std::vector<std::string> names = chain_variable_names(chain_.segments.size());
    std::vector<Variable> variables;
    for (std::size_t k = 0; k < names.size(); ++k) variables.push_back({names[k], &slots[k]});
    row.text = token->text;
    row.text_at = token->where;
    if (!Expression::compile(row.text, row.text_at, variables, deck_.parameters, diagnostics_,
                             row.label))
      in.give_up();
  }

  void fix(RecordReader& in) {
    const SourceLocation what_at = in.here();
    const std::string all = "expected BASE, TIP or JOINT k";
    const std::string what = in.word("point", all);
    if (!in.ok()) return;
    if (what == "BASE") {
      once(in, "BASE fixed or free");
      return;
    }
    if (what != "TIP" && what != "JOINT")
      return fail_unknown_word(in, what_at, what, "cannot be fixed", {"BASE", "TIP", "JOINT"}, all);
    ChainConstraint row;
    row.first = what == "TIP" ? segment_count() : index(in, "joint", 2, segment_count() + 1);
    row.label = fmt::format(
        "FIX {}", row.first == segment_count() ? "TIP" : fmt::format("JOINT {}", row.first + 1));
    row.where = where_;
    if (!in.at_end()) row.placed = true, row.x = in.number("x"), row.y = in.number("y");
    if (once(in, row.label)) chain_.constraints.push_back(std::move(row));
  }

  void free(RecordReader& in) {
    const SourceLocation what_at = in.here();
    const std::string what = in.word("point", "expected BASE");
    if (in.ok() && what != "BASE")
      return in.fail(what_at, fmt::format("'{}' cannot be freed", what), "expected BASE");
    if (once(in, "BASE fixed or free")) chain_.free_base = true;
  }

  bool phi(RecordReader& in) {
    const SourceLocation what_at = in.here();
    const std::string what = in.word("variable", "expected PHI");
    if (in.ok() && what != "PHI")
      in.fail(what_at, fmt::format("'{}' is no angle", what), "expected PHI");
    return in.ok();
  }

  void lock(RecordReader& in) {
    if (!phi(in)) return;
    ChainConstraint row;
    row.kind = ChainConstraint::Kind::lock;
    row.first = index(in, "segment", 1, segment_count());
    row.label = fmt::format("LOCK PHI {}", row.first + 1);
    row.where = where_;
    if (once(in, row.label)) chain_.constraints.push_back(std::move(row));
  }

  void equal(RecordReader& in) {
    if (!phi(in)) return;
    ChainConstraint row;
    row.kind = ChainConstraint::Kind::equal;
    row.first = index(in, "segment", 1, segment_count());
    const SourceLocation second_at = in.here();
    row.second = index(in, "segment", 1, segment_count());
    if (in.ok() && row.first == row.second)
      in.fail(second_at, "a segment is made equal to itself", "expected two different segments");
    row.label = fmt::format("EQUAL PHI {} {}", row.first + 1, row.second + 1);
    row.where = where_;
    if (once(in, row.label)) chain_.constraints.push_back(std::move(row));
  }

  void end(RecordReader& in) {
    in.finish();
    ended_ = true;
  }

  // ---- what can be said only at the end ---------------------------------------------------------

  void complete() {
    const SourceLocation last = deck_.records.back().end;
    if (!ended_)
      diagnostics_.error(last, "deck", "END is missing", "expected END as the last line");
    if (!has_time_) diagnostics_.error(last, "deck", "TIME is missing", "expected 'TIME T0 TE DT'");
    for (int i = 0; i < segment_count(); ++i)
      if (chain_.segments[at(i)].where.line > 0 && !first_.contains(fmt::format("STATE {}", i + 1)))
        diagnostics_.error(chain_.segments[at(i)].where, fmt::format("SEGMENT {}", i + 1),
                           "it has no initial angle",
                           fmt::format("expected a line 'STATE {} phi phid'", i + 1));
    for (const ChainKnown& row : chain_.knowns) check(row);
  }

  void check(const ChainKnown& row) {
    const bool force = row.variable <= ChainVariable::fry;
    if (force && (row.index != 0 || !chain_.free_base))
      diagnostics_.error(row.where, row.label, "this joint force follows from the motion",
                         "only FRX 1 and FRY 1 may be known, with FREE BASE");
    if (!row.table || tables_.time.step <= 0) return;
    const TimeGrid& grid = tables_.time;
    const std::vector<double>& t = row.table->t;
    const double end = grid.at(grid.count() - 1), slack = 1e-6 * grid.step;
    if (grid.start >= t.front() - slack && end <= t.back() + slack) return;
    diagnostics_.error(row.where, row.label,
                       fmt::format("the run goes from t = {} to {}, the table from {} to {}",
                                   grid.start, end, t.front(), t.back()),
                       "expected a table that covers the run");
  }

  const LexedDeck& deck_;
  Diagnostics& diagnostics_;
  Tables tables_;
  Chain& chain_;
  std::map<std::string, SourceLocation> first_;
  SourceLocation where_;
  std::string label_;
  bool ended_ = false, has_time_ = false;
};

std::span<const SegdynReader::Keyword> SegdynReader::keywords() {
  using R = SegdynReader;
  static constexpr Keyword kKeywords[] = {
      {"SEGMENT", "i m l d j", &R::segment},
      {"STATE", "i phi [phid]", &R::state},
      {"BASE", "x y [xd yd]", &R::base},
      {"GRAV", "gx gy", &R::gravity},
      {"KNOWN", "variable i value, = expression or TABLE \"file\" [column]", &R::known},
      {"FIX", "BASE, TIP [x y] or JOINT k [x y]", &R::fix},
      {"FREE", "BASE", &R::free},
      {"LOCK", "PHI i", &R::lock},
      {"EQUAL", "PHI i j", &R::equal},
      {"TIME", "T0 TE DT", &R::time},
      {"INTEG", "method h, or method [abs rel [hmax]]", &R::integration},
      {"FORM", "REDUCED, FULL or AUTO", &R::form},
      {"END", "", &R::end},
  };
  return kKeywords;
}

}  // namespace

Tables read_segdyn(const LexedDeck& deck, ElementSpecs specs, Diagnostics& diagnostics) {
  return SegdynReader(deck, diagnostics).read(specs);
}

}  // namespace mbs
