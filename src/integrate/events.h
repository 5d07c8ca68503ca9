// Finds where functions g_i(t, y) cross zero within the last step of an integrator.
//
// Each step is sampled through its dense output at the points of integrate/event_samples.h. A
// change of sign between two points is a crossing. Where |g| has its smallest value at the middle
// one of three neighbours, the minimum itself is sought, so that a pair of crossings between two
// points is found too. A pair closer than about (step / samples) / 1000 may still be missed; hmax
// limits this time. g may jump.
#pragma once

#include <span>
#include <vector>

#include "integrate/event_samples.h"

namespace mbs {

enum class Crossing { rising, falling, both };

enum class HitKind {
  crossing,
  zero_at_start,  // g is exactly 0 where the search starts
  true_at_start,  // the search starts on the side to which a rising (falling) event leads
};

struct EventHit {
  int index = -1;
  double t = 0;                         // a time at or just after the crossing
  Crossing direction = Crossing::both;  // of this crossing; rising and falling as time is stepped
  HitKind kind = HitKind::crossing;
};

class EventLocator {
 public:
  // One direction per function; n is the size of the state. Only the constructor allocates.
  EventLocator(EventFunctions& functions, std::vector<Crossing> directions, int n, int samples = 4);

  // Before the first step: finds the events that are zero or already true (in hits()). An event
  // that is zero reports nothing more until it has left zero and come back.
  EvalStatus start(double t, ConstVector y);

  // After a restart at an event: an event that has just been reported there, or is zero there, does
  // not fire again until it has clearly left zero. hits() is empty afterwards.
  EvalStatus restart(double t, ConstVector y);

  // Call before restart() where the event has thrown g back to the side it came from (an impact).
  // If g then comes through to the other side, that is an event even if g has never clearly left
  // zero.
  void expect_return(int index) { functions_[index].returns = true; }
  // Call before restart() where g may be another function from now on. While |g| <= noise, g counts
  // as on `side` (1 or -1); coming through to the other side is an event. If g has not been farther
  // than `noise` on its side before, the event is where it has passed zero by `margin`.
  void expect_side(int index, int side, double noise, double margin = 0) {
    functions_[index].expected = {side, noise, margin};
  }
  // Takes what expect_side() has been told since restart(). restart() does this itself for earlier
  // calls.
  void take_expected();
  // Call before restart() where no velocity has jumped: as long as g has not jumped either, earlier
  // values may still be used to foretell it.
  void expect_same_motion() { same_motion_ = true; }
  // Largest |g| in the last step.
  double range(int index) const { return samples_.range(index); }
  // While an event that has happened waits to leave zero: |g| up to this value still counts as
  // zero. Else 0.
  double zero(int index) const { return side(index) == 0 ? functions_[index].noise : 0; }

  // Call before restart() where the state after an event has another number of components.
  void set_state_size(int n) { samples_.set_state_size(n); }

  // After each accepted step: hits() lists its crossings in the order in which they are passed.
  // Times are bracketed to 4 ulp. Not ok when some g or the dense output cannot be evaluated.
  EvalStatus scan(Integrator& integrator) {
    return scan(
        {integrator.t_previous(), integrator.t(), integrator.control().direction(), &integrator});
  }
  EvalStatus scan(const Stretch& stretch);
  // Finds the crossing of function i, which has been seen on the other side at b and not yet at a;
  // both are between two points of the last step. hits() then has it in front of all later hits.
  struct Point {
    double t = 0, g = 0;
  };
  EvalStatus add_crossing(const Stretch& stretch, int i, Point a, Point b);
  // Whether all points of the last step could be evaluated.
  bool is_complete() const { return samples_.lost().ok(); }
  // Adds a hit that the caller has found: hits() has it until the next scan or restart, and
  // restart() takes it into account.
  void note_hit(const EventHit& hit) { hits_.push_back(hit); }
  // Sign of g when it was last away from zero; 0: it has not left zero yet.
  int side(int index) const { return functions_[index].side; }
  // side() at the beginning of the last step, or after g has left zero in that step.
  int first_side(int index) const { return functions_[index].first_side; }
  // At the beginning of the last step: whether an event that had happened waited to leave zero; and
  // zero() there, also for an event that may come through again without having left zero
  // (expect_return).
  bool waited(int index) const { return functions_[index].waited; }
  double rested(int index) const { return functions_[index].rested; }

  std::span<const EventHit> hits() const { return hits_; }

 private:
  struct Expected {
    int side = 0;  // 0: nothing is expected
    double noise = 0, margin = 0;
  };
  struct Function {
    int side = 0;  // sign of g when it was last away from zero, 0: not left zero yet
    int first_side = 0;
    bool waited = false;
    double rested = 0;
    double noise = 0;      // while side is 0, |g| up to this is still zero
    bool returns = false;  // see expect_return
    double margin = 0;     // while returns is set: see expect_side
    Expected expected;
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
  bool same_motion_ = false;  // expect_same_motion() was called and no restart() since
  std::vector<Function> functions_;
  std::vector<int> certain_;  // sides, but 0 where g may still come through again (expect_return)
  std::vector<EventHit> hits_;
};

}  // namespace mbs
