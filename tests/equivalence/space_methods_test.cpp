// Orientations by all methods: a free symmetric body against its closed form, a heavy top by fixed
// steps of halved length, a stiff shaft, events; and what a deck of the plane gives in space.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using Q = std::array<double, 4>;

Q product(const Q& a, const Q& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3],
          a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1]};
}

Q turned(double x, double y, double z, double angle) {
  const double size = std::sqrt(x * x + y * y + z * z), s = std::sin(angle / 2) / size;
  return {std::cos(angle / 2), s * x, s * y, s * z};
}

// The largest difference of two orientations, whatever their signs.
double difference(const Q& a, const Q& b) {
  double plus = 0, minus = 0;
  for (std::size_t c = 0; c < 4; ++c) {
    plus = std::max(plus, std::fabs(a[c] - b[c]));
    minus = std::max(minus, std::fabs(a[c] + b[c]));
  }
  return std::min(plus, minus);
}

Q orientation(const test::RunResult& run, std::size_t row, int node) {
  Q out;
  for (std::size_t c = 0; c < 4; ++c) out[c] = run.value(row, fmt::format("x{}_{}", node, c + 1));
  return out;
}

// Without moments the angular momentum L stays, and the body turns about L by |L| / I1 and about
// its own axis by w3 (I1 - I3) / I1. The angular velocities are many turns.
double off_closed_form(const std::string& method) {
  const double I1 = 2, I3 = 3, w1 = 4, w3 = 9;
  const test::RunResult run = test::good_run(
      "X 2  1 0 0 0\nDYNX 2\nEND HALT\nXM 2  2 0 0  2 0  3\n"
      "STARTVX 2  4 0 9\nINTEG " +
      method + "\nTIMESTEP 3 6\nEND END\n");
  const double L = std::hypot(I1 * w1, I3 * w3);
  double off = 0;
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.time(row);
    const Q exact =
        product(turned(I1 * w1, 0, I3 * w3, L / I1 * t), turned(0, 0, 1, w3 * (I1 - I3) / I1 * t));
    off = std::max(off, difference(orientation(run, row, 2), exact));
  }
  return off;
}

TEST(SpaceMethods, FreeBody) {
  EXPECT_LE(off_closed_form("STIFF 1e-9 1e-9"), 2e-7);
  EXPECT_LE(off_closed_form("DOP853 1e-12 1e-12"), 1e-9);
  EXPECT_LE(off_closed_form("RK4 0.002"), 1e-5);
  const double coarse = off_closed_form("GALPHA STEP 0.002 RHO 1"),
               fine = off_closed_form("GALPHA STEP 0.001 RHO 1");
  EXPECT_LE(fine, 5e-4);
  EXPECT_NEAR(coarse / fine, 4, 0.3);
}

std::string top(const std::string& method) {
  return R"(PINBODY 1  1 2 3
X 1  0 0 0
X 2  ROT AXIS 1 0 0 0.5
X 3  0 ${-0.1*sin(0.5)} ${0.1*cos(0.5)}
FIX 1
DYNX 2
END HALT
XM 3  1
XM 2  0.04 0 0  0.04 0  0.02
STARTVX 2 3  40
GRAVITY 0 0 -9.81
INTEG )" +
         method + "\nTIMESTEP 1 4\nEND END\n";
}

double off_top(const std::string& method) {
  static const test::RunResult exact = test::good_run(top("DOP853 1e-13 1e-13"));
  const test::RunResult run = test::good_run(top(method));
  double off = 0;
  for (std::size_t row = 0; row < run.rows.size(); ++row)
    for (const char* const name : {"x3_1", "x3_2", "x3_3"})
      off = std::max(off, std::fabs(run.value(row, name) - exact.value(row, name)));
  return off;
}

TEST(SpaceMethods, HeavyTopConvergesByItsOrder) {
  const double g1 = off_top("GALPHA STEP 0.001 RHO 0.9"),
               g2 = off_top("GALPHA STEP 0.0005 RHO 0.9");
  EXPECT_NEAR(g1 / g2, 4, 0.4);
  EXPECT_LE(g2, 1e-4);
  const double r1 = off_top("RK4 0.002"), r2 = off_top("RK4 0.001");
  EXPECT_NEAR(r1 / r2, 16, 3);
  EXPECT_LE(off_top("STIFF 1e-9 1e-9"), 1e-7);
  EXPECT_LE(off_top("STEP 1e-12 1e-12"), 1e-9);
}

