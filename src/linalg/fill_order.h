// An order of elimination that leaves few entries in the factors: minimum degree on the matrix that
// is the sum of cliques (rows of J for the columns of J^T J, columns of J for the rows of J J^T).
// The degree is the bound of AMD (Amestoy, Davis and Duff 1996); equal degrees are told apart by
// the order given, so that the result is the same in every run.
#pragma once

#include <vector>

namespace mbs {

// cliques: sets of unknowns 0 .. n - 1 that have an equation in common. Returns the unknowns in the
// order of elimination.
std::vector<int> fill_order(int n, std::vector<std::vector<int>> cliques);

}  // namespace mbs
