// KABIOS decks of bodies of space: against closed forms, and against the same mechanism in native
// words.
//
// One file above 400 lines: records of one dialect, most of them on the same arm and the same
// four-bar.
#include "support/kabios_space.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "base/space_vector.h"
#include "nodes/quaternion.h"
#include "support/good_run.h"
#include "text/number.h"

namespace mbs {
namespace {

// ---- kinematics ---------------------------------------------------------------------------------

// The crank's ball and the rocker's joint keep their distance: the rocker's angle from that alone.
TEST(KabiosSpace, FourBarFollowsItsClosedForm) {
  const test::RunResult run = test::good_run(test::kabios_space_deck("four_bar"));
  ASSERT_EQ(run.rows.size(), 7u);
  const auto rocker = [](double theta) {
    const double a = 0.1, b = 0.3, l = 0.55, dx = 0.5 - a * std::cos(theta),
                 dy = 0.15 - a * std::sin(theta);
    const double k = (l * l - b * b - dx * dx - dy * dy) / (2 * b);
    return std::atan2(dx, 0.0) - std::acos(k / dx);
  };
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double theta = 2 * run.time(row), phi = rocker(theta), h = 1e-4;
    EXPECT_NEAR(run.value(row, "rev1.angle"), theta, 1e-12);
    EXPECT_NEAR(run.value(row, "rev4.angle"), phi, 1e-12);
    EXPECT_NEAR(run.value(row, "body4.phi3"), phi, 1e-12);  // zxy: the third turn is about y
    const double rate = 2 *
                        (8 * (rocker(theta + h) - rocker(theta - h)) - rocker(theta + 2 * h) +
                         rocker(theta - 2 * h)) /
                        (12 * h);
    EXPECT_NEAR(run.value(row, "body4.wy"), rate, 1e-11);
    EXPECT_NEAR(run.value(row, "body4.phi3d"), rate, 1e-11);
    EXPECT_NEAR(run.value(row, "point1.x"), 0.1 * std::cos(theta), 1e-13);
    EXPECT_NEAR(run.value(row, "point1.ydd"), -4 * 0.1 * std::sin(theta), 1e-12);
    EXPECT_NEAR(run.value(row, "point2.x"), 0.5 + 0.3 * std::sin(phi), 1e-12);
    EXPECT_NEAR(run.value(row, "point2.z"), 0.3 * std::cos(phi), 1e-12);
  }
}

// A column, a shoulder and an elbow: their angles from the place of the hand.
TEST(KabiosSpace, ArmFollowsThePathOfItsHand) {
  const test::RunResult run = test::good_run(test::kabios_space_deck("arm"));
  ASSERT_EQ(run.rows.size(), 13u);
  // Angles count from the position of the body lines: -30 and 40 degrees about y.
  const double shoulder0 = -30 * kPi / 180, elbow0 = 70 * kPi / 180;
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.time(row);
    const double x = 0.6 + 0.1 * std::cos(2 * t), y = 0.2 * std::sin(2 * t),
                 z = 0.5 + 0.1 * std::sin(2 * t);
    EXPECT_NEAR(run.value(row, "body4.x"), x, 1e-13);
    EXPECT_NEAR(run.value(row, "body4.y"), y, 1e-13);
    EXPECT_NEAR(run.value(row, "body4.z"), z, 1e-13);
    const double r = std::hypot(x, y), up = z - 0.4, d = r * r + up * up;
    // The triangle of the arms 0.5 and 0.4; a turn about y lowers what lies along x.
    const double elbow = std::acos((d - 0.25 - 0.16) / 0.4);
    const double shoulder =
        -std::atan2(up, r) - std::atan2(0.4 * std::sin(elbow), 0.5 + 0.4 * std::cos(elbow));
    EXPECT_NEAR(run.value(row, "rev1.angle"), std::atan2(y, x), 1e-12);
    EXPECT_NEAR(run.value(row, "rev2.angle"), shoulder - shoulder0, 1e-12);
    EXPECT_NEAR(run.value(row, "rev3.angle"), elbow - elbow0, 1e-12);
  }
}

