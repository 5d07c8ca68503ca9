// The values of event functions at points of a step: at its ends, at points evenly inside it and at
// one close to each end.
//
// A look at a state costs an evaluation of the mechanism. Where functions can be foretold from what
// they are made of at three points, and are far from zero there, at points before, and as foretold
// in all of the step, they are evaluated at its end only, or there and in the middle.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "integrate/event_probe.h"

namespace mbs {

// 1, 0 or -1.
inline int sign(double x) { return (x > 0) - (x < 0); }

class EventSamples {
 public:
  struct Sample {
    double t = 0;
    std::vector<double> g;
  };

  // n is the size of the state; `inside`: how many points are spread evenly over a step. The only
  // place that allocates.
  EventSamples(const EventFunctions& functions, int n, int inside);

  // Evaluates the same functions at other points.
  EventProbe& probe() { return probe_; }

  // The last point becomes the beginning of a run, or what there is after a change. goes_on: the
  // motion is the same; as far as no function has jumped either, what they were before still says
  // what they can be expected to be.
  EvalStatus start(double t, ConstVector y);
  EvalStatus restart(double t, ConstVector y, bool goes_on);

  // All points of a stretch. sides[i]: the side of zero that function i is on for certain, else 0.
  // Not ok where some function cannot be evaluated; where it is not finite inside the stretch, all
  // points from there on are the last good one, and lost() says why.
  EvalStatus fill(const Stretch& stretch, std::span<const int> sides);
  const EvalStatus& lost() const { return lost_; }

  // True where function i stays on its side, which needs no points. Otherwise they are there.
  bool is_quiet(int i) const { return quiet_[i] != 0; }
  std::size_t size() const { return samples_.size(); }
  const Sample& operator[](std::size_t j) const { return samples_[j]; }
  const Sample& back() const { return samples_.back(); }
  // Largest |g| in the stretch.
  double range(int i) const { return range_[i]; }

 private:
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

  EventProbe probe_;
  std::vector<int> sides_;
  std::vector<char> quiet_;
  std::vector<double> range_;
  std::vector<Sample> samples_;  // in the order of integration
  std::array<Sample, 2> past_;   // points before this step, in the order of time
  bool has_past_ = false;        // not after a restart where the motion is another one
  Sample middle_;                // of the step
  EvalStatus lost_;
};

}  // namespace mbs
