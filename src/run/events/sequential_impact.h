// An impact of contacts that strike pair after pair (CONTACT ... RIGID e SEQUENTIAL): of all rigid
// contacts that touch, one strikes alone, by Newton's law and without friction, then the next until
// none closes: the one that closes fastest first, and then in the order in time that equal small
// gaps would give. A chain of balls hands its blow on.
#pragma once

#include <string>
#include <vector>

#include "run/events/common_impact.h"

namespace mbs {

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
