#include "plan/named_channels.h"

#include <fmt/format.h>

#include "base/index.h"
#include "text/names.h"

namespace mbs {

std::string coordinate_part(NodeKind kind, int component, int rate) {
  const NodeType& type = node_type(kind);
  if (rate == 0 && !type.has_rates()) return fmt::format("q{}", component);
  return fmt::format("{}{:d<{}}", lower_case(type.components[at(component)].name), "",
                     type.has_rates() ? rate : rate - 1);
}

std::string effort_part(NodeKind kind, int component, char letter) {
  const NodeType& type = node_type(kind);
  if (type.role == NodeRole::place)
    return fmt::format("{}{}", letter, lower_case(type.components[at(component)].name));
  return type.nv > 1 ? fmt::format("{}m{}", letter, component + 1) : fmt::format("{}m", letter);
}

}  // namespace mbs
