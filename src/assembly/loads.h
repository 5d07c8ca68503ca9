// Forces that follow from the state: applied loads f, velocity forces h, stresses S of the free
// deformations by their laws, and their sum on each coordinate: g = f - h - De^T S.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "assembly/evaluation.h"
#include "assembly/inertia.h"
#include "model/phase.h"

namespace mbs {

struct Loads {
  Loads(const Model& model, const Phase& phase);

  std::vector<double> f;            // nx: loads with gravity; 0 where the load is unknown
  std::vector<double> h;            // nx: velocity forces of mass
  std::vector<double> S;            // ne: stresses by laws; 0 without a law
  std::vector<double> g;            // nx: f - h - De^T S, and driving forces kept by the phase
  std::vector<double> ed;           // ne: De v, 0 of a fixed deformation whose rate nothing reads
  std::vector<double> tension;      // of each muscle [N]
  std::vector<MusclePath> path;     // of each muscle
  std::vector<double> arm;          // of each term of each muscle
  std::vector<double> gravity;      // nx: the acceleration of free fall
  bool gravity_varies = false;      // it depends on x
  std::vector<double> translation;  // nx: a rigid motion, work space for gravity
  double gravity_power = 0;         // power of gravity at v
  bool may_be_stressed = false;     // whether the model has any law of stress
  std::vector<double> no_contact;   // ne: S without penalty contacts; empty where there is none
  // Stresses by the laws that act beside the stress of a penalty contact or of friction.
  const std::vector<double>& beside() const { return no_contact.empty() ? S : no_contact; }
  Slots law_slots;                            // inputs of the expressions of laws
  std::optional<MissingValue> missing_value;  // the last of a law, at the time missing_at
  double missing_at = 0;
  bool misses_value = false;                    // a law had no value in this evaluation
  std::vector<std::array<int, 4>> hints;        // into the tables of measured forces
  std::vector<std::array<int, 6>> space_hints;  // of those of space
  std::vector<double> weight;  // nx: M times gravity, where this never changes; or empty
  // How ed is found: of all rows of these batches at once, of others from the entries of De of the
  // rows that are read.
  struct Rate {
    int entry, row, coordinate;
  };
  std::vector<int> whole_batches;
  std::vector<Rate> single_rates;

 private:
  void find_rates(const Model& model, const Phase& phase);
};

// `at` and `inertia` belong to (x, v); e of `at` counts from the reference values.
void evaluate_loads(const Model& model, const Phase& phase, double t, ConstVector x, ConstVector v,
                    ConstVector z, const Evaluation& at, const Inertia& inertia, Loads& out);

// At the state of the last evaluate_loads(), whose time is t. An expression may give nan or
// infinity; why it has no value is noted in the loads.
double evaluate(const GivenNumber& number, double t, Loads& loads);

// f += factor times the force (u, w) at the place of `force` and in its frame.
void add_force(const ForceByLaw& force, const Evaluation& at, std::array<double, 2> components,
               double factor, Vector f);

// y -= De^T S, over all coordinates.
void subtract_transposed_times(const Model& model, const Evaluation& at, ConstVector S, Vector y);

}  // namespace mbs
