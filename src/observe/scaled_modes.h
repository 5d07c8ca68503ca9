// The matrices of small motions in units in which their modes are found.
#pragma once

#include <cstddef>
#include <vector>

#include "solve/statics/linearise.h"

namespace mbs {

// M, C, K in scaled degrees of freedom (the diagonal of M is 1) and scaled time (K is about 1).
struct Scaled {
  int n = 0;
  std::size_t nx = 0;
  double rate = 1;  // [1/s] of one scaled unit
  std::vector<double> scale, M, C, K;
  // The matrices of the states in scaled time and degrees of freedom; balance: scaled unit of each
  // state. The first `kinematic` states are kinematic coordinates.
  int nz = 0, kinematic = 0;
  std::vector<double> Z, A, B, D, balance;
  // Positions (n) and states (nz) that take part. Where constraints exist only as rates nothing may
  // depend on some of them: their values are exact zeros.
  std::vector<char> position_kept, state_kept;
};

Scaled scaled(const Linearisation& linear);

// to += left right, with n columns of left and as many rows of right.
void add_product(const std::vector<double>& left, const std::vector<double>& right, std::size_t n,
                 std::vector<double>& to);

}  // namespace mbs
