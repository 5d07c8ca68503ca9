// Machines of space of decks/space: forces of two closed loops and torques of an arm by Newton's
// and Euler's equations, a suspension against a solver of its own, a gyroscope against its two
// integrals.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/space_vector.h"
#include "nodes/quaternion.h"
#include "paths.h"
#include "support/deck.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

std::string machine_deck(const std::string& name) {
  return test::read_all(MBSIM_ROOT "/decks/space/" + name + ".dat");
}

Vec3 three(const test::RunResult& run, std::size_t row, const std::string& stem,
           const std::string& ends = "123") {
  return {run.value(row, stem + ends[0]), run.value(row, stem + ends[1]),
          run.value(row, stem + ends[2])};
}

struct Turned {
  double R[9];
  Vec3 out(Vec3 a) const { return to_space(R, a); }
  Vec3 in(Vec3 a) const { return to_body(R, a); }
};
Turned turned(const test::RunResult& run, std::size_t row, int node) {
  double q[4];
  for (int c = 0; c < 4; ++c) q[c] = run.value(row, fmt::format("x{}_{}", node, c + 1));
  Turned out{};
  rotation_matrix(q, out.R);
  return out;
}

struct Part {
  int p, a;
  double m;
  Vec3 c;
  double J[6];  // about the centre of mass
};

// The force that the part needs beside its weight, and the moment about the origin.
struct Needed {
  Vec3 force, moment;
};
Needed needed(const test::RunResult& run, std::size_t row, const Part& part) {
  const Turned R = turned(run, row, part.a);
  const Vec3 w = three(run, row, fmt::format("v{}_", part.a)),
             wd = three(run, row, fmt::format("a{}_", part.a));
  const auto J = [&part](Vec3 v) {
    const double* const j = part.J;
    return Vec3{j[0] * v.x + j[1] * v.y + j[2] * v.z, j[1] * v.x + j[3] * v.y + j[4] * v.z,
                j[2] * v.x + j[4] * v.y + j[5] * v.z};
  };
  const Vec3 centre = three(run, row, fmt::format("x{}_", part.p)) + R.out(part.c);
  const Vec3 a = three(run, row, fmt::format("a{}_", part.p)) +
                 R.out(cross(wd, part.c) + cross(w, cross(w, part.c)));
  const Vec3 f = part.m * (a + Vec3{0, 0, 9.81});
  return {f, cross(centre, f) + R.out(J(wd) + cross(w, J(w)))};
}

double length_of(Vec3 a) { return std::sqrt(dot(a, a)); }

// ---- two loops ----------------------------------------------------------------------------------

constexpr Part kLoopParts[] = {{1, 2, 1.2, {0.01, -0.02, 0.01}, {4e-3, 1e-4, 0, 6e-3, 2e-4, 8e-3}},
                               {3, 4, 0.8, {0.02, 0, -0.01}, {1e-3, 0, 2e-4, 0.02, 1e-4, 0.02}},
                               {5, 6, 2, {0, 0.01, 0.02}, {3e-3, 0, 0, 4e-3, 5e-4, 5e-3}},
                               {7, 8, 0.6, {0.01, 0, 0.01}, {5e-3, 1e-4, 0, 6e-3, 0, 2e-3}},
                               {9, 10, 0.4, {0, -0.01, 0}, {3e-3, 0, 1e-4, 3e-3, 0, 1e-3}}};
// Joint, body i (-1: the ground), body j, its place in space at the start.
struct LoopJoint {
  const char* name;
  int i, j;
  Vec3 place;
};
constexpr LoopJoint kLoopJoints[] = {
    {"rev1", -1, 0, {0, 0, 0.1}},      {"sph2", 0, 1, {0.12, 0.1, 0.12}},
    {"uni3", 1, 2, {0.7, 0.1, 0.05}},  {"pri4", -1, 2, {0.7, 0.1, 0.05}},
    {"uni5", 2, 3, {0.75, 0.15, 0.1}}, {"pri6", 3, 4, {0.7, 0.4, 0.3}},
    {"sph7", -1, 4, {0.6, 0.7, 0.5}}};

