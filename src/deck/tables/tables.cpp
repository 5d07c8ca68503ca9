#include "deck/tables/tables.h"

#include <algorithm>

namespace mbs {

const ClassRow* Tables::class_of(Target target, int owner, int component) const {
  const auto it = std::find_if(classes.begin(), classes.end(), [=](const ClassRow& row) {
    return row.target == target && row.owner == owner && row.component == component;
  });
  return it == classes.end() ? nullptr : &*it;
}

}  // namespace mbs
