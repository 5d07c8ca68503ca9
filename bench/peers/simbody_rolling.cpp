// What rolls, in Simbody: a disc stands on a frame without mass that yaws, moves along the floor
// with the contact and leans; a constraint holds the two slips at the contact. So the gap is no
// equation. NoSlip1D cannot serve: where the contact moves along bodies that turn in space it gives
// other accelerations (-4.30 m/s^2 upwards for the disc of rolling_disc.dat, which has -2.59).
#include <Simbody.h>

#include <array>
#include <memory>
#include <vector>

#include "peers/peers.h"

namespace mbs::bench {
namespace {

using SimTK::Constraint;
using SimTK::MobilizedBody;
using SimTK::Transform;
using SimTK::UnitVec3;
using SimTK::Vec3;

using Bodies = SimTK::Array_<SimTK::SpatialVec, SimTK::ConstrainedBodyIndex>;
using Speeds = SimTK::Array_<SimTK::Real, SimTK::ConstrainedUIndex>;

const UnitVec3 kX(1, 0, 0), kY(0, 1, 0), kZ(0, 0, 1);

// The body slips neither along x nor along y of the frame, at the frame's origin.
class NoSlip : public Constraint::Custom::Implementation {
 public:
  NoSlip(SimTK::SimbodyMatterSubsystem& matter, const MobilizedBody& frame,
         const MobilizedBody& body)
      : Implementation(matter, 0, 2, 0) {
    addConstrainedBody(matter.Ground());
    frame_ = addConstrainedBody(frame), body_ = addConstrainedBody(body);
  }
  Implementation* clone() const override { return new NoSlip(*this); }
  void calcVelocityErrors(const SimTK::State& s, const Bodies& V, const Speeds&,
                          SimTK::Array_<SimTK::Real>& out) const override {
    const Vec3 slip = V[body_][1] + V[body_][0] % arm(s);
    for (int k = 0; k < 2; ++k) out[k] = dot(way(s, k), slip);
  }
  void calcVelocityDotErrors(const SimTK::State& s, const Bodies& A, const Speeds&,
                             SimTK::Array_<SimTK::Real>& out) const override {
    const SimTK::SpatialVec &of = getBodyVelocityFromState(s, body_),
                            &contact = getBodyVelocityFromState(s, frame_);
    const Vec3 r = arm(s), slip = of[1] + of[0] % r;
    const Vec3 rate = A[body_][1] + A[body_][0] % r + of[0] % (contact[1] - of[1]);
    for (int k = 0; k < 2; ++k) out[k] = dot(way(s, k), rate) + dot(contact[0] % way(s, k), slip);
  }
  void addInVelocityConstraintForces(const SimTK::State& s,
                                     const SimTK::Array_<SimTK::Real>& multipliers, Bodies& forces,
                                     Speeds&) const override {
    const Vec3 at = ~getBodyRotationFromState(s, body_) * arm(s);
    addInStationForce(s, body_, at, multipliers[0] * way(s, 0) + multipliers[1] * way(s, 1),
                      forces);
  }

 private:
  Vec3 arm(const SimTK::State& s) const {
    return getBodyOriginLocationFromState(s, frame_) - getBodyOriginLocationFromState(s, body_);
  }
  Vec3 way(const SimTK::State& s, int k) const {
    return getBodyRotationFromState(s, frame_).col(k);
  }
  SimTK::ConstrainedBodyIndex frame_, body_;
};

struct Rolling {
  SimTK::MultibodySystem system;
  SimTK::SimbodyMatterSubsystem matter{system};
  SimTK::GeneralForceSubsystem forces{system};

  Rolling() { SimTK::Force::UniformGravity(forces, matter, Vec3(0, 0, -9.81)); }

