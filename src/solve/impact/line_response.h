// The effect of impulses along lines on the velocities along these lines, and on the stresses of
// the constraints. The same factors hold for forces and accelerations.
#pragma once

#include <vector>

#include "solve/impact/free_motion.h"

namespace mbs {

// A coordinate or a deformation along which an impulse acts or a velocity is asked for.
struct ImpactLine {
  Target target = Target::coordinate;
  int index = 0;
  bool operator==(const ImpactLine&) const = default;
};

struct LineResponse {
  // W = (J DF) (DF^T M DF)^-1 (J DF)^T, lines x lines: the velocity along a line (row) per impulse
  // along another one. A row of J is a coordinate or a row of De.
  std::vector<double> W;
  std::vector<double> moved;  // lines x degrees of freedom: the jump of their velocities
};

// `dynamics` must be at the state for which `motion` was found.
LineResponse find_response(const Model& model, const Dynamics& dynamics, FreeMotion& motion,
                           const std::vector<ImpactLine>& lines);

// The change of each of these stresses (deformations) by a unit impulse along each line: stresses x
// lines.
std::vector<double> find_stresses(const Model& model, const Phase& phase, Dynamics& dynamics,
                                  FreeMotion& motion, const std::vector<ImpactLine>& lines,
                                  const std::vector<int>& stresses);

// A line with a mobility below this value is held by joints; its mobility is only rounding.
std::vector<double> least_mobilities(const Model& model, const Dynamics& dynamics,
                                     const FreeMotion& motion,
                                     const std::vector<ImpactLine>& lines);

// The mobilities of n lines that are left when some of them are held: Gauss elimination on W.
class Mobilities {
 public:
  Mobilities(const std::vector<double>& W, std::size_t n) : W_(W), left_(W), n_(n) {}
  // Holds line k. False where the lines held before leave it no more than `least`.
  bool hold(std::size_t k, double least);
  // Holds line k; `least` is this part of the mobility that the line has alone.
  bool hold_beyond(std::size_t k, double part) { return hold(k, part * W_[k * n_ + k]); }

 private:
  const std::vector<double>& W_;
  std::vector<double> left_;
  std::size_t n_;
};

// b + W f, of n lines.
std::vector<double> response_to(const std::vector<double>& W, const std::vector<double>& f,
                                std::vector<double> b);

}  // namespace mbs
