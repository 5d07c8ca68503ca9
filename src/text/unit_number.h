// Numbers with a unit directly behind them: -2.5N/mm.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "text/number.h"
#include "text/units.h"

namespace mbs {

struct UnitNumber {
  ParsedNumber number;  // without the unit
  UnitSize of;
};
// Empty if the text is no number or has no unit. A number out of range keeps its status.
std::optional<UnitNumber> parse_unit_number(std::string_view text);
// Whether it is a number such as "60deg"; every number may have this suffix.
bool ends_in_degrees(std::string_view number);
// Whether it is a power of a unit, 1 to 4: EI is N*m^2.
bool is_unit_power(char c);
// Whether it is the name of one unit, in the letter case of the list of units.
bool is_unit_as_written(std::string_view name);

// "20N" if the unit at `at` of the text stands apart from the number before it: 20 N; else empty.
std::string number_before_unit(std::string_view text, std::size_t at, std::string_view unit);

}  // namespace mbs
