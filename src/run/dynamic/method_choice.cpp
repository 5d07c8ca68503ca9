#include "run/dynamic/method_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cmath>

#include "integrate/fastest_rate.h"
#include "plan/plan.h"
#include "report/column_tables.h"
#include "run/motion/run_channels.h"
#include "text/units.h"

namespace mbs {

namespace {

constexpr double kPartOfRun = 0.01;
constexpr int kSamples = 16;
// STEP's trial ends after as many steps, where it has come to a sample.
constexpr long long kTrialSteps = 2000;
// Stability limits the steps of STEP where they turn the fastest motion by more than this [rad].
constexpr double kStableTurn = 0.25;
// An implicit method costs at most this part, and its trial at most so many times that of STEP.
// Derivatives and factors count as evaluations.
constexpr double kWorthPart = 0.5, kMostTrial = 2;
constexpr double kMatrixCost = 5;
// As many phases of a run are tried; in others the method stays.
constexpr std::size_t kMostTrials = 20;

// A run by one method from the present state of a site, on a copy of it, without events.
class Trial {
 public:
  Trial(const DynamicSite& site, const AskedChannels& asked, const std::string& method)
      : asked_(asked),
        site_(site.plan, site.built, site.settings, unheard_),
        path_(site.model),
        integration_(site_, path_),
        observer_(site.plan, site.model, site.phase),
        channels_(site_, integration_, observer_) {
    site_.phase = site.phase;
    site_.state = site.state;
    integration_.take_method(method);
  }

  // Follows the motion to the samples, the first at times[0]. It ends early at a cost above `most`,
  // or after `steps` where it has come to a sample. False where the method fails.
  bool run(const std::vector<double>& times, double most, long long steps);

  // Samples so far: the numbers of the asked channels, one sample after the other.
  const std::vector<double>& samples() const { return samples_; }
  bool was_too_long() const { return was_too_long_; }
  // Evaluations; in the second half of the trial, where first steps are over, to the unit of time.
  double cost() const {
    const IntegratorStats now = integration_.totals();
    return static_cast<double>(now.rhs) + kMatrixCost * static_cast<double>(now.factorizations);
  }
  double rate() const { return (cost() - cost_to_half_) / std::fabs(integration_.t() - half_); }
  long long steps() const { return integration_.steps(); }
  double step_size() { return std::fabs(integration_.step_size()); }
  double fastest() {
    return fastest_rate(integration_.system().ode(), integration_.t(), integration_.y());
  }

 private:
  bool begin(double t);
  bool sample(double t);