// A rotor on a shaft that hardly bends: the bends vibrate at 1.6 kHz with small amplitudes, and the
// slow motion is that of the rotor on a stiff hinge.
TEST(SpaceMethods, StiffShaft) {
  const auto deck = [](const std::string& freedoms, const std::string& method) {
    return "HINGE 1  1 2  0 0 1\nPINBODY 2  3 2 4\nX 1  1 0 0 0\nX 2  1 0 0 0\nX 3  0 0 0\n"
           "X 4  0.1 0 0.05\nFIX 1\nFIX 3\n" +
           freedoms +
           "END HALT\nXM 2  0.02 0 0  0.02 0  0.03\nXM 4  0.5\nGRAVITY 0 -9.81 0\nINTEG " + method +
           "\nTIMESTEP 1 10\nEND END\n";
  };
  std::string bends = deck("DYNE 1 1 2 3\n", "STIFF 1e-8 1e-8");
  bends.insert(bends.find("XM 2"), "ESTIFF 1  0 2e6 2e6\nEDAMP 1  0 50 50\n");
  const test::RunResult stiff = test::good_run(bends),
                        rigid = test::good_run(deck("DYNE 1 1\n", "DOP853 1e-11 1e-11"));
  for (std::size_t row = 0; row < stiff.rows.size(); ++row)
    EXPECT_NEAR(stiff.value(row, "e1_1"), rigid.value(row, "e1_1"), 2e-5) << row;
}

// A pendulum with a damped spring, a stop, a torque that an event sets, and a lock that is opened
// again: in the plane, and in a plane of space that stands askew.
TEST(SpaceMethods, EventsAsInThePlane) {
  const auto plane = [](const std::string& rest) {
    return "PARAM q = 0\nPLREV 1  1 2  3 4   0 0  -0.4 0\nPLTOR 2  2 4\nX 1  0 0\nX 3  0.4 0\nFIX "
           "1\n"
           "FIX 2\nDYNE 2 1\nEND HALT\nXM 4  0.05\nXM 3  1.5\nGRAVITY 0 -9.81\nELAW 2 1 = q + "
           "0.3*ed\n" +
           rest + "INTEG DOP853 1e-12 1e-12\nTIMESTEP 2 40\nEND END\n";
  };
  const auto space = [](const std::string& rest) {
    // The plane has the directions a (along the pendulum at the start) and b (up), across n.
    return "PARAM q = 0\nREVOLUTE 2  1 2  3 4   0 0 0  -0.24 -0.32 0   0.8 -0.6 0\nX 1  0 0 0\n"
           "X 3  0.24 0.32 0\nFIX 1\nFIX 2\nDYNE 2 1\nEND HALT\nXM 4  0.05 0 0  0.05 0  0.05\n"
           "XM 3  1.5\nGRAVITY 0 0 -9.81\nELAW 2 1 = q + 0.3*ed\n" +
           rest + "INTEG DOP853 1e-12 1e-12\nTIMESTEP 2 40\nEND END\n";
  };
  for (const std::string rest :
       {"", "EVENT one WHEN t > 0.7 DO SET q = 2\n",
        "EVENT one WHEN t > 0.3 DO FIX E 2 1\nEVENT two WHEN t > 0.9 DO RELEASE E 2 1\n",
        "EVENT one WHEN e2_1 < -1.2 DO IMPACT E 2 1 FLOOR e = 0.6\n",
        "EVENT one WHEN ed2_1 < -4 DO STOP\n"}) {
    const test::RunResult flat = test::done(plane(rest)), tilted = test::done(space(rest));
    ASSERT_EQ(flat.rows.size(), tilted.rows.size()) << rest;
    for (std::size_t row = 0; row < flat.rows.size(); ++row)
      for (const char* const name : {"e2_1", "ed2_1"})
        EXPECT_NEAR(std::fabs(flat.value(row, name)), std::fabs(tilted.value(row, name)), 1e-9)
            << rest << row;
  }
}