// A body all of whose six coordinates are driven, through the lock of its angles.
TEST(KabiosSpace, DrivenAnglesPassTheirLock) {
  const test::RunResult run = test::good_run(R"(SPACE
1 0 0 0 6 0 0 0
1  0 0 0  1 0 0 0 SEQ xyz
1 1  0 1 2
1 2 = sin(t)
1 Z = 0.5*t
1 4  0.1 2 0
1 5 = 0.4 + 2*t
1 A3 = 0.3*t^2
0 2 0.5
)");
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.time(row), a = 0.1 + 2 * t, b = 0.4 + 2 * t, c = 0.3 * t * t;
    EXPECT_NEAR(run.value(row, "body1.x"), t + t * t, 1e-14);
    EXPECT_NEAR(run.value(row, "body1.yd"), std::cos(t), 1e-14);
    // w along space = ad x + bd Rx(a) y + cd Rx(a) Ry(b) z
    const double ad = 2, bd = 2, cd = 0.6 * t;
    EXPECT_NEAR(run.value(row, "body1.wx"), ad + cd * std::sin(b), 1e-12);
    EXPECT_NEAR(run.value(row, "body1.wy"), bd * std::cos(a) - cd * std::sin(a) * std::cos(b),
                1e-12);
    EXPECT_NEAR(run.value(row, "body1.wz"), bd * std::sin(a) + cd * std::cos(a) * std::cos(b),
                1e-12);
    // wd: derivatives of these
    EXPECT_NEAR(run.value(row, "body1.wxd"), 0.6 * std::sin(b) + cd * bd * std::cos(b), 1e-11);
    EXPECT_NEAR(run.value(row, "body1.phi1"), a, 1e-12);
    EXPECT_NEAR(run.value(row, "body1.phi2"), b, 1e-12);
    EXPECT_NEAR(run.value(row, "body1.phi3"), c, 1e-12);
  }
}

// Their numbers, and what is held, become expressions of a native deck.
TEST(KabiosSpace, DrivenAnglesAreConverted) {
  const std::string deck =
      "SPACE\n1 0 0 4 2 0 0 0\n1  0 0 0  SEQ xyz 0.1 0.2 0.3\n1 X\n1 Y\n1 Z\n1 A2\n"
      "1 A1  0.1 2 0.5\n1 A3 = 0.3 + sin(t)\n0 1 0.25\n";
  const test::RunResult first = test::good_run(deck),
                        native = test::done(test::printed(deck, "--convert native"));
  EXPECT_GT(test::expect_same_numbers(native, first, 1e-13), 5);
  for (std::size_t row = 0; row < first.rows.size(); ++row) {
    const double t = first.time(row);
    EXPECT_NEAR(first.value(row, "body1.phi1"), 0.1 + 2 * t + 0.25 * t * t, 1e-12);
    EXPECT_NEAR(first.value(row, "body1.phi2"), 0.2, 1e-12);
    for (int c = 0; c < 4; ++c)
      EXPECT_NEAR(native.value(row, fmt::format("x2_{}", c + 1)),
                  first.value(row, fmt::format("body1.q{}", c)), 1e-13);
  }
}

// One angle held, one driven and one free: a pendulum about its own x whose frame is led.
TEST(KabiosSpace, SimpleConstraintsHoldTheEstimate) {
  const test::RunResult run = test::good_run(R"(SPACE
1 0 0 4 2 0 0 0
1  0.3 0.2 0.1  SEQ zxy 0.5 0.2 -0.1
1 1
1 2
1 3
1 5
1 4  0.5 1 0
1 6  -0.1 0 0.5
0 1 0.25
)");
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.time(row);
    EXPECT_NEAR(run.value(row, "body1.x"), 0.3, 1e-14);
    EXPECT_NEAR(run.value(row, "body1.phi1"), 0.5 + t, 1e-12);
    EXPECT_NEAR(run.value(row, "body1.phi2"), 0.2, 1e-12);
    EXPECT_NEAR(run.value(row, "body1.phi3"), -0.1 + 0.25 * t * t, 1e-12);
  }
}

