// The words of reductions over time in MEASURE lines, and words of other programs for them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "plan/observations.h"

namespace mbs {

struct Tables;

// The reduction of a word in upper case; empty: it is none.
std::optional<Reduction> find_reduction(std::string_view upper);
// Advice for a word, in upper case, that another program has for a reduction or that is a reduction
// misspelt: "did you mean 'AVG'?". Empty if it is like none.
std::string meant_reduction(std::string_view upper);

// A reduction within an expression, where it would be read as a function of one number, or as an
// unknown name: its offset, and its word as written. MIN and MAX of several numbers are functions.
struct InnerReduction {
  std::size_t at = 0;
  std::string_view word;
};
std::optional<InnerReduction> inner_reduction(std::string_view text, const Tables& tables);

// MAX(x)*(-1) looks like -1 times the maximum, and is the maximum of -x: the fault of a parenthesis
// right behind the word where more of the expression follows. Empty for FIRST and LAST, which are
// the same in both readings. text: behind the word, which is in capitals.
struct ReductionFault {
  std::string problem, expected;
};
std::optional<ReductionFault> part_reduced(Reduction reduction, std::string_view text);

}  // namespace mbs
