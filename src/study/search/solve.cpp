#include "study/search/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/interrupt.h"
#include "study/search/root.h"
#include "text/number.h"

namespace mbs {

namespace {

// Tolerance of an equation relative to its scale.
constexpr double kMet = 1e-8;
// The step of an unknown without bounds, as part of its start.
constexpr double kUsualStep = 0.1;

std::string left_name(std::size_t k) { return fmt::format("equation_{}", k + 1); }

// The sides of equation k in a run.
struct Sides {
  double left = 0, right = 0;
};
Sides sides_of(const PreparedSolve& prepared, const RunResult& result, std::size_t k) {
  const std::size_t at = prepared.study.first_added + 2 * k;
  return {result.measures[at], result.measures[at + 1]};
}

double step_of(const Unknown& unknown) {
  if (unknown.spread) return *unknown.spread;
  if (unknown.from) return kUsualStep * (*unknown.to - *unknown.from);
  return unknown.start != 0 ? kUsualStep * std::fabs(unknown.start) : kUsualStep;
}

class Solver {
 public:
  Solver(const PreparedSolve& prepared, int threads) : prepared_(prepared), threads_(threads) {}

  ExitStatus solve(std::string& answer, std::string& messages) {
    const Study& study = prepared_.study;
    const EvaluateAll evaluate = [this](const std::vector<Values>& points) {
      return values(points);
    };
    RootResult root;
    if (study.unknowns.size() == 1) {
      root = find_root(evaluate, *study.unknowns[0].from, *study.unknowns[0].to);
    } else {
      std::vector<NewtonUnknown> unknowns;
      for (const Unknown& u : study.unknowns)
        unknowns.push_back({u.start, step_of(u), u.from, u.to});
      root = find_roots(evaluate, {}, unknowns, kMet);
    }
    if (signal_came()) {
      messages += fmt::format("{}: error: solve: ended by a signal after {} runs\n",
                              study.runs.deck().name, runs_);
      return ExitStatus::interrupted;
    }
    if (!root.x.empty()) describe(root, messages);
    if (root.found) {
      answer = as_defines(study.runs.names(), root.x);
      return ExitStatus::done;
    }
    messages += fmt::format("{}: error: solve: {} has no root: {}{}\n", study.runs.deck().name,
                            prepared_.equations.size() == 1
                                ? fmt::format("'{}'", prepared_.equations[0].text)
                                : "the system",
                            root.problem, failure_.empty() ? "" : "; a run says: " + failure_);
    return ExitStatus::solution_failed;
  }

 private:
  std::vector<Values> values(const std::vector<Values>& points) {
    const std::vector<RunResult> results = prepared_.study.runs.run_all(points, threads_);
    runs_ += static_cast<long long>(points.size());
    std::vector<Values> out;
    for (const RunResult& result : results) {
      Values f;
      for (std::size_t k = 0; k < prepared_.equations.size(); ++k) {
        const Sides sides = sides_of(prepared_, result, k);
        f.push_back(sides.left - sides.right);
      }
      const bool finite =
          std::all_of(f.begin(), f.end(), [](double value) { return std::isfinite(value); });
      const bool usable = finite && result.ok();
      if (!usable && failure_.empty()) failure_ = result.message;
      out.push_back(usable ? std::move(f) : Values());
    }
    return out;
  }

  void describe(const RootResult& root, std::string& messages) {
    const RunResult result = prepared_.study.runs.run(root.x);
    for (std::size_t k = 0; k < prepared_.equations.size(); ++k) {
      const Sides sides = sides_of(prepared_, result, k);
      messages += fmt::format("mbsim: {}{}: left {}, right {}, difference {:.2g}\n",
                              root.found ? "" : "at best, ", prepared_.equations[k].text,
                              format_number(sides.left), format_number(sides.right),
                              sides.left - sides.right + 0.0);
    }
  }

  const PreparedSolve& prepared_;
  int threads_;
  long long runs_ = 0;
  std::string failure_;  // of the first run that has no values
};

}  // namespace

std::optional<PreparedSolve> prepare_solve(const DeckInput& deck, const RunSettings& settings,
                                           const SolveRequest& request, std::string& messages) {
  Diagnostics of_command;
  of_command.add_file(deck.name);
  StudyRequest asked;
  asked.parameters = request.parameters;
  asked.bounds = request.parameters.size() == 1 ? Bounds::must : Bounds::may;
  std::vector<Relation> equations;
  for (const std::string& text : request.equations)
    if (auto equation = read_equation(text, "solve", of_command)) {
      add_relation(*equation, left_name(equations.size()), asked.added);
      equations.push_back(std::move(*equation));
    }
  if (!of_command.has_errors() && equations.size() != request.parameters.size())
    of_command.error({}, "solve",
                     fmt::format("{} equation{} cannot determine {} parameter{}", equations.size(),
                                 equations.size() == 1 ? "" : "s", request.parameters.size(),
                                 request.parameters.size() == 1 ? "" : "s"),
                     "expected as many of both");
  if (of_command.has_errors()) {
    messages += of_command.format_all();
    return {};
  }
  auto study = prepare_study(deck, settings, asked, messages);
  if (!study) return {};
  return PreparedSolve{std::move(*study), std::move(equations)};
}

ExitStatus solve(const PreparedSolve& prepared, int threads, std::string& answer,
                 std::string& messages) {
  return Solver(prepared, threads).solve(answer, messages);
}

}  // namespace mbs
