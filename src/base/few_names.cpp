#include "base/few_names.h"

#include <fmt/format.h>

#include <algorithm>

namespace mbs {

std::string few_names(const std::vector<std::string>& names, std::string_view between,
                      std::size_t all) {
  const std::size_t count = std::min(names.size(), kMostNames);
  std::string out;
  for (std::size_t k = 0; k < count; ++k) {
    if (k > 0) out += between;
    out += names[k];
  }
  all = std::max(all, names.size());
  if (count < all) out += fmt::format(" and {} more", all - count);
  return out;
}

}  // namespace mbs
