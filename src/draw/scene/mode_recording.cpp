#include "draw/scene/mode_recording.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/index.h"
#include "model/owner.h"
#include "program/run_deck.h"
#include "solve/statics/soft_motion.h"

namespace mbs {

namespace {

// Displacements over the size of the mechanism, and turns [rad] where nothing is displaced.
constexpr double kShown = 0.1, kShownTurn = 0.3;

double amplitude(const Model& model, const std::vector<double>& motion) {
  const std::vector<double> weight = motion_weights(model);
  double displaced = 0, turned = 0;
  for (std::size_t i = 0; i < motion.size(); ++i) {
    double& most = turns(model, static_cast<int>(i)) ? turned : displaced;
    most = std::max(most, weight[i] * std::fabs(motion[i]));
  }
  // Displacements of a motion that only turns are rounding.
  constexpr double kNone = 1e-6;
  return displaced > kNone * turned ? kShown / displaced : kShownTurn / turned;
}

}  // namespace

ModeRecording record_mode(const PreparedRun& prepared, const ShapeRequest& request, int states,
                          Diagnostics& diagnostics) {
  ModeRecording out;
  const Plan& plan = prepared.tables;
  if (plan.job != Job::equilibrium && plan.job != Job::modes) {
    diagnostics.error({}, "draw --mode", "the deck has no modes",
                      "expected EIGEN, or STATIC for the softest motion of its equilibrium");
    out.recording.outcome.status = ExitStatus::deck_error;
    return out;
  }
  ModeShape shape;
  out.recording.outcome = (plan.job == Job::modes ? find_mode_shape : find_softest_motion)(
      plan, prepared.built, prepared.settings, request, shape, diagnostics);
  if (shape.motion.empty()) return out;
  out.text = shape.text;
  const double most = amplitude(prepared.built.model, shape.motion);
  const auto add = [&](double part) {
    RunFrame frame{shape.t, shape.x, {}, {}};
    move_coordinates(prepared.built.model, shape.motion, part * most, frame.x);
    out.recording.frames.push_back(std::move(frame));
  };
  if (states == 0) {
    add(0);
    add(1);
  }
  for (int k = 0; k < states; ++k) add(std::sin(2 * std::numbers::pi * k / (states - 1)));
  return out;
}

}  // namespace mbs
