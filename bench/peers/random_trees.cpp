// Random trees of balls and hinges, and trees of which balls close loops: one evaluation beside
// Simbody and, of trees, MuJoCo.
#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "peers/mbsim_space.h"
#include "peers/table.h"

namespace mbs::bench {
namespace {

class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  double between(double a, double b) {
    return a + (b - a) * static_cast<double>(engine_()) / static_cast<double>(engine_.max());
  }
  int below(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }
  Numbers3 place(double size) {
    return {between(-size, size), between(-size, size), between(-size, size)};
  }

 private:
  std::mt19937 engine_;
};

SpaceSegment segment(Draw& draw, const SpaceTree& tree, SpaceJoint joint, int parent_at) {
  SpaceSegment s;
  s.joint = joint;
  s.parent = parent_at;
  s.in_parent = draw.place(0.6), s.own = draw.place(0.6);
  Numbers3 turn = draw.place(1), rate = draw.place(3);
  double along = 0;
  if (joint == SpaceJoint::hinge) {
    const Numbers3 axis = draw.place(1);
    const double size = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    const double angle = draw.between(-2, 2);
    along = draw.between(-3, 3);
    for (std::size_t c = 0; c < 3; ++c) s.axis[c] = axis[c] / size, turn[c] = angle * s.axis[c];
  }
  s.mass = draw.between(0.5, 3);
  // Three point masses on turned axes: a body that exists.
  const Rotation R = rotation_of(turned_by({1, 0, 0, 0}, draw.place(2)));
  const Numbers3 extent{draw.between(0.05, 0.4), draw.between(0.05, 0.4), draw.between(0.05, 0.4)};
  constexpr std::size_t kAt[6][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};
  for (std::size_t k = 0; k < 3; ++k) {
    const double weight = s.mass / 3 * extent[k] * extent[k];
    for (std::size_t e = 0; e < 6; ++e)
      s.inertia[e] +=
          weight * ((kAt[e][0] == kAt[e][1] ? 1 : 0) - R[kAt[e][0]][k] * R[kAt[e][1]][k]);
  }
  s.force = draw.place(5), s.moment = draw.place(1);
  if (joint == SpaceJoint::hinge) s.torque = draw.between(-2, 2);
  SpaceSegment ground;  // at the origin, at rest
  const SpaceSegment& parent =
      s.parent < 0 ? ground : tree.segments[static_cast<std::size_t>(s.parent)];
  s.q = turned_by(parent.q, turn);
  const Rotation own = rotation_of(s.q), of_parent = rotation_of(parent.q);
  const Numbers3 carried = turned_back(own, turned(of_parent, parent.w));
  for (std::size_t c = 0; c < 3; ++c)
    s.w[c] = carried[c] + (joint == SpaceJoint::hinge ? along * s.axis[c] : rate[c]);
  const Numbers3 out = turned(of_parent, s.in_parent), back = turned(own, s.own);
  const Numbers3 out_rate = turned(of_parent, crossed(parent.w, s.in_parent));
  const Numbers3 back_rate = turned(own, crossed(s.w, s.own));
  for (std::size_t c = 0; c < 3; ++c) {
    s.x[c] = parent.x[c] + out[c] - back[c];
    s.v[c] = parent.v[c] + out_rate[c] - back_rate[c];
  }
  return s;
}

SpaceTree random_tree(Draw& draw, int bodies) {
  SpaceTree out;
  for (int k = 0; k < bodies; ++k) {
    const SpaceJoint joint = draw.below(2) ? SpaceJoint::hinge : SpaceJoint::ball;
    out.segments.push_back(segment(draw, out, joint, draw.below(k + 1) - 1));
  }
  out.gravity = draw.place(10);
  return out;
}

// Two segments on balls in a row, and a ball that ties the end of the second one to any other
// segment: six freedoms for the three that it takes.
SpaceTree random_loop(Draw& draw) {
  const int n = 2 + draw.below(4), other = draw.below(n);
  SpaceTree out = random_tree(draw, n);
  for (int k = 0; k < 2; ++k)
    out.segments.push_back(segment(draw, out, SpaceJoint::ball, k > 0 ? n : draw.below(n)));
  SpaceClosure c;
  c.a = n + 1, c.b = other;
  const SpaceSegment &a = out.segments.back(), &b = out.segments[static_cast<std::size_t>(other)];
  c.on_a = draw.place(0.5);
  Numbers3 place = turned(rotation_of(a.q), c.on_a);
  for (std::size_t k = 0; k < 3; ++k) place[k] += a.x[k] - b.x[k];
  c.on_b = turned_back(rotation_of(b.q), place);
  out.closures.push_back(c);
  return out;
}

}  // namespace

void random_trees(int count) {
  double simbody = 0, mujoco = 0, loops = 0;
  for (int k = 0; k < count; ++k) {
    Draw draw(static_cast<unsigned>(k) + 1);
    const MbsimSpace tree(random_tree(draw, 2 + draw.below(11)));
    const std::vector<double> own = tree.accelerations();
    simbody =
        std::max(simbody, largest_difference(simbody_space(tree.tree())->accelerations(), own));
    mujoco = std::max(mujoco, largest_difference(mujoco_space(tree.tree())->accelerations(), own));
    const MbsimSpace loop(random_loop(draw));
    loops = std::max(loops, largest_difference(simbody_space(loop.tree())->accelerations(),
                                               loop.accelerations()));
  }
  if (!(std::max({simbody, mujoco, loops}) < 1e-9))
    throw std::runtime_error("random trees of space: mbsim and the peers differ");
  fmt::print(
      "{} random trees of space, one evaluation: Simbody differs by {:.1e}, MuJoCo by {:.1e}; as "
      "many "
      "with a loop: Simbody by {:.1e}\n",
      count, simbody, mujoco, loops);
}

}  // namespace mbs::bench
