#include <algorithm>

#include "plan/plan.h"
#include "run/dynamic/event_run.h"
#include "run/frame/limits.h"

namespace mbs {

// Samples at times within the last step: the dense output, projected onto the constraints as for a
// row unless a rough sample is enough.
class DynamicMeasures::Step : public MeasureSource {
 public:
  explicit Step(DynamicMeasures& of) : of_(of) { of_.y_.resize(of_.integration_.system().size()); }

  bool sample(double t, bool rough, Vector channels) override {
    if (!of_.integration_.integrator().interpolate(t, of_.y_).ok()) return false;
    DynamicSystem& system = of_.integration_.system();
    if (!rough) {
      if ((is_ended_ = of_.limit_.requested())) return false;
      if (!system.complete(t, of_.y_, of_.state_).ok()) return false;
      of_.channels_.probe(of_.state_, of_.y_, channels, of_.parts_);
      return true;
    }
    if (!system.look(t, of_.y_, of_.state_).ok()) return false;
    take(channels, of_.state_.x, of_.state_.v);
    return true;
  }

  bool is_ended() const override { return is_ended_; }

  bool rates(Vector channels) override {
    if (!of_.integration_.system().unknowns().unpack_accelerations(
            of_.integration_.integrator().ydot(), of_.state_))
      return false;
    take(channels, of_.state_.v, of_.state_.a);
    return true;
  }

 private:
  // Fills only the channels of positions and velocities from the given coordinates.
  void take(Vector channels, ConstVector of_position, ConstVector of_velocity) const {
    for (const DirectChannel& direct : of_.direct_)
      channels[direct.channel] = (direct.rate == 0 ? of_position : of_velocity)[direct.coordinate];
  }

  DynamicMeasures& of_;
  bool is_ended_ = false;
};

// The one sample of the state after the events of an instant.
class DynamicMeasures::Instant : public MeasureSource {
 public:
  Instant(DynamicMeasures& of, ConstVector y) : of_(of), t_(of.site_.state.t), y_(y) {}

  bool sample(double, bool, Vector channels) override {
    if (!of_.integration_.system().complete(t_, y_, of_.state_).ok()) return false;
    of_.channels_.probe(of_.state_, y_, channels, of_.parts_);
    return true;
  }

 private:
  DynamicMeasures& of_;
  double t_;
  ConstVector y_;
};

DynamicMeasures::DynamicMeasures(const DynamicSite& site, Integration& integration,
                                 RunChannels& channels, const Layout& layout)
    : site_(site),
      integration_(integration),
      channels_(channels),
      state_(site.state),
      limit_(time_limit(site.plan.limits, site.settings)) {
  if (site.plan.measures.empty() && !site.plan.summary) return;
  measures_ = std::make_unique<MeasureRun>(
      site.plan, layout, true, site.dynamics->kinematics().jacobian().length(), site.diagnostics);
  const IntegratorSettings method =
      chosen_integrator(site.plan.method.integration, site.model, site.plan.units());
  measures_->set_tolerances(method.abs, method.rel);
  const std::vector<int> read = measures_->channels();
  parts_ = channels.parts_with(read);
  for (const DirectChannel& direct : layout.direct)
    if (direct.rate < 2 && std::binary_search(read.begin(), read.end(), direct.channel))
      direct_.push_back(direct);
}

void DynamicMeasures::start() {
  if (!measures_) return;
  Step step(*this);
  measures_->start(integration_.t(), step);
}

void DynamicMeasures::advance(double limit) {
  if (!measures_) return;
  Step step(*this);
  measures_->advance(limit, limit == integration_.t(), step);
}

// Impulse of a channel = its value with the impulses in the place of all stresses and reactions -
// its value with zeros there.
void DynamicMeasures::strike(ConstVector y, std::vector<double> R, std::vector<double> L) {
  if (!measures_ || !measures_->asks_for_impulses()) return;
  std::vector<double> zero_S(L.size()), zero_r(R.size());
  std::vector<double> channels(measures_->channel_count()), impulses(channels.size());
  Dynamics& dynamics = *site_.dynamics;
  dynamics.exchange_efforts(L, R);
  channels_.probe(site_.state, y, impulses, parts_);
  dynamics.exchange_efforts(L, R);
  dynamics.exchange_efforts(zero_S, zero_r);
  channels_.probe(site_.state, y, channels, parts_);
  dynamics.exchange_efforts(zero_S, zero_r);
  for (std::size_t k = 0; k < channels.size(); ++k) impulses[k] -= channels[k];
  measures_->strike(channels, impulses);
}

void DynamicMeasures::jump(ConstVector y) {
  if (!measures_) return;
  measures_->set_parameters(site_.phase.parameters);
  state_ = site_.state;  // fixed coordinates keep their present values
  Instant instant(*this, y);
  measures_->jump(instant);
}

}  // namespace mbs
