// The channels of a dynamic run: channels of the state, of the works that are integrated with it,
// and of OUT lines.
#pragma once

#include "observe/observer.h"
#include "run/motion/dynamic_site.h"
#include "run/motion/integration.h"
#include "run/motion/shown_efforts.h"

namespace mbs {

class RunChannels {
 public:
  RunChannels(const DynamicSite& site, Integration& integration, Observer& observer)
      : site_(site), integration_(integration), observer_(observer) {}

  // values: layout().count() numbers of the present state; y: of the integrator at this state. The
  // state counts for the energy balance.
  void observe(ConstVector y, Vector values) {
    const Put put(shown_, site_.state);
    was_open_ = put.is_put;
    observer_.observe(site_.state, *site_.dynamics, integration_.system().unknowns().work(y),
                      values);
    observe_rest(site_.state, y, values);
  }
  // The row of observe() at time t is shown; what the report says of its rotations.
  std::string show_rotations(double t, ConstVector values) {
    return observer_.show_rotations(t, values);
  }
  // observe() at a trial state, which does not count for the energy balance.
  void probe(const State& state, ConstVector y, Vector values) {
    const Put put(shown_, state);
    observer_.probe(state, *site_.dynamics, integration_.system().unknowns().work(y), values);
    observe_rest(state, y, values);
  }
  // probe() for some parts only.
  void probe(const State& state, ConstVector y, Vector values, const Observer::Parts& parts) {
    const bool of_forces = parts.forces || parts.net_joints || parts.contacts || parts.powers;
    const Put put(of_forces ? shown_ : nullptr, state);
    observer_.probe(state, *site_.dynamics, integration_.system().unknowns().work(y), values,
                    parts);
    observe_rest(state, y, values);
  }
  // Forces to be shown in the place of forces that have no single value.
  void show(ShownEfforts& shown) { shown_ = &shown; }
  // For each contact: whether observe() has shown a force without a single value. Empty: none.
  std::vector<char> open() const { return was_open_ ? shown_->open() : std::vector<char>(); }
  const Layout& layout() const { return observer_.layout(); }
  Observer::Parts parts_with(std::span<const int> channels) const {
    return observer_.parts_with(channels);
  }

 private:
  struct Put {
    Put(ShownEfforts* shown, const State& state) : of(shown), is_put(of && of->put(state)) {}
    ~Put() {
      if (is_put) of->take_back();
    }
    Put(const Put&) = delete;
    Put& operator=(const Put&) = delete;
    ShownEfforts* of;
    bool is_put;
  };
  void observe_rest(const State& state, ConstVector y, Vector values) {
    for (std::size_t k = 0; k < observer_.meters().size(); ++k)
      values[observer_.meters()[k].column] = integration_.system().unknowns().metered(y, k);
    observer_.observe_outs(state, values);
  }

  const DynamicSite& site_;
  Integration& integration_;
  Observer& observer_;
  ShownEfforts* shown_ = nullptr;
  bool was_open_ = false;
};

}  // namespace mbs
