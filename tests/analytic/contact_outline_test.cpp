// Contacts with polylines, polygons and segments: against PLCLINE and PLCCIRC, and closed forms.
//
// One file above 400 lines: the same boxes and wheels meet lines, circles, corners and roofs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "support/deck.h"

namespace mbs {
namespace {

constexpr double kG = 9.81, kPi = 3.14159265358979323846;

// Every number of both runs.
void expect_same(const test::RunResult& a, const test::RunResult& b, double tolerance) {
  ASSERT_EQ(a.status, ExitStatus::done) << a.messages;
  ASSERT_EQ(b.status, ExitStatus::done) << b.messages;
  ASSERT_EQ(a.names, b.names);
  ASSERT_EQ(a.rows.size(), b.rows.size());
  for (std::size_t k = 0; k < a.rows.size(); ++k)
    for (std::size_t i = 0; i < a.names.size(); ++i)
      EXPECT_NEAR(a.rows[k][i], b.rows[k][i], tolerance * (1 + std::fabs(a.rows[k][i])))
          << a.names[i] << " " << k;
}

// A polyline of one side, or of two in line, is PLCLINE; both bodies move.
TEST(OutlineContact, OneSideIsALine) {
  for (const char* law : {"CONTACT 1 PENALTY 2e4 1.5 0.1 0.3 1e-2", "CONTACT 1 RIGID 0.3 0.4 0.3",
                          "CONTACT 1 RIGID 0", "CONTACT 1 IMPULSES 0.4 5e-3 0.3", ""}) {
    auto run = [law](const char* element) {
      return test::run(fmt::format(
          R"({}
X 1 0 {}
X 2 0.3
X 8 0 0
X 9 0.1
FIX 8
END HALT
DOF AUTO
XM 1 0.6
XM 2 0.02
XM 9 5
STARTVX 9 1 -0.4
STARTVX 1 1 0.5
GRAVITY 0 -9.81
{}
TIMESTEP 0.5 5
INTEG DOP853 1e-12 1e-12
END END
)",
          element, std::string(law).empty() ? "0.5" : "1", law));
    };
    const test::RunResult line = run("PLCLINE 1 1 2 8 9 0.1 0.05 0.2 0.3 0.1 1 0.2");
    expect_same(line, run("PLCPOLY 1 1 2 8 9 POLYLINE 0.1 0.05 0.2 0.3 0.1 1.3 0.3"), 1e-9);
    expect_same(line, run("PLCPOLY 1 1 2 8 9 POLYLINE 0.1 0.05 0.2 -0.7 -0.1 0.3 0.1 1.3 0.3"),
                1e-9);
  }
}

// Without impacts, whose times are chaotic to the last digits: 1e-12.
TEST(OutlineContact, OneSideIsALineToTheLastDigits) {
  auto run = [](const char* element) {
    return test::run(fmt::format(
        R"({}
X 1 0 0.19
X 2 0
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 0.6
XM 2 0.02
STARTVX 1 1 0.5
GRAVITY 0 -9.81
CONTACT 1 PENALTY 2e3 1.5 0.1 0.3 1e-1
TIMESTEP 0.5 5
INTEG DOP853 1e-12 1e-12
END END
)",
        element));
  };
  expect_same(run("PLCLINE 1 1 2 8 9 0 0 0.2 0.3 0 1 0"),
              run("PLCPOLY 1 1 2 8 9 POLYLINE 0 0 0.2 0.3 0 1.3 0"), 1e-12);  // seen 1e-15
}

