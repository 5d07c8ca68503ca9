// The measures of a run while it runs: they see every stretch of its motion once, in order, and
// both sides of every jump, and change nothing.
//
// Each stretch is looked at through polynomials at Chebyshev points and halved until a function is
// resolved: its integral is that of the polynomial, its extremes are sought on the polynomial and
// evaluated on the motion itself. Conditions are located as events are.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/measure_value.h"
#include "base/diagnostics.h"
#include "deck/expression.h"
#include "deck/tables.h"
#include "integrate/events.h"
#include "linalg/chebyshev.h"
#include "observe/layout.h"

namespace mbs {

// The motion as measures see it.
class MeasureSource {
 public:
  virtual ~MeasureSource() = default;
  // Fills the channels at a time of the present stretch; false where they cannot be computed.
  // rough: coordinates and velocities only, from a state that need not be brought onto the
  // constraints; other channels may keep any finite value.
  virtual bool sample(double t, bool rough, Vector channels) = 0;
};

class MeasureRun {
 public:
  // Errors (a channel that does not exist) go to `diagnostics`. rough: the source tells rough
  // samples, which cost next to nothing, from others.
  MeasureRun(const Tables& tables, const Layout& layout, bool rough, Diagnostics& diagnostics);
  ~MeasureRun();

  // Live parameters, after an event has changed them.
  void set_parameters(ConstVector values) { slots_.set_parameters(values); }

  void start(double t, MeasureSource& source);
  // The motion from where it was left up to time `to`, without a jump inside. at_rest: the state at
  // `to` is on the constraints as it is.
  void advance(double to, bool at_rest, MeasureSource& source);
  // The other side of a jump at the time reached.
  void jump(MeasureSource& source);

  // After the last stretch. complete: the run ended as it was to end (a STOP included).
  std::vector<MeasureValue> finish(bool complete);

  // For the event locator.
  EvalStatus events(double t, ConstVector y, Vector g);

 private:
  struct Function;
  struct Group;
  struct Level;

  void compile(const Tables& tables, const Layout& layout, bool rough, Diagnostics& diagnostics);
  bool names_measure(std::size_t k, Diagnostics& diagnostics) const;
  bool compile_formula(std::size_t k, const Layout& layout, Diagnostics& diagnostics);
  bool sample(double t, bool rough);
  double evaluate(Function& function, double t);
  void give_up(double t);
  void stretch(Group& group, double from, double to, bool exact_end);
  void fill(Group& group, Level& level, double from, double to, bool exact_end, std::size_t last);
  void resolve(Group& group, std::size_t depth, double from, double to);
  bool take_integral(Function& f, const Chebyshev& p, double from, double to, bool last);
  bool take_extremes(Function& f, const Chebyshev& p, const Chebyshev::Values& values, double from,
                     double to, bool last);
  bool is_quiet(const Group& group, std::size_t k, const Chebyshev& p,
                const Chebyshev::Values& values) const;
  void scan(Group& group, double from, double to);
  void note_hit(Group& group, const EventHit& hit);
  void note_end(Function& f, double t, double value);
  double reduced(const Function& f) const;
  MeasureValue value_of(std::size_t k, const std::vector<MeasureValue>& before, bool complete);

  const std::vector<MeasureRow>& rows_;
  const Parameters& parameters_;
  Slots slots_;                      // t, then the channels
  std::vector<Function> functions_;  // one per row, and one per condition
  std::vector<Group> groups_;
  std::vector<std::vector<int>> operands_;  // of formulas: earlier measures
  MeasureSource* source_ = nullptr;
  Group* scanned_ = nullptr;
  double t_ = 0, start_ = 0, end_ = 0;
  long long budget_;    // halvings that are left
  std::string broken_;  // why nothing more can be measured
};

}  // namespace mbs
