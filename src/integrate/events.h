// Where functions g_i(t, y) cross zero within the last step of an integrator.
//
// Each step is looked at through its dense output: at its ends, at `samples` points evenly inside
// it and at one point close to each end. A change of sign between two of these is a crossing; where
// |g| has a smallest value among three neighbours, the minimum itself is sought, so that a pair of
// crossings between two points is found too. A pair closer than about (step / samples) / 1000 may
// still be missed: hmax bounds what that means in time. g may jump.
//
// A look at a state costs an evaluation of the mechanism. Where g can be foretold from what it is
// made of at three points, and is far from zero there, at points before, and as foretold in all of
// the step, it is evaluated at the end only, or there and in the middle.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "integrate/integrator.h"

namespace mbs {

enum class Crossing { rising, falling, both };

struct EventFunctions {
  int count = 0;
  void* context = nullptr;
  // Fills all g (count of them) at one state.
  EvalStatus (*evaluate)(void* context, double t, ConstVector y, Vector g) = nullptr;
  // The value of function i where it depends on the time alone, else false; null: none does.
  bool (*at_time)(void* context, int i, double t, double& g) = nullptr;
  // Keeps what the g evaluated last, at time t, are made of, in place of the oldest of three such
  // points. Null: g cannot be foretold.
  void (*keep)(void* context, double t) = nullptr;
  // All g at time t, were all they are made of to lie on the parabolas through those points.
  void (*foretell)(void* context, double t, Vector g) = nullptr;
};

// The event functions of an object that has events(t, y, g)
// and, where it likes, event_at_time(i, t, g), and can_foretell(), keep(t), foretell(t, g).
template <class Problem>
EventFunctions event_functions(int count, Problem& problem) {
  EventFunctions out{count, &problem, [](void* p, double t, ConstVector y, Vector g) -> EvalStatus {
                       return static_cast<Problem*>(p)->events(t, y, g);
                     }};
  if constexpr (requires(double g) { problem.event_at_time(0, 0.0, g); })
    out.at_time = [](void* p, int i, double t, double& g) {
      return static_cast<Problem*>(p)->event_at_time(i, t, g);
    };
  if constexpr (requires(Vector g) { problem.foretell(0.0, g); }) {
    if (problem.can_foretell()) {
      out.keep = [](void* p, double t) { static_cast<Problem*>(p)->keep(t); };
      out.foretell = [](void* p, double t, Vector g) { static_cast<Problem*>(p)->foretell(t, g); };
    }
  }
  return out;
}

enum class HitKind {
  crossing,
  zero_at_start,  // g is exactly 0 where the search starts
  true_at_start,  // the side a rising (falling) event leads to is where the search starts
};

struct EventHit {
  int index = -1;
  double t = 0;                         // the first time at or past the crossing that was tried
  Crossing direction = Crossing::both;  // of this crossing; rising and falling as time is stepped
  HitKind kind = HitKind::crossing;
};

// What is looked at: the last step of an integrator, or any stretch of time whose event functions
// need no state and are asked with an empty one.
struct Stretch {
  double from = 0, to = 0, direction = 1;
  Integrator* dense = nullptr;
};

class EventLocator {
 public:
  // One direction per function; n is the size of the state. The only place that allocates.
  EventLocator(const EventFunctions& functions, std::vector<Crossing> directions, int n,
               int samples = 4);

  // Before the first step: which events are zero or already true (hits() lists them). An event that
  // is zero reports nothing more until it has left zero and come back.
  EvalStatus start(double t, ConstVector y);

  // After a restart at an event: what has just been reported there, or is zero there, does not
  // fire again until it has clearly left zero. hits() is empty afterwards.
  EvalStatus restart(double t, ConstVector y);

