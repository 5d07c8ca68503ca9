// Forces in a report: nodes and elements of a native deck, reactions and driver efforts of a KABIOS
// deck. Names as in the manual: x3_1 v3_1 a3_1 f3_1 r3_1, e2_1 ed2_1 edd2_1 s2_1; rev3.fx ...
#pragma once

#include "observe/layout.h"
#include "plan/vocabulary.h"
#include "solve/forces/dynamics.h"

namespace mbs {

// The channels of a kinematic run: bodies and observed points; in a report with rows of nodes also
// nodes and elements without forces.
class MotionObserver {
 public:
  MotionObserver(const Model& model, RowsOf rows) : model_(model), nodes_(rows != RowsOf::bodies) {}
  void lay_out(const Phase& phase, Layout& layout) const;
  void observe(const State& state, Vector values) const;

 private:
  const Model& model_;
  bool nodes_;
};

void lay_out_nodes(const Model& model, const Phase& phase, Layout& layout);
void observe_nodes(const Model& model, const State& state, const Dynamics& dynamics, double* out);

void lay_out_elements(const Model& model, const Phase& phase, Layout& layout);
void observe_elements(const Model& model, const State& state, const Dynamics& dynamics,
                      double* out);

// Joints: force and moment of body i on body j. Grounds, simple constraints, drivers and guides:
// the force or torque on the coordinate they hold.
class ReactionObserver {
 public:
  explicit ReactionObserver(const Model& model) : model_(model) {}
  void lay_out(Layout& layout) const;
  // Fills as many numbers as lay_out() named.
  void observe(const State& state, const Dynamics& dynamics, double* out) const;

 private:
  const Model& model_;
};

}  // namespace mbs