// The same motion as a table of angles and as one of Euler parameters.
TEST(KabiosSpace, GuidesByAnglesAndByEulerParameters) {
  std::string by_angles = "SPACE\n1 0 0 0 0 0 1 21\n1 0 0 0 1 0 0 0\n1\n",
              by_numbers = "SPACE\n1 0 0 0 0 0 1 21\n1 0 0 0 1 0 0 0\n1 Q\n";
  for (int k = 0; k <= 20; ++k) {
    const double t = 0.05 * k, a = 0.5 * t, x = std::sin(t);
    // A turn about z alone, whose sign the second table changes in every other row.
    const double sign = k % 2 == 0 ? 1 : -1;
    by_angles += fmt::format("{} {} 0 {} {} 0 0\n", t, x, t, a);
    by_numbers += fmt::format("{} {} 0 {} {} 0 0 {}\n", t, x, t, sign * std::cos(a / 2),
                              sign * std::sin(a / 2));
  }
  RunSettings settings;
  settings.options.guides = 1;
  const test::RunResult angles = test::run(by_angles + "0 1 0.125\n", settings),
                        numbers = test::run(by_numbers + "0 1 0.125\n", settings);
  ASSERT_EQ(angles.messages + numbers.messages, "");
  for (std::size_t row = 0; row < angles.rows.size(); ++row) {
    const double t = angles.time(row);
    EXPECT_NEAR(angles.value(row, "body1.phi1"), 0.5 * t, 1e-13);
    EXPECT_NEAR(angles.value(row, "body1.wz"), 0.5, 1e-12);
    EXPECT_NEAR(numbers.value(row, "body1.phi1"), 0.5 * t, 1e-5);  // cubics between the rows
    EXPECT_NEAR(angles.value(row, "body1.x"), std::sin(t), 1e-5);
    EXPECT_EQ(angles.value(row, "body1.x"), numbers.value(row, "body1.x"));
  }
}

// ---- dynamics -----------------------------------------------------------------------------------

// The accelerations of a free body at the start by Newton and Euler: a force at a point along the
// axes of space or of the body, torques along both, the centre of mass beside the origin.
TEST(KabiosSpace, LoadsActAsNewtonAndEulerSay) {
  const std::string head =
      "SPACE\n1 0 0 0 0 0 0 0\n1  0.1 0.2 0.3  SEQ xyz 0.4 -0.3 0.9\n0 0.1 0.1\n"
      "MASS 1  2  0.04 0.002 -0.001  0.05 0.003  0.06  0.02 -0.03 0.01\n"
      "VEL 1  0.1 -0.2 0.3  1 2 -1.5\nGRAV 0.5 -1 -9.81\n";
  const double J[] = {0.04, 0.002, -0.001, 0.002, 0.05, 0.003, -0.001, 0.003, 0.06};
  double q[4] = {1, 0, 0, 0}, R[9];
  for (const Vec3 d : {Vec3{0.4, 0, 0}, Vec3{0, -0.3, 0}, Vec3{0, 0, 0.9}}) {
    const double turn[] = {d.x, d.y, d.z};
    turn_by(q, turn);
  }
  rotation_matrix(q, R);
  const Vec3 centre{0.02, -0.03, 0.01}, place{0.1, -0.05, 0.2}, given{3, -2, 5}, w{1, 2, -1.5};
  struct Case {
    std::string line;
    Vec3 force, moment;  // along space; the moment about the centre of mass
  };
  const Vec3 arm = to_space(R, place - centre), turned = to_space(R, given);
  const Case cases[] = {
      {"FORCE 1  0.1 -0.05 0.2  3 -2 5\n", given, cross(arm, given)},
      {"FORCE 1  0.1 -0.05 0.2  FX = 3 + t ; FY = -2 ; FZ = 5*cos(t)\n", given, cross(arm, given)},
      {"FORCE 1  0.1 -0.05 0.2  FX = 3 ; FY = -2 ; FZ = 5 ; IN BODY\n", turned, cross(arm, turned)},
      {"TORQ 1  3 -2 5\n", {}, given},
      {"TORQ 1  BODY 3 -2 5\n", {}, turned},
      {"TORQ 1  MX = 3 ; MY = -2 ; MZ = 5\n", {}, given},
      {"TORQ 1  MX = 3 ; MY = -2 ; MZ = 5 ; IN BODY\n", {}, turned},
      {"LAW BODY 1 W1 = 3\nLAW BODY 1 W2 = -2\nLAW BODY 1 W3 = 5\n", {}, turned},
      {"BDAMP 1  0 0 0  1 2 4\n", {}, {}}};
  for (const Case& one : cases) {
    const test::RunResult run = test::done(head + one.line);
    ASSERT_GE(run.rows.size(), 1u) << one.line;
    Vec3 moment = to_body(R, one.moment);
    const Vec3 w_body = to_body(R, w);
    if (one.line.starts_with("BDAMP")) moment = Vec3{-w_body.x, -2 * w_body.y, -4 * w_body.z};
    const auto times_J = [&J](Vec3 v) {
      return Vec3{J[0] * v.x + J[1] * v.y + J[2] * v.z, J[3] * v.x + J[4] * v.y + J[5] * v.z,
                  J[6] * v.x + J[7] * v.y + J[8] * v.z};
    };
    const Vec3 wd_space{run.value(0, "body1.wxd"), run.value(0, "body1.wyd"),
                        run.value(0, "body1.wzd")};
    const Vec3 wd = to_body(R, wd_space);
    // Moments about the centre of mass; a load on the orientation is a couple.
    const Vec3 euler = times_J(wd) + cross(w_body, times_J(w_body)) - moment;
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(euler[c], 0, 1e-12) << one.line;
    const Vec3 c_space = to_space(R, centre);
    const Vec3 a{run.value(0, "body1.xdd"), run.value(0, "body1.ydd"), run.value(0, "body1.zdd")};
    const Vec3 of_centre = a + cross(wd_space, c_space) + cross(w, cross(w, c_space));
    const Vec3 newton = of_centre - Vec3{0.5, -1, -9.81} - 0.5 * one.force;
    for (int c = 0; c < 3; ++c) EXPECT_NEAR(newton[c], 0, 1e-12) << one.line;
    EXPECT_NEAR(run.value(0, "body1.wx"), 1, 1e-14);
    EXPECT_NEAR(run.value(0, "body1.wz"), -1.5, 1e-14);
  }
}