TEST(TwoLoops, EveryBodyObeysNewtonAndEuler) {
  const test::RunResult run = test::good_run(machine_deck("two_loops"));
  ASSERT_EQ(run.rows.size(), 21u);
  double forces = 0, moments = 0, largest = 0, others = 0;
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    std::array<Vec3, 5> force{}, moment{};
    for (const LoopJoint& joint : kLoopJoints) {
      const Part& j = kLoopParts[joint.j];
      const Vec3 in_body =
          turned(run, 0, j.a).in(joint.place - three(run, 0, fmt::format("x{}_", j.p)));
      const Vec3 at =
          three(run, row, fmt::format("x{}_", j.p)) + turned(run, row, j.a).out(in_body);
      const Vec3 F = three(run, row, joint.name + std::string(".f"), "xyz");
      const Vec3 M = three(run, row, joint.name + std::string(".m"), "xyz") + cross(at, F);
      largest = std::max({largest, length_of(F), length_of(M)});
      force[static_cast<std::size_t>(joint.j)] = force[static_cast<std::size_t>(joint.j)] + F;
      moment[static_cast<std::size_t>(joint.j)] = moment[static_cast<std::size_t>(joint.j)] + M;
      if (joint.i < 0) continue;
      force[static_cast<std::size_t>(joint.i)] = force[static_cast<std::size_t>(joint.i)] - F;
      moment[static_cast<std::size_t>(joint.i)] = moment[static_cast<std::size_t>(joint.i)] - M;
    }
    const Vec3 load = {20, -5, 0};
    force[2] = force[2] + load;
    moment[2] = moment[2] + cross(three(run, row, "x5_"), load);
    for (std::size_t k = 0; k < 5; ++k) {
      const Needed need = needed(run, row, kLoopParts[k]);
      forces = std::max(forces, length_of(force[k] - need.force));
      moments = std::max(moments, length_of(moment[k] - need.moment));
    }
    // What joints do not hold they do not carry: a ball no moment, a Cardan joint none about its
    // arms, a slide its spring and damper along itself.
    others =
        std::max({others, length_of(three(run, row, "sph2.m", "xyz")),
                  length_of(three(run, row, "sph7.m", "xyz")), std::fabs(run.value(row, "uni3.mu")),
                  std::fabs(run.value(row, "uni5.mu")), std::fabs(run.value(row, "pri4.fu")),
                  std::fabs(run.value(row, "pri6.fu") + 300 * run.value(row, "e6_1") +
                            8 * run.value(row, "ed6_1"))});
  }
  EXPECT_GT(largest, 30);
  EXPECT_LT(forces, 1e-10);
  EXPECT_LT(moments, 1e-10);
  EXPECT_LT(others, 1e-10);
}

// ---- the arm ------------------------------------------------------------------------------------

constexpr Part kArmParts[] = {{1, 2, 8, {}, {0.08, 0, 0, 0.08, 0, 0.05}},
                              {3, 4, 6, {}, {0.02, 0, 0, 0.14, 0, 0.14}},
                              {5, 6, 2.5, {}, {5e-3, 0, 3e-3, 0.02, 0, 0.02}},
                              {7, 8, 1.8, {}, {2e-3, 0, 0, 8e-3, 0, 8e-3}},
                              {9, 10, 1.2, {}, {1e-3, 0, 1e-3, 4e-3, 0, 4e-3}},
                              {11, 12, 1.4, {0.03, 0.04, -0.02}, {1e-3, 0, 0, 3e-3, 0, 3e-3}}};
constexpr Vec3 kArmPlaces[] = {{0, 0, 0},     {0, 0, 0.4},   {0.5, 0, 0.4},
                               {0.7, 0, 0.3}, {0.9, 0, 0.3}, {1, 0, 0.2}};
constexpr Vec3 kArmAxes[] = {{0, 0, 1}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}};
constexpr Vec3 kArmCentres[] = {{0, 0, 0.2},   {0.25, 0, 0.4},  {0.6, 0, 0.35},
                                {0.8, 0, 0.3}, {0.95, 0, 0.25}, {1.1, 0, 0.2}};

