// rev1.fx and the like: the force and the moment of body i on body j, against Newton's and Euler's
// equations of body j, by hand and between two ways to write one joint.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/space_vector.h"
#include "nodes/quaternion.h"
#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

Vec3 three_of(const test::RunResult& run, std::size_t k, const std::string& stem,
              const std::string& ends) {
  return {run.value(k, stem + ends[0]), run.value(k, stem + ends[1]), run.value(k, stem + ends[2])};
}

// An arm of two links: a driven shoulder askew, an elbow with a spring and a damper, a hand that is
// welded. All joints are at places off the points of their bodies.
const std::string kArm =
    "REVOLUTE 1 0 0 1 2 AT 0.1 0 0.2 1 2 3\nREVOLUTE 2 1 2 3 4 AT 0.5 0.1 0.3 0 1 0.2\n"
    "WELD 3 3 4 5 6 AT 0.8 0.1 0.2 1 1 0\nX 1 0.3 0 0.25\nX 2 ROT zxy 0.2 0.1 0.3\nX 3 0.65 0.1 "
    "0.3\n"
    "X 5 0.9 0.15 0.2\nX 6 ROT zxy 1 0.5 0.3\nINPUTE 1 1\nDYNE 2 1\nEND HALT\nINPUTE 1 1 = "
    "sin(3*t)\n"
    "XM 1 2\nXM 2 0.05 0.006 -0.004 0.06 0.003 0.07\nXM 3 1.5\nXM 4 0.03 0 0.002 0.04 0 0.02\n"
    "BODYMASS 5 6 0.7 0.03 -0.02 0.05 0.004 0 0 0.005 0.001 0.003\nELAW 2 1 = 4*e + 0.3*ed\n"
    "GRAVITY 0.5 0 -9.81\nINTEG DOP853 1e-11 1e-11\nTIMESTEP 1 10\nEND END\n";

struct Part {
  int p, a;
  double m;
  Vec3 c;
  double J[6];  // about the centre of mass
};
constexpr Part kParts[] = {{1, 2, 2, {0, 0, 0}, {0.05, 0.006, -0.004, 0.06, 0.003, 0.07}},
                           {3, 4, 1.5, {0, 0, 0}, {0.03, 0, 0.002, 0.04, 0, 0.02}},
                           {5, 6, 0.7, {0.03, -0.02, 0.05}, {0.004, 0, 0, 0.005, 0.001, 0.003}}};

// What a body needs: the sum of forces, and of moments about the origin.
void add_needed(const test::RunResult& run, std::size_t k, const Part& part, Vec3& force,
                Vec3& moment) {
  double q[4], R[9];
  for (int n = 0; n < 4; ++n) q[n] = run.value(k, fmt::format("x{}_{}", part.a, n + 1));
  rotation_matrix(q, R);
  const auto vector = [&](const char* letter, int node) {
    return three_of(run, k, fmt::format("{}{}_", letter, node), "123");
  };
  const Vec3 w = vector("v", part.a), spin = vector("a", part.a);
  const Vec3 centre = vector("x", part.p) + to_space(R, part.c);
  const Vec3 a =
      vector("a", part.p) + to_space(R, cross(spin, part.c) + cross(w, cross(w, part.c)));
  const auto times = [&](Vec3 v) {
    const double* const J = part.J;
    return Vec3{J[0] * v.x + J[1] * v.y + J[2] * v.z, J[1] * v.x + J[3] * v.y + J[4] * v.z,
                J[2] * v.x + J[4] * v.y + J[5] * v.z};
  };
  const Vec3 f = part.m * (a - Vec3{0.5, 0, -9.81});
  force = force + f;
  moment = moment + cross(centre, f) + to_space(R, times(spin) + cross(w, times(w)));
}

