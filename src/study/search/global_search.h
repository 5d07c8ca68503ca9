// The global search of mbsim optimise: CMA-ES (study/search/global_search.h) with bounds and
// conditions, restarted elsewhere when a descent has come to rest, until the runs are used up. A
// large population passes over more local optima (Auger and Hansen 2005, "A restart CMA evolution
// strategy with increasing population size"), a small one allows more descents. Descent k has 2^z
// times the usual population, where z is how often 2 divides k, so that each size has its share of
// the runs.
//
// Bounds mirror: a point drawn beyond a bound is reflected to the same distance inside. A missed
// condition adds its excess times a weight to the rank value (an exact penalty). The weight grows
// while most of a generation misses the condition and falls while most fulfil it. Failed runs rank
// last.
#pragma once

#include <cstdint>
#include <vector>

#include "study/search/search_log.h"

namespace mbs {

// The covariance matrix adaptation evolution strategy: Hansen 2016, "The CMA evolution strategy: a
// tutorial" (arXiv:1604.00772), with cumulative step-size control and the rank-one and rank-mu
// updates of its figure 6, without negative weights. The caller evaluates the points of ask() and
// gives their order to tell(). The search sees no values, so anything that can be ranked can be
// searched.
class Cma {
 public:
  using Point = std::vector<double>;

  // At first points are drawn about `mean` with the standard deviation `sigma` in each direction.
  // The draws depend on `seed` only. population: 0 for the usual size.
  Cma(Point mean, double sigma, int population, std::uint64_t seed);
  static int usual_population(std::size_t n);

  int population() const { return population_; }
  // The points of the next generation.
  const std::vector<Point>& ask();
  // The order of these points, best first.
  void tell(const std::vector<std::size_t>& order);
  // The largest standard deviation of the draws.
  double spread() const;
  // Whether the search can gain nothing more: the spread is below `tolerance`, or spreads of two
  // directions differ by more than a factor 1e7.
  bool exhausted(double tolerance) const;

 private:
  double& C(std::size_t i, std::size_t j) { return C_[i * n_ + j]; }
  bool decompose();

  std::size_t n_;
  int population_;
  std::uint64_t seed_, drawn_ = 0;
  Point mean_, path_sigma_, path_c_;
  double sigma_;
  std::vector<double> C_, axes_, lengths_;  // C = axes diag(lengths^2) axes^T, axes by columns
  std::vector<double> weights_;
  double mu_eff_, c_sigma_, d_sigma_, c_c_, c_1_, c_mu_, expected_;
  long long generation_ = 0;
  bool broken_ = false;
  std::vector<Point> points_, steps_;  // this generation: points, and steps (point - mean) / sigma
};

void search_globally(const PreparedOptimise& prepared, SearchLog& log);

// The first step of each parameter is its SPREAD, else this part of the width of its bounds.
inline constexpr double kUsualSpread = 0.3;

}  // namespace mbs
