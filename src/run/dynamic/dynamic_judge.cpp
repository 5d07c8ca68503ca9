#include "run/dynamic/dynamic_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/owner.h"
#include "plan/plan.h"
#include "run/frame/thresholds.h"
#include "text/units.h"

namespace mbs {

namespace {

// Numerical dissipation below this part of the largest energy is shown only as small.
constexpr double kNoDissipation = 1e-9;
// Where laws leap the finer run cuts steps into kManyParts, if steps times coordinates are at most
// kMostWorkOfParts.
constexpr int kManyParts = 8;
constexpr double kMostWorkOfParts = 2e5;

// Fixed steps that were halved because they could not be made as a whole.
std::string describe_halvings(const IntegratorSettings& method, long halved) {
  if (halved == 0 || !is_fixed_step(method.method, method.h)) return {};
  return fmt::format("steps halved where the whole one could not be made: {}\n", halved);
}

}  // namespace

DynamicJudge::DynamicJudge(const DynamicSite& site, const Integration& integration,
                           const Observer& observer, PathAudit& path, ChainCheck* chain)
    : site_(site),
      integration_(integration),
      observer_(observer),
      path_(path),
      chain_(chain),
      pushes_(site.plan, site.model, site.phase),
      one_(site.plan.units()),
      rows_(site.model),
      given_(site.model, site.phase, one_) {
  if (site.settings.cross_check && !chain && !site.model.choice)
    forms_.emplace(site.model, site.settings.options, site.may_choose);
}

void DynamicJudge::note_row(ConstVector values) {
  Kinematics& kinematics = site_.dynamics->kinematics();
  kinematics.residuals().find(site_.state, &largest_rates_);
  audit_.note(kinematics.residuals().residual());
  audit_.balance =
      std::max(audit_.balance, std::fabs(observer_.balance() + integration_.dissipated()));
  path_.note_size(site_.state);
  note_held();
  rows_extent_.note(site_.state.x);
  extent_.note(site_.state.x);
  given_.note_row(site_.state);
  pushes_.note(site_.state.t, *site_.dynamics);
  rows_.note(site_.state, integration_.steps(), !is_implicit(integration_.method().method));
  const IntegratorSettings& method = integration_.method();
  if (!finer_ && (site_.settings.rerun || has_finer_run(method)))
    finer_.emplace(site_.model, method, site_.plan.time.count());
  if (finer_) finer_->note(site_.state);
  stiff_muscle_.note(site_.model, site_.state, integration_.step_size());
  Balance* const balance = site_.dynamics->equations()->balance();
  if (chain_) chain_->note(site_.state.t, observer_.of_chain(values), balance);
  if (balance) note_choice(balance->rcond());
  if (chain_ && !balance) note_choice(chain_->rcond());
  if (forms_) forms_->note(site_.state, site_.phase);
}

// rcond: how well the equations of the row determine the chosen unknowns.
void DynamicJudge::note_choice(double rcond) {
  if (rcond < choice_rcond_) choice_rcond_ = rcond, choice_rcond_time_ = site_.state.t;
}

void DynamicJudge::note_held() {
  const Phase& phase = site_.phase;
  for (std::size_t r = 0; r < phase.e_choice.size(); ++r) {
    if (!phase.e_choice[r].held_rate) continue;
    const bool rotates = is_angle_of(site_.model, static_cast<int>(r));
    audit_.drift.position =
        std::max(audit_.drift.position, std::fabs(site_.state.e[r]) / one_.of(rotates, 0));
    audit_.drift.velocity =
        std::max(audit_.drift.velocity, std::fabs(site_.state.ed[r]) / one_.of(rotates, 1));
  }
  for (int i = 0; i < site_.model.nx; ++i) {
    if (phase.x_class[i] != Class::fixed || site_.state.v[i] == 0) continue;
    const double rate = std::fabs(site_.state.v[i]) / one_.of(turns(site_.model, i), 1);
    if (!(rate > audit_.held)) continue;
    audit_.held = rate;
    audit_.held_worst = i;
  }
}

// Notes the fastest end of a step. If a motion rests at every row, the rows do not show its size.
void DynamicJudge::note_step_end(const State& state) {
  constexpr double kGrown = 2;
  given_.note_step(state);
  double square = 0;
  for (const double v : state.v) square += v * v;
  if (!(square > kGrown * fastest_square_) || !std::isfinite(square)) return;
  fastest_square_ = square;
  fastest_ = state;
  path_.note_size(state);
  extent_.note(state.x);
}

// Finds the energy of the fastest state if the balance is not small beside the energies of the
// rows.
void DynamicJudge::find_energy_between() {
  constexpr double kSmallPart = 1e-9;
  if (!fastest_ || audit_.balance <= kSmallPart * observer_.energy_scale()) return;
  Dynamics dynamics(site_.model, site_.phase, site_.settings.options, site_.plan.method.form, true);
  State state = *fastest_;
  if (!dynamics.resume(state).ok()) return;
  const Placed at = dynamics.place(state, true);
  if (!at.ok() || !dynamics.accelerate(at, state).ok()) return;
  const Totals totals =
      TotalsObserver(site_.model).observe(site_.model, site_.phase, state, dynamics, false);
  const double energy = std::max(std::fabs(totals.kinetic), std::fabs(totals.potential));
  if (std::isfinite(energy)) energy_between_ = energy;
}

// A motion of more than kWellAbove times the tolerance abs is resolved.
constexpr double kWellAbove = 1e4;
// abs decides the error of a step if it exceeds kDecides times the relative part.
constexpr double kDecides = 10;
// A coordinate is at rest if it moves by less than kRest times its size.
constexpr double kRest = 1e-9;

void DynamicJudge::note_wrong_force(double wrong, double scale, const std::string& label) {
  force_scale_ = std::max(force_scale_, scale);
  if (!(wrong > wrong_force_)) return;
  wrong_force_ = wrong;
  wrong_contact_ = fmt::format("{} at t = {:.6g}", label, site_.state.t);
}

// A force of the wrong sign is no figure below kWrongForce times the largest force.
constexpr double kWrongForce = 1e-6;
// Between steps, forces may be wrong by kForces times the relative tolerance.
constexpr double kForces = 1e3;

// An impact must not add kinetic energy (limit: 1e-9 of the energy). The impulse of a drive may add
// kinetic energy, up to kDriven times that limit.
constexpr double kDriven = 1e15;

void DynamicJudge::note_jump(double kinetic_before, double lifted) {
  const Phase& phase = site_.phase;
  const bool driven =
      phase.count_coordinates(Class::prescribed) + phase.count_deformations(Class::prescribed) >
          0 ||
      phase.has_choice();
  const double gain = observer_.kinetic() - kinetic_before - lifted;
  if (!(gain > 0) || (driven && kinetic_before == 0)) return;
  const double relative =
      gain / std::max(kinetic_before, energy_scale()) / (driven ? kDriven : 1.0);
  if (relative > audit_.gain) audit_.gain = relative, audit_.gain_time = site_.state.t;
}

Evidence DynamicJudge::evidence(bool events) const {
  const IntegratorSettings& method = integration_.method();
  Evidence out;
  out.fixed_step = is_fixed_step(method.method, method.h);
  const double abs = out.fixed_step ? 0 : method.abs, rel = out.fixed_step ? 0 : method.rel;
  const long long done = integration_.steps();
  const double steps = static_cast<double>(std::max<long long>(1, done));
  const double scale = energy_scale();
  const double x = path_.largest_x(), v = path_.largest_v();
  // Changes of the energy by an error of 1, in metres, seconds and radians.
  const auto change = [this](const std::array<double, 2>& slope, int rate) {
    return slope[0] * one_.of(false, rate) + slope[1] * one_.of(true, rate);
  };
  const double by_velocity = change(observer_.velocity_slope(), 1),
               by_position = change(observer_.position_slope(), 0);
  const double slip = abs * one_.joule() + rel * scale + (abs + rel * v) * by_velocity +
                      (abs + rel * x) * by_position;
  // Energy of a motion of the size abs.
  const double least = abs * (by_velocity + by_position);
  if (scale > 0)
    out.figures.push_back(
        {Check::energy, audit_.balance / scale, steps * slip / scale, "", scale <= least});
  out.figures.push_back({Check::momentum, observer_.momentum_gap()});
  // Constraints that hold for accelerations only drift with the errors of the integration.
  const ResidualAudit::Residual& drift = audit_.drift;
  const bool drifts = drift.position > audit_.residual.position;
  out.figures.push_back({Check::position_residual,
                         std::max(drift.position, audit_.residual.position),
                         drifts ? steps * (abs + rel * x) : site_.settings.options.feps});
  out.figures.push_back({Check::velocity_residual,
                         std::max(drift.velocity, audit_.residual.velocity),
                         drifts ? steps * (abs + rel * v) : 0});
  out.figures.push_back({Check::acceleration_residual, audit_.residual.acceleration});
  const std::string held =
      audit_.held_worst < 0 ? "" : site_.model.coordinate_name(audit_.held_worst);
  out.figures.push_back({Check::held, audit_.held > 0 ? audit_.held / v : 0, 0, held});
  for (Figure& figure : path_.figures(done, abs, rel)) out.figures.push_back(figure);
  if (!out.fixed_step) add_smallness(out);
  rows_.add_figure(abs, rel, one_, out.figures);
  given_.add_figure(out.figures);
  const double explained = out.fixed_step ? 1 : kForces * rel;
  Figure force{Check::contact_force, force_scale_ > 0 ? wrong_force_ / force_scale_ : 0, explained,
               wrong_contact_};
  if (force.value > kWrongForce && is_bad(force)) out.figures.push_back(std::move(force));
  if (events)
    out.figures.push_back({Check::gain, audit_.gain, 0,
                           audit_.gain > 0 ? fmt::format("t = {:.6g}", audit_.gain_time) : ""});
  return out;
}

void DynamicJudge::Extent::note(const std::vector<double>& x) {
  if (low.empty()) low = high = x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    low[i] = std::min(low[i], x[i]);
    high[i] = std::max(high[i], x[i]);
  }
}

