// The measures and the summary of a run while it runs: they see every stretch of its motion once,
// in order, and both sides of every jump, and change nothing.
//
// Each stretch is looked at through polynomials at Chebyshev points and halved until a function is
// resolved: its integral is that of the polynomial, its extremes are sought on the polynomial and
// evaluated on the motion itself. A step in which a function goes on as in the steps before is not
// looked into: the polynomial through the ends of the steps does. Conditions are located as events
// are.
#pragma once

#include <array>
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
#include "linalg/past_polynomial.h"
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
  // After a rough sample at the end of a step: the rates of coordinates and velocities there, as
  // channels. False where they are not known.
  virtual bool rates(Vector) { return false; }
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

  // After finish(): of SUMMARY.
  std::vector<SummaryRow> summary() const;

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
  void take_end(Group& group, Level& level, double from, double to, bool exact_end);
  void take_quickly(Group& group, Level& level, double from, double to);
  bool is_done(Function& f, const PastPolynomial::Shape& shape, double from, double to);
  void fill(Group& group, Level& level, double from, double to, std::size_t last);
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

  std::vector<MeasureRow> rows_;  // the measures, then one for each channel of SUMMARY
  std::size_t measures_;          // how many of them
  const Parameters& parameters_;
  Slots slots_;                      // t, then the channels
  std::vector<Function> functions_;  // one per row, and one per condition
  std::vector<Group> groups_;
  std::vector<std::vector<int>> operands_;  // of formulas: earlier measures
  // The ends of the last steps, and the rates of all slots at the end of one.
  std::array<double, PastPolynomial::kValues> ends_{};
  std::size_t known_ends_ = 0;  // without a jump between them
  bool quick_ = false;          // the present stretch is a whole step after enough others
  PastPolynomial past_;
  std::vector<double> rates_;
  MeasureSource* source_ = nullptr;
  Group* scanned_ = nullptr;
  double t_ = 0, start_ = 0, end_ = 0;
  long long budget_;    // halvings that are left
  std::string broken_;  // why nothing more can be measured
};

}  // namespace mbs
