// From this size on, where the sparse matrices of the two lines begin, the pivots of the factors
// before are kept while they serve, by Lu (its own loops) and SparseLu alike: a search costs more
// than the factors. Smaller matrices take the largest entry each time, so that their factors depend
// on nothing but their numbers.
#pragma once

namespace mbs {

inline constexpr int kKeepsPivotsFrom = 32;
// A pivot serves as long as it is at least this part of the largest entry that it could be.
inline constexpr double kKeptPivot = 0.1;

}  // namespace mbs
