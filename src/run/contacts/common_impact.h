// One impact of all stops and contacts that take part in it: each normal pushes or parts, each
// tangent sticks or has the friction of sliding (solve/impact/impact.h).
#pragma once

#include <utility>
#include <vector>

#include "run/contacts/contact_set.h"
#include "solve/impact/impact.h"

namespace mbs {

class CommonImpact {
 public:
  // A contact or joint with friction that takes part.
  struct Striker {
    int contact;
    double restitution;
    bool resting;  // it was closed already
  };
  using Strikers = std::vector<Striker>;

  // at: its state is the state before the impact, with the rates of its deformations.
  // stops: what IMPACTs of events strike: rigid contacts whose gap is any coordinate or
  // deformation, and whose tangents stick or have no friction.
  // given: impulses that have already changed the velocities at this instant, and that press
  // joints, too; null: none.
  CommonImpact(ContactSet& set, const ImpactProblem& stops, Strikers strikers, DynamicSite& at,
               const Impulses* given = nullptr)
      : set_(set), stops_(stops), strikers_(std::move(strikers)), at_(at), given_(given) {}

  // Gives `at` the velocities after the impact. Normals of the outcome: stops first, then contacts.
  // Status as of mbs::strike.
  SolveStatus solve(ImpactOutcome& outcome);
  // The impulse that limits friction: of a contact the normal impulse, of a joint its load.
  static double pressing(const Contact& contact, const Impulses& impulses);

 private:
  Contact& contact(const Striker& s) const { return set_.contacts[s.contact]; }
  ImpactProblem problem() const;

  ContactSet& set_;
  const ImpactProblem& stops_;
  Strikers strikers_;
  DynamicSite& at_;
  const Impulses* given_;
};

// v += M^-1 J^T P in the free motion of the constraints, J^T the line of one deformation; P pushes
// towards its growth. Not ok where a motion carries no mass.
SolveStatus push_along(const DynamicSite& at, State& state, int deformation, double P);
// The rates of all deformations for the velocities v at the present position.
std::vector<double> deformation_rates(const DynamicSite& at, ConstVector v);

}  // namespace mbs
