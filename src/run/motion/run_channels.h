// The channels of a dynamic run: those of the state, the works that are integrated with it, and
// those of OUT lines.
#pragma once

#include "observe/observer.h"
#include "run/motion/dynamic_site.h"
#include "run/motion/integration.h"

namespace mbs {

class RunChannels {
 public:
  RunChannels(const DynamicSite& site, Integration& integration, Observer& observer)
      : site_(site), integration_(integration), observer_(observer) {}

  // values: layout().count() numbers of the present state, y of the integrator belongs to it. It
  // counts for the energy balance.
  void observe(ConstVector y, Vector values) {
    observer_.observe(site_.state, *site_.dynamics, integration_.system().unknowns().work(y),
                      values);
    observe_rest(site_.state, y, values);
  }
  // The same at a trial state; it counts for nothing.
  void probe(const State& state, ConstVector y, Vector values) {
    observer_.probe(state, *site_.dynamics, integration_.system().unknowns().work(y), values);
    observe_rest(state, y, values);
  }
  // The same of some parts.
  void probe(const State& state, ConstVector y, Vector values, const Observer::Parts& parts) {
    observer_.probe(state, *site_.dynamics, integration_.system().unknowns().work(y), values,
                    parts);
    observe_rest(state, y, values);
  }
  const Layout& layout() const { return observer_.layout(); }
  Observer::Parts parts_with(std::span<const int> channels) const {
    return observer_.parts_with(channels);
  }

 private:
  void observe_rest(const State& state, ConstVector y, Vector values) {
    for (std::size_t k = 0; k < observer_.meters().size(); ++k)
      values[observer_.meters()[k].column] = integration_.system().unknowns().metered(y, k);
    observer_.observe_outs(state, values);
  }

  const DynamicSite& site_;
  Integration& integration_;
  Observer& observer_;
};

}  // namespace mbs
