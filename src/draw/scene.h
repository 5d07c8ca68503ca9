// What there is to be seen of a mechanism, before anybody knows how large the picture is: its
// bodies with the points fixed in them, the figures of its elements, supports, points of interest
// and constant forces. Made once from the deck; positions follow from the coordinates of a state.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "deck/tables.h"
#include "draw/recording.h"
#include "draw/vec.h"
#include "elements/figure.h"
#include "model/built.h"

namespace mbs {

// A point (xi, eta) [m] of what the coordinates x, x + 1 and phi carry. phi < 0: it does not turn;
// x < 0: it stands still.
struct Anchor {
  int x = -1, phi = -1;
  double xi = 0, eta = 0;

  Vec origin(const double* q) const { return x < 0 ? Vec{} : Vec{q[x], q[x + 1]}; }
  double angle(const double* q) const { return phi < 0 ? 0 : q[phi]; }
  Vec at(const double* q) const { return origin(q) + turned({xi, eta}, angle(q)); }
};

struct SceneBody {
  int x = -1, phi = -1;
  std::string name;    // given by NAME, else its number
  bool named = false;  // by NAME
  bool fixed = false;  // it cannot move: ground
  bool has_mass = false;
  bool has_wheel = false;    // a circle shows it
  bool has_block = false;    // the block of a slide does
  bool touches = false;      // some points of its outline are those of contacts
  bool only_touches = true;  // all of them are
  std::vector<Vec> outline;  // points that it reaches, in its frame
};

struct SceneFigure {
  // What stands between a and b of a spring or a bar.
  enum class Kind : unsigned char { rod, spring, damper, actuator, line };
  FigureKind kind = FigureKind::bar;
  Anchor a, b;
  int body_a = -1, body_b = -1;  // into Scene::bodies; -1: a node alone
  bool fixed_a = false, fixed_b = false;
  Vec second;         // slide: the other point of the rail; surface: its direction; in its frame
  double radius = 0;  // of a circle; of a curve, the largest from the origin of its body
  double slope_a = 0, slope_b = 0;  // beam: its direction, undeformed, less the angles of its ends
  double length = 0;                // bar and beam: at the start [m]
  Kind between = Kind::rod;
  bool acts = false;        // it has a stiffness
  bool has_law = false;     // or a law of its own
  bool only_loads = false;  // it holds nothing and has no stress
  bool is_contact = false;
  bool pin_in_slot = false;     // a slide with a pin for a block
  std::vector<Vec> outline;     // curve: in the frame of its body
  bool closed = false;          // curve
  double rho_a = 0, rho_b = 0;  // path: of circles, positive to the left of the way from a to b
  int stress = 0;               // its first deformation
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
  int node = 0;  // > 0: the reaction at this coordinate and the next one instead
};

struct SceneDrive {
  Anchor place;  // about which the prescribed angle of its body turns
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
};

// `frames`: the states of the run, at least one: rails that move are as long as the motion needs,
// and supports stand where they are least in the way.
Scene make_scene(const Tables& tables, const Built& built, std::span<const RunFrame> frames);

}  // namespace mbs
