// One impact of all that strikes at one instant: stops of events, contacts, and joints with
// friction (solve/impact/impact.h).
#pragma once

#include <string>
#include <vector>

#include "run/events/contact_set.h"
#include "solve/impact/impact.h"

namespace mbs {

// A contact or joint with friction that takes part.
struct Striker {
  int contact;
  double restitution;
  bool resting;  // it was closed already
};
using Strikers = std::vector<Striker>;

// The cause of an impact: stops of events (IMPACT: rigid contacts whose gap is any coordinate or
// deformation, and whose tangents stick or have no friction), contact k (-1: none), or a change of
// prescribed velocities. given: the impulses of that change without contacts and friction, which
// press joints, too; null: none.
struct Blow {
  ImpactProblem stops = {};
  int k = -1;
  const Impulses* given = nullptr;
};

// Gives `at` the velocities after the impact; its state is the one before, with the rates of its
// deformations. Normals of the outcome: stops first, then contacts. Status as of mbs::strike.
SolveStatus strike_together(ContactSet& set, const Blow& blow, const Strikers& strikers,
                            DynamicSite& at, ImpactOutcome& outcome);

// The impulse that limits friction: of a contact the normal impulse, of a joint its load.
double pressing_impulse(const Contact& contact, const Impulses& impulses);
// v += M^-1 J^T P in the free motion of the constraints, J^T the line of one deformation; P pushes
// towards its growth. Not ok where a motion carries no mass.
SolveStatus push_along(const DynamicSite& at, State& state, int deformation, double P);
// The rates of all deformations for the velocities v at the present position.
std::vector<double> deformation_rates(const DynamicSite& at, ConstVector v);
// The impulses of all constraints that take the velocities from those of `before` to those of `at`,
// when the impulses L act on gaps and slips.
SolveStatus share_among_constraints(const DynamicSite& at, const State& before,
                                    std::vector<double> L, Impulses& impulses);

// An impact of contacts that strike pair after pair (CONTACT ... RIGID e SEQUENTIAL): of all rigid
// contacts that touch, one strikes alone, by Newton's law and without friction, then the next until
// none closes: the one that closes fastest first, and then in the order in time that equal small
// gaps would give. A chain of balls hands its blow on.
class SequentialImpact {
 public:
  // Whether one of the strikers is SEQUENTIAL. If stops of events strike with them, all strike at
  // once.
  static bool applies(const ContactSet& set, const Blow& blow, const Strikers& strikers);

  // before: the present state of `at`, with the rates of its deformations; it does not change.
  SequentialImpact(ContactSet& set, DynamicSite& at, const State& before)
      : set_(set), at_(at), before_(before) {}

  // Gives `at` the velocities after the impact. Contacts that have struck join the strikers and are
  // open. Status as of mbs::strike.
  SolveStatus solve(Strikers& strikers, ImpactOutcome& outcome);
  // A line of the report; empty where one pair has struck once.
  std::string describe(const std::string& label) const;

 private:
  struct Pair {
    int contact;
    double restitution;
    bool counted;                     // its bounce is one of its series already
    std::vector<double> per_impulse;  // nx: velocities by a unit of its impulse
    std::vector<double> gives;        // of each pair: the rate of its gap by per_impulse
    double impulse = 0;
  };
  Contact& contact(const Pair& pair) const { return set_.contacts[pair.contact]; }
  void find_pairs(const Strikers& strikers);
  SolveStatus find_responses();
  bool strike_in_turn();
  bool is_left(const Strikers& strikers) const;
  SolveStatus strike_the_rest(const Strikers& strikers, std::vector<double>& L);
  SolveStatus share_all(const std::vector<double>& rest, ImpactOutcome& outcome);

  ContactSet& set_;
  DynamicSite& at_;
  const State& before_;
  std::vector<Pair> pairs_;
  int strikes_ = 0;
  bool limited_ = false;  // the rest has been one impact without restitution
};

}  // namespace mbs
