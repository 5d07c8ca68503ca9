#include <algorithm>
#include <utility>

#include "linalg/lu.h"
#include "solve/impact/even_shares.h"
#include "solve/impact/impact.h"

namespace mbs {

RubbingImpact::RubbingImpact(std::size_t tangents, const TouchProblem& whole)
    : tangents_(tangents) {
  const std::size_t all = whole.b.size(), n = all - tangents;
  const auto W = [&](std::size_t i, std::size_t j) { return whole.W[i * all + j]; };
  if (tangents > 0) {
    Lu factor(static_cast<int>(tangents));
    for (std::size_t j = 0; j < tangents; ++j)
      for (std::size_t i = 0; i < tangents; ++i)
        factor.matrix()(static_cast<int>(i), static_cast<int>(j)) = W(i, j);
    for (std::size_t i = 0; i < tangents; ++i) answer_.push_back(-whole.b[i]);
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < tangents; ++i) answer_.push_back(-W(i, tangents + j));
    // The tangents are independent of each other: dependent ones have been left out.
    if (factor.factor() >= 0)
      answer_.assign(answer_.size(), 0.0);
    else
      factor.solve(answer_.data(), static_cast<int>(n + 1));
  }
  // `row` has a factor for each impulse. Eliminates the impulses of the tangents: `reduced` gets
  // the factors of the other impulses. Returns the constant that the velocities of the tangents
  // before the impact add.
  const auto reduce = [&](const double* row, std::vector<double>& reduced) {
    double known = 0;
    for (std::size_t i = 0; i < tangents; ++i) known += row[i] * answer_[i];
    for (std::size_t j = 0; j < n; ++j) {
      double sum = row[tangents + j];
      for (std::size_t i = 0; i < tangents; ++i) sum += row[i] * answer_[(j + 1) * tangents + i];
      reduced.push_back(sum);
    }
    return known;
  };
  rest_ = whole;
  rest_.n = static_cast<int>(n);
  rest_.W.clear();
  rest_.b.clear();
  rest_.C.clear();
  for (std::size_t i = tangents; i < all; ++i)
    rest_.b.push_back(whole.b[i] + reduce(&whole.W[i * all], rest_.W));
  for (std::size_t k = 0; k < whole.P0.size(); ++k)
    rest_.P0[k] += reduce(&whole.C[k * all], rest_.C);
  const int shift = static_cast<int>(tangents);
  for (int& line : rest_.normals) line -= shift;
  for (Rub& rub : rest_.rubs) rub.line -= shift;
}

// The impulses of all lines: those of the tangents first, then those of the solution.
std::vector<double> RubbingImpact::whole(TouchSolution solution) const {
  share_evenly(last_problem_, solution);
  std::vector<double> P(tangents_, 0.0);
  P.insert(P.end(), solution.f.begin(), solution.f.end());
  for (std::size_t i = 0; i < tangents_; ++i) {
    P[i] = answer_[i];
    for (std::size_t j = 0; j < solution.f.size(); ++j)
      P[i] += answer_[(j + 1) * tangents_ + i] * solution.f[j];
  }
  return P;
}

std::vector<double> RubbingImpact::stop_tangents() const {
  std::vector<double> P(tangents_ + rest_.b.size(), 0.0);
  std::copy_n(answer_.begin(), tangents_, P.begin());
  return P;
}

bool RubbingImpact::solve(const std::vector<double>& bounce, std::vector<double>& P) {
  last_problem_ = rest_;
  for (const int line : last_problem_.normals) {
    const auto i = static_cast<std::size_t>(line);
    last_problem_.b[i] += bounce[tangents_ + i];
  }
  last_ = solve_touch(last_problem_);
  if (!last_.found || !last_.settled) return false;
  P = whole(last_);
  return true;
}

std::vector<std::vector<double>> RubbingImpact::others() const {
  std::vector<std::vector<double>> out;
  if (!last_.found || !last_.settled) return out;
  std::vector<TouchSolution> all = solutions_beside(last_problem_, last_);
  for (std::size_t k = 1; k < all.size(); ++k) out.push_back(whole(std::move(all[k])));
  return out;
}

}  // namespace mbs
