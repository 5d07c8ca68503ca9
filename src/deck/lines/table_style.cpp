#include "deck/lines/table_style.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/index.h"
#include "deck/lines/gaps.h"
#include "deck/lines/table_words.h"
#include "deck/lines/writing.h"
#include "linalg/butterworth.h"
#include "text/names.h"
#include "text/time_table.h"

namespace mbs {

namespace {

struct CurveWord {
  std::string_view word;
  Smoothing way;
};
constexpr CurveWord kThroughRows[] = {{"LINEAR", Smoothing::linear},
                                      {"MONOTONE", Smoothing::monotone},
                                      {"NATURAL", Smoothing::interpolated}};
constexpr CurveWord kNearRows[] = {{"CUBIC", Smoothing::cross_validated},
                                   {"QUINTIC", Smoothing::quintic},
                                   {"CUTOFF", Smoothing::low_pass},
                                   {"SD", Smoothing::known_noise}};
constexpr std::string_view kSmooth = "SMOOTH", kFor = "FOR", kThreshold = "THRESHOLD",
                           kShift = "SHIFT", kResidual = "RESIDUAL";

std::optional<Smoothing> way_of(std::span<const CurveWord> words, std::string_view word) {
  const auto found = std::find_if(words.begin(), words.end(),
                                  [&](const CurveWord& one) { return one.word == word; });
  if (found == words.end()) return {};
  return found->way;
}

bool needs_number(Smoothing way) {
  return way == Smoothing::low_pass || way == Smoothing::known_noise;
}

// Reads the words of one table.
class StyleReader {
 public:
  StyleReader(RecordReader& in, std::span<const std::string_view> fields)
      : in_(in), fields_(fields), named_(fields.size()) {}

  TableStyle read(CurveChoice otherwise);
  // Whether the fields are those of a measured force.
  bool has_force() const {
    return std::find(fields_.begin(), fields_.end(), "fy") != fields_.end();
  }

 private:
  // The curve whose first word comes next.
  std::optional<CurveChoice> curve();
  void number(CurveChoice& choice);
  // The fields behind FOR, which stands `behind` tokens later; all fields without FOR.
  std::vector<std::size_t> group(std::size_t behind) const;
  void fields_of_group(const CurveChoice& choice);
  bool is_number_next(std::string_view word, std::string_view form);
  double threshold();
  bool shift(TableStyle& style);
  std::string list_fields() const { return fmt::format("{}", fmt::join(fields_, ", ")); }

