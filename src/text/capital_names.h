// T, E, V and X: a deck may use these capitals for its parameters, states and measures, although t,
// e, v and x have a meaning in laws. Letter case does not matter in any other name.
#pragma once

#include <string>
#include <string_view>

#include "text/names.h"

namespace mbs {

class Parameters;
struct Parameter;

inline bool is_capital_name(std::string_view name) {
  return name == "T" || name == "E" || name == "V" || name == "X";
}

// Key for the search of names that a deck declares.
inline std::string name_key(std::string_view name) {
  return is_capital_name(name) ? std::string(name) : lower_case(name);
}

// Whether the deck declares a parameter, state or measure with this capital name.
bool is_declared_capital(std::string_view name, const Parameters& parameters);

// Key of a name in an expression of the deck: T if the deck declares T, else t.
std::string key_in_deck(std::string_view name, const Parameters& parameters);

// The parameter with this capital name; null if there is none.
const Parameter* capital_parameter(std::string_view name, const Parameters& parameters);

// The one function whose name a parameter or a measure may have: before '(' it is the function.
inline bool is_function_and_name(std::string_view name) { return is_same_name(name, "step"); }

}  // namespace mbs
