// The second, finer run of a dynamic run, and what the comparison of both says about its error.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "plan/plan.h"
#include "run/dynamic/dynamic_judge.h"

namespace mbs {

namespace {

// Steps times coordinates that take about a second.
constexpr double kMostWork = 1e6;
// Less takes so little time that a thread is not worth while.
constexpr double kWorthAThread = 1e4;
// From this relative tolerance on a run is compared with a finer one, whose tolerances are kFiner
// times its own.
constexpr double kComparedFrom = 2e-4, kFiner = 0.01;
// At most so many numbers of rows are kept.
constexpr double kMostKept = 2e6;
// A coordinate counts with its own motion, or with the part kOfAll of the largest one of its kind.
constexpr double kOfAll = 0.1;
// A coordinate is at rest if it moves by less than kRestsBelow times its size.
constexpr double kRestsBelow = 1e-9;

double largest_in_column(const std::vector<double>& rows, std::size_t columns, std::size_t column) {
  double out = 0;
  for (std::size_t k = column; k < rows.size(); k += columns)
    out = std::max(out, std::fabs(rows[k]));
  return out;
}

double width_of_column(const std::vector<double>& rows, std::size_t columns, std::size_t column) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (std::size_t k = column; k < rows.size(); k += columns)
    low = std::min(low, rows[k]), high = std::max(high, rows[k]);
  return high > low ? high - low : 0;
}

}  // namespace

bool has_finer_run(const IntegratorSettings& method) {
  return is_fixed_step(method.method, method.h) || method.rel >= kComparedFrom;
}

bool is_too_long_for_finer_run(double work, const RunSettings& settings) {
  return work > kMostWork && !settings.strict;
}

std::optional<Evidence> finer_evidence(const Plan& plan, const Built& built,
                                       const RunSettings& settings,
                                       const IntegratorSettings& method, double work, int parts,
                                       const std::atomic<bool>* unwanted) {
  const bool fixed = is_fixed_step(method.method, method.h);
  if (settings.rerun || (fixed && is_too_long_for_finer_run(work, settings))) return std::nullopt;
  Plan finer = plan;
  RunSettings unseen = settings;
  unseen.echo = false;
  unseen.rerun = true;
  unseen.unwanted = unwanted;
  IntegrationRow& row = finer.method.integration;
  if (fixed) {
    row.h = method.h / parts;
    finer.limits.steps *= parts;
    unseen.options.max_steps *= parts;
  } else {
    row.method = method.method;
    row.abs = kFiner * method.abs;
    row.rel = kFiner * method.rel;
    if (!settings.strict)
      finer.limits.steps = 1 + static_cast<long long>(kMostWork / built.model.nx);
  }
  Diagnostics unheard;
  const Outcome outcome = run_dynamic(finer, built, unseen, {}, unheard);
  const bool serves = outcome.status == ExitStatus::done ||
                      outcome.status == ExitStatus::check_failed ||
                      (!fixed && outcome.status == ExitStatus::interrupted);
  if (!serves) return std::nullopt;
  return outcome.evidence;
}

FinerRunBeside::FinerRunBeside(const Plan& plan, const Built& built, const RunSettings& settings,
                               const IntegratorSettings& method, double work)
    : thread_([&, method, work] {
        RunSettings beside = settings;
        beside.progress = nullptr;
        found_ = finer_evidence(plan, built, beside, method, work, 2, &unwanted_);
      }) {}

std::unique_ptr<FinerRunBeside> FinerRunBeside::begin(const Plan& plan, const Built& built,
                                                      const RunSettings& settings,
                                                      const IntegratorSettings& method) {
  if (!is_fixed_step(method.method, method.h) || settings.rerun || settings.of_study ||
      settings.check_only || cores() < 2)
    return nullptr;
  const double way = plan.time.at(plan.time.count() - 1) - plan.time.start;
  const double work = way / method.h * built.model.nx;
  if (!(work > kWorthAThread) || is_too_long_for_finer_run(work, settings)) return nullptr;
  std::unique_ptr<FinerRunBeside> out(new FinerRunBeside(plan, built, settings, method, work));
  return out->thread_.start(1) > 0 ? std::move(out) : nullptr;
}

std::optional<Evidence> FinerRunBeside::take() {
  thread_.join_and_throw();
  return std::move(found_);
}

