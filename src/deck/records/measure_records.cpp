#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/tolerances.h"
#include "deck/lines/event_condition.h"
#include "deck/lines/writing.h"
#include "deck/records/observation_records.h"
#include "deck/records/reductions.h"
#include "deck/tables/tables.h"
#include "plan/mark_advice.h"
#include "text/capital_names.h"
#include "text/characters.h"
#include "text/expression.h"
#include "text/expression_syntax.h"
#include "text/parameters.h"

namespace mbs {

namespace {

constexpr std::string_view kMeasureForm =
    "expected: MEASURE name = MAX expression [FROM a TO b], name = expression WHEN condition, or "
    "name = expression of parameters and earlier measures";

constexpr std::string_view kReserved[] = {"FROM",    "TO",  "WHEN",     "RISING",
                                          "FALLING", "NTH", "REQUIRED", "TIME"};

constexpr std::string_view kWordsAndNames[] = {"FROM", "TO", "TIME", "FIRST", "LAST"};

constexpr long long kMostTimes = 1'000'000'000;

template <class Words>
bool contains(const Words& words, std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

class MeasureReader {
 public:
  MeasureReader(const Record& record, const Tables& tables, Diagnostics& diagnostics)
      : record_(record),
        tables_(tables),
        diagnostics_(diagnostics),
        text_(record.tokens.size() > 1 ? std::string_view(record.tokens[1].text)
                                       : std::string_view()),
        start_(record.tokens.size() > 1 ? record.tokens[1].where : record.end) {}

  // False after an error.
  bool read(MeasureRow& row) {
    row.where = record_.where;
    if (!read_named(record_, "MEASURE", std::string(kMeasureForm), tables_, diagnostics_, row.name,
                    next_))
      return false;
    row.label = label_ = "MEASURE " + row.name;
    return what(row) && clauses(row) && complete(row);
  }

 private:
  bool fail(std::size_t at, std::string problem, std::string expected) {
    diagnostics_.error(location_of(text_, at, start_), label_, std::move(problem),
                       std::move(expected));
    return false;
  }
  Piece piece(std::size_t from) const { return next_piece(text_, from); }
  std::string word_at(std::size_t from) const {
    const Piece p = piece(from);
    return p.kind == PieceKind::name ? upper_case(p.text) : "";
  }
  static std::size_t past(const Piece& p) { return p.at + p.text.size(); }

  // The end of the expression that begins at `from`: a reserved word or the end of the text. At the
  // place of an operand such a word may be a name of the deck.
  std::size_t expression_end(std::size_t from) const {
    int depth = 0;
    bool operand_next = true;
    Piece p = piece(from);
    for (; p.kind != PieceKind::end; p = piece(past(p))) {
      depth += (p.kind == PieceKind::open) - (p.kind == PieceKind::close);
      if (depth <= 0 && p.kind == PieceKind::name && contains(kReserved, upper_case(p.text)) &&
          !(operand_next && is_own(p.text)))
        return p.at;
      operand_next = p.kind != PieceKind::name && p.kind != PieceKind::number &&
                     p.kind != PieceKind::close && p.kind != PieceKind::string;
    }
    return text_.size();
  }

  // Whether a parameter or a line above has this name.
  bool is_own(std::string_view name) const {
    return tables_.parameters->find(name) || tables_.named.contains(name_key(name));
  }

  // The role of the piece behind a word. joins: the word is a value, because an operator or the end
  // follows. operand: the word is not a value. either: a sign that touches only the next piece.
  enum class Follows { operand, joins, either };
  Follows what_follows(const Piece& word) const {
    const Piece p = piece(past(word));
    const bool clause =
        p.kind == PieceKind::name && contains(kReserved, upper_case(p.text)) && !is_own(p.text);
    if (p.kind == PieceKind::end || p.kind == PieceKind::close || clause) return Follows::joins;
    if (p.text != "+" && p.text != "-")
      return p.kind == PieceKind::binary ? Follows::joins : Follows::operand;
    const bool apart = p.at > past(word);
    const bool touches = past(p) < text_.size() && text_.substr(past(p), 1) != " ";
    return apart && touches ? Follows::either : Follows::joins;
  }

  // Whether a word at the beginning of an expression is a name of the deck and not a word of this
  // grammar. Empty, with an error, if it may be both.
  std::optional<bool> is_value(const Piece& word) {
    if (!is_own(word.text)) return false;
    const Follows follows = what_follows(word);
    if (follows != Follows::either) return follows == Follows::joins;
    fail(word.at, fmt::format("'{}' is a name of this deck and a word of MEASURE lines", word.text),
         fmt::format("expected blanks on both sides of the sign that follows {0}, or parentheses "
                     "behind it: {1} (-x)",
                     word.text, upper_case(word.text)));
    return {};
  }

  // Whether at least two arguments in parentheses follow the word.
  bool is_call(const Piece& word) const {
    Piece p = piece(past(word));
    if (p.text != "(") return false;
    int depth = 0;
    for (; p.kind != PieceKind::end; p = piece(past(p))) {
      depth += (p.kind == PieceKind::open) - (p.kind == PieceKind::close);
      if (depth == 0) return false;
      if (depth == 1 && p.kind == PieceKind::comma) return true;
    }
    return false;
  }

  bool what(MeasureRow& row) {
    Piece first = piece(next_);
    const std::string word = word_at(next_);
    row.reduction = Reduction::formula;
    const bool when = word_at(past(first)) == "WHEN";
    if (word == "TIME" && (when || !is_own(first.text))) {
      row.reduction = Reduction::time_when;
      next_ = past(first);
      return true;
    }
    const auto reduction = find_reduction(word);
    const std::optional<bool> value = reduction ? is_value(first) : false;
    if (!value) return false;
    if (reduction && !*value && !(is_reserved(word) && is_call(first))) {
      row.reduction = *reduction;
      next_ = past(first);
      first = piece(next_);
      if (word_at(next_) == "ABS" && text_.substr(past(first), 1) != "(") {
        row.absolute = true;
        next_ = past(first);
      }
    }
    if (row.reduction == Reduction::formula && !is_own(first.text) && is_applied(first)) {
      const std::string meant = meant_reduction(word);
      const bool is_operator = piece(past(first)).kind == PieceKind::open;
      if (!meant.empty() && (!is_operator || !find_builtin(lower_case(first.text))))
        return fail(first.at, fmt::format("'{}' is no word of MEASURE lines", first.text), meant);
    }
    const std::size_t end = expression_end(next_);
    if (!expression(next_, end, row.text, row.text_at)) return false;
    if (const auto fault = part_reduced(row.reduction, text_.substr(next_, end - next_)))
      return fail(next_, fault->problem, fault->expected);
    next_ = end;
    return true;
  }

  // Whether a value or a parenthesis follows the word, without an operator between them.
  bool is_applied(const Piece& word) const {
    const Piece p = piece(past(word));
    return word.kind == PieceKind::name &&
           (p.kind == PieceKind::number || p.kind == PieceKind::open ||
            (p.kind == PieceKind::name &&
             (is_own(p.text) || !contains(kReserved, upper_case(p.text)))));
  }

  bool expression(std::size_t from, std::size_t end, std::string& text, SourceLocation& at) {
    const std::string_view part = trimmed(text_.substr(from, end - from));
    if (part.empty())
      return fail(std::min(piece(from).at, end), "an expression is missing",
                  std::string(kMeasureForm));
    if (const auto inner = inner_reduction(part, tables_))
      return fail(
          static_cast<std::size_t>(part.data() - text_.data()) + inner->at,
          fmt::format("'{}' stands within an expression", inner->word),
          "a reduction stands in front of the whole expression: expected a MEASURE line for "
          "each reduction, and their names in a line below");
    text = part;
    at = location_of(text_, static_cast<std::size_t>(part.data() - text_.data()), start_);
    return true;
  }

  bool clauses(MeasureRow& row) {
    for (Piece p = piece(next_); p.kind != PieceKind::end; p = piece(next_)) {
      const std::string word = upper_case(p.text);
      next_ = past(p);
      if (word == "FROM" || word == "TO") {
        const bool from = word == "FROM";
        if (!once(p, from ? row.has_from : row.has_to)) return false;
        if (!(from ? instant(p, row.from, row.from_text, row.from_at)
                   : instant(p, row.to, row.to_text, row.to_at)))
          return false;
      } else if (word == "WHEN") {
        if (!row.condition.empty()) return fail(p.at, "WHEN is given twice", "expected it once");
        if (!condition(row)) return false;
      } else if (word == "RISING" || word == "FALLING") {
        if (!once(p, row.passing_given)) return false;
        row.passing = word == "RISING" ? Passing::rising : Passing::falling;
      } else if (word == "NTH") {
        if (!once(p, nth_given_) || !count(p, row.nth)) return false;
      } else if (word == "REQUIRED") {
        if (!once(p, row.required)) return false;
      } else {
        return fail(p.at, fmt::format("'{}' stands where the line should end", printable(p.text)),
                    std::string(kMeasureForm));
      }
    }
    return true;
  }

  bool once(const Piece& p, bool& given) {
    if (given)
      return fail(p.at, fmt::format("{} is given twice", upper_case(p.text)), "expected it once");
    return given = true;
  }

  // Reports an error and returns true if an expression that is needed before the run names a
  // measure. of_time: marks may stand in it.
  bool reads_measure(std::string_view text, SourceLocation at, bool of_time) {
    for (const std::string_view name : expression_names(text)) {
      if (tables_.parameters->find(name) || !tables_.parameters->measure(name)) continue;
      const auto row = std::find_if(
          tables_.measures.begin(), tables_.measures.end(),
          [name](const MeasureRow& above) { return name_key(above.name) == name_key(name); });
      const bool is_instant =
          row != tables_.measures.end() && row->reduction == Reduction::time_when;
      diagnostics_.error(
          location_of(text, static_cast<std::size_t>(name.data() - text.data()), at), label_,
          fmt::format("'{}' is a measure of this deck, which has its value when the run is over",
                      name),
          of_time && is_instant ? in_the_place_of(*row)
          : of_time             ? "expected an expression of parameters and times of marks (MARK)"
                                : "expected an expression of parameters");
      return true;
    }
    return false;
  }

  // A mark whose times are those of the measure, and the one that the measure is.
  std::string in_the_place_of(const MeasureRow& row) const {
    std::string mark = row.name + "_mark";
    while (tables_.named.contains(name_key(mark)) || tables_.parameters->find(mark)) mark += "_";
    return in_place_of_time(row, mark);
  }

  // The value of an expression of parameters.
  std::optional<double> constant() {
    const std::size_t end = expression_end(next_);
    std::string text;
    SourceLocation at;
    if (!expression(next_, end, text, at)) return {};
    next_ = end;
    if (reads_measure(text, at, false)) return {};
    return evaluate_constant(text, at, *tables_.parameters, diagnostics_, label_);
  }

  // An end of the window. An expression that names times of marks has its value when the marks are
  // known.
  bool instant(const Piece& word, double& t, std::string& text, SourceLocation& at) {
    const std::size_t end = expression_end(next_);
    if (!expression(next_, end, text, at)) return false;
    next_ = end;
    if (reads_measure(text, at, true)) return false;
    if (!stride_names_in(text, tables_).empty()) return true;
    const auto value = evaluate_constant(text, at, *tables_.parameters, diagnostics_, label_);
    text.clear();
    if (!value) return false;
    t = *value;
    const TimeGrid& grid = tables_.time;
    if (grid.step <= 0) return true;
    const double last = grid.at(grid.count() - 1), slack = tolerance::reaches * grid.step;
    if (t < grid.start - slack || t > last + slack)
      return fail(word.at, fmt::format("{} {} lies outside the run", upper_case(word.text), t),
                  fmt::format("expected a time from {} to {}", grid.start, last));
    t = std::clamp(t, grid.start, last);
    return true;
  }

  bool count(const Piece& word, long long& n) {
    const auto value = constant();
    if (!value) return false;
    if (!(*value >= 1 && *value <= kMostTimes) || *value != std::floor(*value))
      return fail(word.at, fmt::format("NTH is {}", *value), "expected a whole number from 1 on");
    n = static_cast<long long>(*value);
    return true;
  }

  bool condition(MeasureRow& row) {
    const std::size_t end = expression_end(next_);
    if (!expression(next_, end, row.condition, row.condition_at)) return false;
    const auto function = event_function(row.condition);
    if (!function) {
      ConditionFault fault = condition_fault(row.condition);
      return fail(next_, std::move(fault.problem), std::move(fault.expected));
    }
    next_ = end;
    row.function = function->text;
    row.comparison = function->comparison;
    row.at_bound = function->at_bound;
    return true;
  }

  bool complete(MeasureRow& row) {
    const bool when = !row.condition.empty();
    if (when && row.reduction == Reduction::formula) row.reduction = Reduction::value_when;
    if (when != has_condition(row))
      return fail(
          piece(0).at,
          when ? fmt::format("{} is over time, WHEN at one instant", reduction_word(row.reduction))
               : "TIME needs a condition",
          when ? "expected one of them" : "expected: TIME WHEN condition");
    if (!when && (row.passing_given || nth_given_))
      return fail(piece(0).at, "RISING, FALLING and NTH belong to WHEN", "expected WHEN condition");
    const bool reduces = !when && row.reduction != Reduction::formula;
    if (!reduces && (row.has_from || row.has_to))
      return fail(piece(0).at, "FROM and TO belong to a reduction over time",
                  "expected one of MIN, MAX, PP, AVG, RMS, INTEG, FIRST, LAST before it");
    const bool known = row.from_text.empty() && row.to_text.empty();
    if (row.has_from && row.has_to && known && !(row.from < row.to))
      return fail(piece(0).at, fmt::format("FROM {} TO {} is no time", row.from, row.to),
                  "expected FROM before TO");
    if (when && !row.passing_given) row.passing = row.comparison ? Passing::rising : Passing::both;
    return true;
  }

  const Record& record_;
  const Tables& tables_;
  Diagnostics& diagnostics_;
  std::string_view text_;
  SourceLocation start_;
  std::size_t next_ = 0;
  bool nth_given_ = false;
  std::string label_ = "MEASURE";
};

}  // namespace

std::string write_measure(const MeasureRow& row, const Parameters& parameters) {
  std::string out = fmt::format("MEASURE {} =", row.name);
  if (const std::string_view word = reduction_word(row.reduction); !word.empty())
    out += fmt::format(" {}{}", word, row.absolute ? " ABS" : "");
  if (row.reduction == Reduction::time_when) out += " TIME";
  // The blank behind ABS shows that it is not the function.
  const std::string text = resolve_parameters(row.text, parameters);
  if (!text.empty()) out += " " + text;
  const auto edge = [&](std::string_view word, const std::string& of_marks, double t) {
    out += fmt::format(
        " {}{}", word,
        of_marks.empty() ? write_numbers({t}) : " " + resolve_parameters(of_marks, parameters));
  };
  if (row.has_from) edge("FROM", row.from_text, row.from);
  if (row.has_to) edge("TO", row.to_text, row.to);
  if (has_condition(row)) {
    out += " WHEN " + resolve_parameters(row.condition, parameters);
    if (row.passing_given) out += row.passing == Passing::rising ? " RISING" : " FALLING";
    if (row.nth != 1) out += fmt::format(" NTH {}", row.nth);
  }
  return out + (row.required ? " REQUIRED\n" : "\n");
}

bool read_measure(const Record& record, const Tables& tables, Diagnostics& diagnostics,
                  MeasureRow& row) {
  return MeasureReader(record, tables, diagnostics).read(row);
}

bool is_measure_word(std::string_view word) {
  const std::string upper = upper_case(word);
  return contains(kReserved, upper) || find_reduction(upper).has_value();
}

bool is_measure_word_and_name(std::string_view word) {
  return contains(kWordsAndNames, upper_case(word));
}

}  // namespace mbs
