// Lengths of steps: as long as their errors allow, within the bounds of the user and up to a time
// that no step may pass. Nothing here knows the system.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/integrator_settings.h"
#include "integrate/system.h"

namespace mbs {

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
  void find(ConstVector y, Vector weights) const;

 private:
  static double of(double abs, double rel, double y) {
    const double size = std::abs(y);
    constexpr double kTiny = 1e-290;  // keeps 0 / 0 away when abs is 0 and y passes through 0
    return std::max(abs + rel * size, 4 * std::numeric_limits<double>::epsilon() * size + kTiny);
  }

  const IntegratorSettings& settings_;
};

}  // namespace mbs
