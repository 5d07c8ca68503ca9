// Modes of vibration of the linearised equations M dqdd + C dqd + K dq = 0: dq = shape e^(value t).
// Undamped and symmetric: LAPACK sygv on K and M. Otherwise ggev on the pencil of first order,
//   [0 I; -K -C] z = value [I 0; 0 M] z,
// each value then corrected by the two-sided Rayleigh quotient of its vectors. With states z of the
// deck (solve/statics/linearise.h) always the pencil,
//   [0 I 0; -K -C -Z; A B D] z = value [I 0 0; 0 M 0; 0 0 I] z.
// Kinematic coordinates of bodies that roll (solve/statics/kinematic_coordinates.cpp) are states,
// too; of them and of the degrees of freedom only those are left on which something depends.
#pragma once

#include <complex>

#include "solve/statics/linearise.h"

namespace mbs {

struct Mode {
  std::complex<double> value;  // [1/s]; of a complex pair the one with positive imaginary part
  // A number for each coordinate of the nodes, the largest being 1, then for each state. If only
  // states take part, the largest number of the states is 1.
  std::vector<std::complex<double>> shape;
  bool moves = true;  // false: only states take part

  double omega() const { return std::abs(value); }  // [rad/s]: sqrt(k/m), damped or not
  double frequency() const;                         // [Hz] of the damped oscillation, or 0
  // 1: dies out without oscillation; 0: undamped; negative: grows.
  double damping() const;
};

struct Modes {
  bool ok = false;           // false: the eigenvalues did not converge or are not finite
  bool complex = false;      // shapes have imaginary parts: damped or gyroscopic
  int zeros = 0;             // values 0 of positions on which nothing depends; not in the list
  bool reads_place = false;  // something depends on a kinematic coordinate
  std::vector<Mode> list;    // in the order of comes_before()
};

// Multiplies a shape by a complex factor that makes its largest number in [begin, end) equal to 1.
// Of equally large numbers the first counts.
void scale_shape(std::vector<std::complex<double>>& shape, std::size_t begin, std::size_t end);

// The order of modes in a list: by omega. If magnitudes differ by rounding only (a critically
// damped mode, or growth and decay), the value with the larger real part comes first.
bool comes_before(const Mode& a, const Mode& b);

// most: the number of modes that are wanted; 0: all.
Modes find_modes(const Linearisation& linear, int most);

}  // namespace mbs
