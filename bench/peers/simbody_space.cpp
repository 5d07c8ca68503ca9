#include <Simbody.h>

#include "peers/space_tree.h"

namespace mbs::bench {
namespace {

using SimTK::MobilizedBody;
using SimTK::Transform;
using SimTK::Vec3;

Vec3 vec(const Numbers3& a) { return Vec3(a[0], a[1], a[2]); }

// The axes of a joint in both of its bodies: z along a hinge.
SimTK::Rotation frame_of(const SpaceSegment& s) {
  if (s.joint != SpaceJoint::hinge) return SimTK::Rotation();
  return SimTK::Rotation(SimTK::UnitVec3(vec(s.axis)), SimTK::ZAxis);
}

class SimbodySpace : public SpacePeer {
 public:
  explicit SimbodySpace(const SpaceTree& tree) : tree_(tree) {
    SimTK::Force::UniformGravity(forces_, matter_, vec(tree.gravity));
    for (const SpaceSegment& s : tree.segments) add(s);
    for (const SpaceClosure& c : tree.closures)
      SimTK::Constraint::Ball(bodies_[at(c.a)], vec(c.on_a), bodies_[at(c.b)], vec(c.on_b));
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
    for (std::size_t k = 0; k < bodies_.size(); ++k) set(k);
  }
  void evaluate() override {
    state_.updQ();  // throws away what depends on the position
    system_.realize(state_, SimTK::Stage::Acceleration);
  }
  std::vector<double> accelerations() override {
    evaluate();
    std::vector<double> out;
    for (std::size_t k = 0; k < bodies_.size(); ++k) {
      const SimTK::Vector a = bodies_[k].getUDotAsVector(state_);
      if (tree_.segments[k].joint == SpaceJoint::hinge) {
        out.push_back(a[0]);
        continue;
      }
      for (int i = 3; i < a.size(); ++i) out.push_back(a[i]);
      const Numbers3 own = turned_back(rotation_of(relative_turn(tree_, k)), {a[0], a[1], a[2]});
      out.insert(out.end(), own.begin(), own.end());
    }
    return out;
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void add(const SpaceSegment& s) {
    const auto& J = s.inertia;
    const SimTK::Body::Rigid body(
        SimTK::MassProperties(s.mass, Vec3(0), SimTK::Inertia(J[0], J[3], J[5], J[1], J[2], J[4])));
    MobilizedBody& parent =
        s.parent < 0 ? static_cast<MobilizedBody&>(matter_.Ground()) : bodies_[at(s.parent)];
    const Transform in_parent(frame_of(s), vec(s.in_parent)), own(frame_of(s), vec(s.own));
    if (s.joint == SpaceJoint::free)
      bodies_.push_back(MobilizedBody::Free(parent, in_parent, body, own));
    else if (s.joint == SpaceJoint::ball)
      bodies_.push_back(MobilizedBody::Ball(parent, in_parent, body, own));
    else
      bodies_.push_back(MobilizedBody::Pin(parent, in_parent, body, own));
    MobilizedBody& made = bodies_.back();
    if (s.force != Numbers3{}) SimTK::Force::ConstantForce(forces_, made, Vec3(0), vec(s.force));
    if (s.moment != Numbers3{})
      SimTK::Force::ConstantTorque(forces_, made, vec(turned(rotation_of(s.q), s.moment)));
    if (s.torque != 0)
      SimTK::Force::MobilityConstantForce(forces_, made, SimTK::MobilizerUIndex(0), s.torque);
  }
  void set(std::size_t k) {
    const SpaceSegment& s = tree_.segments[k];
    const std::array<double, 4> q = relative_turn(tree_, k);
    const SimTK::Rotation turn(SimTK::Quaternion(q[0], q[1], q[2], q[3]));
    const Vec3 rate = vec(relative_rate(tree_, k));
    const SimTK::Rotation frame = frame_of(s), between = ~frame * turn * frame;
    const bool free = s.joint == SpaceJoint::free;
    bodies_[k].setQToFitTransform(state_, Transform(between, free ? vec(s.x) : Vec3(0)));
    bodies_[k].setUToFitVelocity(
        state_, SimTK::SpatialVec(between * (~frame * rate), free ? vec(s.v) : Vec3(0)));
  }

  const SpaceTree tree_;
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_{system_};
  SimTK::GeneralForceSubsystem forces_{system_};
  std::vector<MobilizedBody> bodies_;
  SimTK::State state_;
};

}  // namespace

std::unique_ptr<SpacePeer> simbody_space(const SpaceTree& tree) {
  return std::make_unique<SimbodySpace>(tree);
}

}  // namespace mbs::bench
