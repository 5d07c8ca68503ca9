#include "observe/layout.h"

#include "text/units.h"

namespace mbs {

std::string Channel::shown(const UnitSystem& units) const {
  return written.empty() ? units.shown(unit) : written;
}

}  // namespace mbs
