#include "deck/records/observation_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/lines/lexer.h"
#include "deck/lines/reserved_names.h"
#include "deck/lines/tokenizer.h"
#include "deck/records/muscle_records.h"
#include "deck/records/name_records.h"
#include "deck/records/reductions.h"
#include "deck/records/stride_records.h"
#include "deck/records/subject_records.h"
#include "deck/records/sweep_records.h"
#include "deck/tables/tables.h"
#include "plan/static_rows.h"
#include "text/capital_names.h"
#include "text/characters.h"
#include "text/expression.h"
#include "text/expression_syntax.h"

namespace mbs {

namespace {

bool read_out(const Record& record, Tables& tables, Diagnostics& diagnostics) {
  OutRow row;
  row.where = record.where;
  const std::string form = "expected: OUT name = expression";
  std::size_t rest = 0;
  if (!read_named(record, "OUT", form, tables, diagnostics, row.name, rest)) return false;
  row.label = "OUT " + row.name;
  const Token& token = record.tokens[1];
  const std::string_view text = token.text;
  row.text = trimmed(text.substr(rest));
  const std::size_t begin = std::min(text.find_first_not_of(" \t\n", rest), text.size());
  row.text_at = location_of(text, begin, token.where);
  if (row.text.empty())
    return diagnostics.error(row.text_at, row.label, "an expression is missing", form), false;
  if (const auto inner = inner_reduction(row.text, tables))
    return diagnostics.error(location_of(row.text, inner->at, row.text_at), row.label,
                             fmt::format("'{}' is a reduction over time", inner->word),
                             "expected it in front of the expression of a MEASURE line"),
           false;
  tables.named.insert(lower_case(row.name));
  tables.outs.push_back(std::move(row));
  return true;
}

std::string write_out(const OutRow& row, const Parameters& parameters) {
  return fmt::format("OUT {} = {}\n", row.name, resolve_parameters(row.text, parameters));
}

// "t rocker.phi[deg] mu EVERY 5" or "NONE".
class ReportReader {
 public:
  ReportReader(const Record& record, Tables& tables, Diagnostics& diagnostics)
      : record_(record), tables_(tables), diagnostics_(diagnostics) {}

  bool read() {
    ReportRow row;
    row.where = record_.where;
    if (record_.tokens.size() < 2) return fail(std::string_view::npos, "no columns", kForm);
    if (record_.tokens[1].faulty) return false;
    text_ = record_.tokens[1].text;
    for (std::size_t at = next(0); at < text_.size(); at = next(at)) {
      const std::size_t end = std::min(text_.find_first_of(kSeparators, at), text_.size());
      const std::string_view word = text_.substr(at, end - at);
      if (upper_case(word) == "EVERY") return every(end, row) && add(std::move(row), at);
      if (!column(word, at, row)) return false;
      at = end;
    }
    return add(std::move(row), 0);
  }

 private:
  static constexpr std::string_view kSeparators = " ,\t\n";
  static constexpr const char* kForm =
      "expected: REPORT t channel channel[deg] ... [EVERY n], or REPORT NONE";

  bool fail(std::size_t at, std::string problem, std::string expected) {
    const SourceLocation where = at == std::string_view::npos
                                     ? record_.end
                                     : location_of(text_, at, record_.tokens[1].where);
    diagnostics_.error(where, "REPORT", std::move(problem), std::move(expected));
    return false;
  }
  std::size_t next(std::size_t from) const {
    return std::min(text_.find_first_not_of(kSeparators, from), text_.size());
  }

  bool column(std::string_view word, std::size_t at, ReportRow& row) {
    if (row.columns.empty()) place_ = 0, place_where_ = record_.tokens[1].where;
    place_where_ = location_of(text_.substr(place_), at - place_, place_where_);
    place_ = at;
    const auto column = report_column(word, place_where_, "REPORT", diagnostics_);
    if (column) row.columns.push_back(*column);
    return column.has_value();
  }

  bool every(std::size_t from, ReportRow& row) {
    const std::size_t at = next(from);
    if (at == text_.size()) return fail(at, "EVERY has no number", "expected: EVERY n");
    const auto n =
        evaluate_constant(text_.substr(at), location_of(text_, at, record_.tokens[1].where),
                          *tables_.parameters, diagnostics_, "REPORT");
    if (!n) return false;
    if (!(*n >= 1 && *n <= 1e9) || *n != std::floor(*n))
      return fail(at, fmt::format("EVERY is {}", *n), "expected a whole number from 1 on");
    row.every = static_cast<long long>(*n);
    return true;
  }

