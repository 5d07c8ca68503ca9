// Closed contacts: which of them are held, slide or stick, so that no contact pulls and no friction
// is above its limit.
#pragma once

#include <vector>

#include "analysis/contact_set.h"

namespace mbs {

class ContactModes {
 public:
  explicit ContactModes(ContactSet& set) : set_(set) {}

  // On entry the modes say which contacts are closed; which of them stick is found here. Modes
  // change until forces and accelerations agree with them. `lifted`: must not stay closed;
  // `slipped`: must not stick.
  ContactChange resolve(DynamicSite& at, const std::vector<ContactSet::ModeAndSign>& before,
                        int lifted = -1, int slipped = -1);

  // Forces that are smaller are rounding.
  static double force_of_rounding(const Dynamics& dynamics);
  // A gap or a slip that goes one way with less than this does not.
  static double rounding_of_accelerations(const State& state);

 private:
  void guess(const State& state, const std::vector<ContactSet::ModeAndSign>& before, int slipped);
  bool apply(DynamicSite& at);
  bool carry_one(DynamicSite& at);
  bool improve(DynamicSite& at, int slipped);
  void take_back(const State& state);
  void begin_to_hold(Contact& contact, const State& state) const;
  bool turn_one(const State& state, std::vector<char>& turned);
  int find_sinking(DynamicSite& at, int lifted) const;
  // A spare contact that what holds it moves away (way 1) or in (-1); null: none.
  Contact* find_moved(const State& state, double way);

  ContactSet& set_;
};

}  // namespace mbs
