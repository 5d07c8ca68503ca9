// What stands in the way of a mechanism that cannot be assembled: the joint or driver without which
// it closes, and by how much this joint or driver misses.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "assembly/evaluation.h"
#include "base/options.h"
#include "base/source_location.h"
#include "model/built.h"
#include "model/state.h"

namespace mbs {

struct Plan;

// How badly a deck's estimates fit its constraints, and how much better they fit without one of its
// lines. The line without which they fit is likely to have the slip of the pen.
class Misfit {
 public:
  // `state`: the estimates; driven coordinates and deformations get their values at state.t.
  Misfit(const Built& built, const State& state);

  // The misfit at the estimates, a length, without the deformations `rows`: the root of the sum of
  // squares of the errors of all held deformations, angles times the size of the mechanism.
  double without(const std::vector<int>& rows) const;

  // The misfit with these coordinates at their best places, and the positions with them there; the
  // best one first.
  struct Moved {
    double misfit = 0;
    std::vector<double> x;
  };
  std::vector<Moved> moved(const std::vector<int>& coordinates) const;

  // The value that a held deformation has to have at the start.
  double target(int row) const { return target_[row]; }
  // The value of a coordinate at the start; of a driven one its prescribed value.
  double start(int coordinate) const { return driven_[coordinate]; }
  // Size of the mechanism.
  double length() const { return length_; }

 private:
  std::array<double, 2> amid(const std::vector<int>& coordinates) const;
  void evaluate(const std::vector<double>& x) const;
  double size(const std::vector<int>& rows) const;
  void improve(const std::vector<int>& coordinates, Moved& out) const;

  const Model& model_;
  const Phase& phase_;
  std::vector<double> estimates_, driven_, target_, weight_;
  std::vector<int> held_;
  double length_ = 0;
  mutable Evaluation here_;
  mutable std::vector<double> gap_;  // of held_, weighted
};

struct Suspicion {
  std::string label;  // "DRIVER 1"; empty: nothing is suspected
  SourceLocation where;
  std::string text;  // "it closes without DRIVER 1 (line 11), which may begin at 38deg"
  std::string expected;
};

// Assembles the mechanism again without each driver and joint in turn, and with moved estimates of
// each line: at most 200 trials in 2 s. The suspect without which the estimates fit best comes
// first, then the suspect with the smallest gap. If this gap can be closed, too, the estimates are
// to blame. `state`: the estimates.
Suspicion find_suspects(const Plan& plan, const Built& built, const Options& options,
                        const State& state);

}  // namespace mbs
