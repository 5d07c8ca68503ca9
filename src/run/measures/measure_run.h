// Computes the measures and the summary of a run while it runs. It samples every stretch of the
// motion once, in order, and both sides of every jump, and changes nothing.
//
// Each stretch is sampled at Chebyshev points and halved until the polynomial resolves a function.
// The integral is the integral of the polynomial; the extremes are found on the polynomial and
// evaluated on the motion itself. A step in which a function goes on as in the steps before is not
// sampled inside: the polynomial through the ends of the steps is enough. If rates are known
// everywhere, one sample in the middle of a step may be enough. Conditions are located as events
// are.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "base/views.h"
#include "integrate/events.h"
#include "linalg/chebyshev.h"
#include "linalg/past_polynomial.h"
#include "observe/layout.h"
#include "run/frame/channel_rounding.h"
#include "run/frame/measure_value.h"
#include "run/frame/run.h"
#include "run/measures/measure_functions.h"
#include "run/measures/measure_sampler.h"
#include "run/measures/narrow_places.h"
#include "run/motion/pieces_ahead.h"
#include "text/compiled_expression.h"

namespace mbs {

// Finds the times at which the conditions of measures (WHEN) come true, in the way events are
// found.
class MeasureConditions : private EventFunctions {
 public:
  // which: indices into all.functions; rough: rough samples are enough for them. `all` and
  // `sampler` outlive this object.
  MeasureConditions(MeasureFunctions& all, std::vector<int> which, bool rough,
                    MeasureSampler& sampler, const Layout& layout);
  MeasureConditions(const MeasureConditions&) = delete;
  MeasureConditions& operator=(const MeasureConditions&) = delete;

  void start(double t) { locator_.start(t, {}); }
  // Takes the values after a jump at time t from the slots sampled last.
  void jump(double t);
  // Finds the conditions that come true in a stretch.
  void scan(double from, double to);

  // True if condition i of `which` keeps its sign, at the extremes of the polynomial too.
  bool is_quiet(std::size_t i, const Chebyshev& p, const Chebyshev::Values& values) const;
  // True if condition i of `which` keeps its sign in the last step, judged by the ends of steps;
  // begin: its value at the beginning of the step.
  bool is_quiet(std::size_t i, const PastPolynomial::Shape& shape, double begin) const;
  // True if condition i of `which` has the sign of its present side at all points.
  bool keeps_side(std::size_t i, const Chebyshev::Values& values) const;

 private:
  int count() const override { return static_cast<int>(which_.size()); }
  EvalStatus evaluate(double t, ConstVector y, Vector g) override;
  void rounding(Vector out) override;
  MeasuredFunction& function(std::size_t i) const { return all_.functions[which_[i]]; }
  void note_hit(const EventHit& hit);

  MeasureFunctions& all_;
  std::vector<int> which_;
  bool rough_;
  MeasureSampler& sampler_;
  ChannelRounding rounding_;
  EventLocator locator_;
};

// Times at which a measured function jumps, has a kink or changes quickly, as far as they are known
// ahead: from parts of the expression of a MEASURE, of its condition or of an OUT line that read t
// alone. A measured stretch ends at these times, so that measures do not depend on the times of
// rows and steps.
class MeasureTimes {
 public:
  // parameters: number of live parameters; end: of the run.
  MeasureTimes(const MeasureFunctions& measured, const Layout& layout, int parameters, double end,
               Diagnostics& diagnostics);

  // Adds the times inside a stretch to `out`, in no order. Stretches follow each other. True if one
  // of the times is at or before the beginning of the stretch: the steps before it must not be used
  // to judge the stretch.
  bool cut(double from, double to, ConstVector parameters, std::vector<double>& out);

 private:
  struct Part {
    Expression expression;
    PiecesOrigin origin;
  };
  void add(const Expression& expression, const std::string& name);
  void begin(double from, ConstVector parameters);

  int live_;
  double end_;
  Diagnostics& diagnostics_;
  std::vector<Part> parts_;
  std::vector<PiecesAhead> ahead_;  // of each part
  std::vector<double> parameters_;  // live parameters of the pieces in ahead_
};

// The rounding error of forces, moments and accelerations. They are sums of terms, so a sum that is
// nearly zero has the rounding error of its largest terms.
class EffortRounding {
 public:
  EffortRounding() = default;
  // first_slot: slot of the first channel. length: the longest lever arm [m], which relates forces
  // to moments and lengths to angles.
  EffortRounding(const Layout& layout, int first_slot, double length);

  // Notes the largest force and acceleration of a sample of all channels.
  void note(const double* slots);
  // Rounding error of a function of these channels, to first order.
  double of(const Expression& f, const double* slots) const;

 private:
  enum Kind { force, acceleration };
  struct Part {
    int slot;
    Kind kind;
    // its rounding over that of a force, or of the acceleration of a point
    double scale;
  };
  std::vector<Part> parts_;
  std::array<double, 2> largest_{};
};

struct Plan;

class MeasureRun {
 public:
  // Errors (a channel that does not exist) go to `diagnostics`. rough: the source has cheap rough
  // samples. length: the longest lever arm [m].
  MeasureRun(const Plan& plan, const Layout& layout, bool rough, double length,
             Diagnostics& diagnostics);
  MeasureRun(const MeasureRun&) = delete;
  MeasureRun& operator=(const MeasureRun&) = delete;

