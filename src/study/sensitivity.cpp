#include "study/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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
// steps. kLeastSteps: least number of usable steps.
constexpr double kFirstStep = 0.02;
constexpr std::size_t kSteps = 6, kLeastSteps = 3;
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

Derivative differentiate(const std::vector<DifferencePair>& pairs, double middle, double noise) {
  std::vector<std::vector<double>> table;
  std::vector<double> bends, steps;
  for (const DifferencePair& pair : pairs) {
    if (!std::isfinite(pair.low) || !std::isfinite(pair.high)) {  // only smaller steps count
      table.clear(), bends.clear(), steps.clear();
      continue;
    }
    std::vector<double> row = {(pair.high - pair.low) / (2 * pair.h)};
    double power = 1;
    for (std::size_t j = 0; j < table.size(); ++j) {
      power *= 4;
      row.push_back((power * row[j] - table.back()[j]) / (power - 1));
    }
    table.push_back(std::move(row));
    bends.push_back(std::fabs((pair.high - middle) - (middle - pair.low)) / pair.h);
    steps.push_back(pair.h);
  }
  if (table.size() < kLeastSteps) return {kNan, kNan, "too few of the runs beside it count"};
  const std::size_t last = bends.size() - 1;
  const bool bent = bends[last] > kKink * bends[last - 1] &&
                    bends[last - 1] > kKink * bends[last - 2] &&
                    bends[last] > 10 * noise / steps[last];
  if (bent)
    return {kNan, kNan,
            fmt::format("it bends here: its slopes to both sides differ by {:.3g}", bends[last])};
  Derivative best{kNan, std::numeric_limits<double>::infinity(), {}};
  for (std::size_t k = 1; k < table.size(); ++k)
    for (std::size_t j = 1; j <= k; ++j) {
      const double value = table[k][j];
      const double differs =
          std::max(std::fabs(value - table[k][j - 1]), std::fabs(value - table[k - 1][j - 1]));
      const double error = kCaution * differs + noise / steps[k];
      if (error < best.error) best = {value, error, {}};
    }
  return best;
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

  void add_points(std::vector<std::vector<double>>& points) const {
    for (std::size_t k = 0; k < kSteps; ++k)
      for (double side : {-1.0, 1.0}) {
        points.push_back(study_.starts());
        points.back()[parameter_] += side * step(k);
      }
  }

  Derivative of_measure(std::size_t measure, const RunResult& middle,
                        const RunResult* beside) const {
    std::vector<DifferencePair> pairs;
    std::string other_path, failure;
    double size = std::fabs(middle.measures[measure]);
    for (std::size_t k = 0; k < kSteps; ++k) {
      DifferencePair pair{step(k), value(beside[2 * k], middle, measure, other_path, failure),
                          value(beside[2 * k + 1], middle, measure, other_path, failure)};
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

 private:
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
};

}  // namespace

ExitStatus sensitivity(const Study& study, int threads, std::string& table, std::string& messages) {
  std::vector<std::vector<double>> points = {study.starts()};
  std::vector<ParameterRuns> parameters;
  for (std::size_t p = 0; p < study.unknowns.size(); ++p) {
    parameters.emplace_back(study, p);
    parameters.back().add_points(points);
  }
  const std::vector<RunResult> results = study.runs.run_all(points, threads);
  const std::string& deck = study.runs.deck().name;
  if (signal_came()) {
    messages += fmt::format("{}: error: sensitivity: ended by a signal\n", deck);
    return ExitStatus::interrupted;
  }
  const RunResult& middle = results.front();
  if (!middle.ok() && middle.status != ExitStatus::check_failed) {
    messages +=
        fmt::format("{}: error: sensitivity: the run itself fails: {}\n", deck, middle.message);
    return middle.status == ExitStatus::deck_error ? ExitStatus::deck_error
                                                   : ExitStatus::solution_failed;
  }
  ExitStatus status = ExitStatus::done;
  for (std::size_t m = 0; m < study.measures.size(); ++m)
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      const Derivative d = parameters[p].of_measure(m, middle, &results[1 + 2 * kSteps * p]);
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