// A spring and damper between two points, a motor in a hinge, a law, a relation: the same numbers
// as the native deck of the same mechanism, written by hand.
constexpr const char* kMixedJoints = R"(SPACE
4 3 1 0 1 1 0 0
1  0 0 0       1 0 0 0
2  0.3 0 0     SEQ zxy 0.1 0.2 0.3
3  0.6 0.1 0   SEQ zxy -0.2 0 0.4
4  0 0.5 0.2   1 0 0 0
REVOLUTE 1 2  0 0 0  -0.3 0 0  0 1 0.2
CYLINDRICAL 2 3  AT 0.45 0 0.1  1 0 0
PRISMATIC 1 4  AT 0 0.5 0.2  0 0 1
1
JOINT 3 1 = 0.05*sin(3*t)
3 0.1 0 0
0 0.5 0.125
)";

TEST(KabiosSpace, GivesTheNumbersOfTheNativeDeck) {
  const std::string deck =
      std::string(kMixedJoints) + R"(MASS 2  1.5  0.01 0 0  0.05 0  0.05  0.02 0 0
MASS 3  0.8  0.01 0.001 0  0.02 0  0.02
MASS 4  1  0.01 0 0  0.01 0  0.01
VEL 2  0 0 0  0 1 0.2
GRAV 0 -1 -9.81
SDA 1 3  0 0.3 0.4  0.1 0 0.05  50 0.4 2 1.5
RSDA 1 1  3 0.2 0.1 0.4
RSDA 2 1  0.5 0 0.02
RSDA 2 2  200 0.01 3
LAW JOINT 1 1 = 0.2*sin(5*t) + 0.01*ed
FORCE 3  0.1 0.02 0  0.5 0 1
INTEG STEP 1e-13 1e-13
)";
  const std::string native = R"(REVOLUTE 1  1 2  3 4   0 0 0  -0.3 0 0  0 1 0.2
