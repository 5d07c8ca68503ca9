#include "run/motion/state_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/few_names.h"
#include "base/index.h"
#include "linalg/lu.h"
#include "observe/muscles.h"
#include "run/frame/missing_value.h"
#include "text/capital_names.h"

namespace mbs {

namespace {

// A correction below this part of the largest value that the state has had is rounding.
constexpr double kStateRounding = 1e-14;

// If corrections no longer fall, the iteration has converged when they are at most this part.
constexpr double kStateAtRest = 1e-9;

constexpr int kIterations = 100;
constexpr double kShortestStep = 1e-6;  // part of a correction

// Newton's method, damped by the natural monotonicity test (Deuflhard 2004, section 3.3), in the
// states named EQUILIBRIUM.
class StateBalance {
 public:
  StateBalance(const Model& model, const RatesOfStates& rates, Vector z, Vector zd)
      : rates_(rates), z_(z), zd_(zd), all_(z.size() * z.size()) {
    for (std::size_t k = 0; k < model.states.size(); ++k)
      if (model.states[k].equilibrium) which_.push_back(k);
    lu_.resize(count_of(which_));
    largest_.assign(which_.size(), 0.0);
  }
  const std::vector<std::size_t>& which() const { return which_; }

  bool solve() {
    rates_.rates(z_, zd_);
    if (which_.empty()) return true;
    for (int k = 0; k < kIterations && finite(); ++k) {
      if (is_balanced()) return true;
      if (!factor()) return false;
      std::vector<double> correction = solve_for_rates();
      note_sizes(correction);
      const double size = size_of(correction);
      if (size <= kStateRounding) {
        move(correction, 1);
        return finite();
      }
      if (!step(correction, size)) return size <= kStateAtRest && finite();
    }
    return false;
  }

 private:
  bool finite() const {
    return std::all_of(which_.begin(), which_.end(),
                       [this](std::size_t k) { return std::isfinite(zd_[k]); });
  }
  bool is_balanced() const {
    return std::all_of(which_.begin(), which_.end(), [this](std::size_t k) { return zd_[k] == 0; });
  }

  bool factor() {
    const int n = count_of(z_);
    rates_.derivatives(z_, {all_.data(), n, n, n});
    for (std::size_t j = 0; j < which_.size(); ++j)
      for (std::size_t i = 0; i < which_.size(); ++i)
        lu_.matrix()(static_cast<int>(i), static_cast<int>(j)) =
            all_[which_[j] * z_.size() + which_[i]];
    return lu_.factor() < 0;
  }

  std::vector<double> solve_for_rates() {
    std::vector<double> out;
    for (std::size_t k : which_) out.push_back(-zd_[k]);
    lu_.solve(out.data());
    return out;
  }

  void note_sizes(const std::vector<double>& correction) {
    for (std::size_t i = 0; i < which_.size(); ++i)
      largest_[i] = std::max({largest_[i], std::fabs(z_[which_[i]]), std::fabs(correction[i])});
  }
  double size_of(const std::vector<double>& correction) const {
    double out = 0;
    for (std::size_t i = 0; i < which_.size(); ++i) {
      const double part = correction[i] == 0 ? 0 : std::fabs(correction[i]) / largest_[i];
      out = std::isnan(part) ? INFINITY : std::max(out, part);
    }
    return out;
  }

  void move(const std::vector<double>& correction, double part) {
    for (std::size_t i = 0; i < which_.size(); ++i) z_[which_[i]] += part * correction[i];
    rates_.rates(z_, zd_);
  }

  bool step(const std::vector<double>& correction, double size) {
    const std::vector<double> from(z_.begin(), z_.end());
    for (double part = 1; part > kShortestStep; part /= 2) {
      move(correction, part);
      if (finite() && size_of(solve_for_rates()) <= (1 - part / 4) * size) return true;
      std::copy(from.begin(), from.end(), z_.begin());
    }
    rates_.rates(z_, zd_);
    return false;
  }

  const RatesOfStates& rates_;
  Vector z_, zd_;
  std::vector<std::size_t> which_;
  Lu lu_{0};
  std::vector<double> all_, largest_;
};

}  // namespace

bool start_states(const Model& model, StateRates& rates, State& state, Diagnostics& diagnostics) {
  RatesOfStates functions;
  functions.rates = [&](ConstVector, Vector) { rates.evaluate(state); };
  functions.derivatives = [&](ConstVector, Matrix out) { rates.by_states(state, out); };
  functions.missing_value = [&] { return rates.missing_value(); };
  return start_states(model, functions, state.t, state.z, state.zd, diagnostics);
}

bool start_states(const Model& model, const RatesOfStates& rates, double t, Vector z, Vector zd,
                  Diagnostics& diagnostics) {
  if (model.states.empty()) return true;
  StateBalance balance(model, rates, z, zd);
  if (balance.solve()) return true;
  if (const auto left = rates.missing_value())
    return report_missing_value(*left, t, diagnostics), false;
  std::vector<std::string> rest;
  for (std::size_t k : balance.which())
    rest.push_back(fmt::format("{} = {:.6g} with rate {:.3e}", model.states[k].name, z[k], zd[k]));
  const Origin& first = model.states[balance.which().front()].origin;
  diagnostics.error(
      first.where, first.label,
      fmt::format("no values make the rates of the EQUILIBRIUM states 0 at t = {}; the last are {}",
                  t, few_names(rest)),
      "expected a guess nearer to them: ODE name EQUILIBRIUM guess RATE expression");
  return false;
}

void check_state_names(const Model& model, const Layout& layout, Diagnostics& diagnostics) {
  for (const StateEquation& state : model.states) {
    const auto same = std::count_if(layout.channels.begin(), layout.channels.end(),
                                    [key = name_key(state.name)](const Channel& channel) {
                                      return name_key(channel.name) == key;
                                    });
    if (same > 1)
      diagnostics.error(state.origin.where, state.origin.label, "a channel has this name",
                        "choose another name");
  }
  for (std::size_t k = 0; k < model.forces.muscles.size(); ++k) {
    const Muscle& muscle = model.forces.muscles[k];
    const std::string state = model.states[muscle.activation].name;
    const std::string mine = lower_case(state.substr(0, state.size() - 3));  // without "act"
    const auto same = std::count_if(
        layout.channels.begin(), layout.channels.end(), [&mine](const Channel& channel) {
          return is_same_name(std::string_view(channel.name).substr(0, mine.size()), mine);
        });
    if (static_cast<std::size_t>(same) > muscle_channels(model, k))
      diagnostics.error(model.muscle_origin[k].where, model.muscle_origin[k].label,
                        "other channels begin with this name", "choose another name");
  }
}

}  // namespace mbs
