// Times at which a measured function jumps, has a kink or changes quickly, as far as they are known
// ahead: from parts of the expression of a MEASURE, of its condition or of an OUT line that read t
// alone. A measured stretch ends at these times, so that measures do not depend on the times of
// rows and steps.
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

}  // namespace mbs
