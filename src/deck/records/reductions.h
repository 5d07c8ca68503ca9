// The words of reductions over time in MEASURE lines, and words of other programs for them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "plan/observations.h"

namespace mbs {

// The reduction of a word in upper case; empty: it is none.
std::optional<Reduction> find_reduction(std::string_view upper);
// Advice for a word, in upper case, that another program has for a reduction or that is a reduction
// misspelt: "did you mean 'AVG'?". Empty if it is like none.
std::string meant_reduction(std::string_view upper);

}  // namespace mbs
