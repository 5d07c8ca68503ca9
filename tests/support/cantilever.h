// Decks of statics and vibration that several tests use.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace mbs::test {

// What the degrees of freedom of a cantilever are: positions and angles of its nodes, all three
// deformations of each beam, or its two bending deformations with a rigid elongation.
enum class CantileverFreedoms { coordinates, deformations, bending };

inline std::string name_of(CantileverFreedoms freedoms) {
  return freedoms == CantileverFreedoms::coordinates    ? "coordinates"
         : freedoms == CantileverFreedoms::deformations ? "deformations"
                                                        : "bending";
}

// n beams along x, together 1 long, EI = 1, clamped at the left: points 1, 3, ..., 2n + 1, angles
// the numbers after them. tail: records of the dynamics block.
inline std::string cantilever(int n, double EA, CantileverFreedoms freedoms,
                              const std::string& tail, double mass = 1) {
  std::string out, dynamics;
  for (int k = 1; k <= n; ++k) {
    out += fmt::format("PLBEAM {} {} {} {} {}\n", k, 2 * k - 1, 2 * k, 2 * k + 1, 2 * k + 2);
    out += freedoms == CantileverFreedoms::coordinates
               ? fmt::format("DYNX {}\nDYNX {}\nRLSE {}\n", 2 * k + 1, 2 * k + 2, k)
           : freedoms == CantileverFreedoms::deformations ? fmt::format("DYNE {}\n", k)
                                                          : fmt::format("DYNE {} 2 3\n", k);
    dynamics += fmt::format("ESTIFF {} {} 1\n", k, EA);
    if (mass > 0) dynamics += fmt::format("EM {} {}\n", k, mass);
  }
  for (int k = 0; k <= n; ++k) out += fmt::format("X {} {:.17g} 0\n", 2 * k + 1, 1.0 * k / n);
  return out + "FIX 1\nFIX 2\nEND HALT\n" + dynamics + tail + "END END\n";
}

// A body of 3 kg and 0.2 kg m^2 hung 0.7 m from its centre of mass, `tilt` [rad] from hanging; its
// centre is node 1, its angle node 2 (the body's own x axis points away from the hinge).
inline std::string body_pendulum(double tilt, const std::string& tail) {
  const double angle = tilt - 1.57079632679489661923;
  return fmt::format(
      "PLREV 1 1 2 3 4  -0.7 0 0 0\nX 1 {:.17g} {:.17g}\nX 2 {:.17g}\nX 3 0 0\nFIX 3\nFIX 4\n"
      "DYNX 2\nEND HALT\nXM 1 3\nXM 2 0.2\nGRAVITY 0 -9.81\n{}END END\n",
      0.7 * std::cos(angle), 0.7 * std::sin(angle), angle, tail);
}

// A disc (angle node 2) at 0.3 rad turning with 3 rad/s; hinged to its rim, 0.5 from the centre, a
// body of 2 kg and 0.1 kg m^2 (point 3, angle 6), its centre 0.4 from the hinge, starting askew.
inline std::string pendulum_on_disc(const std::string& tail) {
  return "PLTOR 2 2 6\nPLREV 4 1 2 3 6  0.5 0 -0.4 0\nX 1 0 0\n"
         "X 3 0.8 0.25\nX 6 0.7\nFIX 1\nINPUTX 2\nDYNE 2\nEND HALT\nXM 3 2\nXM 6 0.1\n"
         "INPUTX 2 1 0.3 3 0\n" +
         tail + "END END\n";
}

}  // namespace mbs::test
