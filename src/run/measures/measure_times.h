// Times that are known ahead of what measures: where a part of the expression of a MEASURE, of its
// condition or of an OUT line reads t alone and jumps, has a kink or changes within a short time. A
// stretch that is measured ends there, so that what is measured does not depend on where rows and
// steps lie.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/views.h"
#include "observe/layout.h"
#include "run/measures/measure_functions.h"
#include "run/motion/pieces_ahead.h"
#include "text/compiled_expression.h"

namespace mbs {

class MeasureTimes {
 public:
  // parameters: how many are live; end: of the run.
  MeasureTimes(const MeasureFunctions& measured, const Layout& layout, int parameters, double end,
               Diagnostics& diagnostics);

  // Adds the times inside a stretch to `out`, in no order. Stretches follow each other. True where
  // one of them is the beginning of the stretch or lies before: what was measured until then tells
  // nothing of what follows.
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
  std::vector<double> parameters_;  // for which the pieces hold
};

}  // namespace mbs
