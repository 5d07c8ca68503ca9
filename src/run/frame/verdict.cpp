#include "run/frame/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace mbs {

namespace {

struct Rule {
  Check check;
  std::string_view name;
  std::string_view of;    // what the figure is relative to
  double rounding;        // the least limit
  double factor;          // limit over Figure::explained
  double floor;           // smallest class that is printed
  std::string_view hint;  // how to mend it
};

// docs/report.md says how the limits were measured, and how far healthy runs stay below them.
constexpr Rule kRules[] = {
    {Check::energy, "energy balance", "the largest energy", 1e-9, 10, 1e-6,
     "look at the forces; a tighter tolerance, a smaller step or another method tells more"},
    {Check::momentum, "momentum balance", "its terms", 1e-9, 0, 1e-9,
     "accelerations and reactions do not agree; a singular position may be near"},
    {Check::position_residual, "position residual", "its terms", 1e-11, 1, 1e-12,
     "the mechanism is not closed there"},
    {Check::velocity_residual, "velocity residual", "its terms", 1e-9, 1, 1e-9,
     "a singular position may be near"},
    {Check::acceleration_residual, "acceleration residual", "its terms", 1e-6, 0, 1e-9,
     "a singular position may be near"},
    {Check::held, "velocity of what is held", "the largest velocity", 1e-12, 0, 1e-12,
     "what is held must have no velocity"},
    {Check::path, "path", "the largest coordinate", 1e-9, 1, 1e-6,
     "positions are not the integral of velocities: another branch, or moved by the constraints"},
    {Check::rate_path, "path of velocities", "the largest velocity", 1e-9, 10, 1e-6,
     "velocities are not the integral of accelerations: moved by the constraints"},
    {Check::gain, "kinetic energy won in an impact", "the kinetic energy before", 1e-9, 0, 1e-9,
     "what is held or struck there cannot win energy; look at the event"},
    {Check::range, "range of an element", "what it allows", 1, 0, 1,
     "take more elements, or one without such a limit"},
    {Check::reach, "displacement", "the size of the mechanism", 1e6, 0, 1,
     "the equilibrium is far beyond the mechanism; look at stiffnesses and loads"},
    {Check::stability, "stability", "", 0.5, 0, 1,
     "a small push would leave the equilibrium; start nearer to a stable one"},
    {Check::smallness, "the tolerance abs", "the largest motion", 1e-4, 0, 1,
     "the motion is too small for it: give INTEG a smaller abs"},
    {Check::rows, "rows against the integrals between them", "the largest velocity", 1e-3, 0, 1,
     "the steps have passed over what the rows show: give INTEG a longest step, its hmax, or a "
     "shorter fixed one"},
    {Check::contact_force, "force of a contact", "the largest force", 1e-6, 1, 1,
     "it pulls, or rubs with more than its bound; look at what changes there between two steps"},
    {Check::given, "difference from what the deck prescribes", "its size", 1e-9, 0, 1,
     "a prescribed motion is not followed there; a singular position may be near"},
    {Check::finer_run, "difference from a finer run", "the largest motion", 1e-2, 0, 1,
     "the step or the tolerances are too coarse: give INTEG smaller ones"},
};
static_assert(std::size(kRules) == kCheckCount);

// An error of the step falls at least to kFalls times itself when the step is halved (first order:
// to 0.5).
constexpr double kFalls = 0.75;
// The part of a limit that tolerances explain is at most kCoarse, ...
constexpr double kCoarse = 0.01;
// ... except for figures with explained > kMostExplained (paths of coordinates that hardly move),
// and for the energy of a motion below the tolerance abs.
constexpr double kMostExplained = 1;
// The largest limit of a figure with fixed steps that half the step explains.
constexpr double kCoarseSteps = 0.1;
// With fixed steps, a figure below kChance is not bad even if half the step does not explain it:
// errors of long steps may cancel by chance.
constexpr double kChance = 1e-3;

const Rule& rule(Check check) { return kRules[static_cast<std::size_t>(check)]; }

bool depends_on_step(Check check) {
  return check == Check::energy || check == Check::path || check == Check::rate_path ||
         check == Check::rows;
}

double limit_of(const Figure& figure) {
  const Rule& r = rule(figure.check);
  const bool grows =
      figure.check == Check::energy ? figure.of_nothing : figure.explained > kMostExplained;
  const double explained =
      grows ? r.factor * figure.explained : std::min(r.factor * figure.explained, kCoarse);
  return std::max(r.rounding, explained);
}

std::string list(const std::vector<Check>& checks) {
  std::vector<std::string_view> names;
  for (Check check : checks) names.push_back(check_name(check));
  return fmt::format("{}", fmt::join(names, ", "));
}

// The largest power of ten not above value: limits depend on the number of steps, which rounding
// may change.
double decade(double value) {
  return std::isfinite(value) ? std::pow(10.0, std::floor(std::log10(value))) : value;
}

std::string describe(const Finding& finding) {
  const Figure& f = finding.figure;
  const Rule& r = rule(f.check);
  if (f.check == Check::stability) return "the equilibrium is unstable";
  return fmt::format("{}{} above {:.0e} of {}, expected below {:.0e}", r.name,
                     f.where.empty() ? "" : " (" + f.where + ")", decade(f.value), r.of,
                     decade(finding.limit));
}

}  // namespace

