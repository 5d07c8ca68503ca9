// The name of a motion that carries no mass.
#pragma once

#include <vector>

#include "base/views.h"
#include "model/model.h"

namespace mbs {

// The largest coordinate of the motion that the reduced mass matrix (n x n, symmetric) does not
// resist: degree of freedom `freedom` moves by 1, and those before it, whose mass matrix is
// regular, so that their equations do not see it. DF: nx x n; angles count times `length`.
int largest_of_massless(const Model& model, const std::vector<double>& DF,
                        const std::vector<double>& mass, int freedom, double length);

}  // namespace mbs
