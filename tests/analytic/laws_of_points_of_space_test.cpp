// Laws, FORMULA, VFORMULA, events and measures that read a POINT of a body of space: against Newton
// and Euler in the test, against a node that a PINBODY carries, against other elements and closed
// forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <string>
#include <utility>

#include "base/space_vector.h"
#include "support/deck.h"
#include "support/good_run.h"
#include "support/modes.h"

namespace mbs {
// Names that other tests have, too.
namespace laws_of_points {
namespace {

Vec3 three_of(const test::RunResult& run, std::size_t row, const std::string& name) {
  return {run.value(row, name + "_1"), run.value(row, name + "_2"), run.value(row, name + "_3")};
}

// R v, by the quaternion of node 2 in the row, and R^T v.
struct Turned {
  Turned(const test::RunResult& run, std::size_t row)
      : q0(run.value(row, "x2_1")),
        q{run.value(row, "x2_2"), run.value(row, "x2_3"), run.value(row, "x2_4")} {}
  Vec3 to_space(Vec3 v) const { return v + q0 * (2 * cross(q, v)) + cross(q, 2 * cross(q, v)); }
  Vec3 to_body(Vec3 v) const { return v + q0 * (2 * cross(v, q)) + cross(q, 2 * cross(q, v)); }
  double q0;
  Vec3 q;
};

constexpr Vec3 kArm = {0.3, -0.2, 0.1};
// The body (1, 2), which starts in the position of the axes of space, so that the node 3 that a
// PINBODY carries is at kArm at the start; turned by STARTDX.
const std::string kBody = "X 1 0.1 0.2 0.3\nX 2 1 0 0 0\nDYNX 1\nDYNX 2\n",
                  kCarried = "PINBODY 1 1 2 3\nX 3 0.4 0 0.4\n",
                  kPoint = "POINT 1 1 2 0.3 -0.2 0.1\n",
                  kMass =
                      "XM 1 2\nXM 2 0.1 0.01 0 0.2 0.02 0.15\nSTARTDX 2 ROT zxy 0.4 0.2 0.3\n"
                      "STARTVX 2 1 2 3\nSTARTVX 1 1 0.5\n";

// "x3_2" of the carried node, or "point1.y".
std::string by_node(std::string text) {
  for (const auto& [point, node] : {std::pair{"point1.xd", "v3_1"}, std::pair{"point1.yd", "v3_2"},
                                    std::pair{"point1.zd", "v3_3"}, std::pair{"point1.x", "x3_1"},
                                    std::pair{"point1.y", "x3_2"}, std::pair{"point1.z", "x3_3"}})
    for (std::size_t at = text.find(point); at != text.npos; at = text.find(point))
      text.replace(at, std::string(point).size(), node);
  return text;
}

void expect_alike(const std::string& head, const std::string& tail, double tolerance) {
  const test::RunResult by_point = test::good_run(kPoint + kBody + head + tail),
                        by_carried = test::good_run(kCarried + kBody + by_node(head + tail));
  ASSERT_EQ(by_point.rows.size(), by_carried.rows.size());
  for (std::size_t row = 0; row < by_point.rows.size(); ++row)
    for (const char* name : {"x1_1", "x1_2", "x1_3", "x2_1", "x2_2", "x2_3", "x2_4", "v2_1", "v2_2",
                             "v2_3", "a1_1", "a1_2", "a1_3", "a2_1", "a2_2", "a2_3"})
      EXPECT_NEAR(by_point.value(row, name), by_carried.value(row, name), tolerance)
          << name << " in row " << row << "\n"
          << head << tail;
}

const std::string kSpring =
    "END HALT\nPFORCE 1 1 2 0.3 -0.2 0.1 FX = -40*(point1.x - 0.2) - 2*point1.xd ; "
    "FY = -30*point1.y*point1.z - 3*point1.yd ; FZ = -50*(point1.z - 0.1)^3 - 4*point1.zd\n"
    "XLAW 2 2 = -0.5*(point1.x - point1.y*point1.zd)\n";

// m a = F and J wd + w x J w = M with a force that reads the place and velocity of its point.
TEST(LawsOfPointsOfSpace, NewtonAndEuler) {
  const test::RunResult run = test::good_run(kPoint + kBody + kSpring + kMass +
                                             "INTEG STEP 1e-11 1e-11\nTIMESTEP 1 5\nEND END\n");
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const Turned turned(run, row);
    const Vec3 w = three_of(run, row, "v2"), x = three_of(run, row, "x1"),
               v = three_of(run, row, "v1");
    const Vec3 p = x + turned.to_space(kArm), pd = v + turned.to_space(cross(w, kArm));
    const Vec3 F = {-40 * (p.x - 0.2) - 2 * pd.x, -30 * p.y * p.z - 3 * pd.y,
                    -50 * std::pow(p.z - 0.1, 3) - 4 * pd.z};
    const Vec3 M = cross(kArm, turned.to_body(F)) + Vec3{0, -0.5 * (p.x - p.y * pd.z), 0};
    const Vec3 wd = three_of(run, row, "a2"), a = three_of(run, row, "a1");
    const auto J = [](Vec3 u) {
      return Vec3{0.1 * u.x + 0.01 * u.y, 0.01 * u.x + 0.2 * u.y + 0.02 * u.z,
                  0.02 * u.y + 0.15 * u.z};
    };
    const Vec3 left = J(wd) + cross(w, J(w));
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(a[c], F[c] / 2, 1e-12) << row;
      EXPECT_NEAR(left[c], M[c], 1e-12) << row;
    }
  }
}

// Methods with derivatives of the laws: the same as on a node, which has no derivatives by turns.
TEST(LawsOfPointsOfSpace, AsOnACarriedNode) {
  for (const char* method : {"INTEG STEP 1e-11 1e-11\n", "INTEG DOP853 1e-11 1e-11\n"})
    expect_alike(kSpring, kMass + method + "TIMESTEP 1 4\nEND END\n", 1e-9);
  for (const char* method : {"INTEG STIFF 1e-9 1e-9\n", "INTEG GALPHA 1e-8 1e-8\n"})
    expect_alike(kSpring, kMass + method + "TIMESTEP 0.5 2\nEND END\n", 2e-5);
}

// Frequencies about a rest: the derivatives of laws by place and velocity. A spring k along all
// axes in the point, a damper c, and a weight below it.
TEST(LawsOfPointsOfSpace, FrequenciesOfAHangingBody) {
  const std::string laws =
      "END HALT\nPFORCE 1 1 2 0.3 -0.2 0.1 FX = -400*(point1.x - 0.4) - 2*point1.xd ; "
      "FY = -300*point1.y - 3*point1.yd + 5*point1.z ; FZ = -500*(point1.z - 0.4) - 4*point1.zd + "
      "2*9.81\nXM 1 2\nXM 2 0.1 0.01 0 0.2 0.02 0.15\nXF 2 SPACE 3.924 5.886 0\n"
      "GRAVITY 0 0 -9.81\nEIGEN\n";
  const auto deck = [&](bool node) {
    return node ? kCarried + kBody + by_node(laws) + "END END\n"
                : kPoint + kBody + laws + "END END\n";
  };
  const test::RunResult by_point = test::good_run(deck(false)),
                        by_carried = test::good_run(deck(true));
  ASSERT_EQ(by_point.rows.size(), by_carried.rows.size());
  EXPECT_GT(by_point.rows.size(), 5u);
  for (std::size_t k = 0; k < by_carried.rows.size(); ++k) {
    const std::complex<double> mode(by_carried.value(k, "real"), by_carried.value(k, "imaginary"));
    EXPECT_LT(test::distance_to_mode(by_point, mode), 1e-7 * (1 + std::abs(mode))) << mode;
  }
}

// A FORMULA holds the point on a paraboloid: by Newton and Euler with S along its gradient, and as
// by a node; a sphere is a TRUSS.
TEST(LawsOfPointsOfSpace, FormulaHoldsAPoint) {
  const std::string body = "X 1 0.1 0.2 0.3\nX 2 ROT zxy 0.4 0.2 0.3\nDYNX 1 1 2\nDYNX 2\n",
                    rest =
                        "END HALT\nXM 1 2\nXM 2 0.1 0 0 0.2 0 0.15\nSTARTVX 2 1 2 3\n"
                        "STARTVX 1 1 0.5\nGRAVITY 0 0 -9.81\nINTEG STEP 1e-11 1e-11\n"
                        "TIMESTEP 1 5\nEND END\n";
  const test::RunResult run = test::good_run(
      kPoint + "FORMULA 1 = point1.z - point1.x^2 - 0.5*point1.y*point1.x + 0.1*t\n" + body + rest);
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const Turned turned(run, row);
    const Vec3 w = three_of(run, row, "v2"), x = three_of(run, row, "x1"),
               wd = three_of(run, row, "a2"), a = three_of(run, row, "a1"),
               v = three_of(run, row, "v1");
    const Vec3 p = x + turned.to_space(kArm), pd = v + turned.to_space(cross(w, kArm)),
               pdd = a + turned.to_space(cross(wd, kArm) + cross(w, cross(w, kArm)));
    const double S = run.value(row, "s1_1");
    const Vec3 gradient = {-2 * p.x - 0.5 * p.y, -0.5 * p.x, 1};
    const Vec3 F = -S * gradient;
    const Vec3 Jw = {0.1 * w.x, 0.2 * w.y, 0.15 * w.z},
               left = Vec3{0.1 * wd.x, 0.2 * wd.y, 0.15 * wd.z} + cross(w, Jw),
               M = cross(kArm, turned.to_body(F));
    for (int c = 0; c < 3; ++c) {
      EXPECT_NEAR(2 * a[c], F[c] + (c == 2 ? -2 * 9.81 : 0), 1e-10) << row;
      EXPECT_NEAR(left[c], M[c], 1e-10) << row;
    }
    // It stays on its surface, to its second derivative.
    EXPECT_NEAR(dot(gradient, pd) + 0.1, 0, 1e-9) << row;
    EXPECT_NEAR(dot(gradient, pdd) - 2 * pd.x * pd.x - pd.x * pd.y, 0, 1e-9) << row;
  }
  const test::RunResult sphere = test::good_run(
      kPoint + "FORMULA 1 = sqrt(point1.x^2 + point1.y^2 + (point1.z - 2)^2) - 2\n" + body + rest);
  const test::RunResult bar =
      test::good_run("SDA 1 0 0 1 2  0 0 2  0.3 -0.2 0.1\n" + body +
                     fmt::format("END HALT\nEREST 1 2\n{}", rest.substr(rest.find("XM"))));
  for (const char* name : {"x1_1", "x1_3", "x2_2", "v2_3", "s1_1", "a2_1"})
    EXPECT_NEAR(sphere.value(5, name), bar.value(5, name), 1e-8) << name;
}