CYLINDRICAL 2  3 4  5 6  AT 0.45 0 0.1  1 0 0
PRISMATIC 3  1 2  7 8  AT 0 0.5 0.2  0 0 1
SDA 4  1 2  5 6   0 0.3 0.4  0.1 0 0.05
PINBODY 5  5 6  9
PINBODY 6  5 6  10
X 1  0 0 0
X 3  0.3 0 0
X 4  ROT zxy 0.1 0.2 0.3
X 5  0.6 0.1 0
X 6  ROT zxy -0.2 0 0.4
X 7  0 0.5 0.2
X 9  ${0.6 + 0.1*px} ${0.1 + 0.1*py} ${0.1*pz}
X 10 ${0.6 + 0.1*px + 0.02*rx} ${0.1 + 0.1*py + 0.02*ry} ${0.1*pz + 0.02*rz}
FIX 1
FIX 2
RLSE 4
INPUTE 3 1
END HALT
INPUTE 3 1 = 0.05*sin(3*t)
BODYMASS 3 4  1.5  0.02 0 0  0.01 0 0  0.05 0  0.05
BODYMASS 5 6  0.8  0 0 0  0.01 0.001 0  0.02 0  0.02
BODYMASS 7 8  1  0 0 0  0.01 0 0  0.01 0  0.01
STARTVX 4 SPACE 0 1 0.2
GRAVITY 0 -1 -9.81
ESTIFF 4  50
EDAMP 4  2
EREST 4  0.4
ESIG 4  1.5
ESTIFF 1  3
EDAMP 1  0.1
ESIG 1  ${0.4 - 3*0.2}
ESTIFF 2  0.5 200
EDAMP 2  0.02 3
ESIG 2  0 -2
ELAW 1 1 = 0.2*sin(5*t) + 0.01*ed
XF 10  0.5 0 1
INTEG STEP 1e-13 1e-13
DOF AUTO
TIMESTEP 0.5 4
END END
)";
  // The axes of body 3: Rz(-0.2) Ry(0.4).
  const double a = -0.2, c = 0.4;
  const std::string axes = fmt::format(
      "PARAM px = {:.17g}\nPARAM py = {:.17g}\nPARAM pz = {:.17g}\nPARAM rx = {:.17g}\n"
      "PARAM ry = {:.17g}\nPARAM rz = 0\n",
      std::cos(a) * std::cos(c), std::sin(a) * std::cos(c), -std::sin(c), -std::sin(a),
      std::cos(a));
  const test::RunResult kabios = test::good_run(deck), by_hand = test::good_run(axes + native);
  EXPECT_GT(test::expect_same_numbers(by_hand, kabios, 1e-10), 90);
  for (std::size_t row = 0; row < kabios.rows.size(); ++row) {
    const auto same = [&](const std::string& native_name, const std::string& name) {
      EXPECT_NEAR(by_hand.value(row, native_name), kabios.value(row, name), 1e-10) << name;
    };
    for (const auto& [of_element, word] :
         {std::pair("1_1", "rev1.angle"), std::pair("2_1", "cyl2.angle"),
          std::pair("2_2", "cyl2.travel"), std::pair("3_1", "pri3.travel")}) {
      same(std::string("e") + of_element, word);
      same(std::string("ed") + of_element, std::string(word) + "d");
      same(std::string("edd") + of_element, std::string(word) + "dd");
    }
    for (int k = 1; k <= 3; ++k) {
      same(fmt::format("v6_{}", k), fmt::format("body3.w{}", k));
      same(fmt::format("x6_{}", k), fmt::format("body3.q{}", k - 1));
      same(fmt::format("x5_{}", k), fmt::format("body3.{}", "xyz"[k - 1]));
      same(fmt::format("a9_{}", k), fmt::format("point1.{}dd", "xyz"[k - 1]));
    }
  }
  EXPECT_GT(std::fabs(kabios.value(2, "rev1.angle")), 1e-3);
}

// A redundant loop: two hinges of one door, whose forces are shared.
TEST(KabiosSpace, NamesRedundantRows) {
  const std::string deck = R"(SPACE
2 2 1 0 0 0 0 0
1  0 0 0    1 0 0 0
2  0.4 0 1  1 0 0 0
REVOLUTE 1 2  0 0 0.2  -0.4 0 -0.8  0 0 1
REVOLUTE 1 2  0 0 1.8  -0.4 0  0.8  0 0 1
1
0 1 0.25
MASS 2  20  6 0 0  7 0  1.2
VEL 2  0 0.4 0  0 0 1
GRAV 0 0 -9.81
)";
  const test::RunResult run = test::done(deck);
  EXPECT_NE(run.report.find("held deformations follow from the others wherever the mechanism "
                            "goes: REVOLUTE 2"),
            std::string::npos)
      << run.report;
  EXPECT_NEAR(run.value(4, "rev1.angle"), 1, 1e-12);
  const test::RunResult shared = test::done(deck + "REDUNDANT LEAST\n");
  EXPECT_NEAR(shared.value(0, "rev1.fz") + shared.value(0, "rev2.fz"), 20 * 9.81, 1e-10);
}

