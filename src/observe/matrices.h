// The matrices of one state that OUTLEVEL prints, with the names of the CSV.
#pragma once

#include <string>
#include <vector>

#include "solve/forces/dynamics.h"

namespace mbs {

// A matrix (column-major) and a right-hand side with the names of rows and columns.
struct NamedSystem {
  std::vector<std::string> rows, columns;
  std::vector<double> matrix, rhs;
};

// The full form at a state after Dynamics::accelerate(), unscaled and with physical signs (Otten
// 2003 figures 4 and 5):
//   M a + De^T S = f - h - De^T S_law      rows of the free coordinates, "x3_1"
//   De a         = edd - D2e(v, v)         rows of the constrained deformations, "e2_1"
// Columns are the accelerations a3_1 and the stresses s2_1; prescribed accelerations are on the
// right.
NamedSystem full_system(const Model& model, const Phase& phase, const State& state,
                        Dynamics& dynamics);

// First-order transfer functions, a column for each degree of freedom, and the second-order term
// along the velocity, D2F(v, v), on the right: a = DF qdd + D2F(v, v) (van Soest 1992 (A10)).
// D2F(v, v) contains the accelerations of prescribed motions. Only after accelerate() in the
// reduced form.
NamedSystem transfer_functions(const Model& model, const State& state, Dynamics& dynamics);

// One line a row, heads first; `right` names the right-hand side.
std::string write_system(const NamedSystem& system, std::string_view title, std::string_view right);

}  // namespace mbs
