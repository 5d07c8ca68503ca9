// T, E, V and X: capitals that a deck may give to parameters, states and measures of its own,
// although t, e, v and x mean something in laws. Every other name is the same in any letter case.
#pragma once

#include <string>
#include <string_view>

#include "text/names.h"
#include "text/parameters.h"

namespace mbs {

inline bool is_capital_name(std::string_view name) {
  return name == "T" || name == "E" || name == "V" || name == "X";
}

// By which names that a deck declares are found.
inline std::string name_key(std::string_view name) {
  return is_capital_name(name) ? std::string(name) : lower_case(name);
}

// Whether the deck has given it to something of its own.
inline bool is_declared_capital(std::string_view name, const Parameters& parameters) {
  return is_capital_name(name) &&
         (parameters.find(name) || parameters.state(name) || parameters.measure(name));
}

// What the name is in an expression of the deck: T where the deck declares it, else t.
inline std::string key_in_deck(std::string_view name, const Parameters& parameters) {
  return is_declared_capital(name, parameters) ? std::string(name) : lower_case(name);
}

// A parameter that the deck has given one of these capitals; null: the name is none.
inline const Parameter* capital_parameter(std::string_view name, const Parameters& parameters) {
  return is_capital_name(name) ? parameters.find(name) : nullptr;
}

// The one function whose name a parameter or a measure may have: before '(' it is the function.
inline bool is_function_and_name(std::string_view name) { return is_same_name(name, "step"); }

}  // namespace mbs
