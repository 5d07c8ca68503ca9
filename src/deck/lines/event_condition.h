// The condition of an EVENT as a function whose zeros are sought: a comparison turns into the
// difference of its sides, && into min(), || into max(), so that it is as smooth as they are.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mbs {

struct EventFunction {
  std::string text = {};
  bool comparison = false;  // true where its text is positive
  bool equality = false;
};

// Empty where one side of && or || is no comparison.
std::optional<EventFunction> event_function(std::string_view condition);

// Without blanks and line feeds at its ends.
std::string_view trimmed(std::string_view text);

}  // namespace mbs
