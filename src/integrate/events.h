// Finds where functions g_i(t, y) cross zero within the last step of an integrator.
//
// Each step is sampled through its dense output at the points of EventSamples. A
// change of sign between two points is a crossing. Where |g| has its smallest value at the middle
// one of three neighbours, the minimum itself is sought, so that a pair of crossings between two
// points is found too. A pair closer than about (step / samples) / 1000 may still be missed; hmax
// limits this time. g may jump.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "integrate/integrator.h"
#include "integrate/system.h"

namespace mbs {

// Inputs of a function: the state too; the time alone; the time alone, with a linear function.
enum class EventReads : std::uint8_t { state, time, linear_time };

// The functions of time and state whose zeros are sought.
class EventFunctions {
 public:
  virtual ~EventFunctions() = default;
  virtual int count() const = 0;
  // Fills all g (count() of them) at one state.
  virtual EvalStatus evaluate(double t, ConstVector y, Vector g) = 0;
  // The inputs of function i.
  virtual EventReads reads(int /*i*/) const { return EventReads::state; }
  // The value of a function of the time alone.
  virtual double at_time(int /*i*/, double /*t*/) { return 0; }
  // Whether g can be foretold. keep() keeps the quantities from which the last evaluated g were
  // made, at time t, in place of the oldest of three such points. foretell() gives all g that read
  // the state at time t, from quantities on the parabolas through the points kept.
  virtual bool can_foretell() const { return false; }
  virtual void keep(double /*t*/) {}
  virtual void foretell(double /*t*/, Vector /*g*/) {}
  // By how much rounding of the state may change each g at the last evaluated state.
  virtual void rounding(Vector out) { std::fill(out.begin(), out.end(), 0.0); }
  // Notes the quantities from which the last evaluated g were made, as point `point` of a step. A
  // negative `point`: the last point of a step becomes the first one of the next.
  virtual void note(int /*point*/) {}
};

// The stretch of time that is searched: the last step of an integrator, or any stretch whose event
// functions need no state and are called with an empty one.
struct Stretch {
  double from = 0, to = 0, direction = 1;
  Integrator* dense = nullptr;
};

// 1, 0 or -1.
inline int sign(double x) { return (x > 0) - (x < 0); }

// The values of event functions at points of a step: at its ends, at points evenly inside it and at
// one close to each end.
//
// An evaluation at a state costs an evaluation of the mechanism. Some functions can be foretold
// from the quantities they are made of at three points. Where these are far from zero at the
// points, at points before, and as foretold in the whole step, they are evaluated only at the end
// of the step, or at its end and middle.
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

  // Before the first step: finds the events that are zero, to their rounding, or already true (in
  // hits()). An event that is zero reports nothing more until it has left zero and come back.
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

  void find_rounding();
  void sort_hits(double direction);
  EvalStatus scan_event(const Stretch& stretch, int i);
  EvalStatus seek_dip(const Stretch& stretch, int i, std::size_t middle, Dip& dip);
  EvalStatus pass(const Stretch& stretch, int i, Point a, Point b);
  EvalStatus locate(const Stretch& stretch, int i, double margin, Point& a, Point& b);

  std::vector<Crossing> directions_;
  EventSamples samples_;      // of the last step
  bool same_motion_ = false;  // expect_same_motion() was called and no restart() since
  std::vector<Function> functions_;
  EventFunctions& all_;
  std::vector<double> rounding_;
  std::vector<int> certain_;  // sides, but 0 where g may still come through again (expect_return)
  std::vector<EventHit> hits_;
};

}  // namespace mbs
