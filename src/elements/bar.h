// The common part of bars of the plane and of space: one deformation, the elongation [m], with the
// reference length as parameter; stiffness and mass.
#pragma once

#include "elements/batch.h"

namespace mbs {

// nodes: two points of kDim coordinates each.
template <int kDim>
struct Bar {
  static constexpr int nx = 2 * kDim;
  static constexpr int ne = 1;
  static constexpr int np = 1;  // reference length
  static constexpr int mass_count = 1;

  // Stiffness EA / l_ref.
  static void stiffness(const double* p, const double* columns, double* K) {
    K[0] = columns[0] / p[0];
  }

  // The velocity is linear along the bar, in the same way in every direction: M is constant and h
  // is zero.
  static void inertia(const Local<nx>&, const double* p, const double* mass, double* M, double* h) {
    const double sixth = mass[0] * p[0] / 6;
    for (int k = 0; k < nx * nx; ++k) M[k] = 0;
    for (int k = 0; k < nx; ++k) {
      M[k * nx + k] = 2 * sixth;
      M[k * nx + (k + kDim) % nx] = sixth;
      h[k] = 0;
    }
  }
};

inline constexpr DeformationSpec kBarDeformations[] = {{"elongation", unit::metre}};
inline constexpr Column kBarStiffness[] = {{"EA", "N", "stiffness times reference length"}};
inline constexpr Column kBarMass[] = {{"rho", "kg/m", "mass per reference length"}};

}  // namespace mbs