// Adds a figure for lengths and one for angles if their largest motion is below kWellAbove times
// the tolerance abs, which is one of metres and radians in all units.
void DynamicJudge::add_smallness(Evidence& out) const {
  const Model& model = site_.model;
  const std::vector<char> is_angle = turning_flags(model);
  for (const int kind : {0, 1}) {
    const std::vector<double>&low = rows_extent_.low, &high = rows_extent_.high;
    double largest = 0, size = 0, between = 0;
    for (int i = 0; i < model.node_velocities() && !low.empty(); ++i) {
      if (is_angle[i] != kind || model.is_orientation(i)) continue;
      largest = std::max(largest, rows_extent_.width(i));
      between = std::max(between, extent_.width(i));
      size = std::max({size, std::fabs(high[i]), std::fabs(low[i])});
    }
    const double one = one_.of(kind == 1, 0);
    const double abs = one * integration_.method().abs;
    // A smaller motion is rest.
    if (!(largest > abs) || !(largest > kRest * size)) continue;
    if (std::max(largest, between) >= kWellAbove * abs) continue;
    // With a coarse relative tolerance a smaller abs would not help.
    if (!(abs > kDecides * integration_.method().rel * largest)) continue;
    const double fits = std::pow(10.0, std::floor(std::log10(largest / one / kWellAbove)) - 1);
    out.figures.push_back(
        {Check::smallness, abs / largest, 0,
         fmt::format("the {} move by at most {:.1e}; INTEG {} {:.0e} {} would do",
                     kind == 0 ? "lengths" : "angles", largest, integration_.method().method, fits,
                     integration_.method().rel)});
  }
}

