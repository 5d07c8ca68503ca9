// How well a method integrates the functions of time of a deck: compares its integral of each
// function with the exact one, over all steps so far. The momentum that a function has given has
// the same error.
#pragma once

#include <cmath>
#include <vector>

#include "integrate/step_meter.h"
#include "run/motion/pieces_ahead.h"

namespace mbs {

class TimeMeters final : public StepMeter {
 public:
  explicit TimeMeters(double rel);

  void clear() { meters_.clear(); }
  // `ahead` must outlive this object.
  void add(PiecesAhead& ahead, TimeUse use) { meters_.push_back({&ahead, use}); }

  int count() const override { return static_cast<int>(meters_.size()); }
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
    double from = 0;  // of the present piece
    TimePiece::End end = TimePiece::End::plain;
    double value(double t) const;
    void note_piece(const TimePiece* present);
    bool may_trust(const TimePiece* present, double t0, double t1);
  };
  bool accepts(Meter& meter, double t0, double t1, double change) const;
  static void look_ahead(Meter& meter, double t0, double t1);

  double part_;
  std::vector<Meter> meters_;
};

}  // namespace mbs
