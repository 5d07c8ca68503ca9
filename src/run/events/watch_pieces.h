// Limits for GapWatch and ConditionWatch, which halve a step to show that nothing happens between
// its looks.
#pragma once

#include <array>
#include <cstddef>

namespace mbs::watch {

// A piece shorter than this part of the step is not halved any more.
inline constexpr double kShortestPiece = 1e-9;
// Halvings per step that a function may take on average; the average counts kInAdvance steps more.
inline constexpr long long kMostPieces = 64, kInAdvance = 64;
// The error of an interpolation is taken as kMargin times the error seen at the looks.
inline constexpr double kMargin = 2;
// Between two neighbouring looks the error is taken as this part of the error over the step:
// (1/5)^6 with a margin of 100.
inline constexpr double kBetweenLooks = 0.0064;
// The inner looks that a step is judged by, and their parts of the step.
inline constexpr std::array<std::size_t, 4> kInner{2, 3, 4, 5};
inline constexpr std::array<double, 4> kPart{0.2, 0.4, 0.6, 0.8};

}  // namespace mbs::watch
