// How the forces on minimal coordinates q change with q and their rates while accelerations qdd
// stay:
//   dp = M dF,   F(q, qd) the accelerations, dF = dF/dq dq + dF/dqd dqd
// De holds the derivatives of q and of the constraints by the coordinates x at one state, whose
// factors serve for all changes. With h the velocity forces of mass, f the other forces, S the
// stresses of constraints and of q (0),
//   De dx = dq,   De dv = dqd - dDe v,   De da = -(dDe a + d(D2e(v, v)))
//   De^T dS = d(f - h - M a) - M da - dDe^T S,   dp = the part dS of q
// where each other d is a central difference along (dx, dv) of what elements, masses and loads give
// at a. No position is iterated and nothing is factored for a change. Where motions are prescribed,
// the power of what drives them needs the change of the accelerations themselves:
//   M da + De^T dS = d(f - h - M a) - dDe^T S,   De da as above, S the stresses of constraints
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "assembly/evaluation.h"
#include "assembly/inertia.h"
#include "assembly/loads.h"
#include "model/phase.h"
#include "model/state.h"
#include "solve/forces/freedom_coordinates.h"
#include "solve/forces/two_lines.h"

namespace mbs {

class ForceChange {
 public:
  // Whether all that acts follows from q, qd and the time: there are no states, muscles or choices.
  static bool possible(const Model& model, const Phase& phase);
  ForceChange(const Model& model, const Phase& phase);

  // Takes a state with its accelerations, and the masses and the loads g (nx) there; the masses
  // must stay until the next begin(). False where De is singular.
  [[nodiscard]] bool begin(const State& state, const Inertia& inertia, ConstVector g,
                           FreedomCoordinates& q);
  // change: (dq, dqd), of which differences take the part `length` to both sides. forces := dp;
  // powers := the changes of those of the driving forces on some coordinates, then that of all
  // forces without a potential.
  void find(ConstVector change, double length, const std::vector<int>& driven, Vector forces,
            Vector powers);

 private:
  void move(double s);
  double find_driving_powers(const std::vector<int>& driven, Vector powers);

  const Model& model_;
  const Phase& phase_;
  FreedomCoordinates* q_ = nullptr;
  std::optional<TwoLines> lines_;  // where motions are prescribed, of this partition
  Partition partition_;
  State state_;
  const Inertia* inertia_ = nullptr;
  std::vector<double> stress_;  // S (ne)
  // On one side, and differences of both; the evaluations of both, whose positions serve twice.
  std::array<Evaluation, 2> sides_;
  Inertia inertia_there_;
  Loads loads_;
  std::vector<double> x_, v_, dx_, dv_, da_, force_, force_change_, row_, rate_change_, zero_;
  std::vector<double> edd_, stress_change_;
};

}  // namespace mbs
