// Parts of a row of results, a class each (all together: observe/observer.h). lay_out() names the
// numbers, observe() fills as many.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "linalg/lu.h"
#include "model/model.h"
#include "model/phase.h"
#include "model/state.h"
#include "observe/layout.h"
#include "plan/chain.h"
#include "solve/forces/dynamics.h"

namespace mbs {

struct Plan;

// The tables of a skeletal chain: segments, joints and base in the notation of Casius 2004. The
// forces of constraints have channels of their own, so external forces do not contain them.
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

// The impulses that events have given so far, for the CSV: one channel for each coordinate and
// deformation that is held at the start or that an event holds or strikes. The impulse of one
// instant is the difference between the rows around it, with all digits.
class ImpulseObserver {
 public:
  // Without an action that makes velocities jump there are no channels.
  ImpulseObserver(const Plan& plan, const Model& model, const Phase& phase);

  // Names "r1_2.impulse", "s3_1.impulse", "body2.phi.impulse", "revolute1_2.impulse"; no table.
  void lay_out(Layout& layout) const;
  // R (nx) and L (ne) as in solve/impact/impulse.h: R of supports, drives and stops on each
  // coordinate; L of each deformation, positive when it resists growth.
  void add(const std::vector<double>& R, const std::vector<double>& L);
  void observe(double* out) const;

 private:
  struct Counter {
    Target target;
    std::size_t index;
    std::string name;
    Unit unit;
    double sum = 0;
  };
  std::vector<Counter> counters_;
};

// Loads of net joints of the plane (inverse dynamics of measured motion, Winter 2009 chapter 5,
// Otten 2003): each body of prescribed motion needs a force and a moment r at its centre. The net
// joints supply them: the sum over joints of (f, m + arm x f) is r for every body that they touch.
// The joints are trees, so the 3n equations of n joints have one solution.
class NetJointObserver {
 public:
  explicit NetJointObserver(const Model& model);

  // netjoint1.x .y .fx .fy .m .power: place [m], force [N] and moment [N m] on body i, power [W] of
  // the moment.
  void lay_out(Layout& layout) const;
  // Fills as many numbers as lay_out() named, at a state after Dynamics::accelerate().
  void observe(const State& state, const Dynamics& dynamics, double* out);

 private:
  void place(const State& state, std::size_t k, double P[2]);
  // Adds the force and moment of joint k at P to the equations of a body, with a sign.
  void act_on(const State& state, const Body& body, std::size_t k, const double P[2], double sign);

  const Model& model_;
  std::vector<const NetJoint*> joints_;  // those of the plane
  std::vector<int> first_row_;           // nx: first row of the body with this x coordinate
  std::vector<std::array<int, 2>> hints_;
  Lu lu_;
  std::vector<double> loads_;
};

// Joint angles and powers of motors, springs and drives: columns of the CSV and channels of events.
// The tables of a report show only the springs of KABIOS decks.
class PowerObserver {
 public:
  PowerObserver(const Plan& plan, const Model& model, const Phase& phase);

  // Native decks: rev3.angle of PLREV 3, phi_b - phi_a [rad]; e3_1.power of a deformation that is
  // not fixed at the start and x3_1.power of a prescribed coordinate. KABIOS decks: sda1.f .power
  // .length .rate, rsda1.m .power .angle .rate in the order of the deck, and their tables. Chains:
  // m1.power .. of the net joint moments, springs as in KABIOS decks, beam1.e1 .ed1 .s1 .. .s3 of
  // their beams, path1.e .ed .s of their paths. A power is positive into the mechanism: -S ed, r v
  // [W].
  void lay_out(Layout& layout) const;
  // Fills as many numbers as lay_out() named, at a state after Dynamics::accelerate().
  void observe(const State& state, const Dynamics& dynamics, double* out) const;

 private:
  struct Drive {
    std::string name;
    bool coordinate;  // else a deformation
    int index;
  };
  void lay_out_beams(Layout& layout) const;
  void lay_out_paths(Layout& layout) const;

  const Model& model_;
  std::vector<Drive> drives_;
};

// Channels of what was measured: the forces of tables (FORCE, PFORCE) with the place that they act
// at, and the recorded rows of the plan.
class RecordedObserver {
 public:
  RecordedObserver(const Plan& plan, const Model& model);

  // Adds force1.fx .fy .x .y for each measured force, in the order of the deck, of space force1.fx
  // .fy .fz, where it has a place .x .y .z, and moment1.mx .my .mz, then the recorded rows.
  void lay_out(Layout& layout) const;
  void observe(double t, double* out);

 private:
  const Plan& plan_;
  const Model& model_;
  std::vector<std::array<int, 4>> hints_;        // of the measured forces
  std::vector<std::array<int, 6>> space_hints_;  // of those of space
};

// WHEEL, BALL and EGG: their table and channels wheel1.x .y .z .n .along .across .slip .side, and
// the same with ball and egg.
class WheelObserver {
 public:
  explicit WheelObserver(const Model& model);

  // x y z: where it touches; n along across: the force of the plane on the body along its normal,
  // along the way that it rolls and across that; slip side: the rates of the slips.
  void lay_out(Layout& layout) const;
  // Fills as many numbers as lay_out() named, at a state after Dynamics::accelerate().
  void observe(const State& state, const Dynamics& dynamics, double* out) const;

 private:
  struct Rolling {
    int element;           // of the model
    std::string name;      // "wheel1"
    int first;             // of its deformations
    int first_derivative;  // of its entries of De
    int place, turn;       // coordinates of its body
  };
  const Model& model_;
  std::vector<Rolling> all_;
};

// Gap, slip and forces of the contacts, and of joints with friction, in every dialect.
class ContactObserver {
 public:
  ContactObserver(const Plan& plan, const Model& model);

  // contact1.gap .slip .slipd .n .f: gap and slip [m], rate of slip [m/s], normal force that pushes
  // the bodies apart and friction on the first body, positive along the slip [N]. friction1.slip
  // .slipd .load .f of a joint: slip [m or rad] and its rate, the pressing force [N], and friction
  // against the growth of the slip [N or N m]. Of what rolls in space the slip is a vector: .slip
  // is 0, .slipd its length, .f along it. If laws (springs, ELAW, ESIG) act on such a deformation,
  // their forces have channels of their own: contact1.law on the gap, .lawf on the slip,
  // friction1.law, with the signs of .n and .f.
  void lay_out(Layout& layout) const;
  // Fills as many numbers as lay_out() named, at a state after Dynamics::accelerate().
  void observe(const State& state, const Dynamics& dynamics, double* out) const;

 private:
  struct Contact {
    int number;  // of the element; KABIOS: order in the deck
    int normal;  // deformation: the gap; slips follow
    int slips;   // 0 of a cam, whose slip and friction are 0; 2 of what rolls in space
    Unit gap;
  };
  struct Friction {
    int number;        // of the pressing element; KABIOS: order in the deck
    std::string name;  // the number, with the deformation where several slip
    int slip;          // deformation
    Unit unit;         // of the slip
    FrictionLoad load;
  };
  void lay_out_frictions(Layout& layout) const;

  std::vector<Contact> contacts_;
  std::vector<Friction> frictions_;
  struct LawsBeside {
    bool of_gap = false, of_slip = false, of_friction = false;
  };
  LawsBeside laws_beside_;  // whether any contact or friction has such laws
};

}  // namespace mbs