  // A pin along an axis of both bodies, whose axes are parallel at the angle 0.
  static MobilizedBody::Pin pin(MobilizedBody& parent, const Vec3& at, const UnitVec3& axis,
                                const SimTK::Body& body, const Vec3& on_body) {
    const SimTK::Rotation turn(axis, SimTK::ZAxis);
    return {parent, Transform(turn, at), body, Transform(turn, on_body)};
  }
  static SimTK::Body::Rigid rigid(double mass, double xx, double yy, double zz, double xz = 0) {
    return SimTK::Body::Rigid(
        SimTK::MassProperties(mass, Vec3(0), SimTK::Inertia(Vec3(xx, yy, zz), Vec3(0, xz, 0))));
  }
  MobilizedBody& ground() { return static_cast<MobilizedBody&>(matter.Ground()); }
  void hold_slips(MobilizedBody& contact, MobilizedBody& wheel) {
    Constraint::Custom(new NoSlip(matter, contact, wheel));
  }
  SimTK::State begin() {
    SimTK::State state = system.realizeTopology();
    system.realizeModel(state);
    return state;
  }
};

struct Disc : Rolling {
  MobilizedBody::Planar contact;
  MobilizedBody::Pin lean, disc;

  explicit Disc(const DiscStart& d)
      : contact(ground(), SimTK::Body::Massless()),
        lean(pin(contact, Vec3(0), kX, SimTK::Body::Massless(), Vec3(0))),
        disc(pin(lean, Vec3(0, 0, d.radius), kY, rigid(d.mass, d.across, d.about_axle, d.across),
                 Vec3(0))) {
    hold_slips(contact, disc);
  }
  SimTK::State start(const DiscStart& d) {
    SimTK::State state = begin();
    contact.setQ(state, Vec3(d.yaw, d.x, d.y));
    lean.setAngle(state, d.lean);
    const double ahead = d.spin * d.radius;
    contact.setU(state, Vec3(d.yaw_rate, ahead * std::cos(d.yaw), ahead * std::sin(d.yaw)));
    lean.setRate(state, d.lean_rate), disc.setRate(state, d.spin);
    return state;
  }
};

class SimbodyDisc : public DiscPeer {
 public:
  explicit SimbodyDisc(const DiscStart& start) : disc_(start), begin_(disc_.start(start)) {}
  void evaluate() override {
    begin_.updQ();  // throws away what depends on the position
    disc_.system.realize(begin_, SimTK::Stage::Acceleration);
  }
  std::array<double, 3> acceleration() override {
    evaluate();
    return place(disc_.disc.getBodyOriginAcceleration(begin_));
  }
  std::array<double, 3> run(double end, double accuracy) override {
    SimTK::RungeKuttaMersonIntegrator integrator(disc_.system);
    integrator.setAccuracy(accuracy);
    SimTK::TimeStepper stepper(disc_.system, integrator);
    stepper.initialize(begin_);
    stepper.stepTo(end);
    return place(disc_.disc.getBodyOriginLocation(integrator.getState()));
  }

 private:
  static std::array<double, 3> place(const Vec3& v) { return {v[0], v[1], v[2]}; }
  Disc disc_;
  SimTK::State begin_;
};

// The benchmark bicycle as in decks/space/bicycle.inc: from the rear contact to the frame, the rear
// wheel and the fork, and from the front contact to the front wheel, which a ball joint and two
// right angles hold to the fork.
struct Bicycle : Rolling {
  static constexpr double kTilt = 0.31415926535897932, kRear = 0.3, kFront = 0.35;
  MobilizedBody::Planar rear, front;
  MobilizedBody::Pin roll, frame, wheel, fork, front_roll, front_wheel;

