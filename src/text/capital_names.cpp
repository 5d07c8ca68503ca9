#include "text/capital_names.h"

#include "text/parameters.h"

namespace mbs {

bool is_declared_capital(std::string_view name, const Parameters& parameters) {
  return is_capital_name(name) &&
         (parameters.find(name) || parameters.state(name) || parameters.measure(name));
}

std::string key_in_deck(std::string_view name, const Parameters& parameters) {
  return is_declared_capital(name, parameters) ? std::string(name) : lower_case(name);
}

const Parameter* capital_parameter(std::string_view name, const Parameters& parameters) {
  return is_capital_name(name) ? parameters.find(name) : nullptr;
}

}  // namespace mbs
