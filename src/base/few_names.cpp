#include "base/few_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace mbs {

namespace {

constexpr std::size_t kMostNames = 5;

}  // namespace

std::string few_names(const std::vector<std::string>& names, std::string_view between) {
  const std::size_t count = std::min(names.size(), kMostNames);
  std::string out;
  for (std::size_t k = 0; k < count; ++k) {
    if (k > 0) out += between;
    out += names[k];
  }
  if (count < names.size()) out += fmt::format(" and {} more", names.size() - count);
  return out;
}

}  // namespace mbs
