#include "deck/lines/reserved_names.h"

#include <fmt/format.h>

#include "text/capital_names.h"
#include "text/expression.h"

namespace mbs {

std::string reserved_problem(std::string_view name) {
  const std::string lower = lower_case(name);
  for (const NameInfo& info : reserved_names())
    if (info.name == lower)
      return fmt::format("'{}' is reserved: {}, in any letter case", name, info.meaning);
  return fmt::format("'{}' is reserved", name);
}

std::string other_name(std::string_view name) {
  return fmt::format("choose another name, such as {}_1", name);
}

std::string free_name(std::string_view name) {
  const std::string capital = upper_case(name);
  return is_capital_name(capital)
             ? fmt::format("choose another name, such as the capital {}", capital)
             : other_name(name);
}

}  // namespace mbs
