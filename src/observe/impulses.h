// The impulses that events have given so far, for the CSV: one channel for each coordinate and
// deformation that is held at the start or that an event holds or strikes. The impulse of one
// instant is the difference between the rows around it, with all digits.
#pragma once

#include <vector>

#include "model/model.h"
#include "model/phase.h"
#include "observe/layout.h"

namespace mbs {

struct Plan;

class ImpulseObserver {
 public:
  // Without an action that makes velocities jump there are no channels.
  ImpulseObserver(const Plan& plan, const Model& model, const Phase& phase);

  // Names "r1_2.impulse", "s3_1.impulse", "body2.phi.impulse", "revolute1_2.impulse"; no table.
  void lay_out(Layout& layout) const;
  // R (nx) and L (ne) as in solve/impact/impulse.h: R of supports, drives and stops on each
  // coordinate; L of each deformation, positive when it resists growth.
  void add(const std::vector<double>& R, const std::vector<double>& L);
  void observe(double* out) const;

 private:
  struct Counter {
    Target target;
    std::size_t index;
    std::string name;
    Unit unit;
    double sum = 0;
  };
  std::vector<Counter> counters_;
};

}  // namespace mbs
