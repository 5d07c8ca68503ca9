// Where functions g_i(t, y) cross zero within the last step of an integrator.
//
// Each step is looked at through its dense output at the points of integrate/event_samples.h. A
// change of sign between two of these is a crossing; where |g| has a smallest value among three
// neighbours, the minimum itself is sought, so that a pair of crossings between two points is found
// too. A pair closer than about (step / samples) / 1000 may still be missed: hmax bounds what that
// means in time. g may jump.
#pragma once

#include <span>
#include <vector>

#include "integrate/event_samples.h"

namespace mbs {

enum class Crossing { rising, falling, both };

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
  // that side (1 or -1), and that it comes through to the other one is an event. Where it has not
  // been farther than the noise on its side before, that is where it has passed zero by `margin`.
  void expect_side(int index, int side, double noise, double margin = 0) {
    expected_[index] = {side, noise, margin};
  }
  // What expect_side() has said since restart(), which does it by itself for what was said before.
  void take_expected();
  // Before restart(), where no velocity has jumped: as far as g has not jumped either, what it was
  // before still says what it can be expected to be.
  void expect_same_motion() { same_motion_ = true; }
  // Largest |g| in the last step.
  double range(int index) const { return samples_.range(index); }
  // Up to this |g| is still the zero of an event that has happened and waits to leave it; else 0.
  double zero(int index) const { return side_[index] == 0 ? noise_[index] : 0; }

  // The same where it may also come through again without having left it (expect_return).
  double resting(int index) const {
    return side_[index] == 0 || returns_[index] ? noise_[index] : 0;
  }

  // After an event the state may have another number of components: to be called before restart().
  void set_state_size(int n) { samples_.probe().set_state_size(n); }

  // After each accepted step: hits() lists its crossings in the order in which they are passed.
  // Times are bracketed to 4 ulp. Not ok when some g or the dense output cannot be evaluated.
  EvalStatus scan(Integrator& integrator) {
    return scan(
        {integrator.t_previous(), integrator.t(), integrator.control().direction(), &integrator});
  }
  EvalStatus scan(const Stretch& stretch);
  // Function i has been seen on the other side at b, between two points of the last step, and not
  // yet at a: finds the crossing. Then hits() has it, before all that is behind it.
  struct Point {
    double t = 0, g = 0;
  };
  EvalStatus add_crossing(const Stretch& stretch, int i, Point a, Point b);
  // Whether all points of the last step could be evaluated.
  bool is_complete() const { return samples_.lost().ok(); }
  // What has happened where the caller saw it: hits() has it until the next scan or restart, and
  // restart() knows it.
  void note_hit(const EventHit& hit) { hits_.push_back(hit); }
  // Sign of g when it was last away from zero; 0: it has not left zero yet.
  int side(int index) const { return side_[index]; }
  // The same at the beginning of the last step, or where it has left zero in it.
  int first_side(int index) const { return first_side_[index]; }

  std::span<const EventHit> hits() const { return hits_; }
  // Largest number of evaluations of g one location took so far (a cost figure).
  int longest_search() const { return longest_search_; }

 private:
  struct Expected {
    int side = 0;  // 0: nothing is expected
    double noise = 0, margin = 0;
  };
  struct Dip {
    bool found = false;
    Point at;
  };

  void sort_hits(double direction);
  EvalStatus scan_event(const Stretch& stretch, int i);
  EvalStatus seek_dip(const Stretch& stretch, int i, std::size_t middle, Dip& dip);
  EvalStatus pass(const Stretch& stretch, int i, Point a, Point b);
  EvalStatus locate(const Stretch& stretch, int i, double margin, Point& a, Point& b);

  std::vector<Crossing> directions_;
  EventSamples samples_;      // of the last step
  bool same_motion_ = false;  // expect_same_motion(), and no restart since
  std::vector<int> side_;     // sign of g when it was last away from zero, 0: not left zero yet
  std::vector<int> first_side_;
  std::vector<int> certain_;   // the same, 0 where it may still come through again (expect_return)
  std::vector<double> noise_;  // while side_ is 0, |g| up to this is still zero
  std::vector<char> returns_;  // see expect_return
  std::vector<Expected> expected_;
  // While returns_ is set: see expect_side.
  std::vector<double> margin_;
  std::vector<EventHit> hits_;
  int longest_search_ = 0;
};

}  // namespace mbs
