// The values of event functions at points of a step: at its ends, at points evenly inside it and at
// one close to each end.
//
// An evaluation at a state costs an evaluation of the mechanism. Some functions can be foretold
// from the quantities they are made of at three points. Where these are far from zero at the
// points, at points before, and as foretold in the whole step, they are evaluated only at the end
// of the step, or at its end and middle.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "integrate/event_functions.h"
#include "integrate/integrator.h"

namespace mbs {

// The stretch of time that is searched: the last step of an integrator, or any stretch whose event
// functions need no state and are called with an empty one.
struct Stretch {
  double from = 0, to = 0, direction = 1;
  Integrator* dense = nullptr;
};

// 1, 0 or -1.
inline int sign(double x) { return (x > 0) - (x < 0); }

class EventSamples {
 public:
  struct Sample {
    double t = 0;
    std::vector<double> g;
  };

  // n is the size of the state; `inside`: how many points are spread evenly over a step. Only the
  // constructor allocates.
  EventSamples(EventFunctions& functions, int n, int inside);
  void set_state_size(int n) { state_.resize(n); }

  // Function i alone, at a time inside the stretch.
  EvalStatus value(const Stretch& stretch, int i, double t, double& g);
  EventReads reads(std::size_t i) const { return reads_[i]; }

  // start(): the last point becomes the beginning of a run. restart(): it becomes the state after a
  // change. goes_on: the motion is the same; as long as no function has jumped either, earlier
  // values may still be used to foretell later ones.
  EvalStatus start(double t, ConstVector y);
  EvalStatus restart(double t, ConstVector y, bool goes_on);

  // Fills all points of a stretch. sides[i]: the side of zero on which function i certainly is,
  // else 0. Not ok where some function cannot be evaluated. Where one is not finite inside the
  // stretch, all points from there on repeat the last good one, and lost() says why.
  EvalStatus fill(const Stretch& stretch, std::span<const int> sides);
  const EvalStatus& lost() const { return lost_; }

  // True where function i stays on its side; its points are then not filled.
  bool is_quiet(int i) const { return quiet_[i] != 0; }
  std::size_t size() const { return samples_.size(); }
  const Sample& operator[](std::size_t j) const { return samples_[j]; }
  const Sample& back() const { return samples_.back(); }
  // Largest |g| in the stretch.
  double range(int i) const { return range_[i]; }

 private:
  // All functions at a state, or at a time inside the stretch. Not ok where one of them cannot be
  // evaluated or is not finite.
  EvalStatus evaluate(double t, ConstVector y, Vector g);
  EvalStatus sample(const Stretch& stretch, double t, Vector g);
  EvalStatus fill_all(const Stretch& stretch, bool beginning, bool end);
  void fill_times();
  void find_quiet(bool far);
  void find_ranges();
  double part(std::size_t j) const;
  void end_samples(const Stretch& stretch, std::size_t j);
  void note_past(const Sample& older, const Sample& newer);
  bool goes_on_from(const Sample& now) const;
  bool may_be_far() const;
  bool look_from_afar(const Stretch& stretch);
  // Four points in the order of time at which all g have been evaluated.
  using Measured = std::array<const Sample*, 4>;
  bool all_far(const Measured& measured, double times);
  bool is_far(std::size_t i, const Measured& measured, double times) const;

  EventFunctions& functions_;
  std::vector<EventReads> reads_;
  std::vector<double> g_, state_;
  std::vector<int> sides_;
  std::vector<char> quiet_;
  std::vector<double> range_;
  std::vector<Sample> samples_;  // in the order of integration
  std::array<Sample, 2> past_;   // points before this step, in the order of time
  bool has_past_ = false;        // false after a restart with another motion
  Sample middle_;                // of the step
  EvalStatus lost_;
};

}  // namespace mbs
