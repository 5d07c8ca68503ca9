// A mechanism of space (peers/space_tree.h) in mbsim: its deck, and what the peers are compared
// with.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "peers/space_tree.h"
#include "support/mbsim_run.h"
#include "support/problems.h"

namespace mbs::bench {

inline std::string text(const Numbers3& a) {
  return fmt::format(" {:.17g} {:.17g} {:.17g}", a[0], a[1], a[2]);
}
inline int point_of(int k) { return k < 0 ? 0 : 2 * k + 1; }
inline int turn_of(int k) { return k < 0 ? 0 : 2 * k + 2; }
inline std::string bodies(int i, int j) {
  return fmt::format(" {} {} {} {}", point_of(i), turn_of(i), point_of(j), turn_of(j));
}

// Body k is (2 k + 1, 2 k + 2).
inline std::string deck_of(const SpaceTree& tree) {
  std::string nodes, joints, dynamics;
  int e = 0;
  for (int k = 0; k < static_cast<int>(tree.segments.size()); ++k) {
    const SpaceSegment& s = tree.segments[static_cast<std::size_t>(k)];
    const int p = point_of(k), q = turn_of(k);
    nodes += fmt::format("X {}{}\nX {} {:.17g}{}\n", p, text(s.x), q, s.q[0],
                         text({s.q[1], s.q[2], s.q[3]}));
    if (s.joint != SpaceJoint::free) {
      const bool hinge = s.joint == SpaceJoint::hinge;
      joints +=
          fmt::format("{} {}{}{}{}{}\n", hinge ? "REVOLUTE" : "SPHERICAL", ++e, bodies(s.parent, k),
                      text(s.in_parent), text(s.own), hinge ? text(s.axis) : "");
      if (s.torque != 0) dynamics += fmt::format("ELAW {} 1 = {:.17g}\n", e, -s.torque);
    }
    const auto& J = s.inertia;
    dynamics += fmt::format("XM {} {:.17g}\nXM {}{}{}\n", p, s.mass, q, text({J[0], J[1], J[2]}),
                            text({J[3], J[4], J[5]}));
    if (s.force != Numbers3{}) dynamics += fmt::format("XF {}{}\n", p, text(s.force));
    if (s.moment != Numbers3{}) dynamics += fmt::format("XF {}{}\n", q, text(s.moment));
    for (int c = 1; c <= 3; ++c)
      dynamics +=
          fmt::format("STARTVX {} {} {:.17g}\n", p, c, s.v[static_cast<std::size_t>(c) - 1]);
    dynamics += fmt::format("STARTVX {}{}\n", q, text(s.w));
  }
  for (const SpaceClosure& c : tree.closures)
    joints +=
        fmt::format("SPHERICAL {}{}{}{}\n", ++e, bodies(c.a, c.b), text(c.on_a), text(c.on_b));
  return joints + nodes + "END HALT\n" + dynamics + "GRAVITY" + text(tree.gravity) +
         "\nDOF AUTO\nINTEG STEP 1e-9 1e-9\nTIMESTEP 1 1\nEND END\n";
}

class MbsimSpace {
 public:
  explicit MbsimSpace(const SpaceTree& tree)
      : tree_(tree), deck_(deck_of(tree)), started_(deck_, Form::automatic) {
    for (std::size_t k = 0; k < tree_.segments.size(); ++k) {
      SpaceSegment& s = tree_.segments[k];
      s.v = of(started_.state.v, point_of(static_cast<int>(k)));
      s.w = of(started_.state.v, turn_of(static_cast<int>(k)));
    }
  }
  // With the velocities that mbsim begins with: where loops close, those given are estimates.
  const SpaceTree& tree() const { return tree_; }
  void evaluate() { started_.evaluate(); }
  // As SpacePeer's.
  std::vector<double> accelerations() const {
    std::vector<double> out;
    for (std::size_t k = 0; k < tree_.segments.size(); ++k) {
      const SpaceSegment& s = tree_.segments[k];
      Numbers3 turn = of(started_.state.a, turn_of(static_cast<int>(k)));
      if (s.parent >= 0) {
        const SpaceSegment& parent = tree_.segments[static_cast<std::size_t>(s.parent)];
        const Rotation own = rotation_of(s.q), of_parent = rotation_of(parent.q);
        const Numbers3 a =
            turned_back(own, turned(of_parent, of(started_.state.a, turn_of(s.parent))));
        const Numbers3 w = turned_back(own, turned(of_parent, parent.w));
        // The velocity of the parent seen from the segment turns by -w of the segment.
        turn = {turn[0] - a[0] + s.w[1] * w[2] - s.w[2] * w[1],
                turn[1] - a[1] + s.w[2] * w[0] - s.w[0] * w[2],
                turn[2] - a[2] + s.w[0] * w[1] - s.w[1] * w[0]};
      }
      if (s.joint == SpaceJoint::hinge) {
        out.push_back(turn[0] * s.axis[0] + turn[1] * s.axis[1] + turn[2] * s.axis[2]);
        continue;
      }
      if (s.joint == SpaceJoint::free)
        for (const double a : of(started_.state.a, point_of(static_cast<int>(k)))) out.push_back(a);
      for (const double a : turn) out.push_back(a);
    }
    return out;
  }

 private:
  Numbers3 of(const std::vector<double>& values, int node) const {
    const std::size_t i = coordinate(deck_, node);
    return {values[i], values[i + 1], values[i + 2]};
  }

  SpaceTree tree_;
  DeckModel deck_;
  Started started_;
};

// To a part of the largest one.
inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return HUGE_VAL;
  double worst = 0, largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    worst = std::max(worst, std::fabs(a[i] - b[i]));
    largest = std::max(largest, std::fabs(b[i]));
  }
  return worst / largest;
}

}  // namespace mbs::bench
