// Whether LAPACK (getrf, potrf) or a loop of our own makes a dense factorisation. In the step loop
// loops of our own, which skip zeros, take half the time of LAPACK for the small matrices of
// mechanisms (docs/performance.md). Both leave factors in the same form.
#pragma once

namespace mbs {

enum class Elimination { lapack, loops };

}  // namespace mbs