// Events in the words of the deck: a stop of a hinge, a driver that is let go, a body that stops.
TEST(KabiosSpace, EventsActOnBodiesJointsAndDrivers) {
  const std::string deck = R"(SPACE
3 2 1 0 1 0 0 0
1  0 0 0       1 0 0 0
2  0.5 0 0     1 0 0 0
3  0 1 0       1 0 0 0
REVOLUTE 1 2  0 0 0  -0.5 0 0  0 1 0
REVOLUTE 1 3  0 1 0  0 0 0  0 0 1
1
JOINT 2 1  0 3 0
0 1 0.25
MASS 2  1  0.001 0 0  0.02 0  0.02
MASS 3  1  0.01 0 0  0.01 0  0.02
GRAV 0 0 -9.81
EVENT stop WHEN rev1.angle > 0.5 DO IMPACT JOINT 1 1 e = 0.5
EVENT go WHEN t > 0.5 DO RELEASE DRIVER 1
EVENT halt WHEN t > 0.75 DO FIX BODY 3 W3
)";
  const test::RunResult run = test::done(deck);
  ASSERT_GE(run.events.size(), 3u) << run.report << run.messages;
  // The pendulum swings down about y: energy gives its speed at 0.5 rad, half of it goes back.
  const double J = 0.02 + 0.25, speed = std::sqrt(2 * 9.81 * 0.5 * std::sin(0.5) / J);
  EXPECT_NE(run.report.find("stop"), std::string::npos);
  EXPECT_GT(speed, 1);
  EXPECT_NEAR(run.value(run.rows.size() - 1, "body3.wz"), 0, 1e-12);
  EXPECT_NEAR(run.value(run.rows.size() - 1, "rev2.angle"), 3 * 0.75, 1e-6);
}

// One mechanism in metres and radians, and in millimetres and degrees: a moment is per radian in
// both.
TEST(KabiosSpace, UnitsMeanWhatTheySay) {
  const test::RunResult si = test::good_run(R"(SPACE
3 2 1 0 0 1 0 0
1  0 0 0    1 0 0 0
2  0.5 0 0  SEQ zxy 0.1 0 0
3  1 0.1 0  1 0 0 0
REVOLUTE 1 2  0 0 0  -0.5 0 0  0 1 0
ROD 2 3  0 0 0  0 0 0  0.52
1
3 0 0 0.1
0 0.2 0.05
MASS 2  1  0.01 0 0  0.02 0  0.02
MASS 3  1  0.01 0 0  0.02 0  0.02  0.01 0 0
VEL 3  0 0.1 0  0 0 1.5
GRAV 0 0 -9.81
SDA 1 3  0 0 0  0.01 0 0  200 1 10 1
BUSHING 1 3  0 0 0  -1 0 0  1 0 0  STIFFNESS 1 2 3 0.4 0.5 0.6  DAMPING 0.1 0.1 0.1 0.01 0.01 0.01
FORCE 3  0 0.01 0  1 2 3
TORQ 3  0 0 0.005
BDAMP 3  0.1 0.1 0.1 0.01 0.02 0.03
RSDA 1 1  2 0.5 0.005 0.1
INTEG STEP 1e-12 1e-12
)");
  const test::RunResult other = test::good_run(fmt::format(
      R"(UNITS mm kg s deg
SPACE
3 2 1 0 0 1 0 0
1  0 0 0    1 0 0 0
2  500 0 0  SEQ zxy {0} 0 0
3  1000 100 0  1 0 0 0
REVOLUTE 1 2  0 0 0  -500 0 0  0 1 0
ROD 2 3  0 0 0  0 0 0  520
1
3 0 0 100
0 0.2 0.05
MASS 2  1  1e4 0 0  2e4 0  2e4
MASS 3  1  1e4 0 0  2e4 0  2e4  10 0 0
VEL 3  0 100 0  0 0 {1}
GRAV 0 0 -9810
SDA 1 3  0 0 0  10 0 0  200 1000 10 1000
BUSHING 1 3  0 0 0  -1000 0 0  1 0 0  STIFFNESS 1 2 3 {2} {3} {4}  &
  DAMPING 0.1 0.1 0.1 {5} {5} {5}
FORCE 3  0 10 0  1000 2000 3000
TORQ 3  0 0 5000
BDAMP 3  0.1 0.1 0.1 {5} {6} {7}
RSDA 1 1  {8} {9} {10} 1e5
INTEG STEP 1e-12 1e-12
)",
      0.1 / kDegree, 1.5 / kDegree, 4e5 * kDegree, 5e5 * kDegree, 6e5 * kDegree, 1e4 * kDegree,
      2e4 * kDegree, 3e4 * kDegree, 2e6 * kDegree, 0.5 / kDegree, 5e3 * kDegree));
  for (std::size_t row = 0; row < si.rows.size(); ++row) {
    EXPECT_NEAR(other.value(row, "body3.x"), 1000 * si.value(row, "body3.x"), 1e-6);
    EXPECT_NEAR(other.value(row, "body3.zd"), 1000 * si.value(row, "body3.zd"), 1e-6);
    EXPECT_NEAR(other.value(row, "point1.y"), 1000 * si.value(row, "point1.y"), 1e-6);
  }
  EXPECT_GT(std::fabs(si.value(4, "body3.zd") - si.value(0, "body3.zd")), 0.1);
}

