// The derivatives of laws, dampers and penalty contacts by coordinates and velocities, entry by
// entry: the part of laws in the bordered tangent (solve/statics/bordered_tangent.h). The dense
// counterpart is LinearLaws::subtract().
#pragma once

#include <vector>

#include "solve/statics/linear_laws.h"

namespace mbs {

class LawTangent {
 public:
  // is_sprung (ne): rows with linear springs; laws on these rows are no springs of their own.
  LawTangent(const Model& model, const Phase& phase, const std::vector<char>& is_sprung);

  bool empty() const { return !any_; }
  // At a state; `base` is the evaluation of its positions. What velocities add to the derivatives
  // by coordinates is left out: a rate that a law reads turns with the motion.
  void evaluate(const State& state, const Evaluation& base, double load_factor);

  // The force on coordinate i changes by -value dx_j (stiffness) or -value dv_j (damping). The
  // sequence of places is the same at all states.
  struct Entry {
    int i, j;
    double value;
  };
  const std::vector<Entry>& stiffness() const { return stiffness_; }
  const std::vector<Entry>& damping() const { return damping_; }

  // A row whose stress follows its own deformation by a law or a contact, and the derivative.
  struct Spring {
    int row = 0;
    double slope = 0;
    // A spring without a slope is none: an open contact, a law that is constant there.
    bool is_active() const;
  };
  const std::vector<Spring>& springs() const { return springs_; }

 private:
  // A change by a coordinate, and by its velocity.
  struct Read {
    int i;
    double by_x, by_v;
  };
  void read(const ExpressionLaw& law, const std::vector<double>& gradient, const State& state,
            int own_row);
  void read_row(int row, double by_e, double by_ed);
  void add_force(int i, double factor);
  void add_stress(int row);
  void add_laws(const State& state, double load_factor);
  void add_forces(const State& state, double load_factor);
  void add_dampers();
  void add_contacts();

  const Model& model_;
  const Phase& phase_;
  LinearLaws laws_;
  Loads loads_;                                               // hints of measured forces
  std::vector<std::vector<std::pair<int, int>>> entries_of_;  // ne: place in De, coordinate
  std::vector<int> spring_of_;                                // ne: index into springs_, or -1
  std::vector<Spring> springs_;
  const Evaluation* base_ = nullptr;
  std::vector<Read> reads_;
  std::vector<Entry> stiffness_, damping_;
  bool any_ = false;
};

}  // namespace mbs
