// Supports of a scene: what holds it to the ground.
#pragma once

#include <span>

#include "draw/scene.h"

namespace mbs {

// After all bodies and figures: adds the supports of nodes that are held and of joints and springs
// on bodies that stand still, and the reactions at those nodes. The first frame is the start; each
// support stands where what it carries leaves room in most of them.
void add_supports(Scene& scene, const Phase& phase, std::span<const RunFrame> frames);

}  // namespace mbs