// A blade that is fixed beside the point of its body: VFORMULA of the velocity of the point, as of
// a carried node.
TEST(LawsOfPointsOfSpace, VelocityFormulaHoldsABlade) {
  const std::string blade =
      "VFORMULA 5 = dirx2_2*point1.xd + diry2_2*point1.yd + dirz2_2*point1.zd\n";
  const std::string rest = "END HALT\n" + kMass + "INTEG STEP 1e-11 1e-11\nTIMESTEP 1 4\nEND END\n";
  const std::string body = "X 1 0.1 0.2 0.3\nX 2 1 0 0 0\nDYNX 1 1 3\nDYNX 2\n";
  const test::RunResult by_point = test::good_run(kPoint + blade + body + rest),
                        by_carried = test::good_run(kCarried + by_node(blade) + body + rest);
  for (std::size_t row = 0; row < by_point.rows.size(); ++row) {
    for (const char* name : {"x1_1", "x2_2", "v1_2", "v2_3", "a2_1", "a2_2", "s5_1"})
      EXPECT_NEAR(by_point.value(row, name), by_carried.value(row, name), 1e-8) << name << row;
    const Turned turned(by_point, row);
    const Vec3 pd =
        three_of(by_point, row, "v1") + turned.to_space(cross(three_of(by_point, row, "v2"), kArm));
    EXPECT_NEAR(dot(pd, turned.to_space({0, 1, 0})), 0, 1e-12) << row;
  }
}

