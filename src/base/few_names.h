// Names in a message: as many as one reads, then how many more there are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mbs {

inline constexpr std::size_t kMostNames = 5;

// "a, b, c, d, e and 25 more". all: how many there are, where the names are the first of them.
std::string few_names(const std::vector<std::string>& names, std::string_view between = ", ",
                      std::size_t all = 0);

}  // namespace mbs
