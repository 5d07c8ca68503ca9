// Turns the condition of an EVENT into a function with zeros at the event: a comparison becomes the
// difference of its sides, && becomes min(), || becomes max(), so that the function is as smooth as
// they are.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "plan/observations.h"

namespace mbs {

struct EventFunction {
  std::string text = {};
  bool comparison = false;  // the condition is true where `text` > 0
  AtBound at_bound = AtBound::is_false;
};

// The function of the condition. Empty if one side of && or || is no comparison.
std::optional<EventFunction> event_function(std::string_view condition);
// What is wrong with a condition that has no function.
struct ConditionFault {
  std::string problem, expected;
};
ConditionFault condition_fault(std::string_view condition);

}  // namespace mbs
