// The scene: the content of a picture of a mechanism, independent of the size of the picture. It
// has the bodies with their fixed points, the figures of the elements, supports, points of interest
// and constant forces. It is made once from the deck; positions follow from the coordinates of a
// state.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "draw/scene/recording.h"
#include "draw/scene/vec.h"
#include "elements/figure.h"
#include "model/built.h"

namespace mbs {

struct Tables;

// A point (xi, eta) [m] in the frame with the origin at coordinates x and x + 1 and the angle phi.
// phi < 0: the frame does not turn; x < 0: the frame is the ground.
struct Anchor {
  int x = -1, phi = -1;
  double xi = 0, eta = 0;

  Vec origin(const double* q) const { return x < 0 ? Vec{} : Vec{q[x], q[x + 1]}; }
  double angle(const double* q) const { return phi < 0 ? 0 : q[phi]; }
  Vec at(const double* q) const { return origin(q) + turned({xi, eta}, angle(q)); }
};

struct SceneBody {
  int x = -1, phi = -1;
  std::string name;    // from a NAME line, else its number
  bool named = false;  // the name is from a NAME line
  bool fixed = false;  // it cannot move: ground
  bool has_mass = false;
  bool has_wheel = false;    // one of its figures is a circle
  bool has_block = false;    // one of its figures is the block of a slide
  bool touches = false;      // some points of its outline are contact points
  bool only_touches = true;  // all points of its outline are
  std::vector<Vec> outline;  // points that it reaches, in its frame
};

struct SceneFigure {
  // The symbol between a and b of a spring or a bar.
  enum class Kind : unsigned char { rod, spring, damper, actuator, line };
  FigureKind kind = FigureKind::bar;
  Anchor a, b;
  int body_a = -1, body_b = -1;  // into Scene::bodies; -1: a node alone
  bool fixed_a = false, fixed_b = false;
  Vec second;         // slide: the other point of the rail; surface: its direction; in their frame
  double radius = 0;  // circle; curve: largest distance from the origin of its body
  double slope_a = 0, slope_b = 0;  // beam: undeformed direction minus the angle of each end [rad]
  double length = 0;                // bar and beam: at the start [m]
  Kind between = Kind::rod;
  bool acts = false;        // the element has a stiffness
  bool has_law = false;     // the element has a law of its own
  bool only_loads = false;  // a net joint: it holds nothing and has no stress
  bool is_contact = false;
  bool pin_in_slot = false;     // a slide with a pin for a block
  std::vector<Vec> outline;     // curve: in the frame of its body
  bool closed = false;          // curve
  double rho_a = 0, rho_b = 0;  // path: of circles, positive to the left of the way from a to b
  int stress = 0;               // index of its first deformation
};

struct Support {
  enum class Kind : unsigned char { pin, roller, clamp };
  Kind kind = Kind::pin;
  Anchor place;
  Vec towards;  // from the place to the ground
};

struct ScenePoint {
  std::string name;
  Anchor place;
};

struct SceneLoad {
  Anchor place;
  Vec force;     // [N]
  int node = 0;  // > 0: instead of `force` the reaction at this coordinate and the next one
};

struct SceneDrive {
  Anchor place;  // the pin about which the angle of a body is driven
};

struct Scene {
  std::vector<SceneBody> bodies;
  std::vector<SceneFigure> figures;
  std::vector<Support> supports;
  std::vector<ScenePoint> points;
  std::vector<SceneLoad> loads;
  std::vector<SceneLoad> reactions;
  std::vector<SceneDrive> drives;
  std::vector<ScenePoint> masses;  // nodes with mass that belong to no body
  bool is_chain = false;
  std::string length_unit, force_unit, time_unit;  // empty where the deck does not say them
};

// frames: the states of the run, at least one. They decide the lengths of moving rails and the
// sides on which supports stand.
Scene make_scene(const Tables& tables, const Built& built, std::span<const RunFrame> frames);

// "200 mm"; the number alone without a unit.
inline std::string with_unit_behind(std::string number, const std::string& unit) {
  return unit.empty() ? number : number + " " + unit;
}

}  // namespace mbs
