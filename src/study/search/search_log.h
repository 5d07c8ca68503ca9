// The runs of a search as the search methods see them: points in; values to be minimised and
// conditions out. Each run is a row of a table; a row of an earlier search replaces its run.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "study/search/optimise.h"

namespace mbs {

// The result of a run for the search.
struct Judged {
  bool usable = false;         // the run has a value and all conditions
  double value = 0;            // to be minimised
  std::vector<double> excess;  // of each condition: > 0 missed by this, <= 0 fulfilled
  bool feasible() const;
};

class SearchLog {
 public:
  using Point = std::vector<double>;

  SearchLog(const PreparedOptimise& prepared, int threads, const OptimiseOutputs& outputs);

  // Runs the points, each within its bounds, and judges them in order. The result is shorter than
  // `points` where the runs are used up, a signal has come or a row could not be written; then
  // over() is true.
  std::vector<Judged> evaluate(std::vector<Point> points);
  bool over() const { return over_; }

  // The best feasible run.
  const std::optional<Point>& best() const { return best_; }
  double best_value() const { return best_value_; }  // as the deck measures it
  // Judged::value of the best run; infinite without one
  double best_worth() const { return best_worth_; }
  long long runs() const { return runs_; }
  long long failed() const { return failed_; }
  // The first runs that failed, as text for people.
  const std::vector<std::string>& failures() const { return failures_; }
  // The problem with the table, or empty.
  const std::string& problem() const { return problem_; }

 private:
  std::string point_text(long long run, const Point& point) const;
  std::string row(long long run, const Point& point, const RunResult& result) const;
  std::optional<RunResult> old_result(long long run, const Point& point);
  Judged judge(const RunResult& result) const;
  void note(const Point& point, const RunResult& result, const Judged& judged);

  const PreparedOptimise& prepared_;
  int threads_;
  const OptimiseOutputs& outputs_;
  bool old_left_, over_ = false;
  long long runs_ = 0, failed_ = 0;
  std::optional<Point> best_;
  double best_worth_ = std::numeric_limits<double>::infinity(), best_value_ = 0;
  std::vector<std::string> failures_;
  std::string problem_;
};

}  // namespace mbs
