// The forces of redundant contacts that a report shows: the least squares of their normal forces.
#pragma once

#include <optional>
#include <vector>

#include "run/contacts/contact_forces.h"
#include "run/motion/shown_efforts.h"

namespace mbs {

class EvenForces : public ShownEfforts {
 public:
  // The contacts of the site in their present modes.
  EvenForces(DynamicSite& site, ContactSet& set) : site_(site), set_(set) {}
  bool put(const State& state) override;
  void take_back() override { site_.dynamics->exchange_efforts(S_, r_); }
  const std::vector<char>& open() const override { return open_; }

 private:
  DynamicSite& site_;
  ContactSet& set_;
  std::optional<DynamicSite> free_;  // the same state with all that is closed let go
  std::vector<double> S_, r_;        // the efforts that are not in the dynamics now
  std::vector<char> open_;
};

}  // namespace mbs
