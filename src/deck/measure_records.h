// MEASURE lines, the same in every dialect: what a run is asked for in one number
// (deck/observation_tables.h has the forms).
//
// The words FROM, TO, WHEN, RISING, FALLING, NTH, REQUIRED and TIME end an expression. A word of
// reduction before one expression is the reduction; MIN and MAX before two or more arguments in
// parentheses are the functions. ABS directly before "(" is the function, else it applies to the
// whole expression. Conditions are those of EVENT (deck/event_condition.h).
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.h"
#include "deck/lexer.h"
#include "deck/tables.h"

namespace mbs {

// All that the deck asks to be observed -> tables.measures. The tables have their parameters and
// times; channels are looked up when the run knows them.
void read_observations(const LexedDeck& deck, Tables& tables, Diagnostics& diagnostics);

// The lines again, parameters resolved. Empty where there are none.
std::string write_observations(const Tables& tables);

// "MAX", "AVG"; empty for what is no reduction over time.
std::string_view reduction_word(Reduction reduction);

}  // namespace mbs