// A wheel that rolls down a regular polygon of n sides in place of a circle: off by 1/n^2 times a
// number. The sides lie inside of the circle by 1 - cos(pi/n), 4.93/n^2. It is so slow that it does
// not fly off the corners.
TEST(OutlineContact, APolygonIsNearlyACircle) {
  auto place = [](int n) {
    std::string element = "PLCCIRC 1 1 2 8 9 0 0 0.5 0 0 0.5";
    if (n > 0) element = "PLCPOLY 1 1 2 8 9 POLYGON 0 0 0.5";
    for (int k = 0; k < n; ++k)
      element += fmt::format(" {:.17g} {:.17g}", 0.5 * std::sin(2 * kPi * k / n),
                             0.5 * std::cos(2 * kPi * k / n));
    const test::RunResult run = test::run(fmt::format(
        R"({}
X 1 0 1
X 2 0
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 0.6
XM 2 0.07
STARTVX 1 1 0.3
STARTVX 2 1 -0.6
GRAVITY 0 -9.81
CONTACT 1 RIGID 0 9 9
TIMESTEP 0.3 1
INTEG DOP853 1e-12 1e-12
END END
)",
        element));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    return run.value(1, "x1_1");
  };
  const double circle = place(0);
  std::vector<double> off;  // times n^2
  for (const int n : {50, 100, 200, 400}) off.push_back((place(n) - circle) * n * n);
  EXPECT_NEAR(off[1] / off[0], 1, 0.1);     // seen 0.95
  EXPECT_NEAR(off[2] / off[1], 1, 0.05);    // seen 0.98
  EXPECT_NEAR(off[3] / off[2], 1, 0.0025);  // seen 0.9991
}

std::string rolling(double inertia, const std::string& law, double end, const std::string& before) {
  return fmt::format(
      R"(PLCPOLY 1 1 2 8 9 POLYLINE 0 0 0.2 -3 0 0 0 3 -3
X 1 {} 0.2
X 2 0
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 2
XM 2 {}
{}
GRAVITY 0 -9.81
CONTACT 1 {}
TIMESTEP {:.17g} 1
INTEG DOP853 1e-12 1e-12
END END
)",
      before.empty() ? "0" : "-0.5", inertia, before, law, end);
}

// A wheel rolls along a level and over its edge. On the edge it is a pendulum that falls:
// energy (m r^2 + J) w^2 / 2 = (m r^2 + J) w0^2 / 2 + m g r (1 - cos a); it leaves the edge for
// the slope at a = 45 degrees unless m g cos a falls below m r w^2 before.
TEST(OutlineContact, AWheelRollsOverAnEdge) {
  const double m = 2, r = 0.2, J = 0.03, I = m * r * r + J, v = 0.5;
  const double w2 = v * v / (r * r) + 2 * m * kG * r * (1 - std::cos(kPi / 4)) / I;
  const std::string start = "STARTVX 1 1 0.5\nSTARTVX 2 1 -2.5";
  const test::RunResult run = test::run(rolling(J, "RIGID 0 5 5", 1.4, start));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  // Down the slope from then on: s = v1 t + a t^2 / 2; how long it is on the edge by quadrature.
  double on_edge = 0;
  const int n = 20000;
  for (int k = 0; k <= n; ++k) {
    const double a = kPi / 4 * k / n;
    const double w = std::sqrt(v * v / (r * r) + 2 * m * kG * r * (1 - std::cos(a)) / I);
    on_edge += (k == 0 || k == n ? 1 : k % 2 == 1 ? 4 : 2) / w * kPi / 4 / n / 3;
  }
  const double a = m * kG * std::sin(kPi / 4) * r * r / I, t = 1.4 - 0.5 / v - on_edge;
  const double s = r * std::sqrt(w2) * t + a * t * t / 2;
  EXPECT_NEAR(run.value(1, "x1_1"), (s + r) / std::sqrt(2.0), 1e-9);
  EXPECT_NEAR(run.value(1, "x1_2"), (r - s) / std::sqrt(2.0), 1e-9);
  EXPECT_NEAR(run.value(1, "x2_1"), -(0.5 + r * kPi / 4 + s) / r, 1e-9);
  EXPECT_NEAR(run.value(1, "contact1.gap"), 0, 1e-14);
  EXPECT_NEAR(run.value(1, "contact1.slip"), 0, 1e-13);
  EXPECT_NEAR(run.value(1, "contact1.n"), m * kG / std::sqrt(2.0), 1e-10);
  EXPECT_NEAR(run.value(1, "energy.balance"), 0, 1e-9);
  EXPECT_TRUE(std::isnan(run.time_of(ContactTurn::lifts_off)));
}

