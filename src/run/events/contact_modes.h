// The modes of closed contacts and of joints with friction: no contact pulls, no friction is above
// its limit, and what moves has friction against its motion. One problem of all that touches
// (run/events/contact_forces.h) gives the modes; the dynamics of these modes then give the
// forces.
#pragma once

#include <vector>

#include "run/events/contact_forces.h"
#include "run/events/contact_set.h"
#include "solve/place/rank_audit.h"

namespace mbs {

class ContactModes {
 public:
  explicit ContactModes(ContactSet& set) : set_(set) {}

  // On entry the modes say which contacts are closed; which of them stick is found here. `lifted`
  // is the index of a contact whose force has fallen to zero, `slipped` of one whose friction has
  // reached its limit; -1: none.
  Change resolve(DynamicSite& at, const ContactSet::Modes& before, int lifted = -1,
                 int slipped = -1);

  // Lets a sticking contact slip, and with it the contacts whose slip it carries.
  void let_slip(Contact& contact, const Dynamics& dynamics);

  // A force below this is rounding [N].
  static double force_of_rounding(const Dynamics& dynamics);
  // An acceleration of a gap or slip below this is rounding [m/s^2].
  static double rounding_of_accelerations(const State& state);

 private:
  std::vector<int> find_ways(const State& state, const ContactSet::Modes& before) const;
  bool find_modes(ContactForces& forces, const std::vector<int>& ways,
                  std::vector<Assumed>& assumed);
  bool correct(const DynamicSite& at, std::vector<int>& ways, std::vector<Assumed>& assumed);
  bool correct_at_limit(const DynamicSite& at, std::vector<Assumed>& assumed);
  bool apply(DynamicSite& at);
  std::string describe_choice(double t) const;
  bool carry_one(DynamicSite& at);
  // The gap or the slip of a contact among constraints that repeat each other.
  struct Repeated {
    Contact* contact;
    bool is_slip;
    const RankAudit::Redundancy* among;
  };
  std::vector<Repeated> find_repeated(const RankAudit& audited);
  Contact* find_between(const RankAudit::Redundancy& found);
  std::vector<char> find_parting(const DynamicSite& at, int lifted) const;
  double ratio(const Contact& carried, const Contact& contact, int depth) const;
  void make_spare(Contact& contact);

  ContactSet& set_;
  const Contact* lifted_ = nullptr;  // the contact whose force has just fallen to zero; null: none
  const ContactForces* forces_ = nullptr;  // of the state that is being resolved
  bool by_forces_ = false;                 // of repeated constraints, one without a force lets go
  bool lets_stand_ = false;  // what could stand has let go: forces that repeat others are left out
};

}  // namespace mbs
