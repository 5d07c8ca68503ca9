// One interface for all methods: start, step, look inside the last step, restart after an event.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "integrate/system.h"

namespace mbs {

struct IntegratorSettings {
  std::string method = "STEP";   // any letter case, see integrator_names()
  double abs = 1e-8;             // a local error e_i is accepted when for every component
  double rel = 1e-6;             //   |e_i| <= abs_i + rel |y_i|
  std::vector<double> abs_each;  // abs_i, n of them; empty: abs for all
  double h = 0;                  // step of HEUN and RK4 (required), of GALPHA (0: error control)
  double rho = 0.8;             // of GALPHA: what a step leaves of the fastest oscillations, 0 to 1
  double hinit = 0;             // first step of the others, 0: chosen from f
  double hmax = 0;              // 0: no bound
  double hmin = 0;              // smallest step except to tstop; never less than 16 ulp of t
  long max_steps = 10'000'000;  // accepted and rejected, since start()
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

struct IntegratorStats {
  long accepted = 0;
  long rejected = 0;
  long rhs = 0;  // all evaluations of f, those of a numerical Jacobian included
  long jacobians = 0;
  long factorizations = 0;
  long projections = 0;
  int order = 0;      // of the last step
  double h_last = 0;  // signed
  double h_next = 0;  // what the method would like to do next
  // Energy that the method itself has taken out of a system with masses (OdeSystem::momentum):
  // numerical dissipation. Of GALPHA; exact where forces are linear.
  double dissipated = 0;
};

class Integrator {
 public:
  virtual ~Integrator() = default;
  Integrator(const Integrator&) = delete;
  Integrator& operator=(const Integrator&) = delete;

  // Takes t0 and y0 (n numbers) as they are, without projecting, and evaluates f there. Time runs
  // up when direction > 0, down otherwise. Statistics begin at zero; tstop is removed.
  StepStatus start(double t0, ConstVector y0, double direction = 1);
  // The same after an event has changed the state; statistics, direction and tstop stay.
  StepStatus restart(double t, ConstVector y);

  // Goes on where `before` is, the same motion in other unknowns y: with its direction, tstop,
  // statistics and next step. It may be this one itself. For one-step methods.
  StepStatus take_over(const Integrator& before, ConstVector y);

  // Advances by one accepted step, never past tstop. After a failure y() and t() are the last good
  // ones and every further call returns the same status until (re)start. Does not allocate.
  StepStatus step();

  void set_tstop(double tstop) { tstop_ = tstop; }
  void clear_tstop() { tstop_ = direction_ * std::numeric_limits<double>::infinity(); }

  double tstop() const { return tstop_; }

  double t() const { return t_; }
  double t_previous() const { return t_old_; }
  double direction() const { return direction_; }
  // Views that the next step makes invalid.
  ConstVector y() const { return y_; }
  ConstVector y_previous() const { return y_old_; }
  ConstVector ydot() const { return f_; }
  int size() const { return system_.n; }
  const IntegratorSettings& settings() const { return settings_; }

  // The state at a time within the last step; agrees with y_previous() and y() at its ends. Order
  // 3 (HEUN, RK4, GALPHA: cubic Hermite), 7 (DOP853), that of the step (STEP), 3 (STIFF). DOP853
  // evaluates f three more times on the first call after a step; only that can fail.
  EvalStatus interpolate(double t, Vector y);

  const IntegratorStats& stats() const { return stats_; }

 protected:
  Integrator(const OdeSystem& system, const IntegratorSettings& settings);

  // f_ holds f(t_, y_): get ready for a first step from there.
  virtual void begin() = 0;
  // Leaves a new t_, y_, f_ by commit(), or a failure and everything as it was.
  virtual StepStatus advance() = 0;
  // t strictly inside the last step.
  virtual EvalStatus dense(double t, Vector y) = 0;

  // f(t, y) with both checked for infinite numbers; f is never asked for at such a y.
  EvalStatus evaluate(double t, ConstVector y, Vector f);
  // Projects y_new_ and evaluates f_new_ there.
  EvalStatus settle(double t_new);
  void commit(double t_new, int order);
  StepStatus failure(StepKind kind, double h, EvalStatus why) const;
  // What to say when f or the projection made a step impossible that cannot be shortened.
  StepStatus failure_without_retry(double h, EvalStatus why) const;

  struct Planned {
    double h, t_new;
    bool cut;  // shorter than asked for, to end on tstop
  };
  // Cuts a step to hmax and tstop. With `even`, what is left is halved rather than leave a sliver.
  Planned plan(double h, bool even) const;
  double hmin() const;
  // A step may shrink below hmin from one accepted step to the next, without any rejection.
  bool underflows(const Planned& p) const { return !p.cut && std::abs(p.h) < hmin(); }
  // First step for a method of the given order (Hairer, Norsett, Wanner, Solving ODEs I, II.4).
  double first_step(int order);
  // weight_i = abs_i + rel |y_i|, not below the rounding of y_i.
  double weight(int i, double y) const;
  void find_weights(ConstVector y, Vector weights) const;

  struct ErrorRatio {
    EvalStatus eval;
    double value = 0;  // accepted when at most 1
    int component = -1;
  };
  struct Control {
    double exponent;  // 1 / (order of the error estimate + 1)
    double shrink, grow;
    bool predictive;  // Gustafsson's controller for stiff problems
  };
  // The step loop of an embedded one-step formula; attempt(h, t_new) fills y_new_ and returns the
  // error ratio. Defined in controlled_step.h.
  template <class Attempt>
  StepStatus controlled_step(const Control& control, Attempt&& attempt);
  double next_step(const Control& control, const ErrorRatio& error, double h, bool after_rejection);
  bool spend_step() { return attempts_++ < settings_.max_steps; }

  OdeSystem system_;
  IntegratorSettings settings_;
  IntegratorStats stats_;
  double t_ = 0, t_old_ = 0, tstop_ = 0, direction_ = 1, h_next_ = 0;
  int worst_ = -1;  // component of the largest error ratio in the last trial step
  std::vector<double> y_, y_old_, y_new_, f_, f_old_, f_new_, scratch_;

 private:
  StepStatus set_state(double t, ConstVector y);
  double guess_first_step(int order, double longest);

  StepStatus sticky_;
  long attempts_ = 0;
  double ratio_last_ = 1, h_accepted_ = 0;
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
// True for GALPHA, the method that takes `rho`.
bool is_generalised_alpha(std::string_view method);
// True for STIFF and GALPHA, whose error depends on the variables that stiff forces are written in.
bool is_implicit(std::string_view method);

}  // namespace mbs
