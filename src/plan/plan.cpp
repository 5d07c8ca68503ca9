#include "plan/plan.h"

#include "text/parameters.h"

namespace mbs {

std::shared_ptr<const Parameters> no_parameters() {
  static const auto kNone = std::make_shared<const Parameters>();
  return kNone;
}

const UnitSystem& Plan::units() const { return parameters->units(); }

}  // namespace mbs
