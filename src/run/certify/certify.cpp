#include "run/certify/certify.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/tolerances.h"
#include "plan/plan.h"
#include "run/certify/certify_parts.h"
#include "run/frame/certificate.h"
#include "run/frame/limits.h"
#include "run/motion/dynamic_system.h"

namespace mbs {

namespace {

// Least feps of a certification: positions are iterated to rounding anyway.
constexpr double kLeastFeps = 1e-13;

constexpr double kMostBytes = 1024.0 * 1024 * 1024;
constexpr int kReruns = 4;
// Each rerun divides abs, rel and feps by kTighter; fixed steps are halved.
constexpr double kTighter = 10;
// Each rerun multiplies the largest step by kShorter. Otherwise runs whose steps are set by this
// bound would take the same steps and make the same errors.
constexpr double kShorter = 0.75;
// Reruns end when the last rerun agrees to fewer than kGain digits more than the rerun before.
constexpr double kGain = 0.3;

struct Attempt {
  std::string label;  // method and tolerances
  double agreement = 0;
  std::size_t channel = 0;  // the channel that agrees least
};

// A run made another way: how far it agrees with the tables, or why it is not compared.
struct Other {
  std::string label;
  double agreement = 0;
  std::size_t channel = 0;
  std::string missing;
};

class Certification {
 public:
  Certification(const Plan& plan, const Built& built, const RunSettings& settings,
                Diagnostics& diagnostics)
      : plan_(plan),
        built_(built),
        settings_(settings),
        diagnostics_(diagnostics),
        dynamic_(plan.job == Job::dynamic),
        integrates_(dynamic_ || built.model.own_states() > 0),
        chosen_(chosen_integrator(plan.method.integration, built.model, plan.units())),
        certificate_({}, 0) {
    if (dynamic_ && is_automatic(plan.method.integration))
      chosen_.method = plan.method.integration.method;
  }

  Outcome run(const Outputs& outputs);

 private:
  bool possible();
  void begin(const std::vector<Channel>& channels, Diagnostics& diagnostics);
  Outcome first_run(const Outputs& outputs);
  ExitStatus rerun(int k);
  bool run_other(const OtherWay& way);
  bool timed_out(ExitStatus status) const;
  RunSettings settings_of_rerun(int k) const;
  Outcome run_again(const Plan& plan, const RunSettings& settings, int parts, Diagnostics& unseen);
  bool can_tighten(int k);
  bool enough();
  void tighten(int k, Plan& plan) const;
  double tighter_feps(int k) const;
  std::string label(int k) const;
  std::string describe_runs() const;
  ExitStatus judge(const std::vector<Certificate::Digits>& channels);