  // abs, rel: of the integration; 0 without an integration.
  void set_tolerances(double abs, double rel);

  // Live parameters, after an event has changed them.
  void set_parameters(ConstVector values) { sampler_.set_parameters(values); }

  // The channels that samples must fill, in increasing order.
  std::vector<int> channels() const;

  void start(double t, MeasureSource& source);
  // Measures the motion from the time reached to the time `to`; no jump lies between. at_rest: `to`
  // is the end of a step, and the state there is on the constraints.
  void advance(double to, bool at_rest, MeasureSource& source);
  // The motion has a kink at the time reached: the steps before it must not be used to judge the
  // next steps.
  void forget() {
    known_ends_ = 0;
    for (Group& group : groups_)
      if (group.narrow) group.narrow->forget();
  }
  // Measures the state after a jump at the time reached.
  void jump(MeasureSource& source);

  // Whether any function reads forces, so that impulses matter.
  bool asks_for_impulses() const;
  std::size_t channel_count() const { return sampler_.channel_count(); }
  // Takes an impact at the time reached. channels: with zero forces; impulses: of the channels that
  // are forces or moments.
  void strike(ConstVector channels, ConstVector impulses);

  // The values after the last stretch. complete: the run came to its end or to a STOP.
  std::vector<MeasureValue> finish(bool complete) const;
  // The rows of SUMMARY.
  std::vector<SummaryRow> summary() const;
  // Lines of the audit (run/measures/narrow_places.h).
  std::string describe_unshown() const;
  void warn_of_unshown(Diagnostics& diagnostics) const;

 private:
  // One level of halving: the values of all functions at the points. open: functions that are not
  // resolved yet.
  struct Level {
    std::vector<Chebyshev::Values> values;
    std::vector<char> open;
    bool conditions_open = false;
    // How often each function was not resolved on this level of the stretch with number `stretch`.
    std::vector<int> failures;
    long long stretch = 0;
  };
  // Functions that are sampled together, by rough samples or by exact ones.
  struct Group {
    bool rough = false;
    bool ends_only = false;  // functions need the ends of their windows only
    bool quick = false;      // the stretch is a whole step, and enough steps before it are known
    std::vector<int> values, conditions, all;  // indices of functions: over time, of WHEN, both
    std::optional<MeasureConditions> search;   // empty without conditions
    std::optional<NarrowPlaces> narrow;        // empty where no function may be narrow
    std::vector<Level> levels;
    long long budget = 0;  // halvings that are left
  };

  MeasuredFunction& function(int k) { return measured_.functions[k]; }
  void stretch(Group& group, double from, double to, bool exact_end);
  void take_end(Group& group, Level& level, double from, double to, bool exact_end);
  void estimate_noise(const Group& group);
  using ShapeOf = std::function<PastPolynomial::Shape(const MeasuredFunction&)>;
  void take_quickly(Group& group, Level& level, double from, double to);
  void take_by_middle(Group& group, Level& level, double from, double to);
  void take_by_shape(Group& group, Level& level, double from, double to, const ShapeOf& shape_of);
  void fill(Group& group, Level& level, double from, double to);
  void resolve(Group& group, std::size_t depth, double from, double to);
  bool take_conditions(Group& group, Level& level, double from, double to, bool last);

  MeasureFunctions measured_;
  MeasureSampler sampler_;
  EffortRounding effort_rounding_;
  std::array<Group, 2> groups_;
  // The ends of the last steps.
  std::array<double, PastPolynomial::kValues> ends_{};
  std::size_t known_ends_ = 0;  // number of the latest ends with no jump between
  PastPolynomial past_;
  MeasureTimes times_;
  // Times that cut the present step: ends of windows, times_ and narrow places, and its end.
  std::vector<double> cuts_;
  // Of the present stretch, by function; doubts_: `off` and `missed` of the step before.
  std::vector<MeasuredFunction::ValueAndRate> middle_;
  std::vector<PastPolynomial::Shape> shapes_;
  std::vector<std::pair<double, double>> doubts_;
  double t_ = 0, start_ = 0, end_ = 0;
  long long stretches_ = 0;  // number of stretches sampled between their ends
  double length_ = 0;        // of the present stretch [s]
  double shortest_ = 0;      // length of a stretch that is still halved [s]
};

// Writes the values of the measures to the report and the outcome at the end of a run; measures:
// null without measures.
void finish_measures(MeasureRun* measures, const RunSettings& settings, RunOutput& out,
                     Outcome& outcome, Diagnostics& diagnostics);

// The part of the run that has been measured.
struct MeasuredSpan {
  double start = 0, reached = 0, planned = 0;  // [s]
  bool complete = false;                       // the run came to its end or to a STOP
  std::string broken;                          // why measuring ended early; empty: it has not
};

// live: the values of the live parameters at the end.
std::vector<MeasureValue> measure_values(const MeasureFunctions& measured, ConstVector live,
                                         const MeasuredSpan& span);
std::vector<SummaryRow> summary_rows(const MeasureFunctions& measured);

}  // namespace mbs
