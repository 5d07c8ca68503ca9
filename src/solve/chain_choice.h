// Any square choice of known and unknown variables of a skeletal chain at one instant by the paper's
// 3n x (7n + 5) system: forward, inverse and mixed dynamics (Casius 2004). Units are SI and radians, signs those of docs/chains.md.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "deck/tables.h"
#include "solve/chain_system.h"

namespace mbs {

// The variables in one row of 7n + 5: FRX, FRY, M of all joints, FEXTX, FEXTY, MEXT, PHIDD of all
// segments, XDD, YDD.
int chain_variable_count(int n);
int chain_variable_column(ChainVariable variable, int index, int n);  // index from 0
std::string chain_variable_name(int column, int n);                   // "FRX 2", "XDD"

// Forward dynamics, the choice without any KNOWN or UNKNOWN line: joint forces and angular
// accelerations are unknown, and the accelerations of a free base in place of its force. active:
// which constraints of the chain hold.
void choose_forward(const Chain& chain, std::span<const char> active, std::span<char> unknown);

struct ChainChoice {
  explicit ChainChoice(int n);
  int unknown_count() const;
  std::vector<char> unknown;  // 7n + 5, 0 or 1; all are known at first
  std::vector<double> value;  // of the known ones; 0 at first. FEXT contains gravity
};

struct ChainSolution {
  // All 7n + 5 variables, where ok().
  std::vector<double> value;
  // Of the system of the unknowns with rows and columns scaled to largest entries of 1.
  double rcond = 0;
  // Columns that the equations leave open: too many unknowns, or a choice that is singular
  // (rcond below 1e-12).
  std::vector<int> undetermined;
  bool ok() const { return !value.empty(); }
};

// Not ok() with undetermined empty: there are fewer than 3n unknowns.
ChainSolution solve_chain(std::span<const ChainSegment> segments, const ChainChoice& choice);

// Largest difference of two solutions, relative to the largest variable of its dimension (forces,
// moments, angular and linear accelerations each by themselves).
double chain_difference(const ChainSolution& a, const ChainSolution& b, int n);
// The same of variables at one state, where one dimension may be all rounding: forces and moments
// are measured together, by the longest segment, and so are accelerations, which count at least as
// what the forces would give the whole mass: a chain held everywhere has none.
double chain_difference(ConstVector a, ConstVector b, std::span<const ChainSegment> segments);

}  // namespace mbs
