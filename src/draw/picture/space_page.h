// A page for a browser that plays the motion of a mechanism of space: bodies as solids, the view
// turned by mouse and keys.
#pragma once

#include <string>
#include <vector>

#include "draw/picture/page.h"
#include "draw/scene/space_solids.h"

namespace mbs {

// The largest number of states that keeps the page small: a page of ten bodies and 1000 states has
// less than 300 KB.
std::size_t most_page_frames(const SpaceSolids& solids, const Recording& recording,
                             std::size_t paths);
// request.paths are not of space; `paths` have a point for each frame of the request.
std::string make_space_page(const SpaceSolids& solids, const Recording& recording,
                            const PageRequest& request, const std::vector<SpacePath>& paths,
                            const std::string& length_unit);

}  // namespace mbs
