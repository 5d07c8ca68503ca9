// Names of channels with an owner: "rocker.phi" is phi of "rocker".
#pragma once

#include <string_view>

namespace mbs {

struct OwnedName {
  std::string_view owner;
  std::string_view part;  // behind the first dot; empty where there is none
};

inline OwnedName owned_name(std::string_view name) {
  const std::size_t dot = name.find('.');
  return dot == name.npos ? OwnedName{name, {}}
                          : OwnedName{name.substr(0, dot), name.substr(dot + 1)};
}

}  // namespace mbs
