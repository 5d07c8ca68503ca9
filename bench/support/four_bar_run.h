// The four-bar of yardsticks/four_bar.h as a deck that is stepped in this process.
#pragma once

#include <array>
#include <stdexcept>

#include "solve/place/continuation.h"
#include "support/mbsim_run.h"

namespace mbs::bench {

// Bodies: 1 ground, 2 crank, 3 coupler, 4 rocker; the crank turns once a second.
inline constexpr const char* kFourBarDeck =
    "4 4 0 1 0 1 0 0 0\n0 0 0\n0.05 0 0\n0.22 0.09 0.8\n0.30 0.09 1.9\n"
    "1 2 0 0 -0.05 0\n2 3 0.05 0 -0.125 0\n3 4 0.125 0 0.1 0\n1 4 0.25 0 -0.1 0\n1\n"
    "2 3 0 ${2 * pi} 0\n0 1 ${1 / 4000}\n";

class FourBarRun {
 public:
  FourBarRun()
      : deck_(kFourBarDeck),
        kinematics_(deck_.built->model, deck_.built->phase, named_partition(deck_.built->phase),
                    deck_.options),
        state_(deck_.built->model.nx, deck_.built->model.ne) {
    state_.x = deck_.built->model.x0;
    if (!kinematics_.assemble(state_).ok() ||
        !kinematics_.rates(kinematics_.position(state_), state_).ok())
      throw std::runtime_error("the four-bar cannot be assembled");
    continuation_.emplace(deck_.built->model, kinematics_, deck_.options, state_);
  }
  FourBarRun(const FourBarRun&) = delete;
  FourBarRun& operator=(const FourBarRun&) = delete;

  // From the time of the last call to t.
  void step(double t) {
    if (!continuation_->advance(t, state_)) throw std::runtime_error("the four-bar stopped");
  }
  // Angle, rate and acceleration of coupler and rocker.
  std::array<double, 6> angles() const {
    std::array<double, 6> out{};
    for (std::size_t i = 0; i < 2; ++i) {
      const auto phi = static_cast<std::size_t>(deck_.built->model.bodies[2 + i].phi);
      out[3 * i] = state_.x[phi], out[3 * i + 1] = state_.v[phi], out[3 * i + 2] = state_.a[phi];
    }
    return out;
  }

 private:
  DeckModel deck_;
  Kinematics kinematics_;
  State state_;
  std::optional<Continuation> continuation_;
};

// Largest difference of angles, rates and accelerations, the angles apart from whole turns.
inline double four_bar_difference(const std::array<double, 6>& a, const std::array<double, 6>& b) {
  double worst = 0;
  for (std::size_t i = 0; i < 6; ++i)
    worst = std::max(worst, std::fabs(i % 3 == 0 ? std::remainder(a[i] - b[i], 2 * M_PI)
                                                 : (a[i] - b[i]) / (1 + std::fabs(b[i]))));
  return worst;
}

}  // namespace mbs::bench
