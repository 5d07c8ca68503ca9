#include "integrate/event_probe.h"

#include <cmath>

namespace mbs {

EventProbe::EventProbe(const EventFunctions& functions, int n)
    : functions_(functions), g_(functions.count), state_(n) {
  for (int i = 0; i < functions.count; ++i)
    reads_.push_back(functions.reads ? functions.reads(functions.context, i) : EventReads::state);
}

EvalStatus EventProbe::evaluate(double t, ConstVector y, Vector g) {
  const EvalStatus eval = functions_.evaluate(functions_.context, t, y, g);
  if (!eval.ok()) return eval;
  for (std::size_t i = 0; i < g.size(); ++i) {
    if (!std::isfinite(g[i])) return {EvalKind::non_finite, static_cast<int>(i), 0};
  }
  return {};
}

EvalStatus EventProbe::sample(const Stretch& stretch, double t, Vector g) {
  if (!stretch.dense) return evaluate(t, {}, g);
  const EvalStatus eval = stretch.dense->interpolate(t, state_);
  return eval.ok() ? evaluate(t, state_, g) : eval;
}

EvalStatus EventProbe::value(const Stretch& stretch, int i, double t, double& g) {
  if (reads_[i] != EventReads::state) {
    g = at_time(i, t);
    if (std::isfinite(g)) return {};
  }
  const EvalStatus eval = sample(stretch, t, g_);
  g = g_[i];
  return eval;
}

}  // namespace mbs
