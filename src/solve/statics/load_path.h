// The path of equilibria from no load to the whole load, through limit points where the load factor
// turns: Newton's method of LargeEquilibrium with the load factor as one more unknown and a step
// along the path of given length (Riks 1979; the plane across the path turns with it, Ramm 1981).
// Lengths count over the size of the mechanism.
//   | K  De^T | | dx |   | force |             | d force / d factor |
//   | De  -C  | | dS | = | gap   | + d factor  | d gap / d factor   |   two solutions per iteration
#pragma once

#include <functional>
#include <vector>

#include "solve/statics/large_equilibrium.h"
#include "solve/statics/path_point.h"

namespace mbs {

class LoadPath {
 public:
  // on_point: called at each point in the order of the path; false ends the path.
  using OnPoint = std::function<bool(const PathPoint& point, State& state)>;

  // has_time: t is the load factor, from 0 on, as newton.follow_time() has it.
  LoadPath(const Model& model, LargeEquilibrium& newton, LargeEquilibrium::Turning turning,
           bool has_time);

  enum class End { reached, stopped, no_start, too_short, too_many };
  // From an assembled state at rest with its stresses S to the whole load. The first step makes
  // about 1 / steps of the load.
  End follow(State& state, std::vector<double>& S, int steps, int iterations,
             const OnPoint& on_point);

  double factor() const { return here_.factor; }
  int points() const { return points_; }
  int iterations() const { return iterations_; }
  int limits() const { return limits_; }
  int bifurcations() const { return bifurcations_; }
  int negative() const { return here_.negative; }

 private:
  struct Place {
    State state{0, 0};
    std::vector<double> S;
    double factor = 0;
    int negative = 0;
    std::vector<double> along, along_S;  // change of x and S with the factor
    double rise = 0;                     // change of the factor along the path
    int iterations = 0;
  };

  double product(ConstVector a, ConstVector b) const;
  bool find_direction(Place& at);
  bool find_tangent(Place& at, ConstVector forward);
  bool step(const Place& from, double length, Place& to);
  bool pass(PathPointKind kind, const Place& at, const OnPoint& on_point, bool is_last = false);
  bool find_limit(const Place& from, double length, const Place& to, Place& limit);
  void find_bifurcation(const Place& from, double length, const Place& to, Place& out);

  const Model& model_;
  LargeEquilibrium& newton_;
  LargeEquilibrium::Turning turning_;
  bool has_time_;
  std::vector<double> weight_;  // nx
  int most_iterations_ = 50;
  Place here_;
  int points_ = 0, iterations_ = 0, limits_ = 0, bifurcations_ = 0;
};

}  // namespace mbs
