#include "study/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "base/interrupt.h"
#include "text/number.h"

namespace mbs {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
// Integration tolerance of all runs.
constexpr double kTolerance = 1e-12;
// Relative error of a measure: integration errors grow along the run, and positions are iterated to
// a tolerance only.
constexpr double kNoise = 20 * kTolerance;
// kFirstStep: the largest step as part of the parameter (of 1 where it is 0). kSteps: number of
// steps of a round; where the slopes of a measure have not settled, the next round has shorter
// ones. kLeastSteps: least number of steps at which they have settled.
constexpr double kFirstStep = 0.02;
constexpr std::size_t kSteps = 6, kRounds = 3, kLeastSteps = 4;
// Differences of the slopes of a smooth function fall to a quarter at half the step, those of its
// slopes to both sides to half. So much of them may be left; kBeside: and so many times the noise.
constexpr double kSettles = 0.45, kBendSettles = 0.7, kBeside = 4;
constexpr double kSameSlope = 1e-6;  // smaller differences of slopes need not fall
// Safety factor on the difference of two extrapolations, which may agree by chance.
constexpr double kCaution = 3;
// The slopes to both sides of a smooth function differ by half as much at half the step. A kink
// keeps this part of the difference.
constexpr double kKink = 0.8;

}  // namespace

std::optional<Study> prepare_sensitivity(const DeckInput& deck, const RunSettings& given,
                                         const SensitivityRequest& request, std::string& messages) {
  RunSettings settings = given;
  settings.tightest = kTolerance;
  StudyRequest asked;
  asked.parameters = request.parameters;
  asked.bounds = Bounds::none;
  auto study = prepare_study(deck, settings, asked, messages);
  if (!study || !study->measures.empty()) return study;
  messages += fmt::format(
      "{}: error: sensitivity: the deck has no MEASURE lines; expected one like 'MEASURE stroke = "
      "PP body4.x'\n",
      deck.name);
  return {};
}

namespace {

// Slopes over two sides of the function, and how much those to each side differ, at steps that
// halve.
struct Slopes {
  std::vector<double> slope, bend, step;

  Slopes(const std::vector<DifferencePair>& pairs, double middle) {
    for (const DifferencePair& pair : pairs) {
      if (!std::isfinite(pair.low) || !std::isfinite(pair.high)) {  // only smaller steps count
        slope.clear(), bend.clear(), step.clear();
        continue;
      }
      slope.push_back((pair.high - pair.low) / (2 * pair.h));
      bend.push_back(std::fabs((pair.high - middle) - (middle - pair.low)) / pair.h);
      step.push_back(pair.h);
    }
  }
  std::size_t count() const { return slope.size(); }
  // The first step from which on the slopes settle as those of a smooth function do: large steps
  // may agree by chance, as those of a whole period do.
  std::size_t settled_from(double noise) const {
    std::size_t k = count();
    while (k > 0 && settles(k - 1, noise)) --k;
    return k > 0 && k < count() ? k - 1 : k;
  }

