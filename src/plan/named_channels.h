// Channel names from NAME lines: body 4 named "rocker" has "rocker.phi" besides "body4.phi".
#pragma once

#include <string>
#include <string_view>

#include "plan/observations.h"

namespace mbs {

// The name of `channel` with the name of its owner: "body4.phi" becomes "rocker.phi". Empty if the
// channel belongs to another owner.
std::string alias_of(const NameRow& row, std::string_view channel);

// Number of the node or element in the name of a native channel, 3 of "x3_1.power"; 0: none.
int number_in(std::string_view channel);

// The inverse of alias_of(): the channel of `quantity` of the named owner; "phi" of a body of nodes
// 3 and 4 is "x4_1". Empty if there is no such position or velocity.
std::string channel_of(const NameRow& row, std::string_view quantity);

}  // namespace mbs