TEST(ForcesOfSpaceJoints, AreNewtonsAndEulers) {
  const auto run = test::good_run(kArm);
  // Places of the joints in body j at the start, hence in the body.
  const Vec3 places[] = {{0.1, 0, 0.2}, {0.5, 0.1, 0.3}, {0.8, 0.1, 0.2}};
  const char* const names[] = {"rev1", "rev2", "weld3"};
  double worst = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    Vec3 force, moment;
    // From the hand back: each joint carries all that hangs on it.
    for (int joint = 2; joint >= 0; --joint) {
      const Part& part = kParts[joint];
      add_needed(run, k, part, force, moment);
      const auto place_in = [&](std::size_t row, Vec3& x, double* R) {
        double q[4];
        for (int n = 0; n < 4; ++n) q[n] = run.value(row, fmt::format("x{}_{}", part.a, n + 1));
        rotation_matrix(q, R);
        x = three_of(run, row, fmt::format("x{}_", part.p), "123");
      };
      double start[9], now[9];
      Vec3 from, here;
      place_in(0, from, start), place_in(k, here, now);
      const Vec3 P = here + to_space(now, to_body(start, places[joint] - from));
      const std::string name = names[joint];
      const Vec3 F = three_of(run, k, name + ".f", "xyz"), M = three_of(run, k, name + ".m", "xyz");
      const Vec3 gap = F - force, turn = M + cross(P, F) - moment;
      worst = std::max({worst, std::sqrt(dot(gap, gap)), std::sqrt(dot(turn, turn))});
      // Along u v w the same vectors.
      const Vec3 Fu = three_of(run, k, name + ".f", "uvw"),
                 Mu = three_of(run, k, name + ".m", "uvw");
      worst = std::max({worst, std::fabs(dot(F, F) - dot(Fu, Fu)),
                        std::fabs(dot(M, M) - dot(Mu, Mu)), std::fabs(dot(F, M) - dot(Fu, Mu))});
    }
    // About the axis of the drive the moment on j is minus its stress; of the spring, too.
    worst = std::max({worst, std::fabs(run.value(k, "rev1.mu") + run.value(k, "s1_1")),
                      std::fabs(run.value(k, "rev2.mu") + run.value(k, "s2_1")),
                      std::fabs(run.value(k, "rev2.fv") - run.value(k, "s2_5")),
                      std::fabs(run.value(k, "weld3.mw") - run.value(k, "s3_6"))});
  }
  EXPECT_LT(worst, 1e-9);
  EXPECT_NE(run.report.find("JOINTS: FORCE AND MOMENT OF BODY I ON BODY J"), std::string::npos);
}

// A ball and a hinge carry together what a revolute joint carries.
TEST(ForcesOfSpaceJoints, OfABall) {
  const auto run = test::good_run(
      "SPHERICAL 1 0 0 1 2 AT 0 0 0.2\nX 1 0.2 0 0.1\nDYNX 2\nEND HALT\nXM 1 2\n"
      "XM 2 0.05 0.006 -0.004 0.06 0.003 0.07\nGRAVITY 0 0 -9.81\nTIMESTEP 0.5 5\nEND END\n");
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    for (int c = 0; c < 3; ++c) {
      const std::string axis(1, "xyz"[c]);
      EXPECT_NEAR(run.value(k, "sph1.f" + axis), run.value(k, fmt::format("s1_{}", c + 1)), 1e-12);
      EXPECT_NEAR(run.value(k, "sph1.m" + axis), 0, 1e-12);
    }
}

// Of two hinges on one line the moment of the spring is known, all else is open.
std::string door(const std::string& more) {
  return "REVOLUTE 1 0 0 1 2 AT 0 0 0.2 0 0 1\nREVOLUTE 2 0 0 1 2 AT 0 0 1.8 0 0 1\nX 1 0.4 0 1\n"
         "DYNE 1 1\nEND HALT\nXM 1 20\nXM 2 6 0 0 7 0 1\nESTIFF 1 5 0 0 0 0 0\n"
         "STARTDE 1 1 0.5\nTIMESTEP 1 4\n" +
         more + "END END\n";
}

TEST(ForcesOfSpaceJoints, AreOpenWhereStressesAre) {
  const auto run = test::good_run(door("MEASURE m = MIN rev1.mu\n"));
  EXPECT_NEAR(run.value(0, "rev1.mu"), -2.5, 1e-12);
  for (const char* name : {"rev1.fu", "REV2.mv", "rev2.fx"}) {
    const auto refused = test::run(door(fmt::format("MEASURE m = MAX {}\n", name)));
    EXPECT_NE(refused.messages.find("undetermined"), std::string::npos) << refused.messages;
  }
  // 5 of 6 numbers of each row are open
  int open = 0;
  for (std::size_t at = run.report.find(" -"); at != run.report.npos;
       at = run.report.find(" -", at + 1))
    open += at + 2 < run.report.size() && (run.report[at + 2] == ' ' || run.report[at + 2] == '\n');
  EXPECT_EQ(open, 5 * (10 + 10));
}

}  // namespace
}  // namespace mbs