  Bicycle()
      : rear(ground(), SimTK::Body::Massless()),
        front(ground(), SimTK::Body::Massless()),
        roll(pin(rear, Vec3(0), kX, SimTK::Body::Massless(), Vec3(0))),
        frame(pin(roll, Vec3(0, 0, kRear), kY, rigid(85, 9.2, 11, 2.8, -2.4),
                  Vec3(-0.3, 0, kRear - 0.9))),
        wheel(pin(frame, Vec3(-0.3, 0, kRear - 0.9), kY, rigid(2, 0.0603, 0.12, 0.0603), Vec3(0))),
        fork(pin(frame, Vec3(1.1 - 0.3, 0, -0.9), UnitVec3(-std::sin(kTilt), 0, std::cos(kTilt)),
                 rigid(4, 0.05892, 0.06, 0.00708, 0.00756), Vec3(1.1 - 0.9, 0, -0.7))),
        front_roll(pin(front, Vec3(0), kX, SimTK::Body::Massless(), Vec3(0))),
        front_wheel(
            pin(front_roll, Vec3(0, 0, kFront), kY, rigid(3, 0.1405, 0.28, 0.1405), Vec3(0))) {
    hold_slips(rear, wheel);
    hold_slips(front, front_wheel);
    Constraint::Ball(fork, Vec3(1.02 - 0.9, 0, kFront - 0.7), front_wheel, Vec3(0));
    Constraint::ConstantAngle(fork, kX, front_wheel, kY);
    Constraint::ConstantAngle(fork, kZ, front_wheel, kY);
  }
};

class SimbodyBicycle : public ChainPeer {
 public:
  explicit SimbodyBicycle(const BicycleState& s) : state_(bicycle_.begin()) {
    Bicycle& b = bicycle_;
    SimTK::State& state = state_;
    const SimTK::ProjectOptions options(1e-13);
    SimTK::ProjectResults results;
    SimTK::Vector none;
    b.roll.setAngle(state, s.roll), b.fork.setAngle(state, s.steer);
    b.front.setQ(state, Vec3(s.steer, 1.02, 0)), b.front_roll.setAngle(state, s.roll);
    for (const MobilizedBody* kept :
         {static_cast<MobilizedBody*>(&b.rear), static_cast<MobilizedBody*>(&b.roll),
          static_cast<MobilizedBody*>(&b.fork)})
      kept->lock(state);
    b.system.realize(state, SimTK::Stage::Position);
    b.system.projectQ(state, none, options, results);
    for (const MobilizedBody* kept :
         {static_cast<MobilizedBody*>(&b.rear), static_cast<MobilizedBody*>(&b.roll),
          static_cast<MobilizedBody*>(&b.fork)})
      kept->unlock(state);
    b.roll.setRate(state, s.roll_rate), b.fork.setRate(state, s.steer_rate);
    b.wheel.setRate(state, s.wheel_rate);
    for (const MobilizedBody::Pin* kept : {&b.roll, &b.fork, &b.wheel})
      kept->lock(state, SimTK::Motion::Velocity);
    b.system.realize(state, SimTK::Stage::Velocity);
    b.system.projectU(state, none, options, results);
    for (const MobilizedBody::Pin* kept : {&b.roll, &b.fork, &b.wheel}) kept->unlock(state);
  }
  void evaluate() override {
    state_.updQ();
    bicycle_.system.realize(state_, SimTK::Stage::Acceleration);
  }
  std::vector<double> accelerations() override {
    evaluate();
    const SimTK::Vector& a = state_.getUDot();
    const auto of = [&](const MobilizedBody& body) { return a[body.getFirstUIndex(state_)]; };
    return {of(bicycle_.rear), of(bicycle_.roll), of(bicycle_.frame), of(bicycle_.fork),
            of(bicycle_.wheel)};
  }

 private:
  Bicycle bicycle_;
  SimTK::State state_;
};

}  // namespace

std::unique_ptr<DiscPeer> simbody_disc(const DiscStart& start) {
  return std::make_unique<SimbodyDisc>(start);
}
std::unique_ptr<ChainPeer> simbody_bicycle(const BicycleState& state) {
  return std::make_unique<SimbodyBicycle>(state);
}

}  // namespace mbs::bench
