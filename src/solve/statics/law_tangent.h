// The derivatives of laws, dampers, penalty contacts and muscles by coordinates, velocities and
// states, entry by entry: the part of laws in the bordered tangent
// (solve/statics/bordered_tangent.h). The dense counterpart is LinearLaws::subtract().
#pragma once

#include <utility>
#include <vector>

#include "base/index.h"
#include "solve/statics/linear_laws.h"

namespace mbs {

class LawTangent {
 public:
  // is_sprung (ne): rows with linear springs; laws on these rows are no springs of their own.
  LawTangent(const Model& model, const Phase& phase, const std::vector<char>& is_sprung);

  bool empty() const { return !any_; }
  // At a state; `base` is the evaluation of its positions. turning: for each entry of De the change
  // of its row's De v with the coordinate; null: what velocities add to the derivatives by
  // coordinates is left out, as if a rate that a law reads did not turn with the motion. side: as
  // of move_aside().
  void evaluate(const State& state, const Evaluation& base, double load_factor,
                const std::vector<double>* turning = nullptr, double side = 0);

  // The force on coordinate i changes by -value dx_j (stiffness) or -value dv_j (damping). The
  // sequence of places is the same at all states.
  struct Entry {
    int i, j;
    double value;
  };
  const std::vector<Entry>& stiffness() const { return stiffness_; }
  const std::vector<Entry>& damping() const { return damping_; }

  // The force on coordinate i changes by value dz_k of the states of the deck and of muscles.
  struct StateForce {
    int i, k;
    double value;
  };
  const std::vector<StateForce>& state_forces() const { return state_forces_; }
  // The rate of state k changes by by_x dx_i + by_v dv_i, and by value dz_l.
  struct StateRate {
    int k, i;
    double by_x, by_v;
  };
  const std::vector<StateRate>& state_rates() const { return state_rates_; }
  struct StateSlope {
    int k, l;
    double value;
  };
  const std::vector<StateSlope>& state_slopes() const { return state_slopes_; }

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
  void read_nothing();
  void read(const ExpressionLaw& law, const std::vector<double>& gradient, const State& state,
            int own_row);
  void read_row(int row, double by_e, double by_ed);
  double turning_of(int place) const { return turning_ ? (*turning_)[at(place)] : 0; }
  void add_force(int i, double factor);
  void add_stress(int row, double factor = 1);
  void add_rate(int state, double factor);
  void add_laws(const State& state, double load_factor);
  // muscle_tangent.cpp
  void add_muscles(const State& state, double load_factor);
  void read_path(const Muscle& muscle, const InputState& here);
  void read_along_path(const double* by);
  void read_tension(const LinearLaws::MuscleSlopes& slopes, const Muscle& muscle);
  void add_turning_arms(const Muscle& muscle, const InputState& here, double tension,
                        double load_factor);
  void add_forces(const State& state, double load_factor);
  void add_space_loads(const State& state, double load_factor);
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
  const std::vector<double>* turning_ = nullptr;
  std::vector<Read> reads_;
  // By states, in the order (state, derivative).
  std::vector<std::pair<int, double>> state_reads_;
  std::vector<Read> path_;  // of a muscle: its length by x (as its rate by v), its rate by x
  std::vector<Entry> stiffness_, damping_;
  std::vector<StateForce> state_forces_;
  std::vector<StateRate> state_rates_;
  std::vector<StateSlope> state_slopes_;
  bool any_ = false;
};

}  // namespace mbs
