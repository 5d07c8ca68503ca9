// The first names of a list for a message, then the number of further names.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mbs {

inline constexpr std::size_t kMostNames = 5;

// "a, b, c, d, e and 25 more". all: the number of all names, if `names` are only the first of them.
std::string few_names(const std::vector<std::string>& names, std::string_view between = ", ",
                      std::size_t all = 0);

}  // namespace mbs