// Two rotors on one axis; a clutch closes, and opens again.
TEST(SpaceMethods, Clutch) {
  const double A = 0.3, B = 0.2;
  const test::RunResult run = test::good_run(R"(HINGE 1  1 2  1 2 2
HINGE 2  2 3  1 2 2
X 1  1 0 0 0
X 2  1 0 0 0
X 3  1 0 0 0
FIX 1
DYNE 1 1
DYNE 2 1
END HALT
XM 2  0.3 0 0  0.3 0  0.3
XM 3  0.2 0 0  0.2 0  0.2
STARTDE 1 1  0 5
STARTDE 2 1  0 20
EVENT one WHEN t > 0.3 DO FIX E 2 1
EVENT two WHEN t > 0.7 DO RELEASE E 2 1
TIMESTEP 1 10
END END
)");
  const double together = (A * 5 + B * 25) / (A + B);
  EXPECT_NEAR(run.value(2, "ed1_1"), 5, 1e-9);
  EXPECT_NEAR(run.value(2, "ed2_1"), 20, 1e-9);
  for (const std::size_t row : {5u, 9u}) {
    EXPECT_NEAR(run.value(row, "ed1_1"), together, 1e-9);
    EXPECT_NEAR(run.value(row, "ed2_1"), 0, 1e-9);
    EXPECT_NEAR(run.value(row, "e2_1"), 6, 1e-9);
  }
}

// One angular velocity of a free body is stopped: the others keep their values at that instant, and
// stay as they are since the gyroscopic moments on them vanish with the first.
TEST(SpaceMethods, OneAngularVelocityIsStopped) {
  const std::string deck =
      "X 2  1 0 0 0\nDYNX 2\nEND HALT\nXM 2  3 0 0  4 0  6\nSTARTVX 2  1 2 3\n"
      "INTEG DOP853 1e-12 1e-12\n";
  const test::RunResult free = test::good_run(deck + "TIMESTEP 0.5 1\nEND END\n"),
                        stopped = test::good_run(
                            deck + "EVENT one WHEN t > 0.5 DO FIX X 2 1\nTIMESTEP 2 4\nEND END\n");
  for (const std::size_t row : {2u, 4u}) {
    EXPECT_EQ(stopped.value(row, "v2_1"), 0);
    EXPECT_NEAR(stopped.value(row, "v2_2"), free.value(1, "v2_2"), 1e-9);
    EXPECT_NEAR(stopped.value(row, "v2_3"), free.value(1, "v2_3"), 1e-9);
  }
}

// A parallelogram of points that passes its flat position, beside a top: as without the top.
TEST(SpaceMethods, SingularPositionBesideATop) {
  const std::string
      bars =
          "TRUSS 1  1 2\nTRUSS 2  2 3\nTRUSS 3  3 4\nX 1  0 0 0\nX 2  0.3 0 0.4\nX 3  1.3 0 0.4\n"
          "X 4  1 0 0\nFIX 1\nFIX 4\nFIX 2 2\nFIX 3 2\n",
      masses =
          "DOF AUTO\nXM 2  1\nXM 3  1\nSTARTVX 2 1  3\nGRAVITY 0 0 -9.81\n"
          "INTEG DOP853 1e-11 1e-11\nTIMESTEP 0.6 24\nEND END\n";
  const test::RunResult alone = test::done(bars + "END HALT\n" + masses),
                        beside = test::done(
                            bars +
                            "PINBODY 4  5 6 7\nX 5  3 0 0\nX 6  ROT AXIS 1 0 0 0.5\nX 7  3 "
                            "${-0.1*sin(0.5)} ${0.1*cos(0.5)}\nFIX 5\nEND HALT\nXM 7  1\n"
                            "XM 6  0.04 0 0  0.04 0  0.02\nSTARTVX 6 3  40\n" +
                            masses);
  ASSERT_EQ(alone.rows.size(), beside.rows.size());
  // Near the flat position the motion has about six digits, with other steps other ones.
  for (std::size_t row = 0; row < alone.rows.size(); ++row) {
    EXPECT_NEAR(alone.value(row, "x2_1"), beside.value(row, "x2_1"), 1e-5) << row;
    EXPECT_NEAR(alone.value(row, "x3_3"), beside.value(row, "x3_3"), 1e-5) << row;
    EXPECT_NEAR(alone.value(row, "s2_1"), beside.value(row, "s2_1"), 5e-3) << row;
  }
}

