// A series of bounces, each slower than the last, and its end. IMPACTs of events and rigid contacts
// have such series.
#pragma once

#include <algorithm>
#include <limits>

namespace mbs {

// A series of bounces is over when its speed has fallen to this part. IMPACT: the rebound, as a
// part of the first approach. Rigid contact: the approach, as a part of the speed of comparison
// (run/events/contact_set.h).
inline constexpr double kLastBounce = 1e-6;
// Bounces belong to one series while each approach is slower than the one before by this factor.
inline constexpr double kSlowerBounce = 1 - 1e-9;

class BounceSeries {
 public:
  // Counts a bounce at time t with this speed of approach. One that is no slower than the last
  // begins a new series.
  void count(double approach, double t) {
    if (!(bounces_ > 0 && approach < kSlowerBounce * last_)) {
      bounces_ = 0;
      first_ = approach;
    }
    hop_ = bounces_ > 0 ? t - t_ : std::numeric_limits<double>::infinity();
    ++bounces_;
    last_ = approach;
    t_ = t;
  }
  // How high the next hop goes: the last one fell with `approach` after half its time. The first
  // bounce of a series came after no more than `longest`.
  double height_of_next(double rebound, double longest) const {
    return rebound * rebound * std::min(hop_, longest) / (4 * last_);
  }
  // Whether the present bounce is the last one: it is bounce number `most` or a later one (0: any
  // number may follow), or `speed` is at most the part kLastBounce of `size`.
  bool ends(int most, double speed, double size) const {
    return (most > 0 && bounces_ >= most) || speed <= kLastBounce * size;
  }
  void restart() { bounces_ = 0; }

  int bounces() const { return bounces_; }
  double first() const { return first_; }  // speed of approach of the first bounce

 private:
  int bounces_ = 0;
  double first_ = 0, last_ = 0;  // speeds of approach
  double t_ = 0, hop_ = 0;       // of the last bounce: its time, and the time of the hop before it
};

}  // namespace mbs
