// The path of equilibria from no load to the whole load, through limit points where the load factor
// turns: Newton's method of LargeEquilibrium with the load factor as one more unknown and a step
// along the path of given length (Riks 1979; the plane across the path turns with it, Ramm 1981).
// Lengths count over the size of the mechanism.
//   | K  De^T | | dx |   | force |             | d force / d factor |
//   | De  -C  | | dS | = | gap   | + d factor  | d gap / d factor   |   two solutions per iteration
#pragma once

#include <functional>
#include <vector>

#include "model/model.h"
#include "solve/statics/large_equilibrium.h"
#include "solve/statics/path_point.h"

namespace mbs {

class LoadPath {
 public:
  // A path ends where the load factor is larger. Where the loads cannot move the mechanism farther
  // the factor grows without bound, and nothing behind that place leads to the whole load.
  static constexpr double kMostFactor = 1000;
  // on_point: called at each point in the order of the path; false ends the path.
  using OnPoint = std::function<bool(const PathPoint& point, State& state)>;

  // has_time: t follows the load factor, from 0 on, as newton.follow_time() has it.
  LoadPath(const Model& model, LargeEquilibrium& newton, bool has_time);

  // left: a shorter step is needed, within arrive() alone.
  enum class End { reached, stopped, no_start, no_load, too_short, too_many, too_large, left };
  // From an assembled state at rest with its stresses S to the whole load; the first step makes
  // about 1 / steps of it. is_seen: bifurcations are sought, for a report.
  End follow(State& state, std::vector<double>& S, int steps, int iterations, bool is_seen,
             const OnPoint& on_point);

  double factor() const { return here_.factor; }
  int points() const { return points_; }
  int iterations() const { return iterations_; }
  int limits() const { return limits_; }
  double first_limit() const { return first_limit_; }  // its load factor; 0: none
  int bifurcations() const { return bifurcations_; }
  int negative() const { return here_.negative; }
  // The start was a stable equilibrium without loads.
  bool began_in_rest() const { return began_in_rest_; }

 private:
  struct Place {
    State state{0, 0};
    std::vector<double> S;
    std::vector<double> moved;  // nx: from the place at which the step began
    double factor = 0;
    int negative = 0;
    LargeEquilibrium::Change along;  // with the factor
    double rise = 0;                 // change of the factor along the path
    int sign = 0;                    // of the determinant where negative pivots are not counted
    int iterations = 0;
  };

  double product(ConstVector a, ConstVector b, double factors) const;
  bool find_direction(Place& at);
  bool find_tangent(Place& at, ConstVector forward, double factor);
  bool step(const Place& from, double length, Place& to);
  bool pass(PathPointKind kind, const Place& at, const OnPoint& on_point, bool is_last = false);
  double find_limit(double length, const Place& to, Place& limit);
  double find_bifurcation(double low, Place& before, double high, Place& out);
  bool find_bifurcations(double length, const Place& to, std::vector<Place>& out);
  bool leave_start(double factor);
  bool is_straight(double length, const Place& to) const;
  End arrive(double length, int iterations, bool is_seen, const OnPoint& on_point);

  LargeEquilibrium& newton_;
  bool has_time_;
  std::vector<double> weight_;  // nx
  int most_iterations_ = 50;
  bool counts_factor_ = false, began_in_rest_ = false;
  Place here_;
  // Steps get no shorter to find out what lies within them: a turn, an imperfection.
  double apart_ = 0, imperfection_ = 0;
  int points_ = 0, iterations_ = 0, limits_ = 0, bifurcations_ = 0;
  double first_limit_ = 0;
};

}  // namespace mbs
