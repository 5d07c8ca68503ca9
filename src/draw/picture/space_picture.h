// Pictures of mechanisms of space: one state in an axonometric view and three plane views, or
// several states in the axonometric view alone. What is nearer is darker.
#pragma once

#include <string>

#include "draw/picture/picture.h"
#include "draw/scene/space_scene.h"

namespace mbs {

std::string space_picture_svg(const SpaceScene& scene, const Model& model,
                              const PictureRequest& request, const std::string& length_unit,
                              const std::string& time_unit);

}  // namespace mbs