  // Before restart(), where the event has thrown g back to the side it came from (an impact): that
  // it has come through to the other side, without ever leaving zero clearly, is an event then.
  void expect_return(int index) { returns_[index] = 1; }
  // Before restart(), where g may be another function from now on: up to `noise` it counts as on
  // that side (1 or -1), and that it comes through to the other one is an event.
  void expect_side(int index, int side, double noise) { expected_[index] = {side, noise}; }
  // Before restart(), where no velocity has jumped: as far as g has not jumped either, what it was
  // before still says what it can be expected to be.
  void expect_same_motion() { same_motion_ = true; }
  // Largest |g| in the last step.
  double range(int index) const { return range_[index]; }
  // Up to this |g| is still the zero of an event that has happened and waits to leave it; else 0.
  double zero(int index) const { return side_[index] == 0 ? noise_[index] : 0; }

  // After an event the state may have another number of components: to be called before restart().
  void set_state_size(int n) { state_.resize(n); }

  // After each accepted step: hits() lists its crossings in the order in which they are passed.
  // Times are bracketed to 4 ulp. Not ok when some g or the dense output cannot be evaluated.
  EvalStatus scan(Integrator& integrator) {
    return scan({integrator.t_previous(), integrator.t(), integrator.direction(), &integrator});
  }
  EvalStatus scan(const Stretch& stretch);
  // What has happened where the caller saw it: hits() has it until the next scan or restart, and
  // restart() knows it.
  void note_hit(const EventHit& hit) { hits_.push_back(hit); }
  // Sign of g when it was last away from zero; 0: it has not left zero yet.
  int side(int index) const { return side_[index]; }

  std::span<const EventHit> hits() const { return hits_; }
  // Largest number of evaluations of g one location took so far (a cost figure).
  int longest_search() const { return longest_search_; }

 private:
  struct Sample {
    double t = 0;
    std::vector<double> g;
  };
  struct Point {
    double t = 0, g = 0;
  };
  struct Expected {
    int side = 0;  // 0: nothing is expected
    double noise = 0;
  };
  struct Dip {
    bool found = false;
    Point at;
  };

  EvalStatus evaluate(double t, ConstVector y, Vector g);
  EvalStatus sample(const Stretch& stretch, double t, Vector g);
  EvalStatus value(const Stretch& stretch, int i, double t, double& g);
  EvalStatus fill_samples(const Stretch& stretch);
  EvalStatus fill_all(const Stretch& stretch, bool beginning, bool end);
  double part(std::size_t j) const;
  void note_past(const Sample& older, const Sample& newer);
  void keep(double t) {
    if (functions_.keep) functions_.keep(functions_.context, t);
  }
  bool goes_on_from(const Sample& now) const;
  bool is_of_time(std::size_t i) const;
  bool may_be_far() const;
  bool look_from_afar(const Stretch& stretch);
  // Four points in the order of time at which g has been evaluated.
  using Measured = std::array<const Sample*, 4>;
  bool all_far(const Measured& measured, double times);
  bool is_far(std::size_t i, const Measured& measured, double times) const;
  void end_samples(const Stretch& stretch, std::size_t j);
  EvalStatus scan_event(const Stretch& stretch, int i);
  EvalStatus seek_dip(const Stretch& stretch, int i, std::size_t middle, Dip& dip);
  EvalStatus pass(const Stretch& stretch, int i, Point a, Point b);
  EvalStatus locate(const Stretch& stretch, int i, Point& a, Point& b);

  EventFunctions functions_;
  std::vector<Crossing> directions_;
  std::vector<Sample> samples_;  // of the last step, in the order of integration
  std::array<Sample, 2> past_;   // points before this step, in the order of time
  bool has_past_ = false;        // not after a restart where the motion is another one
  bool same_motion_ = false;     // expect_same_motion(), and no restart since
  Sample middle_;                // of the step
  std::vector<double> probe_, state_;
  std::vector<int> side_;      // sign of g when it was last away from zero, 0: not left zero yet
  std::vector<double> noise_;  // while side_ is 0, |g| up to this is still zero
  std::vector<double> range_;  // largest |g| in the last step
  std::vector<char> returns_;  // see expect_return
  std::vector<Expected> expected_;
  std::vector<EventHit> hits_;
  EvalStatus lost_;  // why the last points of the step have no values
  int longest_search_ = 0;
};

}  // namespace mbs
