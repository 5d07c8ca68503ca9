// The name of a motion that carries no mass.
#pragma once

#include <vector>

#include "base/views.h"
#include "model/model.h"

namespace mbs {

// The largest coordinate of the motion that the reduced mass matrix (n x n, symmetric) does not
// resist. In this motion degree of freedom `freedom` moves by 1, and those before it, whose mass
// matrix is regular, move so that their inertia forces vanish. DF: nx x n; angles are multiplied by
// `length`.
int largest_of_massless(const Model& model, const std::vector<double>& DF,
                        const std::vector<double>& mass, int freedom, double length);

}  // namespace mbs
