// T, E, V and X: capitals that a deck may give to parameters of its own, although t, e, v and x
// mean something in laws. Every other name is the same in any letter case.
#pragma once

#include <string>
#include <string_view>

#include "text/parameters.h"

namespace mbs {

inline bool is_capital_name(std::string_view name) {
  return name == "T" || name == "E" || name == "V" || name == "X";
}

// By which parameters are found.
inline std::string parameter_key(std::string_view name) {
  return is_capital_name(name) ? std::string(name) : lower_case(name);
}

// A parameter that the deck has given one of these capitals; null: the name is t, e, v or x.
inline const Parameter* capital_parameter(std::string_view name, const Parameters& parameters) {
  return is_capital_name(name) ? parameters.find(name) : nullptr;
}

}  // namespace mbs
