// The rows of STATIC: one equilibrium, or one for each report time.
#pragma once

#include "plan/plan.h"

namespace mbs {

// Whether STATIC may follow an equilibrium over the report times. A load path has rows of its own,
// and the efforts of a choice of knowns hold the mechanism at the first time.
inline bool may_follow_equilibria(const Plan& plan) {
  return plan.job == Job::equilibrium && plan.time.count() > 1 && !plan.method.follows_path &&
         !plan.choice.present;
}

// Whether one row alone does not give the measure.
inline bool needs_time(const MeasureRow& row) {
  const Reduction r = row.reduction;
  const bool of_one_row = r == Reduction::formula || r == Reduction::first ||
                          r == Reduction::last || r == Reduction::minimum ||
                          r == Reduction::maximum;
  return !of_one_row || row.has_from || row.has_to;
}

}  // namespace mbs
