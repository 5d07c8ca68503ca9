// The channels of what NAME lines name: "rocker.phi" of body 4 beside "body4.phi".
#pragma once

#include <string>
#include <string_view>

#include "plan/observations.h"

namespace mbs {

// The channel `name` of a report under the name that the row gives its owner: "body4.phi" is
// "rocker.phi". Empty for channels of others.
std::string alias_of(const NameRow& row, std::string_view channel);

// The channel that `quantity` of a named owner stands for, the other way round: "phi" of a body of
// nodes 3 and 4 is "x4_1". Empty where positions and velocities have none.
std::string channel_of(const NameRow& row, std::string_view quantity);

}  // namespace mbs
