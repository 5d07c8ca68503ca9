// The runs of a search as its methods see them: points in, values to be made small and conditions
// out. Each run is a row of a table; rows that an earlier search has left stand for their runs.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "study/search/optimise.h"

namespace mbs {

// What a run is worth.
struct Judged {
  bool usable = false;         // it has all that was asked for
  double value = 0;            // to be made small
  std::vector<double> excess;  // of each condition: by how much it is missed; <= 0: it is fulfilled
  bool feasible() const;
};

class SearchLog {
 public:
  using Point = std::vector<double>;

  SearchLog(const PreparedOptimise& prepared, int threads, const OptimiseOutputs& outputs);

  // The points in order, each within its bounds; fewer than were asked for where the runs are used
  // up, a signal has come or a row could not be written: then over() is true.
  std::vector<Judged> evaluate(std::vector<Point> points);
  bool over() const { return over_; }

  // The best feasible run.
  const std::optional<Point>& best() const { return best_; }
  double best_value() const { return best_value_; }  // as the deck measures it
  double best_worth() const { return best_worth_; }  // Judged::value; infinite where there is none
  long long runs() const { return runs_; }
  long long failed() const { return failed_; }
  // The first runs that failed, as text for people.
  const std::vector<std::string>& failures() const { return failures_; }
  // What went wrong with the table, or empty.
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
