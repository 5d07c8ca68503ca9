#include "run/contacts/even_forces.h"

#include <algorithm>

namespace mbs {

bool EvenForces::put(const State& state) {
  const bool any_spare = std::any_of(set_.contacts.begin(), set_.contacts.end(),
                                     [](const Contact& c) { return c.mode == ContactMode::spare; });
  if (!any_spare) return false;
  if (!free_) free_.emplace(site_.plan, site_.built, site_.settings, site_.diagnostics);
  free_->phase = site_.phase;
  free_->state = state;
  ContactForces forces(set_, *free_);
  Impulses added;
  if (!forces.find_closed() || !forces.share_evenly(state, *site_.dynamics, added, open_))
    return false;
  const ConstVector S = site_.dynamics->stresses(), r = site_.dynamics->reactions();
  S_.assign(S.begin(), S.end());
  r_.assign(r.begin(), r.end());
  for (std::size_t k = 0; k < S_.size(); ++k) S_[k] += added.L[k];
  for (std::size_t i = 0; i < r_.size(); ++i) r_[i] += added.R[i];
  site_.dynamics->exchange_efforts(S_, r_);
  return true;
}

}  // namespace mbs
