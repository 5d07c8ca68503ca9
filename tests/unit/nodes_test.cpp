// Quaternions and rigid motions of nodes against finite turns.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "nodes/node_type.h"
#include "nodes/quaternion.h"
#include "nodes/rigid_body.h"

namespace mbs {
namespace {

struct Turned {
  double q[4], w[3];
};

Turned random_turn(unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Turned out;
  for (double& q : out.q) q = uniform(generator);
  normalise(out.q);
  for (double& w : out.w) w = uniform(generator);
  return out;
}

TEST(Quaternion, TurnsRightHandedAboutItsAxis) {
  const double half = 0.35;
  const double q[4] = {std::cos(half), 0, 0, std::sin(half)};
  double R[9];
  rotation_matrix(q, R);
  EXPECT_NEAR(R[0], std::cos(2 * half), 1e-15);  // seen 1.1e-16
  EXPECT_NEAR(R[3], std::sin(2 * half), 1e-15);  // the first body axis has gone towards y
  EXPECT_NEAR(R[8], 1, 1e-15);
}

// R^T R = 1, and a body axis moves with w x axis: Rd = R [w x], w along the axes of the body.
TEST(Quaternion, RateIsThatOfTheMatrix) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Turned at = random_turn(seed);
    double R[9], qd[4], low[9], high[9];
    rotation_matrix(at.q, R);
    quaternion_rate(at.q, at.w, qd);
    constexpr double h = 1e-5;
    double before[4], after[4], radial = 0;
    for (int k = 0; k < 4; ++k) {
      before[k] = at.q[k] - h * qd[k];
      after[k] = at.q[k] + h * qd[k];
      radial += at.q[k] * qd[k];
    }
    EXPECT_NEAR(radial, 0, 2e-15);  // the norm stays
    rotation_matrix(before, low);
    rotation_matrix(after, high);
    const double* w = at.w;
    const double cross[9] = {0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        double rate = 0, unit = 0;
        for (int k = 0; k < 3; ++k) {
          rate += R[3 * i + k] * cross[3 * k + j];
          unit += R[3 * k + i] * R[3 * k + j];
        }
        EXPECT_NEAR((high[3 * i + j] - low[3 * i + j]) / (2 * h), rate, 1e-9);
        EXPECT_NEAR(unit, i == j ? 1 : 0, 2e-15);
      }
  }
}

// A turn made at once is the way at constant angular velocity, whatever its angle.
TEST(Quaternion, TurnByIsTheWayOfAConstantVelocity) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Turned start = random_turn(seed);
    double at_once[4], q[4];
    for (int k = 0; k < 4; ++k) at_once[k] = q[k] = start.q[k];
    const double scale = 5;
    const double d[3] = {scale * start.w[0], scale * start.w[1], scale * start.w[2]};
    turn_by(at_once, d);
    constexpr int kSteps = 2000;
    const double w[3] = {d[0] / kSteps, d[1] / kSteps, d[2] / kSteps};
    for (int step = 0; step < kSteps; ++step) {  // RK4
      double k1[4], k2[4], k3[4], k4[4], y[4];
      quaternion_rate(q, w, k1);
      for (int k = 0; k < 4; ++k) y[k] = q[k] + k1[k] / 2;
      quaternion_rate(y, w, k2);
      for (int k = 0; k < 4; ++k) y[k] = q[k] + k2[k] / 2;
      quaternion_rate(y, w, k3);
      for (int k = 0; k < 4; ++k) y[k] = q[k] + k3[k];
      quaternion_rate(y, w, k4);
      for (int k = 0; k < 4; ++k) q[k] += (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]) / 6;
    }
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(at_once[k], q[k], 1e-12);
    EXPECT_NEAR(norm_of(at_once), 1, 4e-16);
  }
}

// What has been normalised stays as it is: an echoed deck gives the same run.
TEST(Quaternion, NormalisesOnce) {
  for (unsigned seed = 0; seed < 1000; ++seed) {
    Turned once = random_turn(seed), twice = once;
    normalise(twice.q);
    for (int k = 0; k < 4; ++k) EXPECT_EQ(once.q[k], twice.q[k]);
  }
}