  RecordReader& in_;
  std::span<const std::string_view> fields_;
  std::vector<std::optional<CurveChoice>> named_;
  std::optional<CurveChoice> others_;
  bool shifted_ = false;
};

std::optional<CurveChoice> StyleReader::curve() {
  const std::string word = in_.peek_word();
  if (const auto way = way_of(kThroughRows, word)) {
    in_.skip();
    return CurveChoice(*way);
  }
  if (word != kSmooth) return {};
  in_.skip();
  CurveChoice choice(Smoothing::cross_validated);
  const Token* next = in_.peek();
  const std::string kind = in_.peek_word();
  if (const auto way = way_of(kNearRows, kind)) {
    choice.way = *way;
    in_.skip();
    if (*way == Smoothing::low_pass && in_.peek_word() == kResidual)
      in_.skip();  // the number stays 0
    else if (needs_number(*way))
      number(choice);
  } else if (!kind.empty() && !is_empty_cell(*next) && kind != kFor && kind != "GAPS" &&
             kind != kThreshold && kind != kShift && kind != kSmooth &&
             !way_of(kThroughRows, kind)) {
    fail_unknown_word(in_, in_.here(), kind, "is no way to smooth",
                      {"CUBIC", "QUINTIC", "CUTOFF", "SD"},
                      "expected CUBIC, QUINTIC, CUTOFF f, CUTOFF RESIDUAL or SD s behind SMOOTH");
  }
  return choice;
}

// Reads the number of a curve: a cut-off per unit of time, or a standard deviation in the unit of
// its columns.
void StyleReader::number(CurveChoice& choice) {
  const SourceLocation where = in_.here();
  const bool is_cutoff = choice == Smoothing::low_pass;
  const std::string_view field = is_cutoff ? "cut-off f" : "standard deviation s";
  if (!is_number_next(is_cutoff ? "CUTOFF" : "SD",
                      is_cutoff ? "SMOOTH CUTOFF f, such as SMOOTH CUTOFF 6 for 6 Hz, or SMOOTH "
                                  "CUTOFF RESIDUAL"
                                : "SMOOTH SD s, such as SMOOTH SD 0.4mm"))
    return;
  Unit unit = unit::number / unit::second;
  if (!is_cutoff) {
    const std::vector<std::size_t> columns = group(1);
    const auto unit_of = [&](std::size_t k) {
      return in_.unit_of(fields_[k]).value_or(unit::unknown);
    };
    unit = columns.empty() ? unit::unknown : unit_of(columns.front());
    for (const std::size_t k : columns)
      if (unit_of(k) != unit)
        return in_.fail(where,
                        fmt::format("one standard deviation stands for {} and {}, which have "
                                    "different units",
                                    fields_[columns.front()], fields_[k]),
                        fmt::format("expected SD s FOR {} and SD s FOR {}",
                                    fields_[columns.front()], fields_[k]));
  }
  choice.number = in_.number(field, unit);
  if (in_.ok() && !(choice.number > 0))
    in_.fail(where, fmt::format("{} is {}", field, choice.number), "expected a positive number");
}

std::vector<std::size_t> StyleReader::group(std::size_t behind) const {
  const auto word_at = [&](std::size_t k) {
    const Token* token = in_.peek(k);
    return token && token->kind == TokenKind::word && !token->faulty ? upper_case(token->text)
                                                                     : std::string();
  };
  std::vector<char> wanted(fields_.size(), 0);
  const bool named = word_at(behind) == kFor;
  // Another word ends the names.
  for (std::size_t i = behind + 1; named; ++i) {
    const std::string word = word_at(i);
    const auto field = std::find_if(fields_.begin(), fields_.end(),
                                    [&](std::string_view one) { return are_same_name(one, word); });
    if (field == fields_.end()) break;
    wanted[static_cast<std::size_t>(field - fields_.begin())] = 1;
  }
  std::vector<std::size_t> out;
  for (std::size_t k = 0; k < fields_.size(); ++k)
    if (named ? wanted[k] != 0 : !named_[k]) out.push_back(k);
  return out;
}

void StyleReader::fields_of_group(const CurveChoice& choice) {
  in_.skip();  // FOR
  for (int count = 0;; ++count) {
    const SourceLocation where = in_.here();
    const std::string word = in_.peek_word();
    const auto field = std::find_if(fields_.begin(), fields_.end(),
                                    [&](std::string_view one) { return are_same_name(one, word); });
    if (field == fields_.end()) {
      if (count == 0)
        in_.fail(where,
                 word.empty() ? "no column follows FOR"
                              : fmt::format("'{}' is no column of this table", printable(word)),
                 "expected some of " + list_fields());
      return;
    }
    std::optional<CurveChoice>& own = named_[static_cast<std::size_t>(field - fields_.begin())];
    if (own) return in_.fail(where, fmt::format("{} has two curves", *field), "expected one");
    own = choice;
    in_.skip();
  }
}

// Whether a number comes next, as it must behind the word.
bool StyleReader::is_number_next(std::string_view word, std::string_view form) {
  const Token* const next = in_.peek();
  if (next && (next->kind == TokenKind::number || next->faulty)) return true;
  in_.fail(in_.here(),
           !next || next->kind == TokenKind::string ? fmt::format("no number follows {}", word)
           : next->kind == TokenKind::expression
               ? fmt::format("'=' follows {}", word)
               : fmt::format("'{}' follows {}", printable(next->text), word),
           fmt::format("expected {}", form));
  return false;
}

double StyleReader::threshold() {
  in_.skip();
  const SourceLocation where = in_.here();
  if (!is_number_next("THRESHOLD", "THRESHOLD f, such as THRESHOLD 20 for 20 N")) return 0;
  const double out = in_.number("threshold", unit::newton);
  if (in_.ok() && !(out > 0))
    in_.fail(where, fmt::format("threshold is {}", out), "expected a positive force");
  return out;
}

// Takes SHIFT s; false if another word comes next.
bool StyleReader::shift(TableStyle& style) {
  if (!has_force() || shifted_ || in_.peek_word() != kShift) return false;
  in_.skip();
  style.shift = in_.number("shift s", unit::second);
  return shifted_ = true;
}

TableStyle StyleReader::read(CurveChoice otherwise) {
  TableStyle style;
  for (bool gaps = false; in_.ok();) {
    if (shift(style)) continue;
    if (has_force() && style.threshold == 0 && in_.peek_word() == kThreshold) {
      style.threshold = threshold();
      continue;
    }
    if (!gaps && in_.peek_word() == "GAPS") {
      gaps = true;
      style.gaps = read_gaps(in_);
      continue;
    }
    const SourceLocation where = in_.here();
    const std::optional<CurveChoice> choice = curve();
    if (!choice || !in_.ok()) break;
    if (in_.peek_word() == kFor)
      fields_of_group(*choice);
    else if (others_)
      in_.fail(where, "the table has two curves",
               "expected one, or FOR and the columns behind each: " + list_fields());
    else
      others_ = choice;
  }
  for (const std::optional<CurveChoice>& own : named_)
    style.curves.push_back(own ? *own : others_ ? *others_ : otherwise);
  return style;
}

// "SMOOTH CUTOFF 6"
std::string curve_words(const CurveChoice& curve) {
  for (const CurveWord& one : kThroughRows)
    if (curve == one.way) return std::string(one.word);
  if (curve == Smoothing::cross_validated) return std::string(kSmooth);
  std::string out(kSmooth);
  for (const CurveWord& one : kNearRows)
    if (curve == one.way) out += fmt::format(" {}", one.word);
  if (curve == Smoothing::low_pass && curve.number == 0)
    return fmt::format("{} {}", out, kResidual);
  return needs_number(curve.way) ? out + write_numbers({curve.number}) : out;
}

}  // namespace

TableStyle read_table_style(RecordReader& in, CurveChoice otherwise,
                            std::span<const std::string_view> fields, std::string_view opener) {
  StyleReader reader(in, fields);
  TableStyle out = reader.read(otherwise);
  refuse_before_table(in, {opener, reader.has_force()});
  return out;
}

void check_table_style(RecordReader& in, const TableStyle& style, const TimeTable& table,
                       SourceLocation where) {
  if (!in.ok()) return;
  for (std::size_t k = 0; k < style.curves.size(); ++k) {
    const CurveChoice& curve = style.curves[k];
    if (curve != Smoothing::low_pass) continue;
    const KnownRows known = known_rows(table, static_cast<int>(k));
    if (known.t.size() < 2) continue;
    if (curve.number == 0 && count_of(known.t) < kFewestForResiduals)
      return in.fail(where,
                     fmt::format("{} rows are too few for residual analysis", known.t.size()),
                     fmt::format("expected {} at least, or CUTOFF f", kFewestForResiduals));
    const double rate = 1 / spacing_to_filter(known.t);
    if (!(curve.number < kHighestCutoff * rate))
      return in.fail(where,
                     fmt::format("{:.6g} rows per unit of time are too few for a cut-off of {:.6g}",
                                 rate, curve.number),
                     fmt::format("expected a cut-off below {:.6g}: {} of half their rate",
                                 kHighestCutoff * rate, kCutoffOfBoth));
  }
}

std::string write_table_style(const CurveChoice& curve, const TimeTable& table) {
  return fmt::format(" TABLE {}{}", curve_words(curve), write_gaps(table));
}

std::string write_table_style(std::span<const MotionRow> motions,
                              std::span<const std::string_view> fields) {
  const MotionRow& first = motions.front();
  const auto same = [](const MotionRow& a) {
    return [&a](const MotionRow& b) { return a.smoothing == b.smoothing; };
  };
  if (std::all_of(motions.begin(), motions.end(), same(first)))
    return write_table_style(first.smoothing, *first.table);
  std::string out = " TABLE";
  for (std::size_t k = 0; k < motions.size(); ++k) {
    const auto* const here = motions.data() + k;
    if (std::any_of(motions.data(), here, same(*here))) continue;
    out += fmt::format(" {} FOR", curve_words(here->smoothing));
    for (std::size_t i = k; i < motions.size(); ++i)
      if (motions[i].smoothing == here->smoothing) out += fmt::format(" {}", fields[i]);
  }
  return out + write_gaps(*first.table);
}

}  // namespace mbs
