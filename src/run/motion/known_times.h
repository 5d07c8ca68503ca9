// The functions of time in a deck, as they are known ahead of the run: loads, laws, drivers,
// prescribed motions, known quantities, rates of states, stimulations, formulas. A step ends where
// one of them jumps or has a kink. Where a function is not linear, no step is longer than a part of
// the piece on which a few values describe it. So no change of a function of t is lost between two
// looks.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/source_location.h"
#include "integrate/integrator_settings.h"
#include "integrate/step_meter.h"
#include "model/model.h"
#include "model/phase.h"
#include "run/motion/pieces_ahead.h"

namespace mbs {

// How well a method integrates the functions of time of a deck: compares its integral of each
// function with the exact one, over all steps so far. The momentum that a function has given has
// the same error. Loads are compared by the way of a free mass, too: two opposite pulses give no
// momentum, and yet they move what they act on.
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
    TimePiece::End piece_end = TimePiece::End::plain;
    // Of a motion: what is known at the time asked for last, and at the ends of the step asked
    // about.
    struct Known {
      double t = NAN;
      DerivativesAlong at = {};
    } now = {}, begin = {}, end = {};
    double value(double t) const;
    const DerivativesAlong& at(double t);
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

// A prescribed motion whose velocity jumps, or even its position, which nothing can follow.
struct MotionKink {
  std::string name;
  double t, before, after;  // the time, velocities, or positions
  bool of_position = false;
  SourceLocation where = {};
};

class KnownTimes {
 public:
  KnownTimes(const Model& model, const Phase& phase, const IntegratorSettings& settings,
             Diagnostics& diagnostics);

  // Whether there is any function of t that is not linear.
  bool any() const { return !sources_.empty(); }

  // Bounds of the step that begins at t. until: the time up to which functions are looked at.
  struct Plan {
    double stop = std::numeric_limits<double>::infinity();    // the step must not pass it
    double length = std::numeric_limits<double>::infinity();  // the largest length of the step
    bool jumps = false;  // a load or motion jumps at t: the integration begins again at `behind`
    double behind = -std::numeric_limits<double>::infinity();
    bool has_passed = false;             // a known time was passed since the last plan
    std::vector<MotionKink> kinks = {};  // of prescribed motions between t and `behind`
  };
  Plan plan(double t, double until);
  // Meters the functions from the present plan on; null where nothing is metered.
  StepMeter* meter() { return meters_.count() > 0 ? &meters_ : nullptr; }
  // Warns of the first kink of a prescribed motion that was left out, that is, of which no impact
  // was made. For a run in which velocities were not the integral of accelerations.
  void warn_of_kink() const;
  // True, with an error, where one of the kinks is a jump of the position.
  bool report_jump(const std::vector<MotionKink>& kinks) const;
  void leave_out(const MotionKink& kink) {
    if (!kink_) kink_ = kink;
  }
  // Times between `from` and `to` at which measures cut the motion, ascending. `until`: the end of
  // the run.
  void cuts(double from, double to, double until, std::vector<double>& out);

 private:
  struct Source {
    std::optional<Expression> part;  // or a spline
    const Spline* spline = nullptr;
    TimeUse use = TimeUse::force;
    PiecesOrigin origin;
    int motion = -1;  // of the model
  };
  bool is_rate(const Source& source, double t) const;
  void add(const Expression& expression, int t, TimeUse use, std::string name);
  void add(const ExpressionLaw& law, std::string name);
  void add(const Motion& motion, TimeUse use, std::string name, SourceLocation where);
  void add(const GivenNumber& number, std::string name);
  void add_forces();
  void begin(double t, double until);
  void count_one(const Source& source, double t);
  std::optional<MotionKink> kink_of(const Source& source, const TimePiece& piece,
                                    double& behind) const;
  void warn_of_fixed_step(std::size_t source, const TimePiece& piece);

  const Model& model_;
  const Phase& phase_;
  Diagnostics& diagnostics_;
  double tolerance_, fixed_step_ = 0;
  std::vector<Source> sources_;
  std::vector<PiecesAhead> ahead_;  // of each source
  TimeMeters meters_;
  std::vector<double> parameters_;  // the pieces hold for them
  std::size_t motions_ = 0;         // motions of the phase among the sources
  bool begun_ = false, warned_ = false, too_many_ = false;
  long long count_ = 0;             // known times so far
  std::optional<MotionKink> kink_;  // the first one without an impact
};

}  // namespace mbs
