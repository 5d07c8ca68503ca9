// How large the errors of a step of STIFF are, as parts of the tolerance.
//
// Velocities of vibrations that a step leaves out count times the step, as changes of positions: a
// vibration of frequency w that moves nothing by more than the tolerance has velocities that are w
// times larger, and would have to be followed however small its amplitude. Velocities that
// something reads keep the tolerance themselves; of a large mechanism those of all places then,
// since the error of one enters those beside it.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "integrate/integrator.h"
#include "integrate/stage_matrix.h"

namespace mbs {

class RodaspErrors {
 public:
  enum class Rates { all, those_read };  // of a large mechanism
  struct Step {
    ConstVector y, y_new;
    double h;
  };

  RodaspErrors(const OdeSystem& system, const IntegratorSettings& settings,
               const ErrorWeights& weights);

  // What follows has nothing to do with the steps so far.
  void begin() { far_ = 0, leaves_out_ = false; }
  // Steps are solved by the tangent of a large mechanism, or by this matrix with s I - J.
  void use_tangent() { matrix_ = nullptr; }
  void use(StageMatrix& matrix, double s) { matrix_ = &matrix, s_ = s; }

  ErrorRatio largest(const double* e, const Step& step, Rates rates = Rates::all);
  // Of a large mechanism: errors of the velocities of motions that the step follows, which count
  // more than others. Leaves the factors of the tangent at another place.
  ErrorRatio largest_followed(const double* e, const Step& step);
  // The scales of largest() for each component.
  void scale_components(const Step& step, std::vector<double>& scale) const;
  void accept(double h);

  // Whether a component is a velocity that may count times the step, without a tangent.
  bool may_leave_out(int component) const {
    return is_velocity(static_cast<std::size_t>(component)) && matrix_ != nullptr &&
           !settings_.strict;
  }
  // A step of length h is looked at, but not taken: vibrations may move positions by 100 times the
  // tolerance, and what is slower must keep it. If it does, motions faster than this step count as
  // vibrations from here on.
  void look_at(double h) { before_ = far_, far_ = std::max(far_, std::abs(h)), is_look_ = true; }
  void keep_look(bool kept) {
    far_ = kept ? far_ : before_;
    leaves_out_ |= kept;
    is_look_ = false;
  }

 private:
  bool is_velocity(std::size_t i) const { return i >= m_ && i < 2 * m_; }
  // Whether velocities that nothing reads count times the step: in a large mechanism.
  bool is_lenient() const { return matrix_ == nullptr && !settings_.strict; }
  bool counts_times_step(std::size_t i) const { return is_lenient() && is_velocity(i); }
  double span(double h) const { return std::max(std::abs(h), longest_); }
  double largest_move(ConstVector dq);
  double largest_speed(const double* e, const Step& step, const char* read);
  double largest_in_space(const double* e, const Step& step, Rates rates);
  ErrorRatio without_vibrations(const double* e, const Step& step);

  const OdeSystem& system_;
  const IntegratorSettings& settings_;
  const ErrorWeights& weights_;
  std::size_t n_, m_;  // components; pairs
  StageMatrix* matrix_ = nullptr;
  double s_ = 1;
  // What errors of velocities of a large mechanism count times: the step, or the longest one so
  // far. In short steps, while a rope cracks, errors of slow motions would else be left for long.
  double longest_ = 0;
  double far_ = 0, before_ = 0;  // of a small one: what is faster than steps of this length
  bool is_look_ = false, leaves_out_ = false;
  std::vector<double> moved_, speed_, place_, slow_, followed_;
};

}  // namespace mbs
