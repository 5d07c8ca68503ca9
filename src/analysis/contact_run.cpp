#include "analysis/contact_run.h"

#include <algorithm>
#include <cmath>

namespace mbs {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// A gap that leaves zero on the wrong side is noticed when it has come to this part of the largest.
constexpr double kOverrun = 1e-10;

}  // namespace

void ContactRun::start(const State& state, Phase& phase) {
  for (std::size_t k = 0; k < model_.forces.contacts.size(); ++k) {
    const std::size_t n = at(model_.forces.contacts[k].normal);
    double way = state.e[n];
    for (double rate : {state.ed[n], state.edd[n]})
      if (way == 0) way = rate;
    phase.touch[k] = way < 0 ? Touch::closed : Touch::open;
  }
}

void ContactRun::add_directions(std::vector<Crossing>& directions) const {
  directions.insert(directions.end(), at(count()), Crossing::both);
}

// Each contact has the gap itself, and the gap shifted a little: after an event the gap is zero and
// the locator does not see on which side it leaves.
void ContactRun::evaluate(const State& state, const Phase& phase, Vector g) {
  for (std::size_t k = 0; k < model_.forces.contacts.size(); ++k) {
    const double gap = state.e[at(model_.forces.contacts[k].normal)];
    largest_gap_ = std::max(largest_gap_, std::fabs(gap));
    const double shift = kOverrun * largest_gap_;
    g[2 * k] = gap;
    g[2 * k + 1] = phase.touch[k] == Touch::closed ? gap - shift : gap + shift;
  }
}

void ContactRun::meet(int function, Crossing direction, Phase& phase) {
  phase.touch[at(function / 2)] = direction == Crossing::falling ? Touch::closed : Touch::open;
}

}  // namespace mbs