 private:
  bool settles(std::size_t k, double noise) const {
    if (k == 0) return true;
    const double rest = kBeside * noise / step[k] + kSameSlope * std::fabs(slope[k]);
    const bool bends = bend[k] <= kBendSettles * bend[k - 1] + rest;
    if (k == 1) return bends;
    return bends && std::fabs(slope[k] - slope[k - 1]) <=
                        kSettles * std::fabs(slope[k - 1] - slope[k - 2]) + rest;
  }
};

// Richardson's extrapolation of the slopes from step `first` on.
Derivative extrapolated(const Slopes& slopes, std::size_t first, double noise) {
  std::vector<std::vector<double>> table;
  Derivative best{kNan, std::numeric_limits<double>::infinity(), {}};
  for (std::size_t k = 0; first + k < slopes.count(); ++k) {
    std::vector<double> row = {slopes.slope[first + k]};
    double power = 1;
    for (std::size_t j = 0; j < k; ++j) {
      power *= 4;
      row.push_back((power * row[j] - table.back()[j]) / (power - 1));
    }
    table.push_back(std::move(row));
    for (std::size_t j = 1; j <= k; ++j) {
      const double value = table[k][j];
      const double differs =
          std::max(std::fabs(value - table[k][j - 1]), std::fabs(value - table[k - 1][j - 1]));
      const double error = kCaution * differs + noise / slopes.step[first + k];
      if (error < best.error) best = {value, error, {}};
    }
  }
  return best;
}

// The extrapolation over all steps, where the slopes of all but the first two, to both sides, are
// near it, with how far they are as its error; NaN where they are not.
Derivative agreed(const Slopes& slopes, double noise) {
  constexpr double kNear = 0.05;
  Derivative out = extrapolated(slopes, 0, noise);
  for (std::size_t k = 2; k < slopes.count(); ++k) {
    const double off = std::fabs(slopes.slope[k] - out.value);
    const double most = kNear * std::fabs(out.value);
    if (!(off <= most && slopes.bend[k] <= most)) return {kNan, kNan, {}};
    if (k + kLeastSteps > slopes.count()) out.error = std::max(out.error, off);
  }
  return out;
}

}  // namespace

Derivative differentiate(const std::vector<DifferencePair>& pairs, double middle, double noise) {
  const Slopes slopes(pairs, middle);
  if (slopes.count() < kLeastSteps)
    return {kNan, kNan, "too few of the runs beside it count", true};
  const std::size_t first = slopes.settled_from(noise), last = slopes.count() - 1;
  if (slopes.count() - first >= kLeastSteps) return extrapolated(slopes, first, noise);
  // Noise of the runs, of contacts say, may hide at small steps that the slopes settle.
  if (const Derivative noisy = agreed(slopes, noise); std::isfinite(noisy.value)) return noisy;
  const std::vector<double>& bends = slopes.bend;
  const bool bent = bends[last] > kKink * bends[last - 1] &&
                    bends[last - 1] > kKink * bends[last - 2] &&
                    bends[last] > 10 * noise / slopes.step[last];
  return {kNan, kNan,
          bent
              ? fmt::format("it bends here: its slopes to both sides differ by {:.3g}", bends[last])
              : "its slopes do not settle, however near the runs beside it are",
          true};
}

namespace {

// The runs for the derivatives of all measures with respect to one parameter.
class ParameterRuns {
 public:
  ParameterRuns(const Study& study, std::size_t parameter) : study_(study), parameter_(parameter) {
    const Unknown& unknown = study.unknowns[parameter];
    h_ = unknown.spread ? *unknown.spread
                        : kFirstStep * (unknown.start != 0 ? std::fabs(unknown.start) : 1);
  }

  // The points of the next round.
  void add_points(std::vector<std::vector<double>>& points) const {
    for (std::size_t k = beside_.size() / 2, end = k + kSteps; k < end; ++k)
      for (double side : {-1.0, 1.0}) {
        points.push_back(study_.starts());
        points.back()[parameter_] += side * step(k);
      }
  }
  // Takes the runs of these points.
  void add_runs(std::span<const RunResult> runs) {
    beside_.insert(beside_.end(), runs.begin(), runs.end());
  }

  // All derivatives; true where one may be found from shorter steps.
  bool differentiate_all(const RunResult& middle) {
    derivatives_.clear();
    for (std::size_t m = 0; m < study_.measures.size(); ++m)
      derivatives_.push_back(of_measure(m, middle));
    return std::any_of(derivatives_.begin(), derivatives_.end(),
                       [](const Derivative& d) { return d.may_settle; });
  }
  const Derivative& derivative(std::size_t measure) const { return derivatives_[measure]; }

