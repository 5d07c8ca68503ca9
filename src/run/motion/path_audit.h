// Whether positions are the integral of velocities, and velocities the integral of accelerations: a
// quadrature beside the integration that changes none of its steps. The gaps are what constraints,
// a wrong branch or an event have moved.
//   All free coordinates integrated: the method's own increments of x and v are the integrals; the
//   gaps are what projections add.
//   Minimal coordinates: the other coordinates are integrated here by the corrected trapezoid
//   h/2 (v0 + v1) + h^2/12 (a0 - a1), or by the trapezoid where that is nearer (accelerations of
//   stiff springs have few digits).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/views.h"
#include "model/model.h"
#include "model/state.h"
#include "run/frame/si_sizes.h"
#include "run/frame/verdict.h"

namespace mbs {

class PathAudit {
 public:
  explicit PathAudit(const Model& model);
  // angle: of each coordinate 1 for an angle, 0 for a length.
  PathAudit(std::vector<char> angle, std::function<std::string(int)> name);

  // length: the longest lever arm [m]. It compares lengths with angles where all values of one kind
  // are rounding of zero.
  void set_length(double length) { length_ = length; }
  void set_units(const UnitSystem& units) { one_ = SiSizes(units); }

  // A projection has moved y = (x, v of these coordinates, ...).
  void moved(const std::vector<int>& coordinates, ConstVector before, ConstVector after);
  void moved(int coordinate, double dx, double dv) {
    gap_x_[coordinate] += dx;
    gap_v_[coordinate] += dv;
  }
  // The first state, where x and v are not integrated themselves.
  void begin(const State& state) {
    if (!begun_) step(state);
  }
  // The mechanism at an accepted step, where x and v are not integrated themselves.
  void step(const State& state);
  // An event within the last step: the state there before and after it. Velocities may jump.
  void event(const State& before, const State& after);
  // The sizes that gaps are compared with; any state of the run.
  void note_size(const State& state) { note_size(state.x, state.v); }
  void note_size(ConstVector x, ConstVector v);

  // steps: accepted; abs, rel: of the integration (0 for fixed steps), abs in m, s and rad.
  std::vector<Figure> figures(long long steps, double abs, double rel) const;
  // Largest coordinate and velocity of points [m, m/s] or angles [rad, rad/s], whichever is larger.
  double largest_x() const { return std::max(size_x_[0] / one_.of(false, 0), size_x_[1]); }
  double largest_v() const {
    return std::max(size_v_[0] / one_.of(false, 1), size_v_[1] / one_.of(true, 1));
  }

 private:
  struct Worst {
    double value = 0, explained = 0;
    int coordinate = -1;
  };
  Worst worst(const std::vector<double>& gaps, const double* sizes, int rate, double steps,
              double abs, double rel) const;
  void add_step(const State& from, const State& to);
  bool is_orientation(std::size_t i) const {
    return i < orientation_of_.size() && orientation_of_[i] >= 0;
  }

  std::vector<char> angle_;
  std::vector<Orientation> orientations_;
  std::vector<int> orientation_of_;  // as in Model
  std::function<std::string(int)> name_;
  std::vector<double> gap_x_, gap_v_;  // nx, signed
  std::vector<double> kept_;           // gap_x_ before the last step
  double size_x_[2] = {0, 0}, size_v_[2] = {0, 0};
  double length_ = 0;
  SiSizes one_;
  State last_, previous_;  // accepted states
  bool begun_ = false, stepped_ = false;
};

}  // namespace mbs
