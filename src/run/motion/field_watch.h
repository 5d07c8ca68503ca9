// Laws that are narrow in the state: a field that a body crosses within a part of a step, a stop
// that is touched and left again. A method sees a law only at the stages of its steps, and misses
// what lies between them. Before each step FieldWatch continues the inputs of such laws as they
// moved in the last two steps. Ranges of a law along this way show that the law stays near its
// values at a few places; where it does not, the step ends in front of that place.
#pragma once

#include <limits>
#include <vector>

#include "assembly/loads.h"
#include "base/diagnostics.h"
#include "integrate/integrator_settings.h"
#include "model/model.h"
#include "model/phase.h"
#include "text/ranged_expression.h"
#include "text/slow_waves.h"

namespace mbs {

class FieldWatch {
 public:
  FieldWatch(const Model& model, const Phase& phase, const IntegratorSettings& settings,
             Diagnostics& diagnostics);

  bool any() const { return !parts_.empty(); }
  // Notes the inputs at the end of an accepted step, whose last evaluation is in the loads.
  void note(double t, const Loads& loads);
  // The motion has jumped: the noted inputs say nothing of what comes.
  void forget() { known_ = 0; }
  // The largest length of the next step, which without this bound would be h.
  double longest(double h);

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
  void add(const Model& model, const ExpressionLaw& law);
  void add(const Model& model, const GivenNumber& number);
  bool is_slow(const Part& part, double h) const;
  double value(const Part& part, double ahead);
  Bound range(Part& part, const Piece& piece);
  double look(Part& part, double h);
  bool is_hidden_between_ends(const Part& part, double h, double bulge);
  void warn_of_fixed_step(const Part& part, double ahead, double width, double value);

  Diagnostics& diagnostics_;
  double tolerance_, fixed_step_;
  bool looks_at_ends_;  // the method evaluates the law at the ends of a step only
  std::size_t first_;   // slot of the first input
  std::vector<Part> parts_;
  std::vector<int> read_;  // inputs that any part reads
  // Slots of the laws at a place ahead, and their ranges over a piece of the way. Only the inputs
  // of the part that is looked at are up to date.
  std::vector<double> ahead_;
  std::vector<Series> series_;
  // Of all inputs: the value, its mean rate in the last step, its rate now and its second rate.
  std::vector<double> now_, mean_, rate_, bend_;
  double t_ = 0, h_ = 0;
  int known_ = 0;  // states noted in succession
  std::vector<Piece> pieces_;
  bool warned_ = false;
};

}  // namespace mbs
