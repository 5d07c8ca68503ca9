#include "run/rest/spinning_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace mbs {

SpinningFrames::SpinningFrames(const Model& model, const Partition& partition, const State& state) {
  for (const Orientation& of : model.orientations) {
    const bool frees =
        std::any_of(partition.x_freedoms.begin(), partition.x_freedoms.end(),
                    [&of](int i) { return i >= of.first && i < of.first + of.type->nv; });
    const double* const w = state.v.data() + of.first;
    const double rate = std::sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    if (frees && rate > 0) frames_.push_back({model.coordinate_origin[of.first].label, rate});
  }
  std::stable_sort(frames_.begin(), frames_.end(),
                   [](const Frame& a, const Frame& b) { return a.rate > b.rate; });
}

bool SpinningFrames::are_steady(const Linearisation& linear, const Phase& phase, Dynamics& dynamics,
                                Placed& placed, State& state) const {
  return equations_are_steady(linear, frames_.front().rate, phase, dynamics, placed, state);
}

bool equations_are_steady(const Linearisation& linear, double rate, const Phase& phase,
                          Dynamics& dynamics, Placed& placed, State& state) {
  const Model& model = linear.model();
  // kTurn: the turn of the fastest frame [rad] to the second place; kChange: of the matrices there,
  // as parts of their sizes.
  constexpr double kTurn = 1e-4, kChange = 1e-7;
  const double h = kTurn / rate;
  State ahead = state;
  std::vector<double> d = state.v;
  for (std::size_t i = 0; i < d.size(); ++i) {
    d[i] += h / 2 * state.a[i];
    ahead.v[i] += h * state.a[i];
  }
  move_from(model, state.x, d, h, ahead.x);
  ahead.t += h;
  bool steady = false;
  const Placed there = dynamics.place(ahead, false);
  if (there.ok() && dynamics.accelerate(there, ahead).ok()) {
    Linearisation later(model, phase);
    later.evaluate(dynamics, there, ahead, 1);
    const auto is_same = [](const std::vector<double>& a, const std::vector<double>& b,
                            double least) {
      double change = 0;
      for (std::size_t k = 0; k < a.size() && k < b.size(); ++k)
        change = std::max(change, std::fabs(a[k] - b[k]));
      return a.size() == b.size() && change <= kChange * std::max(largest(a), least);
    };
    const double inertia = largest(linear.M());
    steady = is_same(linear.M(), later.M(), 0) && is_same(linear.C(), later.C(), rate * inertia) &&
             is_same(linear.K(), later.K(), 0) && is_same(linear.frame(), later.frame(), rate) &&
             is_same(linear.K_z(), later.K_z(), 0) && is_same(linear.G_z(), later.G_z(), rate) &&
             is_same(linear.P(), later.P(), rate);
  }
  placed = dynamics.place(state, false);
  return steady && placed.ok() && dynamics.accelerate(placed, state).ok();
}

std::string SpinningFrames::fastest() const {
  return fmt::format("{} spins at {:.4g} rad/s", frames_.front().name, frames_.front().rate);
}

std::string SpinningFrames::describe() const {
  std::string out;
  for (const Frame& frame : frames_)
    out += fmt::format("as seen from {}, which spins at {:.4g} rad/s\n", frame.name, frame.rate);
  return out;
}

}  // namespace mbs
