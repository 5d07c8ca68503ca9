#include "deck/records/stride_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "deck/lines/event_condition.h"
#include "deck/lines/filled_text.h"
#include "deck/lines/writing.h"
#include "deck/records/observation_records.h"
#include "deck/tables/tables.h"
#include "text/characters.h"
#include "text/expression.h"
#include "text/parameters.h"

namespace mbs {

namespace {

constexpr std::string_view kMarkForm =
    "expected: MARK name WHEN condition [RISING|FALLING] [APART s], MARK name AT t, t, ..., or "
    "MARK "
    "name HEEL|TOE \"marker\" PELVIS \"marker\" IN \"file\" ALONG x|y|z [APART s]";
constexpr std::string_view kStrideForm =
    "expected: STRIDE name FROM mark TO mark [OFF mark] [FOOT expression] [OTHER mark [FOOT "
    "expression]] [COLUMNS channel ...]";

constexpr std::string_view kMarkWords[] = {"RISING", "FALLING", "APART"};
constexpr std::string_view kNoWords[] = {""};
constexpr std::string_view kStrideWords[] = {"FROM", "TO", "OFF", "FOOT", "OTHER", "COLUMNS"};

// Takes the name of a MARK or STRIDE line, which must be free. False after an error.
bool take_own_name(ClauseText& text, std::string_view keyword, Tables& tables, std::string& name) {
  const std::size_t at = text.next().at;
  if (!text.take_name("", name)) return false;
  text.set_label(fmt::format("{} {}", keyword, name));
  if (const std::string problem = name_problem(name, tables); !problem.empty())
    return text.fail(at, problem, "choose another name");
  return true;
}

class MarkReader {
 public:
  MarkReader(const Record& record, const LexedDeck& deck, Tables& tables, Diagnostics& diagnostics)
      : record_(record),
        deck_(deck),
        tables_(tables),
        diagnostics_(diagnostics),
        text_(record, "MARK", std::string(kMarkForm), diagnostics) {}

  void read() {
    MarkRow row;
    row.where = record_.where;
    if (!take_own_name(text_, "MARK", tables_, row.name)) return;
    row.label = text_.label();
    const std::string word = text_.word();
    text_.skip();
    const bool sound = word == "WHEN"                    ? when(row) && clauses(row)
                       : word == "AT"                    ? times(row)
                       : word == "HEEL" || word == "TOE" ? heel_toe(row, word == "HEEL")
                                                         : no_form();
    if (!sound) return;
    for (std::size_t k = 1; k < row.times.size();)
      if (row.times[k] - row.times[k - 1] < row.apart)
        row.times.erase(row.times.begin() + static_cast<std::ptrdiff_t>(k));
      else
        ++k;
    tables_.named.insert(lower_case(row.name));
    tables_.marks.push_back(std::move(row));
  }

 private:
  bool no_form() { return text_.fail(0, "WHEN, AT, HEEL or TOE is missing", text_.form()); }

  bool when(MarkRow& row) {
    MeasureRow& when = row.when;
    if (!text_.take_expression(kMarkWords, when.condition, when.condition_at)) return false;
    const auto function = event_function(when.condition);
    if (!function) {
      const ConditionFault fault = condition_fault(when.condition);
      return text_.fail(0, fault.problem, fault.expected);
    }
    when.function = function->text;
    when.comparison = function->comparison;
    when.at_bound = function->at_bound;
    when.passing = when.comparison ? Passing::rising : Passing::both;
    when.reduction = Reduction::time_when;
    when.nth = std::numeric_limits<long long>::max();
    when.name = row.name;
    when.label = row.label;
    when.where = row.where;
    return true;
  }