TEST(ArmWithSixHinges, MotorsCarryWhatHangsOnThem) {
  const test::RunResult run = test::good_run(machine_deck("arm"));
  ASSERT_EQ(run.rows.size(), 16u);
  double torques = 0, largest = 0, path = 0;
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.time(row);
    path = std::max(path, length_of(three(run, row, "x11_") -
                                    Vec3{1.1 - 0.15 * t, 0.2 * std::sin(t), 0.2 + 0.1 * t}));
    Needed sum{};
    for (std::size_t k = 6; k-- > 0;) {
      const Needed need = needed(run, row, kArmParts[k]);
      sum = {sum.force + need.force, sum.moment + need.moment};
      // Axes of space are those of all bodies in the position of the X lines.
      const Turned R = turned(run, row, kArmParts[k].a);
      const Vec3 at = three(run, row, fmt::format("x{}_", kArmParts[k].p)) +
                      R.out(kArmPlaces[k] - kArmCentres[k]);
      const double torque = dot(R.out(kArmAxes[k]), sum.moment - cross(at, sum.force));
      const double motor = -run.value(row, fmt::format("s{}_1", 11 + k));
      torques = std::max(torques, std::fabs(motor - torque));
      largest = std::max(largest, std::fabs(torque));
    }
  }
  EXPECT_LT(path, 1e-12);
  EXPECT_GT(largest, 50);
  EXPECT_LT(torques, 1e-10);
}

// ---- the suspension -----------------------------------------------------------------------------

// A rigid double wishbone: angles of the wishbones and the turn of the knuckle about the line of
// its balls, by Newton's method with differences.
struct Wishbones {
  static constexpr Vec3 kLower{0, 0.7, 0.12}, kUpper{-0.02, 0.66, 0.44}, kRod{0.15, 0.68, 0.2},
      kEnd{0.15, 0.38, 0.2}, kCentre{0, 0.75, 0.3};
  static Vec3 about_x(Vec3 a, Vec3 pivot, double angle) {
    const double c = std::cos(angle), s = std::sin(angle), y = a.y - pivot.y, z = a.z - pivot.z;
    return {a.x, pivot.y + c * y - s * z, pivot.z + s * y + c * z};
  }
  // The axes of the knuckle that its balls and a third point define.
  static std::array<Vec3, 3> frame(Vec3 up, Vec3 side) {
    const Vec3 z = unit_vector(up), x = unit_vector(cross(side, z));
    return {x, cross(z, x), z};
  }
  struct Pose {
    Vec3 lower;
    std::array<Vec3, 3> axes, start;
    Vec3 turned(Vec3 a) const {  // a direction fixed in the knuckle
      Vec3 out{};
      for (std::size_t k = 0; k < 3; ++k) out = out + dot(a, start[k]) * axes[k];
      return out;
    }
    Vec3 place(Vec3 a) const { return lower + turned(a - kLower); }
  };
  static Pose pose(const std::array<double, 3>& q) {
    Pose out;
    out.lower = about_x(kLower, {0, 0.35, 0.15}, q[0]);
    const Vec3 upper = about_x(kUpper, {0, 0.42, 0.42}, q[1]);
    out.start = frame(kUpper - kLower, {0, 1, 0});
    const std::array<Vec3, 3> plain = frame(upper - out.lower, {0, 1, 0});
    const double c = std::cos(q[2]), s = std::sin(q[2]);
    out.axes = {c * plain[0] + s * plain[1], c * plain[1] - s * plain[0], plain[2]};
    return out;
  }
  static std::array<double, 3> faults(const std::array<double, 3>& q, double bump) {
    const Pose at = pose(q);
    const Vec3 upper = about_x(kUpper, {0, 0.42, 0.42}, q[1]);
    return {length_of(upper - at.lower) - length_of(kUpper - kLower),
            length_of(at.place(kRod) - kEnd) - 0.3, at.place(kCentre).z - 0.3 - bump};
  }
  static Pose solve(double bump) {
    std::array<double, 3> q{};
    for (int round = 0; round < 30; ++round) {
      const std::array<double, 3> f = faults(q, bump);
      std::array<std::array<double, 3>, 3> A{};  // by complete differences
      for (std::size_t c = 0; c < 3; ++c) {
        std::array<double, 3> up = q, down = q;
        up[c] += 1e-5, down[c] -= 1e-5;
        const auto g = faults(up, bump), h = faults(down, bump);
        for (std::size_t r = 0; r < 3; ++r) A[r][c] = (g[r] - h[r]) / 2e-5;
      }
      const Vec3 a{A[0][0], A[1][0], A[2][0]}, b{A[0][1], A[1][1], A[2][1]},
          d{A[0][2], A[1][2], A[2][2]}, e{f[0], f[1], f[2]};
      const double whole = dot(a, cross(b, d));
      q[0] -= dot(e, cross(b, d)) / whole;
      q[1] -= dot(a, cross(e, d)) / whole;
      q[2] -= dot(a, cross(b, e)) / whole;
    }
    return pose(q);
  }
};

