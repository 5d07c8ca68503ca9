// The modes of closed contacts, such that no contact pulls and no friction is above its limit.
#pragma once

#include <vector>

#include "analysis/contact_set.h"

namespace mbs {

class ContactModes {
 public:
  explicit ContactModes(ContactSet& set) : set_(set) {}

  // On entry the modes say which contacts are closed; which of them stick is found here. Modes are
  // changed until forces and accelerations agree with them. `lifted` is the index of a contact that
  // must not stay closed, `slipped` of one that must not stick; -1: none.
  ContactChange resolve(DynamicSite& at, const std::vector<ContactSet::ModeAndSign>& before,
                        int lifted = -1, int slipped = -1);

  // A contact that sticks slips from now on, and with it those that share its friction: they are at
  // their bounds, too.
  void let_slip(Contact& contact, const State& state, const Dynamics& dynamics);

  // A force below this is rounding [N].
  static double force_of_rounding(const Dynamics& dynamics);
  // An acceleration of a gap or slip below this is rounding [m/s^2].
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
  // A spare contact whose gap grows (way 1) or shrinks (-1) with the bodies that hold it; null:
  // none.
  Contact* find_moved(const State& state, double way);

  ContactSet& set_;
};

}  // namespace mbs