  // What may follow the condition or the file.
  bool clauses(MarkRow& row) {
    for (std::string word = text_.word(); text_.next().kind != PieceKind::end;
         word = text_.word()) {
      const std::size_t at = text_.next().at;
      if (row.has_condition() && (word == "RISING" || word == "FALLING")) {
        if (row.when.passing_given) return text_.fail(at, "RISING or FALLING is given twice", "");
        row.when.passing_given = true;
        row.when.passing = word == "RISING" ? Passing::rising : Passing::falling;
        text_.skip();
      } else if (word == "APART") {
        text_.skip();
        if (!number(kMarkWords, row.apart)) return false;
        if (!(row.apart >= 0))
          return text_.fail(at, fmt::format("APART is {}", row.apart), "expected 0 or more");
      } else {
        return text_.fail(
            at, fmt::format("'{}' stands where the line should end", printable(text_.next().text)),
            text_.form());
      }
    }
    return true;
  }

  bool number(std::span<const std::string_view> ends, double& out) {
    std::string text;
    SourceLocation at;
    if (!text_.take_expression(ends, text, at)) return false;
    const auto value =
        evaluate_constant(text, at, *tables_.parameters, diagnostics_, text_.label());
    out = value.value_or(0);
    return value.has_value();
  }

  bool times(MarkRow& row) {
    const std::string_view all = text_.take_rest(kNoWords);
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= all.size(); ++i) {
      const char c = i < all.size() ? all[i] : ',';
      depth += (c == '(') - (c == ')');
      if (c != ',' || depth > 0) continue;
      const std::string_view part = trimmed(all.substr(begin, i - begin));
      const SourceLocation at = text_.location(part);
      begin = i + 1;
      if (part.empty()) return text_.fail(0, "a time is missing", "expected: AT t, t, ...");
      const auto t = evaluate_constant(part, text_.location(part), *tables_.parameters,
                                       diagnostics_, text_.label());
      if (!t || !within_run(*t, at)) return false;
      if (!row.times.empty() && !(*t > row.times.back()))
        return fail(at, fmt::format("time {:.9g} does not come after {:.9g}", *t, row.times.back()),
                    "expected increasing times");
      row.times.push_back(*t);
    }
    return true;
  }

  bool fail(SourceLocation at, std::string problem, std::string expected) {
    diagnostics_.error(at, text_.label(), std::move(problem), std::move(expected));
    return false;
  }

  double last_time() const { return tables_.time.at(tables_.time.count() - 1); }

  bool within_run(double t, SourceLocation at) {
    const TimeGrid& grid = tables_.time;
    if (grid.step <= 0 || (t >= grid.start && t <= last_time())) return true;
    return fail(at, fmt::format("time {:.9g} lies outside the run", t),
                fmt::format("expected times from {:.9g} to {:.9g}", grid.start, last_time()));
  }

  bool heel_toe(MarkRow& row, bool heel) {
    HeelToe asked;
    asked.heel = heel;
    if (!marker(asked)) return false;
    if (!text_.take("PELVIS")) return text_.fail_here("PELVIS is missing");
    do {
      if (!marker(asked)) return false;
    } while (text_.next().kind == PieceKind::string);
    if (!text_.take("IN")) return text_.fail_here("IN is missing");
    if (!quoted("file", asked.file)) return false;
    if (!text_.take("ALONG")) return text_.fail_here("ALONG is missing");
    if (text_.next().kind == PieceKind::sign) {
      asked.direction = text_.next().text == "-" ? -1 : 1;
      text_.skip();
    }
    const std::string axis = text_.word();
    if (axis != "X" && axis != "Y" && axis != "Z")
      return text_.fail(text_.next().at, "no axis of the file is here",
                        "expected x, y or z, with + or - if the walk does not go anywhere");
    asked.axis = lower_case(axis)[0];
    text_.skip();
    if (!clauses(row)) return false;
    Record record;
    record.where = row.where;
    record.end = record_.end;
    record.tokens.push_back(record_.tokens.front());
    record.units = record_.units;
    RecordReader in(record, row.label, diagnostics_);
    auto found = find_heel_toe(in, deck_, asked, diagnostics_, row.label);
    if (!found) return false;
    for (const double t : *found)
      if (tables_.time.step <= 0 || (t >= tables_.time.start && t <= last_time()))
        row.times.push_back(t);
    if (row.times.empty())
      return fail(row.where,
                  fmt::format("no {} is found within the run", heel ? "heel strike" : "toe-off"),
                  "look at the markers and at the direction of the walk");
    return true;
  }

