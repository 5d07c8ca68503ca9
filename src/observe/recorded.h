// Channels of what was measured: the forces of tables (FORCE, PFORCE) with the place that they act
// at, and the recorded rows of the plan.
#pragma once

#include <array>
#include <vector>

#include "model/model.h"
#include "model/state.h"
#include "observe/layout.h"

namespace mbs {

struct Plan;

class RecordedObserver {
 public:
  RecordedObserver(const Plan& plan, const Model& model);

  // Adds force1.fx .fy .x .y for each measured force, in the order of the deck, then the recorded
  // rows.
  void lay_out(Layout& layout) const;
  void observe(double t, double* out);

 private:
  const Plan& plan_;
  const Model& model_;
  std::vector<std::array<int, 4>> hints_;  // of the measured forces
};

}  // namespace mbs