// A body that spins about z of its point: the end of a rod 0.5 m long passes y = 0.3 m at
// asin(0.6)/2 s; it is seen from the coordinates alone. The largest height of a point.
TEST(LawsOfPointsOfSpace, EventsAndMeasures) {
  const std::string rod =
      "POINT 1 1 2 0.5 0 0\nX 1 0 0 0\nX 2 1 0 0 0\nFIX 1\nDYNX 2\nEND HALT\n"
      "XM 2 0.1 0 0 0.1 0 0.15\nSTARTVX 2 3 2\n";
  const test::RunResult run = test::good_run(
      rod +
      "MEASURE top = MAX point1.y\nMEASURE fastest = MAX hypot(point1.xd, point1.yd)\n"
      "EVENT high WHEN point1.y > 0.3 DO STOP\nTIMESTEP 1 4\nEND END\n");
  EXPECT_NEAR(run.rows.back()[0], std::asin(0.6) / 2, 1e-10);
  const test::RunResult whole =
      test::good_run(rod +
                     "MEASURE top = MAX point1.y\nMEASURE fast = MAX hypot(point1.xd, point1.yd)\n"
                     "TIMESTEP 2 3\nEND END\n");
  EXPECT_NEAR(whole.measure("top"), 0.5, 1e-9);
  EXPECT_NEAR(whole.measure("fast"), 1, 1e-9);
}

// CONTACT of a FORMULA: a rod on a hinge turns until its end is 0.3 m high; bounces.
TEST(LawsOfPointsOfSpace, AGapOfAPoint) {
  const test::RunResult run = test::good_run(
      "POINT 1 1 2 0.5 0 0\nFORMULA 1 = 0.3 - point1.y\nX 1 0 0 0\nX 2 1 0 0 0\nFIX 1\n"
      "FIX 2 1 2\nDYNX 2 3\nRLSE 1\nEND HALT\nXM 2 0.1 0 0 0.1 0 0.15\nSTARTVX 2 3 2\n"
      "CONTACT 1 RIGID 0.5\nTIMESTEP 1 4\nEND END\n");
  EXPECT_NEAR(run.value(run.rows.size() - 1, "v2_3"), -1, 1e-10);
  const double met = std::asin(0.6) / 2;
  EXPECT_NEAR(2 * std::asin(run.value(run.rows.size() - 1, "x2_4")), 2 * met - (1 - met), 1e-9);
}

}  // namespace
}  // namespace laws_of_points
}  // namespace mbs
