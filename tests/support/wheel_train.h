// PLTRAIN e p a r p a r p a r ...: wheels that mesh one after the other, as one row: a type of
// variable arity that is no part of the program. What docs/adding-an-element.md says of such types
// is tried with it: a pair of files, and one line in the registry (here a TrialElementType).
//
//   s_k = r_k (phi_k - psi_k) + r_k+1 (phi_k+1 - psi_k)     [m] slip of the wheels k and k + 1
//   e = s_1 - s_2 + s_3 - ... - reference
//
// psi_k is the direction from the centre of wheel k to that of wheel k + 1, so that a carrier may
// turn them; r < 0: a ring with internal teeth. The angles of the wheels between the first and the
// last drop out. A centre line stays within half a turn.
#pragma once

#include "elements/element.h"

namespace mbs::test {

extern const ElementType kWheelTrain;

}  // namespace mbs::test
