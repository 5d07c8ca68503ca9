// Groups that move by themselves: the animation elements of SVG (SMIL), which browsers play in
// pictures too.
#pragma once

#include <string>
#include <vector>

#include "draw/picture/drawing.h"
#include "draw/scene/svg.h"

namespace mbs {

// SVG of all moving groups, which pass through these states at equal times, over and over.
std::string moving_groups(const Drawing& drawing, const std::vector<const RunFrame*>& frames,
                          const View& view);

// Shows a group at the time of state k alone: for what is drawn anew at each state.
std::string shown_in_turn(std::size_t k, const std::vector<const RunFrame*>& frames);

}  // namespace mbs