const Figure* Evidence::find(Check check) const {
  const auto found = std::find_if(figures.begin(), figures.end(),
                                  [check](const Figure& f) { return f.check == check; });
  return found == figures.end() ? nullptr : &*found;
}

bool is_bad(const Figure& figure) { return !(figure.value <= limit_of(figure)); }

Verdict judge(const Evidence& evidence, const Evidence* half) {
  Verdict verdict;
  for (const Figure& figure : evidence.figures) {
    const Check check = figure.check;
    double limit = limit_of(figure);
    if (evidence.fixed_step && depends_on_step(check)) {
      const Figure* const finer = half ? half->find(check) : nullptr;
      limit = rule(check).rounding;
      const bool explained = finer && finer->value <= std::max(limit, kFalls * figure.value);
      const double chance = finer ? kChance : kCoarseSteps;
      if (!(figure.value <= limit) && !explained && figure.value <= chance) {
        verdict.unjudged.push_back(check);
        continue;
      }
      if (explained || !finer) limit = kCoarseSteps;
    }
    verdict.judged.push_back(check);
    if (!(figure.value <= limit)) verdict.findings.push_back({figure, limit});  // nan is bad too
  }
  if (evidence.lacks_finer_run) verdict.unjudged.push_back(Check::finer_run);
  verdict.judgement = !verdict.findings.empty()   ? Judgement::bad
                      : !verdict.unjudged.empty() ? Judgement::not_judged
                                                  : Judgement::good;
  return verdict;
}

std::string_view check_name(Check check) { return rule(check).name; }

std::string size_class(double value, double floor) {
  // The classes that a report shows.
  for (double top : {1e-12, 1e-9, 1e-6, 1e-3, 1.0})
    if (top >= floor && value <= top) return fmt::format("below {}", top);
  return "above 1";
}

std::string depth_class(double value) {
  // The classes that a report shows.
  for (double bottom : {1e-3, 1e-6, 1e-9, 1e-12})
    if (value >= bottom) return fmt::format("above {}", bottom);
  return "below 1e-12";  // the last of them
}

std::string describe_verdict(const Verdict& verdict, bool ended_early) {
  switch (verdict.judgement) {
    case Judgement::good:
      return fmt::format("verdict: {}good ({})\n",
                         ended_early ? "the run ended early; until then " : "",
                         list(verdict.judged));
    case Judgement::not_judged:
      return fmt::format(
          "verdict: not judged ({}: the steps are fixed, and no run of half the step "
          "explains it); good: {}\n",
          list(verdict.unjudged), list(verdict.judged));
    case Judgement::bad:
      break;
  }
  std::vector<std::string> texts;
  for (const Finding& finding : verdict.findings) texts.push_back(describe(finding));
  return fmt::format("verdict: bad ({})\n", fmt::join(texts, "; "));
}

std::string describe_figures(const Evidence& evidence) {
  std::string out;
  for (const Figure& f : evidence.figures) {
    const Rule& r = rule(f.check);
    if (f.check != Check::stability)
      out += fmt::format("{}: {} of {}\n", r.name, size_class(f.value, r.floor), r.of);
  }
  return out;
}

std::string describe_digits(const Evidence& evidence, const Verdict& verdict) {
  std::string out = describe_verdict(verdict);
  for (const Figure& f : evidence.figures)
    out += fmt::format("{}: {:.3e} of {}{}{}; tolerances explain {:.1e}, limit {:.1e}\n",
                       check_name(f.check), f.value, rule(f.check).of,
                       f.where.empty() ? "" : ", in ", f.where, f.explained, limit_of(f));
  return out;
}

void warn_of(const Verdict& verdict, bool strict, Diagnostics& diagnostics) {
  for (const Finding& finding : verdict.findings) {
    const std::string hint(rule(finding.figure.check).hint);
    strict ? diagnostics.error({}, "audit", describe(finding), hint)
           : diagnostics.warning({}, "audit", describe(finding), hint);
  }
}

}  // namespace mbs