  const Plan& plan_;
  const Built& built_;
  const RunSettings& settings_;
  Diagnostics& diagnostics_;
  bool dynamic_;
  bool integrates_;  // the run integrates a motion, or states along a kinematic one
  IntegratorSettings chosen_;
  Certificate certificate_;
  std::vector<Attempt> attempts_;  // reruns that came to their end
  std::vector<Other> others_;
  int digits_before_ = 0;        // certified digits without others_
  IntegratorStats first_steps_;  // of the first run
  std::string stopped_;          // why there are no more reruns
};

bool Certification::possible() {
  if (!dynamic_ && plan_.job != Job::kinematic) {
    diagnostics_.error({}, "certify", "only runs over time can be certified",
                       "leave out STATIC, EIGEN or --certify");
    return false;
  }
  return true;
}

// The channels of the run are known only now: a contact that is closed at the start changes classes
// and so the channels.
void Certification::begin(const std::vector<Channel>& channels, Diagnostics& diagnostics) {
  const auto rows = static_cast<double>(plan_.time.count());
  const auto numbers = static_cast<double>(channels.size());
  if (Certificate::bytes(rows, numbers) <= kMostBytes) {
    certificate_ = Certificate(channels, plan_.time.count());
    certificate_.begin_run();
    return;
  }
  diagnostics.error(
      plan_.time.where, "certify",
      fmt::format("two runs of {:.0f} report times with {:.0f} numbers each take {:.0f} MiB", rows,
                  numbers, Certificate::bytes(rows, numbers) / (1024 * 1024)),
      fmt::format("expected at most {:.0f} MiB; ask for fewer report times",
                  kMostBytes / (1024 * 1024)));
}

double Certification::tighter_feps(int k) const {
  const double feps = settings_.options.feps;
  return std::min(feps, std::max(feps * std::pow(kTighter, -k), kLeastFeps));
}

std::string Certification::label(int k) const {
  const double part = std::pow(kTighter, -k);
  if (!integrates_)
    return k == 0 ? fmt::format("feps {:.3g}", settings_.options.feps)
                  : fmt::format("feps {:.3g}, positions between the report times", tighter_feps(k));
  if (is_fixed_step(chosen_.method, chosen_.h))
    return fmt::format("{} step {:.6g}", chosen_.method, chosen_.h * std::ldexp(1.0, -k));
  return fmt::format("{} abs {:.3g} rel {:.3g}", chosen_.method, chosen_.abs * part,
                     chosen_.rel * part);
}

// Divides each report step into `parts`.
void divide(TimeGrid& grid, int parts) {
  grid.end = grid.at(grid.count() - 1);
  grid.step /= parts;
}

void Certification::tighten(int k, Plan& plan) const {
  const double part = std::pow(kTighter, -k);
  // A kinematic run halves the report step, so that the iterations start elsewhere and round
  // differently. Otherwise the same numbers would come again and prove nothing.
  if (!dynamic_) divide(plan.time, 2);
  if (!integrates_) return;
  IntegrationRow& row = plan.method.integration;
  row.abs = chosen_.abs * part;
  row.rel = chosen_.rel * part;
  row.h = chosen_.h * std::ldexp(1.0, -k);
  row.hmax = chosen_.hmax * std::pow(kShorter, k);
}

RunSettings Certification::settings_of_rerun(int k) const {
  RunSettings settings = settings_;
  settings.echo = false;
  settings.rerun = true;
  settings.options.energy = settings.options.residual = 0;
  settings.options.feps = tighter_feps(k);
  return settings;
}

Outcome Certification::first_run(const Outputs& outputs) {
  Outputs first = outputs;
  first.layout = [this, &outputs](const Layout& layout, Diagnostics& diagnostics) {
    begin(layout.channels, diagnostics);
    if (outputs.layout) outputs.layout(layout, diagnostics);
  };
  first.rows = [this, &outputs](double t, ConstVector values) {
    certificate_.row(values);
    if (outputs.rows) outputs.rows(t, values);
  };
  const Outcome outcome = dynamic_ ? run_dynamic(plan_, built_, settings_, first, diagnostics_)
                                   : run_kinematic(plan_, built_, settings_, first, diagnostics_);
  certificate_.end_run();
  first_steps_ = outcome.integrated;
  return outcome;
}

// parts: of each report step; every parts-th row is at a report time of the first run.
Outcome Certification::run_again(const Plan& plan, const RunSettings& settings, int parts,
                                 Diagnostics& unseen) {
  Outputs outputs;
  outputs.layout = [this](const Layout& layout, Diagnostics& diagnostics) {
    if (layout.channels != certificate_.channels())
      diagnostics.error({}, "certify", "its channels are not those of these tables");
  };
  long long row = 0;
  outputs.rows = [this, &row, parts](double, ConstVector values) {
    if (row % parts == 0) certificate_.row(values);
    ++row;
  };
  return dynamic_ ? run_dynamic(plan, built_, settings, outputs, unseen)
                  : run_kinematic(plan, built_, settings, outputs, unseen);
}

std::string first_problem(const Diagnostics& unseen) {
  return unseen.list().empty() ? "" : unseen.list().front().problem;
}

// One rerun with tolerances that are tighter by kTighter^k. If it fails, stopped_ says why; the run
// of the user has not failed.
ExitStatus Certification::rerun(int k) {
  Plan plan = plan_;
  tighten(k, plan);
  Diagnostics unseen;
  certificate_.begin_run();
  const ExitStatus status = run_again(plan, settings_of_rerun(k), dynamic_ ? 1 : 2, unseen).status;
  if (status == ExitStatus::done) {
    certificate_.end_run();
    const Certificate::Agreement agreement = certificate_.agreement();
    attempts_.push_back({label(k), agreement.digits, agreement.channel});
  } else {
    stopped_ = fmt::format("the run with {} failed: {}", label(k), first_problem(unseen));
  }
  return status;
}

bool Certification::timed_out(ExitStatus status) const {
  return status == ExitStatus::interrupted && time_limit(plan_.limits, settings_).requested();
}

// A run made another way, at the tightest tolerances that were reached. False if the time limit has
// passed. A run that ends early for another reason is not compared.
bool Certification::run_other(const OtherWay& way) {
  const int k = count_of(attempts_);
  Plan plan = plan_;
  plan.method.integration = way.integration;
  divide(plan.time, way.parts);
  RunSettings settings = settings_of_rerun(k);
  if (way.most_steps > 0 &&
      !(settings.options.max_steps > 0 && settings.options.max_steps < way.most_steps))
    settings.options.max_steps = way.most_steps;
  Diagnostics unseen;
  certificate_.begin_other_run();
  const ExitStatus status = run_again(plan, settings, way.parts, unseen).status;
  Other other{way.label, 0, 0, ""};
  if (status == ExitStatus::done) {
    certificate_.end_run();
    const Certificate::Agreement agreement = certificate_.agreement_of_other();
    other.agreement = agreement.digits, other.channel = agreement.channel;
  } else {
    other.missing = first_problem(unseen);
  }
  others_.push_back(std::move(other));
  return !timed_out(status);
}

bool Certification::can_tighten(int k) {
  const double tolerance = std::max(chosen_.abs, chosen_.rel) * std::pow(kTighter, -k);
  const bool possible = !integrates_ || is_fixed_step(chosen_.method, chosen_.h) ||
                        tolerance > 0.9 * tolerance::least_tolerance;
  if (!possible)
    stopped_ = fmt::format("tolerances below {} ask for more than rounding leaves",
                           tolerance::least_tolerance);
  return possible;
}

bool Certification::enough() {
  if (!integrates_) return stopped_ = "nothing but feps decides on accuracy here", true;
  if (attempts_.size() < 2) return false;
  const double now = attempts_.back().agreement, before = attempts_[attempts_.size() - 2].agreement;
  if (certificate_.figures_stay(settings_.digits == kSuitedDigits ? kSuitedFigures
                                                                  : settings_.digits) &&
      now > *settings_.certify)
    stopped_ = "the figures of the report no longer change";
  else if (now < before + kGain)
    stopped_ = "tighter tolerances bring the runs no nearer to each other (rounding, or chaos)";
  else if (attempts_.size() == kReruns)
    stopped_ = fmt::format("{} reruns are made at most", kReruns);
  return !stopped_.empty();
}

std::string Certification::describe_runs() const {
  std::string out = fmt::format("certificate\n{:<40} these tables\n", label(0));
  for (const Attempt& attempt : attempts_) {
    out += fmt::format("{:<40} ", attempt.label);
    out += std::isinf(attempt.agreement)
               ? std::string("has nothing to certify\n")
               : fmt::format("agrees with the run before to {:.1f} digits or more, least in {}\n",
                             std::clamp(attempt.agreement, 0.0, 1.0 * Certificate::kMostDigits),
                             certificate_.channels()[attempt.channel].name);
  }
  for (const Other& other : others_)
    out += other.missing.empty()
               ? fmt::format(
                     "{:<40} agrees with these tables to {:.1f} digits or more, least in {}\n",
                     other.label, std::clamp(other.agreement, 0.0, 1.0 * Certificate::kMostDigits),
                     certificate_.channels()[other.channel].name)
               : fmt::format("{:<40} is not compared: {}\n", other.label, other.missing);
  out += fmt::format("no more runs: {}\n", stopped_);
  if (!attempts_.empty() && certificate_.rows_missing() != 0)
    out += fmt::format("the last run has {} report times {} than these tables\n",
                       std::abs(certificate_.rows_missing()),
                       certificate_.rows_missing() < 0 ? "less" : "more");
  return out;
}

ExitStatus Certification::judge(const std::vector<Certificate::Digits>& channels) {
  const Least least = least_of(channels);
  const int asked = *settings_.certify;
  if (!least.any || least.digits >= asked) return ExitStatus::done;
  std::string hint =
      integrates_
          ? "tighter tolerances did not help; the motion may be unstable"
          : "rounding leaves no more; a position near a dead point loses digits of its rates";
  for (std::size_t k = attempts_.size(); k-- > 1;)
    if (attempts_[k].agreement >= asked)
      hint = fmt::format("the run with {} has them", attempts_[k - 1].label);
  for (const Other& other : others_)
    if (other.missing.empty() && other.agreement < digits_before_ - 1)
      hint = "the run with " + other.label +
             " differs: look for what long steps pass over, or give " +
             (integrates_ ? "INTEG a longest step" : "more report times");
  diagnostics_.error({}, "certify",
                     fmt::format("{} has {} certified digits of {} asked for",
                                 certificate_.channels()[least.channel].name, least.digits, asked),
                     hint);
  return ExitStatus::check_failed;
}

Outcome Certification::run(const Outputs& outputs) {
  if (!possible()) return {ExitStatus::deck_error, {}};
  Outcome outcome = first_run(outputs);
  if (settings_.check_only) return outcome;
  if (outcome.status != ExitStatus::done && outcome.status != ExitStatus::check_failed)
    return outcome;
  bool goes_on = true;
  for (int k = 1; goes_on && can_tighten(k); ++k) {
    const ExitStatus status = rerun(k);
    goes_on = status != ExitStatus::interrupted;
    if (status != ExitStatus::done || enough()) break;
  }
  if (goes_on && !attempts_.empty()) {
    digits_before_ = least_of(certificate_.digits()).digits;
    Plan tightest = plan_;
    tighten(count_of(attempts_), tightest);
    const IntegrationRow& row = tightest.method.integration;
    for (const OtherWay& way :
         integrates_ ? other_ways(row, chosen_, first_steps_, plan_.time.step) : other_times(row))
      if (goes_on) goes_on = run_other(way);
  }
  if (!goes_on) {
    diagnostics_.error({}, "certify", "ended before its reruns were done",
                       "the report is complete, but has no certificate");
    return {ExitStatus::interrupted, {}};
  }
  std::string text = describe_runs();
  if (outcome.verdict.bad()) {
    text += "no digits are certified: the verdict of the audit is bad\n";
    if (*settings_.certify > 0) {
      diagnostics_.error({}, "certify", "no digits are certified: the verdict of the audit is bad",
                         "look at the warnings");
      outcome.status = ExitStatus::check_failed;
    }
  } else if (!attempts_.empty()) {
    const std::vector<Certificate::Digits> channels = certificate_.digits();
    text += describe_channels(certificate_.channels(), channels);
    for (std::size_t c = 0; c < channels.size(); ++c) {
      CertifiedChannel& channel = outcome.certified.emplace_back();
      channel.name = certificate_.channels()[c].name;
      if (channels[c].kind != Certificate::Kind::zero) channel.digits = channels[c].digits;
    }
    if (judge(channels) != ExitStatus::done) outcome.status = ExitStatus::check_failed;
  } else if (*settings_.certify > 0) {
    diagnostics_.error({}, "certify", "no digits are certified", stopped_);
    outcome.status = ExitStatus::check_failed;
  }
  if (outputs.report) {
    const Layout no_tables;
    const PieceOfOutput piece;
    outputs.report->buffer().push_back('\n');
    ReportWriter(*outputs.report, no_tables, kManualDigits, {}, 0).comment(text);
  }
  return outcome;
}

}  // namespace

Outcome run_certified(const Plan& plan, const Built& built, const RunSettings& settings,
                      const Outputs& outputs, Diagnostics& diagnostics) {
  return Certification(plan, built, settings, diagnostics).run(outputs);
}

}  // namespace mbs