// The figures of the same run with half the step where steps are fixed; the difference of the
// motion from that of a finer run becomes one of the figures of this one.
// leaps: laws leap within steps, so that errors fall with the step and not with a power of it, and
// depend on chance. Half the step may then have an error of the same sign and size.
std::optional<Evidence> DynamicJudge::ask_finer_run(bool leaps, Outcome& outcome) {
  if (!finer_) return {};
  if (site_.settings.rerun) {
    outcome.evidence.shown = std::move(finer_->shown());
    return {};
  }
  if (outcome.status != ExitStatus::done) return {};
  const IntegratorSettings& method = integration_.method();
  const double work = static_cast<double>(integration_.steps()) * site_.model.nx;
  const auto finer_by = [&](int parts) {
    const std::unique_ptr<FinerRunBeside> beside = std::move(beside_);
    if (beside && parts == 2 && !is_too_long_for_finer_run(work, site_.settings))
      return beside->take();
    return finer_evidence(site_.plan, site_.built, site_.settings, method, work, parts);
  };
  int parts = leaps && work <= kMostWorkOfParts ? kManyParts : 2;
  std::optional<Evidence> finer = finer_by(parts);
  if (!finer && parts > 2) finer = finer_by(parts = 2);
  const bool fixed = outcome.evidence.fixed_step;
  outcome.evidence.lacks_finer_run = fixed && !finer;
  if (!finer) return {};
  std::vector<double> widths(site_.model.nx);
  for (int i = 0; i < site_.model.nx; ++i) widths[static_cast<std::size_t>(i)] = extent_.width(i);
  finer_->compare_with(parts, leaps ? 1 : fixed_step_order(method.method));
  finer_->add_figure(finer->shown, widths, site_.dynamics->kinematics().jacobian().length(),
                     outcome.evidence.figures);
  return fixed ? finer : std::nullopt;
}

