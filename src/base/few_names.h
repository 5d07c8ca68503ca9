// Names in a message: as many as one reads, then how many more there are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mbs {

// "a, b, c, d, e and 25 more": the first five.
std::string few_names(const std::vector<std::string>& names, std::string_view between = ", ");

}  // namespace mbs
