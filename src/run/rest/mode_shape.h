// The motion that a picture shows about a state of rest: a mode of a deck with EIGEN, or the
// softest motion of the equilibrium of a deck with STATIC.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/frame/run.h"

namespace mbs {

struct ShapeRequest {
  int mode = 1;
  std::optional<double> load_factor;  // of a load path: its first point nearest to this factor
};

struct ModeShape {
  double t = 0;
  std::vector<double> x;       // the state
  std::vector<double> motion;  // velocities; empty where there is none
  std::string text;            // "mode 2: 22.0345 rad/s"
};

// The deck has the job equilibrium or modes. Without a load factor a load path shows its first
// limit point or bifurcation, or, where there is none, its end. Errors go to `diagnostics`.
Outcome find_softest_motion(const Plan& plan, const Built& built, const RunSettings& settings,
                            const ShapeRequest& request, ModeShape& out, Diagnostics& diagnostics);
Outcome find_mode_shape(const Plan& plan, const Built& built, const RunSettings& settings,
                        const ShapeRequest& request, ModeShape& out, Diagnostics& diagnostics);

}  // namespace mbs
