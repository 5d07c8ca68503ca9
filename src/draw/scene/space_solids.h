// Solids that stand for the bodies, joints and planes of a mechanism of space, in frames that move:
// what a page that plays shows. Sizes follow from the extent of the motion.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "draw/scene/recording.h"
#include "draw/scene/space_scene.h"

namespace mbs {

// A frame: a point node and an orientation; -1: the origin, the axes of space.
struct SolidFrame {
  int place = -1, turn = -1;
  bool operator==(const SolidFrame&) const = default;
};

// A point or a direction in a frame, by its index; -1: space.
struct InFrame {
  int frame = -1;
  Vec3 s;
};

struct Solid {
  enum class Kind : unsigned char {
    tube,   // from at to end, radius sizes[0]
    box,    // half edges axes[0..2]
    drum,   // half its axis axes[0]; radii axes[1], axes[2]
    egg,    // semi-axes axes[0..2]
    wheel,  // axle axes[0]; radius sizes[0], of the tyre sizes[1]
    ball,   // radius sizes[0]
    coil,   // a spring from at to end, radius sizes[0]
    net     // plane through `at` with the normal axes[0], meshes of sizes[0]
  };
  Kind kind = Kind::box;
  std::string colour, other;
  InFrame at, end;
  std::array<Vec3, 3> axes = {};
  double sizes[2] = {};
  double opacity = 1;  // of a box or a drum
};

// A body whose vectors can be shown.
struct SpinningBody {
  InFrame centre;  // of mass
  bool has_inertia = false;
  double inertia[6] = {};  // xx xy xz yy yz zz about the centre of mass, along axes of the body
  std::string colour;
};

struct SpaceSolids {
  std::vector<SolidFrame> frames;
  std::vector<Solid> solids;
  std::vector<SpinningBody> bodies;
  std::vector<int> followed;  // frames whose mean place the view can follow
  Vec3 middle;                // of the whole motion
  double reach = 1;           // of the whole motion about its middle [m]
  double own_reach = 1;       // of the mechanism about what is followed
  const Model* model = nullptr;
};

SpaceSolids make_space_solids(const Built& built, const SpaceScene& scene,
                              std::span<const RunFrame> frames);

// Homogeneous solids in the place of masses: what has the same mass and inertia.

// Moments of inertia in the order xx xy xz yy yz zz, and the mass that they belong to.
struct MassPart {
  double mass = 0;
  Vec3 centre;
  double inertia[6] = {};  // about its centre
};

// The whole of all parts.
MassPart total(const std::vector<MassPart>& parts);
// The solid with this mass and inertia: a ball if all three moments are equal, a drum if two are
// equal, else a box. A flat solid gets the thickness `least`.
Solid equivalent_solid(const MassPart& body, double least);

}  // namespace mbs