 private:
  Derivative of_measure(std::size_t measure, const RunResult& middle) const {
    std::vector<DifferencePair> pairs;
    std::string other_path, failure;
    double size = std::fabs(middle.measures[measure]);
    for (std::size_t k = 0; 2 * k < beside_.size(); ++k) {
      DifferencePair pair{step(k), value(beside_[2 * k], middle, measure, other_path, failure),
                          value(beside_[2 * k + 1], middle, measure, other_path, failure)};
      for (double v : {pair.low, pair.high})
        if (std::isfinite(v)) size = std::max(size, std::fabs(v));
      pairs.push_back(pair);
    }
    if (!std::isfinite(middle.measures[measure])) return {kNan, kNan, "it has no value"};
    Derivative out = differentiate(pairs, middle.measures[measure], kNoise * size);
    if (!out.reason.empty() && !other_path.empty())
      out.reason = other_path;
    else if (!out.reason.empty() && !failure.empty())
      out.reason = failure;
    return out;
  }

  double step(std::size_t k) const { return std::ldexp(h_, -static_cast<int>(k)); }

  static double value(const RunResult& run, const RunResult& middle, std::size_t measure,
                      std::string& other_path, std::string& failure) {
    if (!run.ok() && run.status != middle.status) {
      failure = "a run beside it fails: " + run.message;
      return kNan;
    }
    if (run.happened == middle.happened) return run.measures[measure];
    std::size_t first = 0;
    while (first < std::min(run.happened.size(), middle.happened.size()) &&
           run.happened[first] == middle.happened[first])
      ++first;
    auto name = [first](const RunResult& r) {
      return first < r.happened.size() ? r.happened[first] : std::string("the end");
    };
    other_path = fmt::format("beside it the events come in another order: {} in place of {}",
                             name(run), name(middle));
    return kNan;
  }

  const Study& study_;
  std::size_t parameter_;
  double h_;
  std::vector<RunResult> beside_;  // at -step and +step of each step
  std::vector<Derivative> derivatives_;
};

}  // namespace

ExitStatus sensitivity(const Study& study, int threads, std::string& table, std::string& messages) {
  std::vector<ParameterRuns> parameters;
  for (std::size_t p = 0; p < study.unknowns.size(); ++p) parameters.emplace_back(study, p);
  const std::string& deck = study.runs.deck().name;
  std::vector<std::vector<double>> points = {study.starts()};
  std::vector<ParameterRuns*> asked;
  for (ParameterRuns& one : parameters) {
    one.add_points(points);
    asked.push_back(&one);
  }
  RunResult middle;
  for (std::size_t round = 0; round < kRounds && !points.empty(); ++round) {
    const std::vector<RunResult> results = study.runs.run_all(points, threads);
    if (signal_came()) {
      messages += fmt::format("{}: error: sensitivity: ended by a signal\n", deck);
      return ExitStatus::interrupted;
    }
    std::span<const RunResult> rest = results;
    if (round == 0) {
      middle = results.front();
      rest = rest.subspan(1);
      if (!middle.ok() && middle.status != ExitStatus::check_failed) {
        messages +=
            fmt::format("{}: error: sensitivity: the run itself fails: {}\n", deck, middle.message);
        return middle.status == ExitStatus::deck_error ? ExitStatus::deck_error
                                                       : ExitStatus::solution_failed;
      }
    }
    points.clear();
    std::vector<ParameterRuns*> next;
    for (ParameterRuns* const one : asked) {
      one->add_runs(rest.first(2 * kSteps));
      rest = rest.subspan(2 * kSteps);
      if (!one->differentiate_all(middle)) continue;
      one->add_points(points);
      next.push_back(one);
    }
    asked = std::move(next);
  }
  ExitStatus status = ExitStatus::done;
  for (std::size_t m = 0; m < study.measures.size(); ++m)
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      const Derivative& d = parameters[p].derivative(m);
      const std::string& measure = study.measures[m];
      const std::string& parameter = study.unknowns[p].name;
      if (d.reason.empty()) {
        table += fmt::format("{} {} {} {:.1e}\n", measure, parameter, format_number(d.value + 0.0),
                             d.error);
        continue;
      }
      table += fmt::format("{} {} nan nan\n", measure, parameter);
      messages +=
          fmt::format("mbsim: {} has no derivative by {}: {}\n", measure, parameter, d.reason);
      status = ExitStatus::check_failed;
    }
  return status;
}

}  // namespace mbs
