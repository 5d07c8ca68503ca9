// The tables of a skeletal chain: segments, joints and base in the notation of Casius 2004. The
// forces of constraints have channels of their own, so external forces do not contain them.
#pragma once

#include "observe/layout.h"
#include "plan/chain.h"
#include "solve/forces/dynamics.h"

namespace mbs {

struct Plan;

class ChainObserver {
 public:
  ChainObserver(const Plan& plan, const Model& model);
  // A locked angle: its coordinate, and the channel in which lay_out() has put its work.
  struct Meter {
    int coordinate, column;
  };
  const std::vector<Meter>& meters() const { return meters_; }
  bool present() const { return !segments_.empty(); }

  // phi1 phid1 phidd1 frx1 fry1 m1 fextx1 fexty1 mext1 of each segment (fext with gravity), frx,
  // fry and m of the last joint, x y xd yd xdd ydd of the base; then fix2.fx fix2.fy, lock1.m
  // lock1.power lock1.work, equal1_2.m.
  void lay_out(Layout& layout);
  // Fills as many numbers as lay_out() named; the works of locked angles are left 0.
  void observe(const State& state, const Dynamics& dynamics, double* out) const;

 private:
  struct Segment {
    int x, phi, joint, hinge;  // coordinates x, phi; deformations joint, hinge
  };
  struct Constraint {
    ChainConstraint::Kind kind;
    std::string label, name;
    int index;  // deformation, or the coordinate that is locked
  };
  std::vector<Segment> segments_;
  std::vector<Constraint> constraints_;
  std::vector<Meter> meters_;
  double d_ = 0;        // of the first segment
  int tip_ = -1;        // deformation of FIX TIP
  int tip_joint_ = -1;  // deformations of the element that the deck puts at the tip
  int tip_hinge_ = -1;
};

}  // namespace mbs
