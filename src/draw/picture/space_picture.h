// Pictures of mechanisms of space: one state in an axonometric view and three plane views, or
// several states in the axonometric view alone. What is nearer is darker.
#pragma once

#include <string>
#include <vector>

#include "draw/picture/picture.h"
#include "draw/scene/space_scene.h"

namespace mbs {

struct SpacePictureRequest {
  std::vector<SpacePath> paths;
  bool axes = false;  // of each body that moves: x red, y green, z blue
  std::string length_unit, time_unit, force_unit;
};

std::string space_picture_svg(const SpaceScene& scene, const Model& model,
                              const PictureRequest& request, const SpacePictureRequest& in_space);
// The axonometric view in letters, for a terminal of this many columns.
std::string space_picture_ascii(const SpaceScene& scene, const Model& model,
                                const PictureRequest& request, const SpacePictureRequest& in_space,
                                int columns);

}  // namespace mbs
