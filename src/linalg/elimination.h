// Whether LAPACK (getrf, potrf) or our own loops make a dense factorisation. In the step loop our
// own loops, which skip zeros, take half the time of LAPACK for the small matrices of mechanisms
// (docs/performance.md). Both leave factors in the same form.
#pragma once

namespace mbs {

enum class Elimination { lapack, loops };

}  // namespace mbs
