// Whether muscles make an explicit method take far more steps than the motion asks for. A fibre
// that is hardly active follows its tendon within microseconds (docs/muscles.md, "Which method").
#pragma once

#include "base/diagnostics.h"
#include "model/model.h"
#include "model/state.h"

namespace mbs {

class StiffMuscle {
 public:
  // At a state that a step of this length [s] has led to.
  void note(const Model& model, const State& state, double step);
  // Names the stiffest muscle if an explicit method has taken very many steps because of it.
  void warn(const Model& model, std::string_view method, long long steps,
            Diagnostics& diagnostics) const;

 private:
  int muscle_ = -1;  // whose rate has bounded a step
  double rate_ = 0;  // at which its strain decays [1/s]
  double at_ = 0;    // when
};

}  // namespace mbs