void DynamicJudge::judge_run(bool events, bool leaps, Outcome& outcome) {
  stiff_muscle_.warn(site_.model, integration_.method().method, integration_.steps(),
                     site_.diagnostics);
  pushes_.report(false, site_.diagnostics);
  find_energy_between();
  outcome.evidence = evidence(events);
  outcome.integrated = integration_.totals();
  const std::optional<Evidence> half = ask_finer_run(leaps, outcome);
  outcome.verdict = judge(outcome.evidence, half ? &*half : nullptr);
  if (forms_) outcome.cross_check = forms_->result();
  if (chain_) outcome.cross_check = chain_->result();
}

bool DynamicJudge::within_limits() const {
  const AuditFigures figures{audit_.residual, audit_.balance, energy_scale(), true,
                             observer_.momentum_gap()};
  return within_thresholds(site_.settings.options, figures, site_.diagnostics);
}

// The energy that a dissipating method has taken out. A small loss is written as a bound only,
// since rounding may change its digits.
std::string DynamicJudge::describe_loss() const {
  if (!is_generalised_alpha(integration_.method().method)) return {};
  if (std::fabs(integration_.dissipated()) > kNoDissipation * energy_scale())
    return describe_dissipation(integration_.method(), integration_.dissipated());
  return fmt::format("numerical dissipation: below {:.0e} of the largest energy\n", kNoDissipation);
}

std::string DynamicJudge::describe_end(const Outcome& outcome, const std::string& impulses) const {
  const std::string choice = has_choice()
                                 ? fmt::format("smallest rcond of the known/unknown choice: {}\n",
                                               depth_class(choice_rcond_))
                                 : "";
  return "audit\n" + describe_verdict(outcome.verdict, outcome.ended_early()) +
         describe_figures(outcome.evidence) + describe_loss() +
         describe_halvings(integration_.method(), integration_.totals().rejected) +
         (chain_ ? chain_->describe_difference() : "") + (forms_ ? forms_->describe() : "") +
         choice + impulses;
}

std::string DynamicJudge::describe_counts(int iterations) const {
  const IntegratorStats s = integration_.totals();
  return fmt::format("Newton iterations to assemble: {}\n", iterations) +
         (has_choice()
              ? fmt::format("smallest rcond of the known/unknown choice: {:.1e} at t = {:.6g}\n",
                            choice_rcond_, choice_rcond_time_)
              : "") +
         describe_dissipation(integration_.method(), s.dissipated) + rows_.describe() +
         fmt::format("energy balance: at most {:.2e}, of energies up to {:.2e}\n", audit_.balance,
                     energy_scale()) +
         fmt::format("steps accepted {}, rejected {}, evaluations {}\n", s.accepted, s.rejected,
                     s.rhs) +
         fmt::format(
             "degrees of freedom chosen again {} times; states interpolated through singular "
             "positions {}\n",
             site_.dynamics->placement().choices(), site_.dynamics->interpolated());
}

}  // namespace mbs
