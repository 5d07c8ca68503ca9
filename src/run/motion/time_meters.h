// How well a method integrates the functions of time of a deck: compares its integral of each
// function with the exact one, over all steps so far. The momentum that a function has given has
// the same error. Loads are compared by the way of a free mass, too: two opposite pulses give no
// momentum, and yet they move what they act on.
#pragma once

#include <cmath>
#include <vector>

#include "integrate/step_meter.h"
#include "run/motion/pieces_ahead.h"

namespace mbs {

class TimeMeters final : public StepMeter {
 public:
  explicit TimeMeters(double rel);

  void clear() { meters_.clear(), loads_ = 0; }
  // `ahead` must outlive this object.
  void add(PiecesAhead& ahead, TimeUse use) {
    const auto at = use == TimeUse::force ? meters_.begin() + loads_++ : meters_.end();
    meters_.insert(at, {&ahead, use});
  }

  int count() const override { return static_cast<int>(meters_.size()); }
  int loads() const override { return loads_; }
  void values(double t, Vector f) override;
  bool accepts(double t0, double t1, ConstVector change) override;
  void give_way() override;
  void commit() override;

 private:
  struct Meter {
    PiecesAhead* ahead;
    TimeUse use;
    double size = 0;  // the integral of |value()| up to `known`
    double known = -HUGE_VAL;
    double patience = 1;  // grows where steps are not shortened any more
    bool refused = false;
    int refusals = 0;
    // The method's integral less the exact one: up to now (defect), over the step asked about
    // (trial).
    double defect = 0, trial = 0;
    // calm: steps in succession that missed next to nothing. unlooked: steps since the last step
    // looked at, whose length was `step`, in a piece of length `piece`.
    int calm = 0, unlooked = 0;
    double step = 0, piece = 0;
    // Of a load from the time `origin`, when it began to act, up to `end`: the integrals of its
    // size and of its size times the time from `origin` on. What the method has missed in its
    // integral and, up to now, in the way of a free unit mass.
    struct Burst {
      double origin = 0, end = 0;
      double size = 0, moment = 0;
      double defect = 0, way = 0;
      double trial_way = 0;   // of the step asked about
      bool is_known = false;  // up to its end: what follows belongs to the next burst
      // Upper bound of the way that the load makes.
      double whole_way() const { return (end - origin) * size - moment; }
    } burst = {};
    double from = 0;  // of the present piece
    TimePiece::End end = TimePiece::End::plain;
    double value(double t) const;
    void note_piece(const TimePiece* present);
    bool may_trust(const TimePiece* present, double t0, double t1);
  };
  bool accepts(Meter& meter, double t0, double t1, double change, double way) const;
  bool misses_way(Meter& meter, double t0, double t1, double missed_way) const;
  static void look_ahead(Meter& meter, double t0, double t1);

  double part_;
  int loads_ = 0;  // the first of meters_
  std::vector<Meter> meters_;
};

}  // namespace mbs