// Faster than sqrt(g r) it flies off where the edge begins, at once.
TEST(OutlineContact, AFastWheelFliesOffAnEdge) {
  const std::string start = "STARTVX 1 1 2\nSTARTVX 2 1 -10";
  const test::RunResult run = test::run(rolling(0.03, "RIGID 0 5 5", 0.35, start));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.time_of(ContactTurn::lifts_off), 0.25, 1e-10);
  EXPECT_NEAR(run.value(1, "x1_1"), 0.2, 1e-10);
  EXPECT_NEAR(run.value(1, "x1_2"), 0.2 - kG * 0.01 / 2, 1e-10);
}

// A smooth wheel on the edge, just beside its dead position, leaves it where cos a = 2/3 of a
// point that falls from rest; with the edge free to move nothing but the edge's own formula holds.
TEST(OutlineContact, ASmoothWheelLeavesASteepEdgeAtTwoThirds) {
  const double a0 = 0.05, r = 0.2;
  const std::string deck = fmt::format(
      R"(PLCPOLY 1 1 2 8 9 POLYGON 0 0 0.2  0 0 0 -5 -5 -5 -5 0
X 1 {:.17g} {:.17g}
X 2 0
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 2
XM 2 0.03
GRAVITY 0 -9.81
CONTACT 1 RIGID 0
TIMESTEP 1.5 1500
INTEG DOP853 1e-12 1e-12
END END
)",
      r * std::sin(a0), r * std::cos(a0));
  const test::RunResult run = test::run(deck);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double leaves = run.time_of(ContactTurn::lifts_off);
  ASSERT_GT(leaves, 0);
  const double cosine = std::cos(a0) * 2 / 3, v = std::sqrt(kG * r * cosine);
  // From there a throw: where it is at the end.
  const double t = 1.5 - leaves, sine = std::sqrt(1 - cosine * cosine);
  EXPECT_NEAR(run.value(1500, "x1_1"), r * sine + v * cosine * t, 1e-9);
  EXPECT_NEAR(run.value(1500, "x1_2"), r * cosine - v * sine * t - kG * t * t / 2, 1e-9);
}

// A ball is dropped on a roof of two slopes of 45 degrees: thrown to the side that it hits.
TEST(OutlineContact, ABallBouncesOffARoof) {
  for (const double side : {-1.0, 1.0}) {
    const double r = 0.1, foot = 0.5;
    const test::RunResult run = test::run(fmt::format(
        R"(PLCPOLY 1 1 2 8 9 POLYLINE 0 0 0.1 -2 -2 0 0 2 -2
X 1 {} 1
X 2 0
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 2
XM 2 0.03
GRAVITY 0 -9.81
CONTACT 1 RIGID 0.5
TIMESTEP 0.7 1
INTEG DOP853 1e-12 1e-12
END END
)",
        side * foot));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const double fall = 1 - (r * std::sqrt(2.0) - foot), hit = std::sqrt(2 * fall / kG);
    const double v = kG * hit, across = v / std::sqrt(2.0), along = across, t = 0.7 - hit;
    const double vx = (0.5 * across + along) / std::sqrt(2.0),
                 vy = (0.5 * across - along) / std::sqrt(2.0);
    EXPECT_NEAR(run.value(1, "x1_1"), side * (foot + vx * t), 1e-10);
    EXPECT_NEAR(run.value(1, "x1_2"), 1 - fall + vy * t - kG * t * t / 2, 1e-10);
  }
}

// The corners of box a (4 kg) against the sides of box b.
std::string corners(const std::string& body_b, const std::string& outline_of_b) {
  std::string out;
  int e = 0;
  for (const char* corner : {"-0.2 -0.1", "0.2 -0.1", "0.2 0.1", "-0.2 0.1"})
    out += fmt::format("PLCPOLY {} 1 2 {} {} 0 {}\n", ++e, body_b,
                       outline_of_b.substr(0, outline_of_b.find(' ')) + " " + corner,
                       outline_of_b.substr(outline_of_b.find(' ') + 1));
  return out;
}

