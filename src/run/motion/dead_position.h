// Dead positions: a prescribed motion goes beyond what the mechanism can reach. Its velocities grow
// without bound towards a finite time, and the steps shrink with the time that is left. Such a run
// ends with an error that says so.
#pragma once

#include <string>

#include "base/options.h"
#include "model/model.h"
#include "model/phase.h"
#include "model/state.h"

namespace mbs {

class DeadPosition {
 public:
  DeadPosition(const Model& model, const Options& options) : model_(model), options_(options) {}

  // To be called after each accepted step. True now and then while steps are very short: is_near()
  // is to be called then.
  bool is_suspected(double step);

  // Whether prescribed motions leave the mechanism no position shortly after `now`: a thousandth of
  // the longest step later, or `failed_step` later if that is longer.
  bool is_near(const State& now, const Phase& phase, double failed_step = 0);
  // After is_near(): "the motion prescribed to body 2 X ...", and how to mend it.
  std::string problem() const { return problem_; }
  static std::string expected();

 private:
  const Model& model_;
  const Options& options_;
  double longest_ = 0;  // step so far [s]
  int short_steps_ = 0;
  std::string problem_;
};

}  // namespace mbs
