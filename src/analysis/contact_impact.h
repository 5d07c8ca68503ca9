// Impacts of contacts: all that touch and approach, all that are closed, and joints with friction,
// in one problem.
#pragma once

#include <string>
#include <vector>

#include "analysis/contact_modes.h"
#include "solve/impact.h"

namespace mbs {

class ContactImpact {
 public:
  ContactImpact(ContactSet& set, ContactModes& modes) : set_(set), modes_(modes) {}

  // Contact k strikes, and with it all others that touch and approach.
  ContactChange strike(int k, DynamicSite& at);
  // The number of impacts whose friction has been left out.
  long long frictionless() const { return frictionless_count_; }

 private:
  // A contact or joint with friction that takes part in an impact. It sticks, or it slides with a
  // friction impulse in proportion to the impulse that presses it.
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
  Contact& contact(const Striker& s) const { return set_.contacts[s.contact]; }
  Strikers find_strikers(int k, DynamicSite& at);
  static double pressing(const Contact& contact, const Impulses& impulses);
  double rebound(Contact& contact, const State& state) const;
  bool is_held_shut(const Contact& contact, DynamicSite& at) const;
  void find_held(Strikers& strikers, DynamicSite& at) const;
  bool strike_together(Strikers& strikers, DynamicSite& at, ImpactOutcome& outcome);
  bool strike_once(const Strikers& strikers, bool friction, const State& before, DynamicSite& at,
                   ImpactOutcome& outcome) const;
  bool share_all(const Strikers& strikers, const State& before, DynamicSite& at,
                 ImpactOutcome& outcome) const;
  bool find_friction(Strikers& strikers, const State& before, DynamicSite& at,
                     ImpactOutcome& outcome) const;
  bool let_slide(Strikers& strikers, const Impulses& impulses) const;
  bool hold_again(Strikers& strikers, const DynamicSite& at) const;
  // The state before the impact and its results.
  struct Aftermath {
    const State& before;
    const ImpactOutcome& outcome;
    std::vector<double> rates;  // ed of all deformations after it
    double hardest = 0;         // the largest normal impulse
    bool quiet = false;         // one of the many impacts of an impulse contact
  };
  bool note_struck(const Striker& s, const Aftermath& left, DynamicSite& at, ContactChange& out);
  bool is_gentle(const Strikers& strikers, const State& before) const;
  void close_slow(const Aftermath& left, DynamicSite& at);
  bool lift(Contact& contact, const State& before, double gap_rate, DynamicSite& at) const;
  void note_rub(const Contact& contact, const Aftermath& left, ContactChange& out) const;
  ContactStrike strike_of(const Contact& contact, bool resting, const Aftermath& left,
                          double gap_rate) const;

  ContactSet& set_;
  ContactModes& modes_;
  bool frictionless_ = false;  // the present impact has no friction, see strike_together()
  long long frictionless_count_ = 0;
};

}  // namespace mbs