// A box rests on a penalty ground: each corner sinks by (m g / (2 k))^(1/n); and slides to a stop
// on rigid ground after v^2 / (2 mu g).
TEST(OutlineContact, ABoxOnItsCorners) {
  const std::string elements = corners("8 9", "POLYGON -5 0 5 0 5 -1 -5 -1");
  const std::string rest = R"(X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 4
XM 2 0.07
GRAVITY 0 -9.81
)";
  std::string penalty, rigid;
  for (int e = 1; e <= 4; ++e) {
    penalty += fmt::format("CONTACT {} PENALTY 1e5 1.5 2\n", e);
    rigid += fmt::format("CONTACT {} RIGID 0 0.3 0.25\n", e);
  }
  const test::RunResult sunk = test::run(elements + "X 1 0 0.1\nX 2 0\n" + rest + penalty +
                                         "TIMESTEP 20 1\nINTEG STIFF 1e-10 1e-10\nEND END\n");
  ASSERT_EQ(sunk.status, ExitStatus::done) << sunk.messages;
  const double depth = std::pow(4 * kG / 2 / 1e5, 1 / 1.5);
  EXPECT_NEAR(sunk.value(1, "contact1.gap"), -depth, 1e-6 * depth);
  EXPECT_NEAR(sunk.value(1, "contact2.n"), 2 * kG, 1e-5);
  EXPECT_NEAR(sunk.value(1, "x1_2"), 0.1 - depth, 1e-8);
  const test::RunResult slid =
      test::run(elements + "X 1 -2 0.1\nX 2 0\n" + rest + rigid +
                "STARTVX 1 1 2\nTIMESTEP 2 1\nINTEG DOP853 1e-11 1e-11\nEND END\n");
  ASSERT_EQ(slid.status, ExitStatus::done) << slid.messages;
  EXPECT_NEAR(slid.value(1, "x1_1"), -2 + 4 / (2 * 0.25 * kG), 1e-10);
  EXPECT_NEAR(slid.value(1, "contact1.n") + slid.value(1, "contact2.n"), 4 * kG, 1e-10);
  EXPECT_NEAR(slid.value(1, "x2_1"), 0, 1e-12);
}

// A box slides off a table: its leading corner loses the table, it tips over the table's edge.
TEST(OutlineContact, ASharpCornerLiftsOffAtTheEndOfASide) {
  const std::string elements = "PLCPOLY 1 1 2 8 9 POLYGON 0 0 0 -5 0 1 0 1 -1 -5 -1\n";
  const test::RunResult run = test::run(elements + R"(X 1 0 0
X 8 0 0
X 9 0
FIX 2
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 4
GRAVITY 0 -9.81
CONTACT 1 RIGID 0
STARTVX 1 1 2
TIMESTEP 1 1
INTEG DOP853 1e-11 1e-11
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.time_of(ContactTurn::lifts_off), 0.5, 1e-10);
  EXPECT_NEAR(run.value(1, "x1_1"), 2, 1e-10);
  EXPECT_NEAR(run.value(1, "x1_2"), -kG * 0.25 / 2, 1e-9);
}

// What holds a point on a sharp corner has no direction: said, not passed over.
TEST(OutlineContact, APointThatIsHeldStopsAtASharpCorner) {
  const test::RunResult run = test::run(R"(PLCPOLY 1  1 2  8 9  POLYLINE 0 0 0  -1 0  0 0  1 -1
X 1 -0.2 0
X 8 0 0
X 9 0
FIX 2
FIX 8
FIX 9
RLSE 1 2
END HALT
DOF AUTO
XM 1 1
STARTVX 1 1 1
GRAVITY 0 -9.81
TIMESTEP 1 10
END END
)");
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find("PLCPOLY 1: at t = 0.2 its point comes to a sharp corner"),
            std::string::npos)
      << run.messages;
}

