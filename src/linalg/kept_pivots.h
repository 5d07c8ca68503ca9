// From this size on, at which the matrices of the two lines become sparse, Lu (its own loops) and
// SparseLu keep the pivots of the last factors as long as they serve: a search costs more than the
// factors. Smaller matrices take the largest entry each time, so that their factors depend only on
// their numbers; but not the Jacobians of loops of space (SparseLu::keep_pivots), whose rows have
// entries of about one size, so that the largest one is another all the time.
#pragma once

namespace mbs {

inline constexpr int kKeepsPivotsFrom = 32;
// A pivot serves as long as it is at least this part of the largest possible pivot.
inline constexpr double kKeptPivot = 0.1;

}  // namespace mbs
