// The numbers that decide what is the same in a picture. They are relative unless a unit stands
// beside them.
#pragma once

namespace mbs::tolerance {

// Lengths, steps and their logarithms are equal if they differ by no more than this part.
inline constexpr double drawn = 1e-9;

// Angles are equal if they differ by no more than this [rad].
inline constexpr double drawn_turn = 1e-6;

// A picture or an axis has no extent if its extent is below this part of its coordinates.
inline constexpr double no_extent = 1e-12;

}  // namespace mbs::tolerance
