// What a dynamic run watches after each step, a class each: laws that chatter, a choice of knowns
// that ceases to determine the motion, laws that are narrow in the state, steps beyond the
// stability of the method.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "assembly/loads.h"
#include "base/diagnostics.h"
#include "integrate/integrator_settings.h"
#include "integrate/step_guard.h"
#include "model/model.h"
#include "model/phase.h"
#include "model/state.h"
#include "run/motion/dynamic_site.h"
#include "run/motion/inputs_ahead.h"
#include "run/motion/integration.h"
#include "run/motion/second_run.h"
#include "text/ranged_expression.h"
#include "text/slow_waves.h"

namespace mbs {

// Laws that chatter: a force -F*sign(v) that holds its body changes its sign from step to step, and
// each step across the jump has to be shorter than the tolerance allows. Where very many steps have
// been very short, the values of laws are looked at: an error names a law that jumps to and fro
// between neighbouring states. Steps of fixed length go on across the jump, and the held body
// creeps or trembles by as much as a step. There a warning names a law that would jump within each
// of some steps.
class LawJumps {
 public:
  // span: length of the run.
  LawJumps(const Model& model, const Phase& phase, double span);

  // After an accepted step of this length, whose last evaluation is in the loads.
  void note(double step, const Loads& loads, const IntegratorSettings& method);
  // After note(), at the end of an accepted step whose length the method has chosen. True where a
  // law chatters: the motion is led back to its jump from both sides. Looked at where a law has
  // jumped to and fro, and where steps have been short from the start of the run. True, too, where
  // a law is as good as a jump: steeper than the tolerance resolves, where steps stay very short.
  bool holds(Integration& integration, const Loads& loads);
  // After holds(): the error that names the law.
  void report(Diagnostics& diagnostics) const;

  // At the end of an accepted step of fixed length. Warns once of a law that has jumped within
  // several such steps in succession.
  void warn_of_fixed_step(Integration& integration, const Loads& loads, Diagnostics& diagnostics);
  // At the end of an accepted step of GALPHA, whose velocities need not settle on a slope that is
  // steep within a step. Warns once of a law that goes to and fro across one from step to step.
  void warn_of_trembling(double t, double step, const Loads& loads, Diagnostics& diagnostics);
  // After a step has failed with the length h and all shorter lengths: true, with an error, where a
  // law jumps right ahead.
  bool explain(Integration& integration, double h, const Loads& loads, Diagnostics& diagnostics);
  // Where events repeat each other without end, after a step h: true, with an error, where a law of
  // velocities jumps right ahead. Where one of places does, the events say more.
  bool explain_events(Integration& integration, double h, const Loads& loads,
                      Diagnostics& diagnostics);

 private:
  struct Law {
    const Expression* expression;
    bool moves;         // it reads a velocity
    int jumps = 0;      // to and fro, in the present look
    int way = 0;        // direction of the last jump
    int confirmed = 0;  // ends of steps, since so many jumps, at which it has held the motion
    double low = 0, high = 0;
    bool may_jump = false;
    int in_way = 0;              // steps in succession within which it jumps
    int trembles = 0, side = 0;  // by GALPHA: jumps to and fro, direction of the last one
    int held = 0;                // steps looked at in which it holds the motion
    int steep = 0;               // looks in succession at which it is too steep for the tolerance
    // From the last look ahead: whether the law jumps there, and between which parts of the way.
    bool is_ahead = false;
    double before = 0, behind = 0;
  };
  // Halvings of a way on which a slope that is steep is no longer one; a jump stays.
  static constexpr int kSteepHalvings = 8, kJumpHalvings = 40;
  int halvings() const { return steep_ ? kSteepHalvings : kJumpHalvings; }
  static const char* hint_of(const Law& law);
  void warn(const Law& law, double step, Diagnostics& diagnostics);
  void look_for_trembling(double t, double step, const Loads& loads, Diagnostics& diagnostics);
  bool find(Integration& integration, double h, const Loads& loads);
  bool prepare();
  bool look_ahead(Integration& integration, double h, const Loads& loads, bool steep = false);
  bool look_behind(Integration& integration, double h);
  void add(const ExpressionLaw& law);
  void look(const Loads& loads);
  bool holds_suspect(Integration& integration, const Loads& loads);
  void begin_look(const Loads& loads);
  bool jumps_back(Law& law, int& way, int halvings);
  bool is_jump(Law& law, double from, double to, int halvings);
  bool is_steep(Law& law, double reach, const Slots& here, const Slots& next);
  bool finds_steep(Integration& integration, const Loads& loads);
  bool is_held(const Law& law, const Slots& ahead, bool steep = false);
  bool stands_on_jump(Integration& integration, const Loads& loads);
  bool goes_on(Integration& integration, const Loads& loads, std::size_t k, double way);

