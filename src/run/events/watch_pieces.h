// How far steps are halved to show that nothing happens between looks: by GapWatch and
// ConditionWatch.
#pragma once

#include <array>
#include <cstddef>

namespace mbs::watch {

// A piece that is shorter than this part of the step is looked at, and no more.
inline constexpr double kShortestPiece = 1e-9;
// Halvings a step that a function may take on average, and how many steps it has in advance.
inline constexpr long long kMostPieces = 64, kInAdvance = 64;
// The error of an interpolation is at most so many times what is seen of it.
inline constexpr double kMargin = 2;
// And between two neighbouring looks of a step this part of the error over the step: (1/5)^6, and a
// margin of 100.
inline constexpr double kBetweenLooks = 0.0064;
// The looks that a step is judged by, besides its ends, and where they lie in it.
inline constexpr std::array<std::size_t, 4> kInner{2, 3, 4, 5};
inline constexpr std::array<double, 4> kPart{0.2, 0.4, 0.6, 0.8};

}  // namespace mbs::watch
