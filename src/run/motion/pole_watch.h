// Laws and motions that pass through infinity between two looks: 1/(t - 0.25) is finite at all ends
// of steps and rows, and yet nothing goes on beyond t = 0.25. Infinity that has a finite integral,
// such as abs(x)^-0.5, is none.
#pragma once

#include <optional>
#include <vector>

#include "assembly/loads.h"
#include "base/diagnostics.h"
#include "model/model.h"
#include "model/phase.h"
#include "text/expression_poles.h"

namespace mbs {

class PoleWatch {
 public:
  // Watches the prescribed motions and, where with_laws, all that acts.
  PoleWatch(const Model& model, const Phase& phase, bool with_laws);

  // The run begins, or goes on behind an event, at time t. loads: those evaluated last; null
  // without laws.
  void begin(double t, const Loads* loads);
  // An explicit method with steps of this length may evaluate laws beyond a pole and end before it,
  // wherever that has thrown the motion: note_stage() is called at its evaluations within a step.
  // Iterates of an implicit one are no motion, and count only where the step fails.
  void take_fixed_steps(double length, bool is_implicit) {
    fixed_step_ = length;
    are_iterates_ = is_implicit;
  }
  bool hears_stages() const { return fixed_step_ > 0 && !items_.empty(); }
  void note_stage(const Loads& loads);
  // At the end of a step or row: whether something has passed through infinity since the last call.
  bool note(double t, const Loads* loads);
  // After note() has found something: when that was.
  double time() const { return found_t_; }
  void report(Diagnostics& diagnostics) const;
  // After a step has failed: true, with an error, where something goes to infinity just ahead.
  bool explain(Diagnostics& diagnostics);

 private:
  // A way from one look to the next, in slots. s = 0: the look before; s = 1: the present one.
  struct Way {
    std::vector<double> from, to, at;
    const double* slots(double s);
  };
  struct Item {
    Poles poles;
    bool of_motion;          // its slots: live parameters and t
    std::vector<int> reads;  // slots
    std::vector<double> sides;
  };
  void add(const Expression& expression, bool of_motion, const std::vector<char>& varies);
  void follow_motions();
  void take(double t, const Loads* loads, bool is_first);
  Way& way_of(const Item& item) { return ways_[item.of_motion ? 1 : 0]; }
  std::optional<double> find(Item& item, double end);
  bool is_pole(Item& item, double s0, double s1, double end);
  bool seek(double end);
  bool leads_across();
  bool is_ahead();
  void find_sides(double s);

  const Model& model_;
  const Phase& phase_;
  int parts_;  // of a way
  std::vector<Item> items_;
  std::size_t motions_ = 0;  // of the phase among the items
  Way ways_[2];              // of laws, of motions
  double from_ = 0, to_ = 0;
  std::vector<double> sides_, before_;
  std::vector<double> stage_;  // slots of laws at the first evaluation beyond a pole; or empty
  const Item* found_ = nullptr;
  double found_t_ = 0;
  double fixed_step_ = 0;        // 0: steps have no fixed length
  bool are_iterates_ = false;    // what note_stage() hears
  bool has_led_across_ = false;  // what was found
};

}  // namespace mbs