  const Model& model_;
  std::vector<Law> laws_;
  double longest_ = 0;   // step
  long long short_ = 0;  // steps in succession that are far shorter
  double shortest_;      // steps below it are very short
  long long very_short_steps_ = 0;
  bool any_suspect_ = false;  // a law has jumped to and fro
  bool steep_ = false;        // slopes that are steep within a step count as jumps
  Slots seen_;                // at the last end of a step that was looked at
  Slots last_, between_, ahead_, kept_;
  double low_ = 0, high_ = 0;  // parts of the way between which a jump was found last
  const Slots* now_ = nullptr;
  double t_ = 0;
  const Law* found_ = nullptr;
  bool is_passed_ = false;   // the motion goes on behind the jump that was found
  double steep_within_ = 0;  // velocity within which the law found is too steep; 0: it jumps
  long long fixed_steps_ = 0, trembling_steps_ = 0;
  bool prepared_ = false, any_may_jump_ = false, is_warned_ = false;
  std::vector<double> y_, rate_;  // of a step ahead
};

// A choice of known and unknown variables determines the motion only as long as the determinant of
// its equations keeps its sign. Where it is zero the unknowns are no function of the state, and a
// step beyond would go on along any of several branches. The determinant is looked at where steps
// end, and within a step as often as its curve asks for.
class ChoiceWatch {
 public:
  ChoiceWatch(DynamicSite& site, Integration& integration)
      : site_(site),
        integration_(integration),
        has_rows_(site.model.choice && reads_rows(site.model)),
        state_(site.state),
        begin_(state_),
        safe_(state_),
        present_(state_) {}

  // The integration begins, or goes on after an event.
  void begin();
  // After a step that counts up to `limit`: the time up to which the choice determines the motion,
  // which may lie a little before the singular position; none: the choice determines all of the
  // step.
  std::optional<double> find(double limit);
  // After a step has failed: the same time, where the choice is the reason; else none.
  std::optional<double> explain(const StepStatus& status);
  // Reports the error that names time and unknowns.
  void report(double t);

 private:
  void report_misled(double t);
  // The determinant, scaled to 1 or -1 at the start.
  struct Look {
    double t = 0, value = 0;
    bool ok = false;
    double size = 0;  // |value|
  };
  // Parts of the largest determinant so far. kNear: the determinant is near zero. told(): so near
  // that a parabola foretells its zero. kSafe: far enough from zero for a second run to begin.
  // turns(): a determinant that came down to this part and turned back did so because of errors and
  // rounded numbers. A motion that turns there falls short of the singular position by half the
  // square of that part: by 2e-6 of its size, and by 1e-4 where rows of a table say what acts,
  // which are measured and tell nothing of what lies between them.
  static constexpr double kNear = 1.0 / 32, kSafe = 1.0 / 16;
  double told() const { return has_rows_ ? 1.0 / 32 : 1.0 / 64; }
  double turns() const { return has_rows_ ? 1.0 / 64 : 1.0 / 512; }
  static constexpr int kHalvings = 6;
  // Steps: before the first look ahead, of a look ahead.
  static constexpr long kFirstDoubt = 250, kStepsAhead = 1000;

  static bool reads_rows(const Model& model);
  bool watched() const { return site_.model.choice.has_value(); }
  Course course() { return {*site_.dynamics, integration_.system(), integration_.integrator()}; }
  Look look(const Course& course, double t);
  std::optional<double> change_within(const Course& course, const Look& from, const Look& to,
                                      int halvings);
  double bisect(const Course& course, Look from, Look to);
  bool stays_straight() const;
  void foretell(double t);
  bool turns_back() const;
  bool has_fixed_step() const;
  bool is_within(double steps) const;
  double lowest_time(const Course& course, double from, double to);
  bool is_doubtful(double h);
  double reach(double start) const;
  std::optional<double> seek(const State& from, double until, long most_steps = kStepsAhead);
  double named_time(double t);
  std::optional<double> find_on_the_way(double limit);
  std::optional<double> explain_failure(const StepStatus& status);

  DynamicSite& site_;
  Integration& integration_;
  bool has_rows_;  // laws or motions read tables
  State state_;    // of the last look
  State begin_;    // where the integration began
  State safe_;     // before the determinant came near zero
  State present_;  // at the end of the last step
  bool has_begin_ = false, has_safe_ = false;
  std::vector<double> y_;
  std::array<Look, 3> looks_;  // at the ends of the last steps, the latest first
  double reference_ = 0;       // log2 of the determinant at the start
  double highest_ = 0;
  double foretold_ = 0, foretold_at_ = 0;  // when it will be zero, and when that was found
  bool is_foretold_ = false;
  double lowest_ = 0;              // smallest size since then
  std::vector<std::string> open_;  // unknowns, at the place that was found
  double longest_ = 0;             // step
  long steps_ = 0, next_doubt_ = kFirstDoubt;
  double looked_until_ = 0;   // with steps of fixed length, by a second run
  bool has_arrived_ = false;  // the last second run, without an end on the way
  // The motion of the deck's method ends, and a second one does not before this time.
  std::optional<double> none_before_;
};

// Laws that are narrow in the state: a field that a body crosses within a part of a step, a stop
// that is touched and left again. A method sees a law only at the stages of its steps, and misses
// what lies between them. Before each step FieldWatch looks where the inputs of such laws go.
// Ranges of a law along this way show that the law stays near its values at a few places; where it
// does not, the step ends in front of that place.
class FieldWatch final : public StepGuard {
 public:
  // known: of the motion; empty for what is prescribed and fixed.
  FieldWatch(const Model& model, const Phase& phase, const IntegratorSettings& settings,
             Diagnostics& diagnostics, InputsAhead::Known known = {});