  const AskedChannels& asked_;
  Diagnostics unheard_;
  DynamicSite site_;
  PathAudit path_;
  Integration integration_;
  Observer observer_;
  RunChannels channels_;
  std::vector<double> y_, values_, samples_;
  double half_ = 0, cost_to_half_ = 0;
  bool was_too_long_ = false;
};

bool Trial::begin(double t) {
  if (!site_.refit()) return false;
  path_.set_length(site_.dynamics->kinematics().jacobian().length());
  std::vector<int> metered;
  for (const ChainObserver::Meter& meter : observer_.meters()) metered.push_back(meter.coordinate);
  if (!integration_.make(std::move(metered))) return false;
  observer_.add_outs(site_.plan, unheard_);
  if (!integration_.hold_rates(observer_.layout(), asked_.read, asked_.holds_rates)) return false;
  values_.resize(static_cast<std::size_t>(observer_.layout().count()));
  return integration_.go_on(t, 0, true).ok();
}

bool Trial::sample(double t) {
  y_.resize(integration_.y().size());
  if (!integration_.integrator().interpolate(t, y_).ok()) return false;
  if (!integration_.system().complete(t, y_, site_.state).ok()) return false;
  channels_.probe(site_.state, y_, values_);
  for (const int channel : asked_.asked) samples_.push_back(values_[channel]);
  return true;
}

bool Trial::run(const std::vector<double>& times, double most, long long steps) {
  const double start = site_.state.t;
  if (!begin(start)) return false;
  half_ = start, cost_to_half_ = cost();
  std::size_t next = 0;
  while (next < times.size() && (next == 0 || integration_.steps() < steps)) {
    was_too_long_ = cost() > most;
    if (was_too_long_) return false;
    if (integration_.t() - start <= (times.back() - start) / 2)
      half_ = integration_.t(), cost_to_half_ = cost();
    StepStatus status = integration_.step();
    if (!status.ok()) return false;
    for (; next < times.size() && times[next] <= integration_.t(); ++next)
      if (!sample(times[next])) return false;
    bool changed = false;
    if (!integration_.change_unknowns(status, changed) || !status.ok()) return false;
  }
  return true;
}

std::vector<char> classes_of(const Phase& phase) {
  std::vector<char> out;
  const auto add = [&out](const auto& list) {
    for (const auto one : list) out.push_back(static_cast<char>(one));
  };
  add(phase.x_class), add(phase.e_class), add(phase.touch);
  return out;
}

// The largest difference of samples as a part of the tolerance, and its channel.
struct Difference {
  double size = 0;
  int channel = -1;
};

Difference difference_of(const std::vector<double>& a, const std::vector<double>& b,
                         const AskedChannels& asked, const Layout& layout,
                         const IntegratorSettings& tolerances, const UnitSystem& units) {
  const std::size_t m = asked.asked.size();
  Difference out;
  for (std::size_t c = 0; c < m; ++c) {
    const Channel& channel = layout.channels[asked.asked[c]];
    double apart = 0, size = 0;
    for (std::size_t k = c; k < a.size(); k += m) {
      const double difference = std::fabs(a[k] - b[k]);
      if (!(difference <= apart)) apart = difference;  // true for NaN
      size = std::max(size, std::fabs(a[k]));
    }
    const double part =
        apart / (in_units(tolerances.abs, channel.unit, units) + tolerances.rel * size);
    if (!(part <= out.size)) out = {part, asked.asked[c]};
  }
  return out;
}

}  // namespace

AskedChannels asked_channels(const Plan& plan, const Layout& layout, std::vector<int> read,
                             bool holds_rates) {
  AskedChannels out{std::move(read), holds_rates, {}, false};
  out.asked = out.read;
  for (const Layout::Out& one : layout.outs) out.asked.push_back(one.channel);
  for (const ReportRow& row : plan.reports) {
    Diagnostics unheard;
    for (const int channel : ColumnTable(row, layout, 0, 0, unheard).channels())
      if (channel >= 0) out.asked.push_back(channel);
  }
  out.are_positions = out.asked.empty();
  for (int c = 0; out.are_positions && c < layout.count(); ++c)
    if (is_position(layout.channels[c].what)) out.asked.push_back(c);
  std::sort(out.asked.begin(), out.asked.end());
  out.asked.erase(std::unique(out.asked.begin(), out.asked.end()), out.asked.end());
  return out;
}

void MethodChoice::choose(double t) {
  const std::vector<char> classes = classes_of(site_.phase);
  for (const Known& known : known_)
    if (known.phase == classes && known.parameters == site_.phase.parameters) {
      method_ = known.method, why_ = known.why;
      return;
    }
  if (known_.size() >= kMostTrials || !(t < site_.end_time())) return;
  why_ = find(t);
  known_.push_back({classes, site_.phase.parameters, method_, why_});
}

// Sets method_ and returns why.
std::string MethodChoice::find(double t) {
  method_ = "STEP";
  const Model& model = site_.model;
  if (std::any_of(model.batches.begin(), model.batches.end(),
                  [](const ElementBatch& batch) { return batch.type->has_rates(); }))
    return "AUTO takes STEP: the deck binds velocities\n";
  const TimeGrid& grid = site_.plan.time;
  const double end = std::min(t + kPartOfRun * (site_.end_time() - grid.start), site_.end_time());
  std::vector<double> times;  // dense at the beginning
  for (int k = 1; k <= kSamples; ++k)
    times.push_back(t + (end - t) * k * k / (kSamples * kSamples));
  Trial step(site_, asked_, method_);
  if (!step.run(times, HUGE_VAL, kTrialSteps))
    return "AUTO takes STEP, which does not come through a first trial\n";
  if (!asked_.asked.empty()) times.resize(step.samples().size() / asked_.asked.size());
  const double size = step.step_size(), turn = step.fastest() * size;
  const std::string steps =
      fmt::format("{:.1e} long, in which the fastest motion turns by {:.2g} rad", size, turn);
  if (!(turn > kStableTurn))
    return fmt::format("AUTO takes STEP: its stability does not limit its steps ({})\n", steps);

  const UnitSystem& units = site_.plan.units();
  const IntegratorSettings tolerances =
      chosen_integrator(site_.plan.method.integration, model, units);
  double least = kWorthPart * step.rate();
  Difference chosen;
  std::string others;
  for (const std::string name : {"STIFF", "GALPHA"}) {
    Trial other(site_, asked_, name);
    const bool ran = other.run(times, kMostTrial * step.cost(), LLONG_MAX);
    if (!ran || !(other.rate() <= least)) {
      const bool costs = ran || other.was_too_long();
      others += fmt::format("; {} {}", name,
                            !costs                             ? "does not come through"
                            : least < step.rate() * kWorthPart ? "costs more"
                                                               : "costs more than half of it");
      continue;
    }
    const Difference found =
        difference_of(step.samples(), other.samples(), asked_, layout_, tolerances, units);
    if (!(found.size <= 1)) {
      others += fmt::format("; {} changes {} by {:.2g} tolerances", name,
                            layout_.name(found.channel), found.size);
      continue;
    }
    method_ = name, least = other.rate(), chosen = found;
  }
  if (method_ == "STEP")
    return fmt::format("AUTO takes STEP, whose stability may limit its steps ({}){}\n", steps,
                       others);
  return fmt::format(
      "AUTO takes {0}: stability limits the steps of STEP ({1}); up to t = {2:.4g} {0} costs "
      "{3:.2g} of it and changes {4} by at most {5:.2g} tolerances{6}\n",
      method_, steps, times.back(), least / step.rate(),
      asked_.are_positions ? "positions" : "what the deck asks for", chosen.size, others);
}

}  // namespace mbs
