// Finds muscles that make an explicit method take far more steps than the motion needs. A fibre
// that is hardly active follows its tendon within microseconds (docs/muscles.md, "Which method").
#pragma once

#include "base/diagnostics.h"
#include "model/model.h"
#include "model/state.h"

namespace mbs {

class StiffMuscle {
 public:
  // state: reached by a step of length `step` [s].
  void note(const Model& model, const State& state, double step);
  // Names the stiffest muscle if an explicit method has taken very many steps because of it.
  void warn(const Model& model, std::string_view method, long long steps,
            Diagnostics& diagnostics) const;

 private:
  int muscle_ = -1;  // the fastest muscle that has bounded a step
  double rate_ = 0;  // decay rate of its strain [1/s]
  double at_ = 0;    // time of rate_ [s]
};

}  // namespace mbs