// A flap falls on its stop, as energy says; a ball slides on ice and rolls, as its momentum says.
TEST(KabiosSpace, StopsAndContacts) {
  const test::RunResult run = test::done(R"(SPACE
3 1 1 0 0 0 0 0
1  0 0 0      1 0 0 0
2  0 0 0.05   1 0 0 0
3  1.2 0 0.5  1 0 0 0
REVOLUTE 1 3  1 0 0.5  -0.2 0 0  0 1 0
1
0 1 0.05
MASS 2  0.5  5e-4 0 0  5e-4 0  5e-4
MASS 3  1  0.001 0 0  0.02 0  0.02
VEL 2  2 0 0  0 0 0
GRAV 0 0 -9.81
BALL 2  0.05  PLANE 0 0 1
CONTACT 2 PENALTY 2e5 1.5 0.5  0.2 1e-3
STOPS 1 1  MAX 0.5 RIGID 0.5
INTEG STEP 1e-10 1e-10
)");
  // The ball: sliding ends at 5/7 of its speed (J = 2/5 m r^2).
  const std::size_t last = run.rows.size() - 1;
  EXPECT_NEAR(run.value(last, "body2.xd"), 2 * 5.0 / 7, 5e-3);
  EXPECT_NEAR(run.value(last, "body2.wy") * 0.05, run.value(last, "body2.xd"), 5e-3);
  // The flap reaches its stop with the speed that its fall gives, and leaves with half of it.
  const double J = 0.02 + 0.04, speed = std::sqrt(2 * 9.81 * 0.2 * std::sin(0.5) / J);
  ASSERT_FALSE(run.events.empty()) << run.report;
  double highest = 0;
  for (std::size_t row = 0; row < run.rows.size(); ++row)
    highest = std::max(highest, run.value(row, "rev1.angle"));
  EXPECT_LE(highest, 0.5 + 1e-9);
  const test::RunResult peak = test::done(R"(SPACE
2 1 1 0 0 0 0 0
1  0 0 0      1 0 0 0
2  1.2 0 0.5  1 0 0 0
REVOLUTE 1 2  1 0 0.5  -0.2 0 0  0 1 0
1
0 1 0.05
MASS 2  1  0.001 0 0  0.02 0  0.02
GRAV 0 0 -9.81
STOPS 1 1  MAX 0.5 RIGID 0.5
MEASURE down = MAX rev1.angled
MEASURE up = MIN rev1.angled
INTEG STEP 1e-10 1e-10
)");
  EXPECT_NEAR(peak.measure("down"), speed, 1e-7);
  EXPECT_NEAR(peak.measure("up"), -0.5 * speed, 1e-7);
}

}  // namespace
}  // namespace mbs
