// Compares what the deck prescribes with the states of a run, by a look of its own at the motions
// of the deck: positions, lengths and angles that are prescribed, and known accelerations. It looks
// at every row, and between two rows at the end of a step.
#pragma once

#include <vector>

#include "laws/motion.h"
#include "model/model.h"
#include "model/phase.h"
#include "model/state.h"
#include "run/frame/verdict.h"

namespace mbs {

class GivenAudit {
 public:
  GivenAudit(const Model& model, const Phase& phase)
      : model_(model),
        phase_(phase),
        slots_(phase.parameters.size()),
        law_slots_(phase.parameters.size(), model.forces.inputs.count()) {}

  // Takes a row.
  void note_row(const State& state);
  // Takes the end of a step. Only the first one behind a row counts.
  void note_step(const State& state);

  // Adds the largest difference as a figure if it is bad.
  void add_figure(std::vector<Figure>& figures) const;

 private:
  struct Given {
    double value, rate;
    double size;  // that differences are compared with: of both, and 1 where they are small
  };
  void look(const State& state);
  Given given_at(int motion, double t);
  void compare_accelerations(const State& state);
  // name: makes the name that a message needs.
  template <class Name>
  void note(double wrong, double size, double t, Name name);

  const Model& model_;
  const Phase& phase_;
  MotionSlots slots_;
  Slots law_slots_;  // inputs of expressions
  bool is_behind_row_ = false;
  Figure worst_{Check::given};
};

}  // namespace mbs
