// A function of the time alone: a part of an expression of the deck, or a spline.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "linalg/spline.h"
#include "text/compiled_expression.h"
#include "text/series.h"

namespace mbs {

struct Switch;
class SeriesRun;

class TimeFunction {
 public:
  // Slots of the expression: live parameters with these values, then t.
  TimeFunction(Expression expression, std::vector<double> parameters);
  // The spline must live longer than this object.
  explicit TimeFunction(const Spline& spline);
  TimeFunction(TimeFunction&&) noexcept;
  ~TimeFunction();

  // Value and first two derivatives at t; at kinks and jumps of a spline those just after t.
  DerivativesAlong at(double t);
  double value(double t);
  // Ranges of value and derivatives over a stretch of time; a jump at an end of the stretch does
  // not count. switches(): the switches within the stretch.
  Series range(Bound stretch);
  const std::vector<Switch>& switches() const { return switches_; }
  // Whether the switch is above its level at time t.
  bool is_above(const Switch& which, double t);

 private:
  std::optional<Expression> expression_;
  const Spline* spline_ = nullptr;
  std::vector<double> slots_, along_, registers_;
  std::vector<Series> ranges_;  // of the slots
  std::vector<Switch> switches_;
  std::unique_ptr<SeriesRun> run_;
  int hint_ = -1;
};

}  // namespace mbs