FinerMotion::FinerMotion(const Model& model, const IntegratorSettings& method, long long rows)
    : model_(model),
      is_fixed_(is_fixed_step(method.method, method.h)),
      stiff_(is_implicit(method.method)) {
  const double numbers = 2.0 * model.nx + static_cast<double>(model.own_states());
  every_ = 1 + static_cast<long long>(static_cast<double>(rows) * numbers / kMostKept);
}

void FinerMotion::note(const State& state) {
  if (next_++ % every_ != 0) return;
  const auto nodes = static_cast<std::ptrdiff_t>(model_.node_velocities());
  times_.push_back(state.t);
  shown_.x.insert(shown_.x.end(), state.x.begin(), state.x.begin() + nodes);
  shown_.v.insert(shown_.v.end(), state.v.begin(), state.v.begin() + nodes);
  shown_.z.insert(shown_.z.end(), state.z.begin(), state.z.end());
}

// A difference counts where two rows in succession have it, or the last one: a jump is not at the
// same time in both runs.
FinerMotion::Worst FinerMotion::look(const std::vector<double>& own,
                                     const std::vector<double>& finer, std::size_t columns,
                                     std::size_t column, double size) {
  Worst worst;
  if (!(size > 0)) return worst;
  double before = HUGE_VAL;
  const std::size_t numbers = std::min(own.size(), finer.size());
  for (std::size_t k = column, row = 0; k < numbers; k += columns, ++row) {
    const double apart = std::fabs(own[k] - finer[k]);
    const bool last = k + columns >= numbers;
    const double part = (last ? apart : std::min(apart, before)) / size;
    before = apart;
    if (part > worst.part) worst = {part, row};
  }
  return worst;
}

void FinerMotion::add_figure(const ShownMotion& finer, const std::vector<double>& widths,
                             double length, std::vector<Figure>& figures) const {
  const auto nodes = static_cast<std::size_t>(model_.node_velocities());
  std::vector<char> turns(nodes, 0);
  for (const int i : model_.turning)
    if (static_cast<std::size_t>(i) < nodes) turns[static_cast<std::size_t>(i)] = 1;
  // Of lengths and of angles.
  std::array<double, 2> width{}, speed{}, size{length, 1};
  std::vector<double> fastest(nodes, 0);
  for (std::size_t i = 0; i < nodes; ++i) {
    const std::size_t kind = turns[i];
    width[kind] = std::max(width[kind], widths[i]);
    fastest[i] = largest_in_column(shown_.v, nodes, i);
    speed[kind] = std::max(speed[kind], fastest[i]);
    size[kind] = std::max(size[kind], largest_in_column(shown_.x, nodes, i));
  }
  Figure figure{Check::finer_run};
  const double whole = is_fixed_ ? 1 / (1 - std::pow(parts_, -order_)) : 1;
  const char* const way = !is_fixed_    ? "smaller tolerances"
                          : parts_ == 2 ? "half the step"
                                        : "an eighth of the step";
  const auto take = [&](const Worst& found, const auto& name) {
    if (!(found.part * whole > figure.value)) return;
    figure.value = found.part * whole;
    figure.where = fmt::format("{}: {} at t = {:.6g}", way, name(), times_[found.row]);
  };
  for (std::size_t i = 0; i < nodes; ++i) {
    const std::size_t kind = turns[i];
    if (!(width[kind] > kRestsBelow * size[kind])) continue;
    const auto name = [&] { return model_.coordinate_name(static_cast<int>(i)); };
    if (!model_.is_orientation(static_cast<int>(i)))
      take(look(shown_.x, finer.x, nodes, i, std::max(widths[i], kOfAll * width[kind])), name);
    if (!stiff_)
      take(look(shown_.v, finer.v, nodes, i, std::max(fastest[i], kOfAll * speed[kind])),
           [&] { return "velocity of " + name(); });
  }
  const std::size_t columns = times_.empty() ? 0 : shown_.z.size() / times_.size();
  for (std::size_t k = 0; k < std::min(columns, model_.states.size()); ++k) {
    const double range = width_of_column(shown_.z, columns, k);
    if (range > kRestsBelow * largest_in_column(shown_.z, columns, k))
      take(look(shown_.z, finer.z, columns, k, range), [&] { return model_.states[k].name; });
  }
  if (is_bad(figure)) figures.push_back(std::move(figure));
}

}  // namespace mbs
