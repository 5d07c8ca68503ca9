// The number of a FRICTION in the report of a native deck.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "plan/contacts.h"

namespace mbs {

// The element whose number it has: that of its joint. Constant friction beside another friction of
// its joint has the number of its slip.
inline int numbering_element(const std::vector<ContactRow>& frictions, const ContactRow& row) {
  const auto beside = [&row](const ContactRow& other) {
    return other.element == row.element && other.joint.kind != FrictionKind::constant;
  };
  const bool is_second = row.joint.kind == FrictionKind::constant &&
                         std::any_of(frictions.begin(), frictions.end(), beside);
  return is_second ? row.joint.element : row.element;
}

// Its name there, "3"; of one of several slips of a joint with the deformation, "3_2".
inline std::string friction_name(const ContactRow& row, int number, int component) {
  const FrictionKind kind = row.joint.kind;
  if (kind != FrictionKind::cross && !slip_has_direction(kind)) return fmt::to_string(number);
  return fmt::format("{}_{}", number, component + 1);
}

}  // namespace mbs