// The same with bodies: a crank on a hinge, a coupler on a hinge of the crank, and a bar. The crank
// goes round through both flat positions, in space as in the plane.
TEST(SpaceMethods, BodiesPassAFlatPosition) {
  const std::string run = "INTEG DOP853 1e-11 1e-11\nTIMESTEP 0.6 24\nEND END\n";
  const test::RunResult
      space = test::done(
          "REVOLUTE 1  1 2  3 4   0 0 0  -0.15 0 -0.2   0 1 0\n"
          "REVOLUTE 2  3 4  5 6   0.15 0 0.2  -0.5 0 0   0 1 0\n"
          "PINBODY 3  5 6 7\nTRUSS 4  7 8\nX 1  0 0 0\nX 3  0.15 0 0.2\n"
          "X 5  0.8 0 0.4\nX 7  1.3 0 0.4\nX 8  1 0 0\nFIX 1\nFIX 2\nFIX 8\n"
          "DYNE 1 1\nEND HALT\nXM 3  1\nXM 4  0.02 0 0  0.02 0  0.02\nXM 5  2\n"
          "XM 6  0.1 0 0  0.1 0  0.1\nSTARTDE 1 1  0 -6\nGRAVITY 0 0 -9.81\n" +
          run),
      plane = test::done(
          "PLREV 1  1 2  3 4   0 0  -0.15 -0.2\nPLREV 2  3 4  5 6   0.15 0.2  -0.5 0\n"
          "PLREV 3  5 6  7 9   0.5 0  0 0\nPLTRUSS 4  7 8\nX 1  0 0\nX 3  0.15 0.2\n"
          "X 5  0.8 0.4\nX 7  1.3 0.4\nX 8  1 0\nFIX 1\nFIX 2\nFIX 8\nFIX 9\nDYNX 4\n"
          "END HALT\nXM 3  1\nXM 4  0.02\nXM 5  2\nXM 6  0.1\nSTARTVX 4 1  6\n"
          "GRAVITY 0 -9.81\n" +
          run);
  ASSERT_EQ(space.rows.size(), 25u);
  EXPECT_LT(space.value(24, "e1_1"), -4.5);  // two flat positions lie behind it
  for (std::size_t row = 0; row < space.rows.size(); ++row) {
    EXPECT_NEAR(space.value(row, "e1_1"), -plane.value(row, "x4_1"), 1e-10) << row;
    EXPECT_NEAR(space.value(row, "x5_3"), plane.value(row, "x5_2"), 1e-10) << row;
    EXPECT_NEAR(space.value(row, "s4_1"), plane.value(row, "s4_1"), 1e-7) << row;
  }
}

// A hinge with a spring counts from X; the body starts turned away from it, with an angular
// velocity along an axis of space.
TEST(SpaceMethods, StartTurnedAway) {
  for (const char* const order : {"STARTDX 2 ROT AXIS 0 0 1 0.5\nSTARTVX 2 SPACE 0 0 3\n",
                                  "STARTVX 2 SPACE 0 0 3\nSTARTDX 2 ROT zxy 0.5 0 0\n"}) {
    const test::RunResult run = test::good_run(
        std::string("HINGE 1  1 2  0 0 1\nX 1  1 0 0 0\nX 2  1 0 0 0\nFIX 1\nRLSE 1 1\nDYNX 2 3\n"
                    "END HALT\nESTIFF 1  4\nXM 2  1 0 0  1 0  1\n") +
        order + "INTEG DOP853 1e-12 1e-12\nTIMESTEP 1 4\nEND END\n");
    for (std::size_t row = 0; row < run.rows.size(); ++row) {
      const double t = run.time(row);
      EXPECT_NEAR(run.value(row, "e1_1"), 0.5 * std::cos(2 * t) + 1.5 * std::sin(2 * t), 1e-10);
    }
  }
}

}  // namespace
}  // namespace mbs
