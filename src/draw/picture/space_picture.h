// Pictures of mechanisms of space: one state in an axonometric view and three plane views, or
// several states in the axonometric view alone. What is nearer is darker.
#pragma once

#include <string>
#include <vector>

#include "draw/picture/eye.h"
#include "draw/picture/picture.h"
#include "draw/scene/recording.h"
#include "draw/scene/space_scene.h"
#include "draw/scene/svg.h"

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

// The forces at a state of a mechanism of space, for pictures: of joints, springs, contacts,
// supports and loads.
struct SpaceForce {
  Vec3 place, force;
  bool is_load = false;
};

// None where the run has no forces. Forces that equilibrium does not determine are left out.
std::vector<SpaceForce> space_forces(const SpaceScene& scene, const Model& model,
                                     const RunFrame& frame);

struct ForceScale {
  double largest = 0;  // [N]
  double longest = 70;
  std::string unit;
};
// SVG of the forces at a state as arrows; the largest of the picture is `longest` pixels long.
// Their sizes stand beside them where `with_sizes`.
std::string draw_forces(const std::vector<SpaceForce>& forces, const Eye& eye, const View& view,
                        const ForceScale& scale, bool with_sizes);

}  // namespace mbs
