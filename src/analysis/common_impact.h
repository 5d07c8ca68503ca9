// One impact of all stops and contacts that take part in it: each normal pushes or parts, each
// tangent sticks or has the friction of sliding.
#pragma once

#include <utility>
#include <vector>

#include "analysis/contact_set.h"
#include "solve/impact.h"

namespace mbs {

class CommonImpact {
 public:
  // A contact or joint with friction that takes part. It sticks, or it slides with a friction
  // impulse in proportion to the impulse that presses it.
  struct Striker {
    int contact;
    double restitution;
    bool resting;                 // it was closed already
    bool held = false;            // others hold its slip: it takes no friction
    bool slides = false;          // friction mu_k times the normal impulse; else the slip stops
    double way = 0, tangent = 0;  // direction and size of that impulse, towards growth of the slip
    int held_again = 0;           // how often it has begun to stick again
  };
  using Strikers = std::vector<Striker>;

  // The state of `at` is that before the impact, with the rates of its deformations.
  // What IMPACTs of events strike, the stops, are rigid contacts whose gap is any coordinate or
  // deformation, and whose tangents stick or have no friction.
  CommonImpact(ContactSet& set, const ImpactProblem& stops, Strikers strikers, DynamicSite& at)
      : set_(set), stops_(stops), strikers_(std::move(strikers)), at_(at), before_(at.state) {}

  // The velocities of `at` become those after the impact. Normals of the outcome: stops first, then
  // contacts. Status as of mbs::strike.
  SolveStatus solve(ImpactOutcome& outcome);
  // Friction has been left out: with it the iteration did not settle, or energy was won.
  bool frictionless() const { return frictionless_; }

  // The impulse that limits friction: of a contact the normal impulse, of a joint its load.
  static double pressing(const Contact& contact, const Impulses& impulses);

 private:
  Contact& contact(const Striker& s) const { return set_.contacts[s.contact]; }
  ImpactProblem problem_of_stops(bool friction) const;
  ImpactContact line_of(const Striker& s, bool friction) const;
  SolveStatus strike_once(bool friction, ImpactOutcome& outcome) const;
  SolveStatus share_all(ImpactOutcome& outcome) const;
  double work(const ImpactOutcome& outcome) const;
  bool let_go();
  bool find_friction(ImpactOutcome& outcome);
  bool let_slide(const Impulses& impulses);
  bool hold_again();
  void find_held();

  ContactSet& set_;
  const ImpactProblem& stops_;
  Strikers strikers_;
  DynamicSite& at_;
  State before_;
  bool frictionless_ = false;
};

// v += M^-1 J^T P in the free motion of the constraints, J^T the line of one deformation; P pushes
// towards its growth. Not ok where a motion carries no mass.
SolveStatus push_along(const DynamicSite& at, State& state, int deformation, double P);
// The rates of all deformations at these velocities of the present position.
std::vector<double> deformation_rates(const DynamicSite& at, ConstVector v);

}  // namespace mbs
