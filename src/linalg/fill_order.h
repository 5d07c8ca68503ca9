// An order of elimination that leaves few entries in the factors: minimum degree on the matrix that
// is the sum of cliques (rows of J for the columns of J^T J, columns of J for the rows of J J^T).
// The degree is the bound that COLAMD uses (Davis, Gilbert, Larimore and Ng 2004), kept up to date
// by additions only; equal degrees keep the order given, so that it is the same in every run.
#pragma once

#include <vector>

namespace mbs {

// cliques: sets of unknowns 0 .. n - 1 that have an equation in common. Returns the unknowns, first
// eliminated first.
std::vector<int> fill_order(int n, std::vector<std::vector<int>> cliques);

}  // namespace mbs
