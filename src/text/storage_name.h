// Files of columns over time as OpenSim has them.
#pragma once

#include <string_view>

#include "text/names.h"

namespace mbs {

// Whether the name of a file is that of a storage file: it ends in .sto or .mot, in any letters.
inline bool is_storage_name(std::string_view name) {
  constexpr std::size_t kEnding = 4;
  if (name.size() < kEnding) return false;
  const std::string ending = lower_case(name.substr(name.size() - kEnding));
  return ending == ".sto" || ending == ".mot";
}

}  // namespace mbs
