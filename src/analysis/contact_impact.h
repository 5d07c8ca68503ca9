// Impacts of contacts: all that touch and approach, all that are closed, and joints with friction,
// in one problem.
#pragma once

#include <string>
#include <vector>

#include "analysis/common_impact.h"
#include "analysis/contact_modes.h"

namespace mbs {

class ContactImpact {
 public:
  ContactImpact(ContactSet& set, ContactModes& modes) : set_(set), modes_(modes) {}

  // Contact k strikes, and with it all others that touch and approach.
  ContactChange strike(int k, DynamicSite& at);
  // The number of impacts whose friction has been left out.
  long long frictionless() const { return frictionless_count_; }

 private:
  using Striker = CommonImpact::Striker;
  using Strikers = CommonImpact::Strikers;
  Contact& contact(const Striker& s) const { return set_.contacts[s.contact]; }
  Strikers find_strikers(int k, DynamicSite& at);
  double rebound(Contact& contact, const State& state) const;
  bool is_held_shut(const Contact& contact, DynamicSite& at) const;
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
  long long frictionless_count_ = 0;
};

}  // namespace mbs
