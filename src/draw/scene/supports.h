// The supports of a scene: the symbols at points that are fixed to the ground.
#pragma once

#include <span>

#include "draw/scene/scene.h"

namespace mbs {

// Called after all bodies and figures: adds the supports of held nodes and of joints and springs on
// bodies that stand still, and the reactions at the held nodes. The first frame is the start. Each
// support stands on the side where the bodies leave room in most frames.
void add_supports(Scene& scene, const Phase& phase, std::span<const RunFrame> frames);

}  // namespace mbs
