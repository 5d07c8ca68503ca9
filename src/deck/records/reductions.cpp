#include "deck/records/reductions.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "deck/records/observation_records.h"
#include "deck/tables/tables.h"
#include "text/capital_names.h"
#include "text/expression_syntax.h"
#include "text/parameters.h"

namespace mbs {

namespace {

constexpr std::pair<std::string_view, Reduction> kReductions[] = {
    {"MIN", Reduction::minimum}, {"MAX", Reduction::maximum}, {"PP", Reduction::peak_to_peak},
    {"AVG", Reduction::average}, {"RMS", Reduction::rms},     {"INTEG", Reduction::integral},
    {"FIRST", Reduction::first}, {"LAST", Reduction::last},
};

constexpr std::string_view kDeviation =
    "the standard deviation is sqrt(max(0, r^2 - a^2)) with MEASURE r = RMS x and MEASURE a = AVG "
    "x "
    "above it";
constexpr std::string_view kVariance =
    "the variance is r^2 - a^2 with MEASURE r = RMS x and MEASURE a = AVG x above it";

// Words of other programs, and what is written in their place here.
constexpr std::pair<std::string_view, std::string_view> kOtherWords[] = {
    {"MEAN", "did you mean 'AVG'?"},
    {"AVERAGE", "did you mean 'AVG'?"},
    {"AVE", "did you mean 'AVG'?"},
    {"MAXIMUM", "did you mean 'MAX'?"},
    {"LARGEST", "did you mean 'MAX'?"},
    {"HIGHEST", "did you mean 'MAX'?"},
    {"PEAK", "did you mean 'MAX', or 'MAX ABS' of both signs?"},
    {"MAXABS", "did you mean 'MAX ABS'?"},
    {"ABSMAX", "did you mean 'MAX ABS'?"},
    {"MINIMUM", "did you mean 'MIN'?"},
    {"LEAST", "did you mean 'MIN'?"},
    {"SMALLEST", "did you mean 'MIN'?"},
    {"LOWEST", "did you mean 'MIN'?"},
    {"RANGE", "did you mean 'PP', the largest value less the least?"},
    {"SPAN", "did you mean 'PP', the largest value less the least?"},
    {"P2P", "did you mean 'PP'?"},
    {"PTP", "did you mean 'PP'?"},
    {"PK2PK", "did you mean 'PP'?"},
    {"PEAKTOPEAK", "did you mean 'PP'?"},
    {"STROKE", "did you mean 'PP', the largest value less the least?"},
    {"AMPLITUDE", "did you mean 'PP', which is twice an amplitude?"},
    {"INTEGRAL", "did you mean 'INTEG'?"},
    {"INTEGRATE", "did you mean 'INTEG'?"},
    {"INT", "did you mean 'INTEG'?"},
    {"START", "did you mean 'FIRST'?"},
    {"INITIAL", "did you mean 'FIRST'?"},
    {"BEGIN", "did you mean 'FIRST'?"},
    {"END", "did you mean 'LAST'?"},
    {"FINAL", "did you mean 'LAST'?"},
    {"STD", kDeviation},
    {"STDEV", kDeviation},
    {"STDDEV", kDeviation},
    {"SD", kDeviation},
    {"SIGMA", kDeviation},
    {"VAR", kVariance},
    {"VARIANCE", kVariance},
};

// Whether the word is a reduction, or one of another program and no function here.
bool is_like_reduction(std::string_view word) {
  const std::string upper = upper_case(word);
  return find_reduction(upper) ||
         (!find_builtin(lower_case(word)) &&
          std::any_of(std::begin(kOtherWords), std::end(kOtherWords),
                      [&upper](const auto& other) { return other.first == upper; }));
}

// The number of arguments behind the parenthesis `open`.
int count_arguments(std::string_view text, Piece open) {
  int depth = 0, out = 1;
  for (Piece p = open; p.kind != PieceKind::end; p = next_piece(text, p.at + p.text.size())) {
    depth += (p.kind == PieceKind::open) - (p.kind == PieceKind::close);
    if (depth == 0) break;
    out += depth == 1 && p.kind == PieceKind::comma;
  }
  return out;
}

}  // namespace

std::optional<Reduction> find_reduction(std::string_view upper) {
  for (const auto& [word, reduction] : kReductions)
    if (word == upper) return reduction;
  return {};
}

std::optional<InnerReduction> inner_reduction(std::string_view text, const Tables& tables) {
  for (Piece p = next_piece(text, 0); p.kind != PieceKind::end;) {
    const Piece next = next_piece(text, p.at + p.text.size());
    const bool is_own = p.kind == PieceKind::name && (tables.parameters->find(p.text) ||
                                                      tables.named.contains(name_key(p.text)));
    const bool is_applied = next.kind == PieceKind::name || next.kind == PieceKind::number ||
                            (next.text == "(" && count_arguments(text, next) == 1);
    if (p.kind == PieceKind::name && !is_own && is_applied && is_like_reduction(p.text))
      return InnerReduction{p.at, p.text};
    p = next;
  }
  return {};
}

std::optional<ReductionFault> part_reduced(Reduction reduction, std::string_view text) {
  if (reduction == Reduction::formula || reduction == Reduction::first ||
      reduction == Reduction::last || !text.starts_with('('))
    return {};
  int depth = 0;
  Piece p = next_piece(text, 0);
  for (; p.kind != PieceKind::end; p = next_piece(text, p.at + p.text.size())) {
    depth += (p.kind == PieceKind::open) - (p.kind == PieceKind::close);
    if (depth == 0) break;
  }
  const std::size_t end = p.at + p.text.size();
  if (p.kind == PieceKind::end || next_piece(text, end).kind == PieceKind::end) return {};
  const std::string_view part = text.substr(0, end);
  return ReductionFault{
      fmt::format("the reduction is of all that follows it, not of '{}' alone", part),
      fmt::format("expected '{0} {1}' with a blank where all is meant; else MEASURE m1 = {0} {1}, "
                  "and m1 in a line below",
                  reduction_word(reduction), part)};
}

std::string_view reduction_word(Reduction reduction) {
  for (const auto& [word, known] : kReductions)
    if (known == reduction) return word;
  return {};
}

std::string meant_reduction(std::string_view upper) {
  for (const auto& [word, advice] : kOtherWords)
    if (word == upper) return std::string(advice);
  std::vector<std::string_view> known;
  for (const auto& [word, reduction] : kReductions) known.push_back(word);
  const std::string_view near = nearest_word(upper, known);
  return near.empty() ? std::string() : fmt::format("did you mean '{}'?", near);
}

}  // namespace mbs
