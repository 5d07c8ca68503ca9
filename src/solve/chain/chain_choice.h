// Any square choice of known and unknown variables of a skeletal chain at one instant by the
// paper's 3n x (7n + 5) system: forward, inverse and mixed dynamics (Casius 2004). Units are SI and
// radians, signs as in docs/chains.md.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plan/chain.h"
#include "solve/chain/chain_system.h"

namespace mbs {

// The variables in one row of 7n + 5: FRX, FRY, M of all joints, FEXTX, FEXTY, MEXT, PHIDD of all
// segments, XDD, YDD.
int chain_variable_count(int n);
int chain_variable_column(ChainVariable variable, int index, int n);  // index from 0
std::string chain_variable_name(int column, int n);                   // "FRX 2", "XDD"

// Largest difference of two sets of variables, relative to the largest of its dimension (forces,
// moments, angular and linear accelerations each by themselves).
double chain_difference(ConstVector a, ConstVector b, int n);
// Like the function above, for a chain in which one dimension may be all rounding (a chain held
// everywhere has no acceleration). Forces and moments have one scale, by the length of the longest
// segment, and so have accelerations; the scale of accelerations is at least largest force / total
// mass.
double chain_difference(ConstVector a, ConstVector b, std::span<const ChainSegment> segments);

}  // namespace mbs
