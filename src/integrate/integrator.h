// One interface for all methods: start, step, look inside the last step, restart after an event.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "integrate/integrator_settings.h"
#include "integrate/step_guard.h"
#include "integrate/step_meter.h"
#include "integrate/system.h"

namespace mbs {

// Lengths of steps: as long as their errors allow, within the bounds of the user and up to a time
// that no step may pass. Nothing here knows the system.

// The largest ratio of the error of a step to the allowed error.
struct ErrorRatio {
  EvalStatus eval;
  double value = 0;  // accepted when at most 1
  int component = -1;
};

// How far a method lets a step shrink and grow.
struct StepRule {
  double exponent;  // 1 / (order of the error estimate + 1)
  double shrink, grow;
  bool predictive;  // Gustafsson's controller for stiff problems
};

class StepControl {
 public:
  explicit StepControl(const IntegratorSettings& settings) : settings_(settings) {}
  StepControl(const StepControl&) = delete;
  StepControl& operator=(const StepControl&) = delete;

  // A new run: time runs up when direction > 0, down otherwise; tstop is removed.
  void start(double direction);
  // Forgets the steps so far: later steps have nothing to do with them.
  void forget();
  // Takes direction, tstop and count of another StepControl.
  void take_over(const StepControl& before);

  void set_tstop(double tstop) { tstop_ = tstop; }
  void clear_tstop() { tstop_ = direction_ * std::numeric_limits<double>::infinity(); }
  double tstop() const { return tstop_; }
  double direction() const { return direction_; }
  // No step is longer than this until another bound is set. The bound does not shorten the steps
  // after it.
  void set_longest(double length) { longest_ = length; }
  // Time from t until tstop, at most 0 where it has been reached.
  double left(double t) const { return direction_ * (tstop_ - t); }

  struct Planned {
    double h, t_new;
    bool cut;  // shorter than asked for, to end on tstop
  };
  // Cuts a step from t to hmax and tstop. With `even`, the rest until tstop is halved rather than
  // leave a sliver.
  Planned plan(double t, double h, bool even) const;
  // The smallest step at t, except a step that ends on tstop.
  double hmin(double t) const;
  // A step may shrink below hmin from one accepted step to the next, without any rejection.
  bool underflows(double t, const Planned& p) const { return !p.cut && std::abs(p.h) < hmin(t); }
  // The next step after one of length h with this error.
  double next(const StepRule& rule, const ErrorRatio& error, double h, bool after_rejection);
  // Counts an attempt; false where there were too many.
  bool spend() { return attempts_++ < settings_.max_steps; }

 private:
  const IntegratorSettings& settings_;
  double tstop_ = 0, direction_ = 1;
  double longest_ = std::numeric_limits<double>::infinity();
  long attempts_ = 0;
  double ratio_last_ = 1, h_accepted_ = 0;
};

// A local error e_i is measured in weights abs_i + rel |y_i|, not below the rounding of y_i.
class ErrorWeights {
 public:
  explicit ErrorWeights(const IntegratorSettings& settings) : settings_(settings) {}
  double at(std::size_t i, double y) const {
    return of(settings_.abs_each.empty() ? settings_.abs : settings_.abs_each[i], settings_.rel, y);
  }
  // Of place i of OdeSystem::displace; its rate is i + OdeSystem::places.
  double of_place(std::size_t i, double y) const {
    const auto& each = settings_.abs_places;
    return of(each.empty() ? settings_.abs : each[i], settings_.rel, y);
  }
  void find(ConstVector y, Vector weights) const;
  // One metre, radian or a rate of one, in the unit of component i: what is no tolerance and no
  // part of a size counts in these.
  double one(std::size_t i) const {
    const bool has_unit = !settings_.abs_each.empty() && settings_.abs > 0;
    return has_unit ? settings_.abs_each[i] / settings_.abs : 1;
  }

