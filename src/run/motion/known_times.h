// The functions of time in a deck, as they are known ahead of the run: loads, laws, drivers,
// prescribed motions, known quantities, rates of states, stimulations, formulas. A step ends where
// one of them jumps or has a kink. Where a function is not linear, no step is longer than a part of
// the piece on which a few values describe it. So no change of a function of t is lost between two
// looks.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/source_location.h"
#include "integrate/integrator_settings.h"
#include "model/model.h"
#include "model/phase.h"
#include "run/motion/pieces_ahead.h"
#include "run/motion/time_meters.h"

namespace mbs {

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
    double behind = 0;
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
  };
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