  bool marker(HeelToe& asked) { return quoted("marker", asked.markers.emplace_back()); }

  // Takes a text in quotes, parameters filled in.
  bool quoted(std::string_view what, Token& out) {
    std::string text;
    if (!text_.take_quoted(what, text, out.where)) return false;
    out.kind = TokenKind::string;
    Parameters names = *tables_.parameters;
    return fill_parameters(text, out.where, names, diagnostics_, text_.label(), out.text);
  }

  const Record& record_;
  const LexedDeck& deck_;
  Tables& tables_;
  Diagnostics& diagnostics_;
  ClauseText text_;
};

class StrideReader {
 public:
  StrideReader(const Record& record, Tables& tables, Diagnostics& diagnostics)
      : record_(record),
        tables_(tables),
        diagnostics_(diagnostics),
        text_(record, "STRIDE", std::string(kStrideForm), diagnostics) {}

  void read() {
    StrideRow row;
    row.where = record_.where;
    if (!take_own_name(text_, "STRIDE", tables_, row.name)) return;
    row.label = row.columns.label = text_.label();
    row.columns.where = row.where;
    while (text_.next().kind != PieceKind::end)
      if (!clause(row)) return;
    if (row.from.empty() || row.to.empty())
      return void(text_.fail_here(row.from.empty() ? "FROM is missing" : "TO is missing"));
    tables_.named.insert(lower_case(row.name));
    tables_.strides.push_back(std::move(row));
  }

 private:
  bool clause(StrideRow& row) {
    const std::string word = text_.word();
    const std::size_t at = text_.next().at;
    if (word == "FROM") return text_.skip(), once(at, word, row.from) && mark(row.from);
    if (word == "TO") return text_.skip(), once(at, word, row.to) && mark(row.to);
    if (word == "OFF") return text_.skip(), once(at, word, row.off) && mark(row.off);
    if (word == "OTHER") return text_.skip(), once(at, word, row.other) && mark(row.other);
    if (word == "FOOT") {
      text_.skip();
      std::string& foot = row.other.empty() ? row.foot : row.other_foot;
      SourceLocation& where = row.other.empty() ? row.foot_at : row.other_foot_at;
      return once(at, word, foot) && text_.take_expression(kStrideWords, foot, where);
    }
    if (word == "COLUMNS") {
      text_.skip();
      if (!row.columns.columns.empty()) return text_.fail(at, "COLUMNS is given twice", "");
      return columns(row);
    }
    return text_.fail_here(fmt::format("'{}' is no clause of it", printable(text_.next().text)));
  }

  bool once(std::size_t at, std::string_view word, const std::string& given) {
    return given.empty() ||
           text_.fail(at, fmt::format("{} is given twice", word), "expected it once");
  }

  bool mark(std::string& out) { return text_.take_name("a mark", out); }

  bool columns(StrideRow& row) {
    std::string_view rest = text_.take_rest(kStrideWords);
    if (rest.empty()) return text_.fail_here("no column is named");
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find_first_of(" ,\t\n"), rest.size());
      const std::string_view word = rest.substr(0, end);
      const auto column = report_column(word, text_.location(word), text_.label(), diagnostics_);
      if (!column) return false;
      row.columns.columns.push_back(*column);
      rest.remove_prefix(std::min(rest.find_first_not_of(" ,\t\n", end), rest.size()));
    }
    return true;
  }

  const Record& record_;
  Tables& tables_;
  Diagnostics& diagnostics_;
  ClauseText text_;
};

// Whether the text reads an OUT line that reads times of marks, or such times themselves.
bool reads_times(const Tables& tables, const std::string& text) {
  if (!stride_names_in(text, tables).empty()) return true;
  const auto names = expression_names(text);
  return std::any_of(tables.outs.begin(), tables.outs.end(), [&](const OutRow& row) {
    return reads_marks(tables, row) &&
           std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return are_same_name(name, row.name); });
  });
}

}  // namespace

