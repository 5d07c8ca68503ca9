// Whether a small motion about an equilibrium grows without damping, where forces that follow the
// motion make the tangent unsymmetric: M x'' = -K x has such a motion where a value of
// K x = value M x is not real and positive. Of a large mechanism the lowest values are found, by
// the method of Arnoldi for K^-1 M with the factors of the equilibrium; others are not looked at.
#pragma once

#include <complex>

#include "solve/statics/bordered_tangent.h"

namespace mbs {

// Whether such a value belongs to a motion that grows.
bool motion_grows(std::complex<double> value);

struct LowestMotions {
  int count = 0;  // how many were found; 0: the search did not end, or nothing has mass
  bool grows = false;
};

// Of a tangent without states, factored without a shift.
LowestMotions judge_lowest_motions(const Model& model, BorderedTangent& tangent);

}  // namespace mbs