// A turn of everything about an axis of space by a small angle moves each node by so much of its
// rigid motion.
TEST(Nodes, RigidMotionsAreRatesOfFiniteTurns) {
  constexpr double h = 1e-6;
  const double x[3] = {0.3, -0.7, 1.1};
  const Turned at = random_turn(3);
  double R[9];
  rotation_matrix(at.q, R);
  for (int axis = 0; axis < 3; ++axis) {
    double space[4] = {1, 0, 0, 0}, turned[9];
    double small[3] = {0, 0, 0};
    small[axis] = h;
    turn_by(space, small);
    rotation_matrix(space, turned);
    const auto motion = static_cast<RigidMotion>(3 + axis);
    double v[3], w[3];
    kSpacePointNode.rigid_motion(motion, x, v);
    for (int i = 0; i < 3; ++i) {
      double moved = -x[i];
      for (int k = 0; k < 3; ++k) moved += turned[3 * i + k] * x[k];
      EXPECT_NEAR(moved / h, v[i], 2e-6);
    }
    // The orientation: p o q is q turned by h w along the axes of the body.
    kOrientationNode.rigid_motion(motion, at.q, w);
    double q[4];
    const double d[3] = {h * w[0], h * w[1], h * w[2]};
    for (int k = 0; k < 4; ++k) q[k] = at.q[k];
    turn_by(q, d);
    double body[9];
    rotation_matrix(q, body);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        double both = 0;
        for (int k = 0; k < 3; ++k) both += turned[3 * i + k] * R[3 * k + j];
        EXPECT_NEAR(body[3 * i + j], both, 2e-15);
      }
    double planar[2], angle;
    kPointNode.rigid_motion(motion, x, planar);
    kAngleNode.rigid_motion(motion, nullptr, &angle);
    EXPECT_EQ(planar[0], axis == 2 ? -x[1] : 0);
    EXPECT_EQ(planar[1], axis == 2 ? x[0] : 0);
    EXPECT_EQ(angle, axis == 2 ? 1 : 0);
  }
}

// A turn is what lies between two orientations, whichever of q and -q they are given by.
TEST(Nodes, ADifferenceIsWhatARetractionNeeds) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Turned from = random_turn(seed), to = random_turn(100 + seed);
    double d[3], q[4], opposite[4], e[3];
    kOrientationNode.difference(from.q, to.q, d);
    for (int k = 0; k < 4; ++k) q[k] = from.q[k], opposite[k] = -to.q[k];
    kOrientationNode.difference(from.q, opposite, e);
    kOrientationNode.retract(d, q);
    const double sign = q[0] * to.q[0] > 0 ? 1 : -1;
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(sign * q[k], to.q[k], 1e-15);
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(d[k], e[k], 1e-14);
    EXPECT_LE(std::hypot(d[0], d[1], d[2]), 3.1415926535897936);
  }
}

// The masses of one node of a kind at random coordinates and velocities.
std::vector<double> masses_at(const NodeType& type, const std::vector<double>& numbers,
                              unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto nq = static_cast<std::size_t>(type.nq), nv = static_cast<std::size_t>(type.nv);
  NodeBatch node{&type, std::vector<int>(nq), std::vector<int>(nv)};
  std::iota(node.place.begin(), node.place.end(), 0);
  std::iota(node.gather.begin(), node.gather.end(), 0);
  std::vector<double> x(nq), v(nv), M(nv * nv), h(nv);
  for (double& one : x) one = uniform(generator);
  for (double& one : v) one = uniform(generator);
  type.inertia(node, x.data(), v.data(), numbers.data(), M.data(), h.data());
  return M;
}

TEST(Nodes, MassesOfOrientationsAloneNeverChange) {
  const std::vector<double> numbers = {2, 0.1, 0.2, -0.3, 3, 0.1, 0.2, 4, 0.3, 5};
  const auto changes = [&](const NodeType& type) {
    return masses_at(type, numbers, 1) != masses_at(type, numbers, 2);
  };
  for (const NodeType* type : node_types()) {
    if (!type->inertia) continue;
    EXPECT_NE(type->role == NodeRole::turn, changes(*type)) << type->text;
  }
  EXPECT_TRUE(changes(kRigidBody));
}

TEST(Nodes, EveryKindOfTheRegistryIsWhole) {
  for (const NodeType* type : node_types()) {
    EXPECT_LE(type->nv, type->nq);
    EXPECT_LE(type->nq, kMostPositions);
    EXPECT_LE(type->nv, kMostVelocities);
    EXPECT_EQ(std::count(type->layout.begin(), type->layout.end(), ' '), type->nq - 1);
    EXPECT_EQ(std::count(type->load_layout.begin(), type->load_layout.end(), ' '), type->nv - 1);
    EXPECT_NE(type->rigid_motion, nullptr);
    EXPECT_NE(type->diagonal_mass == nullptr, type->inertia == nullptr);
    EXPECT_FALSE(type->mass_columns.empty());
    EXPECT_EQ(type->check_mass == nullptr, type->mass_columns.size() == 1);
    EXPECT_TRUE(type->start.empty() || type->start.size() == static_cast<std::size_t>(type->nq));
    // A kind has all that its coordinates need beside numbers, or nothing of it.
    EXPECT_EQ(type->has_rates(), type->retract == nullptr);
    EXPECT_EQ(type->has_rates(), type->difference == nullptr);
    EXPECT_EQ(type->has_rates(), type->normalise == nullptr);
    EXPECT_EQ(type->has_rates(), type->nq == type->nv);
    for (int c = 0; c < type->nv; ++c)
      EXPECT_FALSE(type->components[static_cast<std::size_t>(c)].name.empty());
  }
}

}  // namespace
}  // namespace mbs