void read_mark(const Record& record, const LexedDeck& deck, Tables& tables,
               Diagnostics& diagnostics) {
  if (record.tokens.size() > 1 && record.tokens[1].faulty) return;
  MarkReader(record, deck, tables, diagnostics).read();
}

void read_stride(const Record& record, Tables& tables, Diagnostics& diagnostics) {
  if (record.tokens.size() > 1 && record.tokens[1].faulty) return;
  StrideReader(record, tables, diagnostics).read();
}

void check_strides(const Tables& tables, Diagnostics& diagnostics) {
  if (tables.marks.empty() && tables.strides.empty()) return;
  const bool timeless = tables.job == Job::equilibrium || tables.job == Job::modes;
  for (const MarkRow& row : tables.marks) {
    if (timeless)
      diagnostics.error(row.where, row.label, "STATIC and EIGEN have no motion to mark",
                        "leave it out, or let the mechanism move");
    if (reads_times(tables, row.when.condition))
      diagnostics.error(row.when.condition_at, row.label,
                        "its condition reads times of marks, which follow from it",
                        "expected channels, t and parameters");
  }
  std::vector<std::string_view> names;
  for (const MarkRow& row : tables.marks) names.push_back(row.name);
  for (const StrideRow& row : tables.strides)
    for (const std::string* name : {&row.from, &row.to, &row.off, &row.other})
      if (!name->empty() && !find_mark(tables, *name)) {
        const std::string_view near = nearest_word(*name, names);
        diagnostics.error(row.where, row.label, fmt::format("no MARK is called '{}'", *name),
                          near.empty() ? "expected the names of MARK lines"
                                       : fmt::format("did you mean '{}'?", near));
      }
  for (const EventRow& row : tables.events) {
    bool reads = reads_times(tables, row.text);
    for (const ActionRow& action : row.actions) reads = reads || reads_times(tables, action.text);
    if (reads)
      diagnostics.error(row.where, row.label,
                        "it reads times of marks, which are known when the run is over",
                        "MARK lines only look at a motion; an EVENT changes it");
  }
  for (const OutRow& row : tables.outs)
    for (const std::string_view name : stride_names_in(row.text, tables))
      if (stride_name(name, tables)->stride)
        diagnostics.error(row.text_at, row.label,
                          fmt::format("'{}' is known when the run is over", printable(name)),
                          "expected channels, t, parameters and times of marks; MEASURE reads it");
}

std::string write_mark(const MarkRow& row, const Parameters& parameters) {
  std::string out = fmt::format("MARK {}", row.name);
  if (!row.has_condition()) {
    std::string_view before = " AT";
    for (const double t : row.times) {
      out += fmt::format("{}{}", before, write_numbers({t}));
      before = ",";
    }
    return out + "\n";
  }
  out += " WHEN " + resolve_parameters(row.when.condition, parameters);
  if (row.when.passing_given) out += row.when.passing == Passing::rising ? " RISING" : " FALLING";
  if (row.apart > 0) out += " APART" + write_numbers({row.apart});
  return out + "\n";
}

std::string write_stride(const StrideRow& row, const Parameters& parameters) {
  std::string out = fmt::format("STRIDE {} FROM {} TO {}", row.name, row.from, row.to);
  if (!row.off.empty()) out += " OFF " + row.off;
  if (!row.foot.empty()) out += " FOOT " + resolve_parameters(row.foot, parameters);
  if (!row.other.empty()) out += " OTHER " + row.other;
  if (!row.other_foot.empty()) out += " FOOT " + resolve_parameters(row.other_foot, parameters);
  if (!row.columns.columns.empty()) out += " COLUMNS";
  for (const ReportRow::Column& column : row.columns.columns)
    out += fmt::format(" {}{}", column.name, column.degrees ? "[deg]" : "");
  return out + "\n";
}

}  // namespace mbs