// A box tumbles between three bodies that are free, without gravity: corners of each against the
// sides of the others. Energy, momentum and moment of momentum are kept.
TEST(OutlineContact, BoxesThatTumbleKeepEnergyAndMomentum) {
  const char* box = "-0.2 -0.1 -0.2 0.1 0.2 0.1 0.2 -0.1";
  const char* big = "-0.5 -0.4 -0.5 0.4 0.5 0.4 0.5 -0.4";
  std::string elements, laws;
  int e = 0;
  const auto add = [&](const std::string& a, const std::string& b, const char* points,
                       const char* sides) {
    std::istringstream in(points);
    for (std::string x, y; in >> x >> y;) {
      elements += fmt::format("PLCPOLY {} {} {} POLYGON {} {} 0 {}\n", ++e, a, b, x, y, sides);
      laws += fmt::format("CONTACT {} PENALTY 1e4 1.5 0\n", e);
    }
  };
  add("1 2", "3 4", box, big);
  add("3 4", "1 2", big, box);
  add("1 2", "5 6", box, big);
  add("5 6", "1 2", big, box);
  add("3 4", "5 6", big, big);
  add("5 6", "3 4", big, big);
  const test::RunResult run = test::run(elements + R"(X 1 0 0.03
X 2 0.4
X 3 -1.1 0
X 4 0.1
X 5 1.2 0.1
X 6 -0.3
END HALT
DOF AUTO
XM 1 4
XM 2 0.07
XM 3 20
XM 4 2
XM 5 25
XM 6 2.5
STARTVX 1 1 3
STARTVX 1 2 0.2
STARTVX 2 1 5
STARTVX 3 1 0.3
STARTVX 5 1 -0.4
)" + laws + "TIMESTEP 1.5 30\nINTEG DOP853 1e-11 1e-11\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  double most = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    for (const char* name : {"momentum.x", "momentum.y", "momentum.angular"})
      EXPECT_NEAR(run.value(k, name), run.value(0, name), 1e-9) << name << k;
    EXPECT_NEAR(run.value(k, "energy.balance"), 0, 1e-7) << k;
    for (int c = 1; c <= e; ++c) most = std::max(most, run.value(k, fmt::format("contact{}.n", c)));
  }
  EXPECT_GT(std::fabs(run.value(30, "v2_1") - 5), 0.5);  // they have met
}

// The same wheel against a segment from both faces and round its end, in KABIOS and chain words.
TEST(OutlineContact, InEveryDialect) {
  const test::RunResult native = test::run(R"(PLCPOLY 1 1 2 8 9 SEGMENT 0.1 0 0.2 -1 0 1 0.2
X 1 0.3 1
X 2 0.2
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 2
XM 2 0.03
STARTVX 1 1 0.5
GRAVITY 0 -9.81
CONTACT 1 RIGID 0.4 0.3 0.3
TIMESTEP 1 10
INTEG DOP853 1e-11 1e-11
END END
)");
  const test::RunResult kabios = test::run(R"(2 0 0 1 0 0 0 0 0
0 0 0
0.3 1 0.2
1
0 1 0.1
MASS 2 2 0.03
VEL 2 0.5 0 0
GRAV 0 -9.81
CONTACT 2 1 SEGMENT 0.1 0 0.2 -1 0 1 0.2 RIGID 0.4 0.3 0.3
INTEG DOP853 1e-11 1e-11
END
)");
  ASSERT_EQ(native.status, ExitStatus::done) << native.messages;
  ASSERT_EQ(kabios.status, ExitStatus::done) << kabios.messages;
  for (const char* name : {"gap", "slip", "n", "f"})
    EXPECT_NEAR(native.value(10, fmt::format("contact1.{}", name)),
                kabios.value(10, fmt::format("contact1.{}", name)), 1e-9);
  EXPECT_NEAR(native.value(10, "x1_2"), kabios.value(10, "body2.y"), 1e-10);
}

// A segment of a chain stands with its foot on a polyline; LINE says the same.
TEST(OutlineContact, OfAChain) {
  auto run = [](const char* contact) {
    return test::run(fmt::format(
        R"(SEGDYN
SEGMENT 1  2 1 0.5 0.17
STATE 1  70deg 0
BASE 0 0.1
FREE BASE
GRAV 0 -9.81
{}
TIME 0 0.5 0.05
INTEG DOP853 1e-11 1e-11
END
)",
        contact));
  };
  const test::RunResult line = run("CONTACT 1 LINE 0 0 0.02 -1 0 1 0 RIGID 0 0.6 0.5"),
                        poly = run("CONTACT 1 POLYLINE 0 0 0.02 -1 0 1 0 2 -1 RIGID 0 0.6 0.5");
  if (line.status != ExitStatus::done) GTEST_FAIL() << line.messages;
  expect_same(line, poly, 1e-9);
}

}  // namespace
}  // namespace mbs