  bool any() const { return !parts_.empty(); }
  // The integration begins, or goes on behind a jump of the motion, at `state` with the rates ed of
  // its deformations, at which the laws have these slots. The rates of the inputs are those of the
  // state.
  void begin(const State& state, ConstVector ed, const Slots& laws);
  // Notes the inputs at the end of an accepted step, at which the laws have these slots.
  void note(double t, const Slots& laws);
  // The largest length of the next step, which without this bound would be h.
  double longest(double h, const IntegratorSettings& method);
  // The same of a trial of this step, which may have become shorter than what was looked at.
  double longest(double h) override;

 private:
  // An addend of a law.
  struct Part {
    RangedExpression ranged;
    std::vector<int> reads;  // inputs
    // Of a slow expression (text/slow_waves.h): its waves, by inputs.
    std::vector<SlowWave> waves;
    int pause = 0, waits = 0;  // steps without a look, where ranges have shown nothing
  };
  struct Piece {
    double from, to;
  };
  // Of a law on a piece of the way: its range, that of its slope, whether it may jump there.
  struct Ranged {
    Bound value, slope;
    bool jumps;
  };
  struct Search;
  void add(const Model& model, const ExpressionLaw& law);
  void add(const Model& model, const GivenNumber& number);
  bool is_slow(const Part& part, double h) const;
  double value(const Part& part, double ahead);
  void set_parameters(const Slots& laws);
  Ranged range(Part& part, const Piece& piece);
  bool may_have_begun(const Part& part, double first, double last, double h);
  double look(Part& part, double h, bool again);
  double look_at_all(double h, bool again);
  double way_until(const Search& search, double from, double to, double limit, bool is_more);
  void examine(Search& search, const Piece& piece, const Ranged& there);
  void search_from_the_left(Search& search);
  bool is_hidden_between_ends(const Part& part, double h, double bulge);
  void warn_of_fixed_step(const Part& part, double ahead, double width, double value);

  InputsAhead inputs_;
  Diagnostics& diagnostics_;
  double tolerance_, fixed_step_;
  bool looks_at_ends_ = false;  // the method evaluates the law at the ends of a step only
  std::size_t first_;           // slot of the first input
  std::vector<Part> parts_;
  // Slots of the laws at a place ahead, and their ranges over a piece of the way. Only the inputs
  // of the part that is looked at are up to date.
  std::vector<double> ahead_;
  std::vector<Series> series_;
  double looked_ = 0;  // length of the way ahead that has been looked at
  std::vector<Piece> pieces_;
  bool warned_ = false;
};

// Names the true cause where a run with fixed steps of an explicit method fails because the step is
// beyond the stability of the method. There errors grow from step to step, whatever the motion
// does, until something else breaks: a mechanism that cannot be closed, a mass matrix without a
// digit.
class StableStep {
 public:
  StableStep(const DynamicSite& site, const Integration& integration)
      : site_(site), integration_(integration) {}

  // The run begins, or goes on behind events, which may have changed the classes.
  void begin(const State& state);
  // Takes the end of a step; null: it has not been evaluated last.
  void note(const State* state);

  // After a failure: if the step was too long, reports that in the place of the errors that are
  // not in `before`, the diagnostics when the run began.
  void explain(const Diagnostics& before, Diagnostics& diagnostics) const;

 private:
  struct Fastest {
    double t = 0, rate = 0;
  };
  double rate_at(const State& from) const;
  Fastest fastest() const;
  double enough(double rate) const;
  bool is_stable(double rate) const;
  std::optional<bool> comes_further(double h) const;

  // The states kSpans[k] to 2 kSpans[k] steps back. Of the last few the motion is no measure: it
  // has grown already.
  static constexpr std::array<long, 3> kSpans = {8, 64, 512};
  struct Kept {
    std::optional<State> now, before;
  };

  const DynamicSite& site_;
  const Integration& integration_;
  std::optional<State> first_;
  std::array<Kept, kSpans.size()> kept_;
  long steps_ = 0;
};

}  // namespace mbs