 private:
  static double of(double abs, double rel, double y) {
    const double size = std::abs(y);
    constexpr double kTiny = 1e-290;  // keeps 0 / 0 away when abs is 0 and y passes through 0
    return std::max(abs + rel * size, 4 * std::numeric_limits<double>::epsilon() * size + kTiny);
  }

  const IntegratorSettings& settings_;
};

enum class StepKind {
  ok,
  at_tstop,        // nothing done: t() is already at tstop
  step_too_small,  // the step would have to go below hmin; `cause` says why it was rejected
  too_many_steps,
  non_finite,  // fixed step: the step leads to an infinite number; any method: f is infinite at
               // start
  rhs_failed,  // a callable said `failed`, or `reject` where no shorter step is possible
  not_solved,  // fixed step of an implicit method: its equations were not solved, the step is too
               // long
};

struct StepStatus {
  StepKind kind = StepKind::ok;
  double t = 0;                   // of the last good state, which y() still holds
  double h = 0;                   // of the step that could not be taken
  int component = -1;             // of the largest error ratio, or the one that was not finite
  EvalKind cause = EvalKind::ok;  // ok: the error test; otherwise what the last evaluation said
  int code = 0;                   // the callable's own code

  bool ok() const { return kind == StepKind::ok || kind == StepKind::at_tstop; }
};

// The kind of failure of a step that f or the projection made impossible and that cannot be
// shortened.
inline StepKind without_retry(const EvalStatus& why) {
  return why.kind == EvalKind::non_finite ? StepKind::non_finite : StepKind::rhs_failed;
}

struct IntegratorStats {
  long accepted = 0;
  long rejected = 0;
  long rhs = 0;  // all evaluations of f, those of a numerical Jacobian included
  long jacobians = 0;
  long factorizations = 0;
  long projections = 0;
  int order = 0;       // of the last step
  double h_last = 0;   // signed
  double longest = 0;  // of the accepted steps
  double h_next = 0;   // the step that the method would take next
  // Energy that the method itself has taken out of a system with masses (OdeSystem::momentum):
  // numerical dissipation. Only GALPHA; exact where forces are linear.
  double dissipated = 0;
};

class Integrator {
 public:
  virtual ~Integrator() = default;

  // Takes t0 and y0 (n numbers) as they are, without projecting, and evaluates f there. Time runs
  // up when direction > 0, down otherwise. Statistics begin at zero; tstop is removed.
  StepStatus start(double t0, ConstVector y0, double direction = 1);
  // Starts again after an event has changed the state; statistics, direction and tstop stay.
  StepStatus restart(double t, ConstVector y);

  // Continues from `before`, the same motion in other unknowns y, with its direction, tstop,
  // statistics and next step. `before` may be this integrator itself. For one-step methods.
  StepStatus take_over(const Integrator& before, ConstVector y);

  // Advances by one accepted step, never past tstop. After a failure y() and t() are the last good
  // ones and every further call returns the same status until (re)start. Does not allocate.
  StepStatus step();

  // Sets the time that no step may pass, and the direction of time.
  StepControl& control() { return control_; }

  // From here on each step is halved until the method integrates the functions of the meter
  // well. Null: there is no meter. Methods with fixed steps ignore it.
  void set_meter(StepMeter* meter) {
    if (meter == meter_) return;
    meter_ = meter;
    meter_is_new_ = true;
  }
  // From here on this guard is asked about each trial; null: none. Methods with fixed steps ignore
  // it.
  void set_guard(StepGuard* guard) { guard_ = guard; }

  double t() const { return t_; }
  double t_previous() const { return t_old_; }
  // Views; the next step makes them invalid.
  ConstVector y() const { return y_; }
  ConstVector y_previous() const { return y_old_; }
  ConstVector ydot() const { return f_; }
  const IntegratorSettings& settings() const { return settings_; }

  // The state at a time within the last step; agrees with y_previous() and y() at its ends. Order 3
  // (HEUN, RK4, GALPHA: cubic Hermite), 7 (DOP853), the order of the step (STEP), 3 (STIFF). DOP853
  // evaluates f three more times on the first call after a step; only that can fail.
  EvalStatus interpolate(double t, Vector y);

