// The linear complementarity problem: w = q + M z, w >= 0, z >= 0, w_i z_i = 0.
#pragma once

#include <vector>

namespace mbs {

// M is n x n by rows, n the size of q. Uses Lemke's (1965) method with the lexicographic rule,
// which always ends. False where it ends on a ray: then there may or may not be a solution.
bool solve_lcp(const std::vector<double>& M, const std::vector<double>& q, std::vector<double>& z);

}  // namespace mbs