  bool add(ReportRow row, std::size_t at) {
    if (row.columns.empty()) return fail(at, "no columns", kForm);
    const bool none = row.columns.size() == 1 && upper_case(row.columns[0].name) == "NONE";
    if (none) row.columns.clear();
    const bool clash = !tables_.reports.empty() && (none || tables_.reports[0].columns.empty());
    if (clash) return fail(0, "NONE stands beside another REPORT", "expected one of them");
    tables_.reports.push_back(std::move(row));
    return true;
  }

  const Record& record_;
  Tables& tables_;
  Diagnostics& diagnostics_;
  std::string_view text_;
  std::size_t place_ =
      0;  // the last column, and where it stands: each is found from the one before
  SourceLocation place_where_;
};

bool read_summary(const Record& record, Tables& tables, Diagnostics& diagnostics) {
  if (record.tokens.size() > 1)
    return diagnostics.error(record.tokens[1].where, "SUMMARY", "it takes no fields"), false;
  if (tables.summary) return diagnostics.error(record.where, "SUMMARY", "given twice"), false;
  tables.summary_where = record.where;
  return tables.summary = true;
}

std::string write_report(const ReportRow& row) {
  std::string out = "REPORT";
  if (row.columns.empty()) out += " NONE";
  for (const ReportRow::Column& column : row.columns)
    out += fmt::format(" {}{}", column.name, column.degrees ? "[deg]" : "");
  return out + (row.every > 1 ? fmt::format(" EVERY {}\n", row.every) : "\n");
}

// If the deck has a measure T, the column T of a report is an error: it is not the time.
void refuse_measures_in_reports(const Tables& tables, Diagnostics& diagnostics) {
  for (const ReportRow& row : tables.reports)
    for (const ReportRow::Column& column : row.columns)
      if (is_capital_name(column.name) && tables.parameters->measure(column.name))
        diagnostics.error(
            column.where, "REPORT",
            fmt::format("'{}' is a measure of this deck, which has no value here", column.name),
            fmt::format("expected channels; '{}' is not {}", column.name, lower_case(column.name)));
}

void refuse_at_rest(const Tables& tables, Diagnostics& diagnostics) {
  const bool timeless = tables.job == Job::equilibrium || tables.job == Job::modes;
  const bool has_one_row = timeless && !may_follow_equilibria(tables);
  for (const MeasureRow& row : tables.measures)
    if (has_one_row && needs_time(row))
      diagnostics.error(row.where, row.label, "EIGEN, and STATIC at one report time, have one row",
                        "expected LAST expression, or an expression of measures before it; STATIC "
                        "has a row for each time of TIMES or TIMESTEP");
  for (const EventRow& event : tables.events)
    if (timeless && !is_onset(event))
      diagnostics.error(event.where, event.label, "STATIC and EIGEN know no events",
                        "leave it out, or let the mechanism move");
  const bool travels = tables.job == Job::modes && !tables.method.equilibrium_first;
  for (const MuscleRow& row : tables.muscles)
    if (travels && row.has_onset && row.onset > tables.time.start &&
        row.onset <= tables.time.at(tables.time.count() - 1))
      diagnostics.error(row.where, row.label,
                        "its onset is an event of the motion before EIGEN, which knows none",
                        "expected STIM = expression");
  if (timeless && tables.summary)
    diagnostics.error(tables.summary_where, "SUMMARY", "STATIC and EIGEN have no motion to sum up",
                      "leave it out, or let the mechanism move");
  if (tables.job == Job::modes && !tables.reports.empty())
    diagnostics.error(tables.reports.front().where, "REPORT", "EIGEN has tables of its own",
                      "leave it out");
  if (tables.job == Job::modes && !tables.outs.empty())
    diagnostics.error(tables.outs.front().where, tables.outs.front().label,
                      "EIGEN has no such channels", "leave it out");
}

}  // namespace

namespace {

// Why a name belongs to the language; empty if it does not.
std::string language_problem(std::string_view name, bool of_measure) {
  const bool own = of_measure && (is_capital_name(name) || is_function_and_name(name));
  if (is_reserved(name) && !own) return reserved_problem(name);
  if (is_measure_word(name) && !(of_measure && is_measure_word_and_name(name)))
    return fmt::format("'{}' is reserved: it is a word of MEASURE lines", printable(name));
  return {};
}

}  // namespace

std::string name_problem(std::string_view name, const Tables& tables, bool of_measure) {
  if (std::string problem = language_problem(name, of_measure); !problem.empty()) return problem;
  if (tables.parameters->find(name)) return fmt::format("'{}' is a parameter", printable(name));
  if (tables.named.contains(name_key(name)))
    return fmt::format("'{}' is given twice (upper and lower case are the same)", printable(name));
  return {};
}

bool read_named(const Record& record, std::string_view keyword, const std::string& expected,
                const Tables& tables, Diagnostics& diagnostics, std::string& name,
                std::size_t& rest) {
  if (record.tokens.size() < 2)
    return diagnostics.error(record.end, std::string(keyword), "no name", expected), false;
  const Token& token = record.tokens[1];
  if (token.faulty) return false;
  const std::string_view text = token.text;
  const std::size_t end = std::min(text.find_first_of(" \t\n="), text.size());
  const std::string_view word = text.substr(0, end);
  std::string label(keyword);
  auto fail = [&](std::size_t at, std::string problem, std::string hint) {
    diagnostics.error(location_of(text, at, token.where), label, std::move(problem),
                      std::move(hint));
    return false;
  };
  if (word.empty()) return fail(0, "no name before '='", expected);
  if (!is_name(word))
    return fail(0, fmt::format("'{}' is not a name", printable(word)),
                "expected a letter, then letters, digits and underscores");
  label += " " + printable(word);
  const bool of_measure = keyword == "MEASURE";
  if (std::string problem = language_problem(word, of_measure); !problem.empty())
    return fail(0, std::move(problem), of_measure ? free_name(word) : other_name(word));
  if (std::string problem = name_problem(word, tables, of_measure); !problem.empty())
    return fail(0, std::move(problem), "choose another name");
  const Piece equals = next_piece(text, end);
  if (equals.kind == PieceKind::end || text[equals.at] != '=' || equals.text == "==")
    return fail(equals.at, "'=' is missing", expected);
  name = word;
  rest = equals.at + 1;
  return true;
}

std::optional<ReportRow::Column> report_column(std::string_view word, SourceLocation where,
                                               const std::string& label, Diagnostics& diagnostics) {
  const std::size_t bracket = word.find('[');
  const bool degrees = bracket != word.npos;
  if (degrees && lower_case(word.substr(bracket)) != "[deg]") {
    where.column += static_cast<int>(bracket);
    diagnostics.error(where, label, fmt::format("'{}' is no unit", printable(word.substr(bracket))),
                      "expected [deg] directly behind a channel");
    return {};
  }
  return ReportRow::Column{std::string(word.substr(0, bracket)), degrees, where};
}

void read_observations(const LexedDeck& deck, Tables& tables, Diagnostics& diagnostics) {
  // In a deck with other errors names cannot be checked.
  const bool sound = !diagnostics.has_errors();
  // Rows of declare_names(); those with a kind are names that the dialect itself gives.
  for (const NameRow& row : tables.names)
    if (row.kind.empty()) tables.named.erase(lower_case(row.name));
  std::erase_if(tables.names, [](const NameRow& row) { return row.kind.empty(); });
  read_subject(deck, tables, diagnostics);
  if (sound)
    for (const Record& record : deck.observations)
      if (has_keyword(record, "name")) read_name(record, tables, diagnostics);
  // Lines above them may read times of marks.
  for (const Record& record : deck.observations)
    if (has_keyword(record, "mark")) read_mark(record, deck, tables, diagnostics);
  for (const Record& record : deck.observations)
    if (has_keyword(record, "stride")) read_stride(record, tables, diagnostics);
  for (const Record& record : deck.observations) {
    if (has_keyword(record, "name") || has_keyword(record, "mark") || has_keyword(record, "stride"))
      continue;
    if (has_keyword(record, "out")) {
      read_out(record, tables, diagnostics);
    } else if (has_keyword(record, "report")) {
      ReportReader(record, tables, diagnostics).read();
    } else if (has_keyword(record, "summary")) {
      read_summary(record, tables, diagnostics);
    } else if (has_keyword(record, "sweep")) {
      read_sweep(record, tables, diagnostics);
    } else if (!has_keyword(record, "requires") && !has_keyword(record, "subject")) {
      MeasureRow row;
      if (!read_measure(record, tables, diagnostics, row)) continue;
      tables.named.insert(name_key(row.name));
      tables.measures.push_back(std::move(row));
    }
  }
  check_sweeps(deck, tables, diagnostics);
  check_strides(tables, diagnostics);
  refuse_measures_in_reports(tables, diagnostics);
  refuse_at_rest(tables, diagnostics);
}

std::string write_observations(const Tables& tables) {
  std::string out = write_subject(tables);
  for (const NameRow& row : tables.names)
    if (!row.of_dialect) out += write_name(row);
  for (const OutRow& row : tables.outs)
    if (row.meaning.empty()) out += write_out(row, *tables.parameters);
  for (const MarkRow& row : tables.marks) out += write_mark(row, *tables.parameters);
  for (const StrideRow& row : tables.strides) out += write_stride(row, *tables.parameters);
  for (const MeasureRow& row : tables.measures)
    if (!row.of_subject) out += write_measure(row, *tables.parameters);
  for (const ReportRow& row : tables.reports) out += write_report(row);
  if (tables.summary) out += "SUMMARY\n";
  return out;
}

}  // namespace mbs
