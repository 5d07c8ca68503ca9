// Who carries out a dense factorisation. LAPACK does (getrf, potrf), except in the step loop: there
// loops of our own that skip zeros take half its time for the small matrices of mechanisms
// (docs/performance.md). Both leave factors in the same form.
#pragma once

namespace mbs {

enum class Elimination { lapack, loops };

}  // namespace mbs
