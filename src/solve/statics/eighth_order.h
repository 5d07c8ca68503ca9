// Central differences of order 8 of smooth functions of the geometry.
#pragma once

namespace mbs::eighth_order {

// Steps of differences, as parts of what changes the geometry: truncation (step^8) and rounding
// (eps / step) both stay near 1e-14.
inline constexpr double step = 0.01;
// Weights of f(k s) - f(-k s), k = 1..4, over s.
inline constexpr double weights[4] = {4. / 5, -1. / 5, 4. / 105, -1. / 280};

}  // namespace mbs::eighth_order
