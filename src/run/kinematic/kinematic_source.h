// The samples of a kinematic motion for its measures.
#pragma once

#include <algorithm>
#include <vector>

#include "observe/out_channels.h"
#include "run/kinematic/kinematic_layout.h"
#include "run/kinematic/motion_states.h"
#include "run/measures/measure_sampler.h"
#include "solve/place/continuation.h"

namespace mbs {

// The mechanism at any time between two report times, found from the previous sample. All its rates
// are known.
class KinematicSource : public MeasureSource {
 public:
  // `start` as for Continuation; `kinematics`: of the run, evaluated at `start`.
  KinematicSource(const Model& model, const KinematicLayout& of, const Kinematics& kinematics,
                  const Options& options, const State& start, const Interrupt* interrupt,
                  OutChannels& outs, ConstVector parameters)
      : model_(model),
        of_(of),
        outs_(outs),
        parameters_(parameters),
        kinematics_(kinematics),
        continuation_(model, kinematics_, options, start, interrupt),
        state_(start),
        row_(start) {
    continuation_.leave_out_residuals();
  }

  // Adds states of the deck.
  void add_states(MotionStates& states) { states_ = &states; }

  // `read`: the channels that measures need.
  void set_direct(const Layout& layout, const std::vector<int>& read) {
    for (const DirectChannel& direct : layout.direct)
      if (direct.rate < 2 && std::binary_search(read.begin(), read.end(), direct.channel))
        direct_.push_back(direct);
  }
  // Gives the state of the next report time. The next samples lie between the last report time and
  // this one.
  void set_row(const State& row) {
    continuation_.restart(row_);
    row_ = row;
  }

  bool knows_rates() const override { return true; }
  bool rates(Vector channels) override {
    take(channels, state_.v, state_.a);
    return true;
  }

  bool sample(double t, bool rough, Vector channels) override {
    if (t != state_.t && t == row_.t)
      state_ = row_;
    else if (t != state_.t && !continuation_.advance(t, state_))
      return false;
    if (rough) {
      take(channels, state_.x, state_.v);
      return true;
    }
    of_.motion.observe(state_, channels);
    of_.joints.observe(state_, channels.data() + of_.joints_first);
    of_.rotations.observe(state_, channels.data() + of_.rotations_first);
    if (states_) {
      states_->look(state_);
      observe_states(model_, state_, channels.data() + of_.states_first);
    }
    outs_.observe(t, parameters_, channels);
    return true;
  }

 private:
  void take(Vector channels, ConstVector of_position, ConstVector of_velocity) const {
    for (const DirectChannel& direct : direct_)
      channels[direct.channel] = (direct.rate == 0 ? of_position : of_velocity)[direct.coordinate];
  }

  const Model& model_;
  const KinematicLayout& of_;
  OutChannels& outs_;
  ConstVector parameters_;  // live parameters
  Kinematics kinematics_;
  Continuation continuation_;
  State state_, row_;
  std::vector<DirectChannel> direct_;
  MotionStates* states_ = nullptr;
};

}  // namespace mbs