  const IntegratorStats& stats() const { return stats_; }

 protected:
  Integrator(const OdeSystem& system, const IntegratorSettings& settings);

  // f_ holds f(t_, y_): prepares a first step from there.
  virtual void begin() = 0;
  // After begin(): the motion is one that goes on in other unknowns, with steps as long as before.
  virtual void go_on() {}
  // Sets a new t_, y_, f_ by commit(), or returns a failure and leaves everything as it was.
  virtual StepStatus advance() = 0;
  // t strictly inside the last step.
  virtual EvalStatus dense(double t, Vector y) = 0;

  // Starts the functions of the meter at the present time.
  virtual void begin_meter() {}
  // Integrates the functions of the meter over a step by the method's formula, into meter_change_.
  virtual void measure(double /*h*/, double /*t_new*/) {}
  // Makes a trial as short as guard and meter want it; the meter measures the one that is left.
  void shorten(StepControl::Planned& p) {
    if (guard_) shorten_by_guard(p);
    if (meter_) shorten_by_meter(p);
  }

  // f(t, y); checks y and f for numbers that are not finite. f is never called with such a y.
  EvalStatus evaluate(double t, ConstVector y, Vector f);
  // Projects y_new_ and evaluates f_new_ there.
  EvalStatus project_and_evaluate(double t_new);
  void commit(double t_new, int order);
  StepStatus failure(StepKind kind, double h, EvalStatus why) const;

  // First step for a method of the given order (Hairer, Norsett, Wanner, Solving ODEs I, II.4).
  double first_step(int order);

  // The step loop of an embedded one-step formula; attempt(h, t_new) fills y_new_ and returns the
  // error ratio. Defined in controlled_step.h.
  template <class Attempt>
  StepStatus controlled_step(const StepRule& rule, Attempt&& attempt);

  OdeSystem system_;
  IntegratorSettings settings_;
  StepControl control_;
  ErrorWeights error_weights_;
  IntegratorStats stats_;
  double t_ = 0, t_old_ = 0, h_next_ = 0;
  int worst_ = -1;  // component of the largest error ratio in the last trial step
  std::vector<double> y_, y_old_, y_new_, f_, f_old_, f_new_, scratch_;
  StepMeter* meter_ = nullptr;
  StepGuard* guard_ = nullptr;
  std::vector<double> meter_change_, meter_value_;

 private:
  double guess_first_step(int order, double longest);
  bool shorten_by_guard(StepControl::Planned& p);
  // Halves a trial until the meter accepts it.
  void shorten_by_meter(StepControl::Planned& p);

  StepStatus sticky_;
  bool meter_is_new_ = false;
};

enum class SettingsError {
  none,
  unknown_method,
  step_not_positive,  // HEUN, RK4: h must be positive and finite; GALPHA: or 0
  bad_rho,            // GALPHA: rho must lie in 0 to 1
  bad_tolerance,      // abs and rel must be finite, not negative, not both 0; abs_each of n numbers
  bad_bound,          // hinit, hmax, hmin must be finite and not negative; max_steps at least 1
};

struct MadeIntegrator {
  std::unique_ptr<Integrator> integrator;  // null when error says why
  SettingsError error = SettingsError::none;
};

MadeIntegrator make_integrator(const OdeSystem& system, const IntegratorSettings& settings);

std::span<const std::string_view> integrator_names();
// True where a method takes steps of the length h: HEUN and RK4 always, GALPHA when h is positive.
// Any letter case; false for unknown names.
bool is_fixed_step(std::string_view method, double h);
// The order of a method that takes fixed steps: the power of the step that its error follows.
int fixed_step_order(std::string_view method);
// True for GALPHA, the method that takes `rho`.
bool is_generalised_alpha(std::string_view method);
// True for STIFF and GALPHA, whose error depends on the variables that stiff forces are written in.
bool is_implicit(std::string_view method);

}  // namespace mbs
