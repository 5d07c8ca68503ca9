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
  // Slots of the expression: live parameters, which have these values, then t.
  TimeFunction(Expression expression, std::vector<double> parameters);
  // The spline outlives this.
  explicit TimeFunction(const Spline& spline);
  TimeFunction(TimeFunction&&) noexcept;
  ~TimeFunction();

  // Its value and first two derivatives; those behind t at kinks and jumps of splines.
  DerivativesAlong at(double t);
  double value(double t);
  // Their ranges over a stretch of time, without its ends where it jumps there, and what may jump
  // or have a kink within it.
  Series range(Bound stretch);
  const std::vector<Switch>& switches() const { return switches_; }
  // Whether the time t is above a switch.
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