TEST(Suspension, TurnsTheWheelAsRigidWishbonesDo) {
  std::string deck = machine_deck("suspension");
  deck.erase(deck.find("XF 5"), deck.find('\n', deck.find("XF 5")) - deck.find("XF 5"));
  // Bushings that resist no turn carry nothing.
  for (const std::string stiff : {"0 400 400", "0 300 300"})
    for (std::size_t at = deck.find(stiff); at != deck.npos; at = deck.find(stiff))
      deck.replace(at, stiff.size(), "0 0 0");
  for (const double bump : {-0.05, -0.03, 0.05, 0.08}) {
    std::string here = deck;
    const std::string line = "PARAM bump = 0.04";
    here.replace(here.find(line), line.size(), fmt::format("PARAM bump = {}", bump));
    const test::RunResult run = test::good_run(here);
    const Wishbones::Pose pose = Wishbones::solve(bump);
    // Columns of the turn of the knuckle, R = Rz(a) Rx(b) Ry(c): R33 and so on.
    const Vec3 y = pose.turned({0, 1, 0});
    const double b = std::asin(y.z), a = std::atan2(-y.x, y.y);
    EXPECT_GT(std::fabs(a) + std::fabs(b), 0.01);
    EXPECT_NEAR(run.measure("camber"), -b, 1e-9) << bump;
    EXPECT_NEAR(run.measure("toe"), -a, 1e-9) << bump;
  }
  // Without the EREST the rod would have another length for each bump: a warning.
  deck.erase(deck.find("EREST 7"), deck.find("ESTIFF 1") - deck.find("EREST 7"));
  const test::RunResult warned = test::run(deck);
  EXPECT_NE(warned.messages.find("SDA 7: it holds the length that it has at the assembled start"),
            std::string::npos)
      << warned.messages;
}

// ---- the gyroscope ------------------------------------------------------------------------------

// The lean from the two integrals of a heavy top, the precession from it: Runge and Kutta's method
// with small steps.
TEST(Gyroscope, GoesRoundAsItsIntegralsSay) {
  const test::RunResult run = test::good_run(machine_deck("gyroscope"));
  constexpr double A = 4e-4 + 0.5 * 0.06 * 0.06, C = 6e-4, kWeight = 0.5 * 9.81 * 0.06;
  const double start = std::acos(-1.0) / 3, spin = C * 200, up = spin * std::cos(start);
  const auto rates = [&](const std::array<double, 3>& y) {  // lean, its rate, precession
    const double s = std::sin(y[0]), c = std::cos(y[0]), round = (up - spin * c) / (A * s * s);
    return std::array<double, 3>{
        y[1], (A * round * round * s * c - spin * round * s + kWeight * s) / A, round};
  };
  std::array<double, 3> y = {start, 0, 0};
  constexpr int kSteps = 400000;
  constexpr double h = 4.0 / kSteps;
  double most = start;
  for (int k = 0; k < kSteps; ++k) {
    const auto moved = [&](const std::array<double, 3>& by, double f) {
      std::array<double, 3> out = y;
      for (std::size_t c = 0; c < 3; ++c) out[c] += f * h * by[c];
      return out;
    };
    const auto k1 = rates(y), k2 = rates(moved(k1, 0.5)), k3 = rates(moved(k2, 0.5)),
               k4 = rates(moved(k3, 1));
    for (std::size_t c = 0; c < 3; ++c) y[c] += h / 6 * (k1[c] + 2 * k2[c] + 2 * k3[c] + k4[c]);
    most = std::max(most, y[0]);
  }
  EXPECT_NEAR(run.measure("rate"), y[2] / 4, 1e-9);
  EXPECT_NEAR(run.measure("most"), most, 1e-7);
  EXPECT_NEAR(run.measure("least"), start, 1e-9);
  EXPECT_NEAR(run.measure("lecture"), kWeight / spin, 1e-12);
}

}  // namespace
}  // namespace mbs
