// Contact forces in the joints of a chain whose muscles pull along lines: against statics by hand,
// and against the same muscles as forces of the deck.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/good_run.h"

namespace mbs {
namespace {

// An upper arm that hangs and a forearm of 2 kg that is held level, its centre 0.15 m from the
// elbow; a muscle from the upper arm, 0.25 m above the elbow, to the forearm, 0.04 m from it.
TEST(JointContact, OfAForearmHeldLevel) {
  const test::RunResult run = test::good_run(R"(SEGDYN
SEGMENT 1 1 0.3 0.15 0.01
SEGMENT 2 2 0.3 0.15 0.02
STATE 1 -90deg 0
STATE 2 0 0
GRAV 0 -10
KNOWN PHIDD 1 0
KNOWN PHIDD 2 0
UNKNOWN M 1
UNKNOWN M 2
PATH 1 -0.1 0  2 -0.11 0
MUSCLE BRA OVER PATH 1 0 1 FMAX 1000
STATICOPT MOMENT 2 m2
TIME 0 0.1 0.1
END
)");
  // The muscle's line from (0, 0.25) above the elbow to (0.04, 0): its arm is that of a right
  // triangle, and it pulls the forearm up and to the upper arm.
  const double length = std::hypot(0.25, 0.04), arm = 0.25 * 0.04 / length;
  const double tension = 2 * 10 * 0.15 / arm;
  EXPECT_NEAR(run.value(0, "BRA.f"), tension, 1e-8 * tension);
  EXPECT_NEAR(run.value(0, "frx2"), 0, 1e-9);
  EXPECT_NEAR(run.value(0, "fry2"), 20, 1e-9);
  const double x = tension * 0.04 / length, y = 20 - tension * 0.25 / length;
  EXPECT_NEAR(run.value(0, "jcf2.fx"), x, 1e-7);
  EXPECT_NEAR(run.value(0, "jcf2.fy"), y, 1e-7);
  EXPECT_NEAR(run.value(0, "jcf2.f"), std::hypot(x, y), 1e-7);
  // The shoulder is crossed by no muscle.
  EXPECT_NEAR(run.value(0, "jcf1.fx"), run.value(0, "frx1"), 1e-8);
  EXPECT_NEAR(run.value(0, "jcf1.fy"), 30, 1e-8);
  EXPECT_NE(run.report.find("JOINT CONTACT FORCES"), std::string::npos);
}

// The forces that STATICOPT finds, given as laws of springs along the same lines: the joints then
// carry what the contact forces say. Swinging, with a muscle over two joints.
TEST(JointContact, IsTheForceOfJointsWithTheMusclesInThem) {
  const auto deck = [](const std::string& lines) {
    return R"(SEGDYN
SEGMENT 1 2 .30 .13 .018
SEGMENT 2 1.5 .35 .15 .02
STATE 1 -1.5 0.4
STATE 2 -1.0 -0.8
GRAV 0 -9.81
KNOWN PHIDD 1 = .8*cos(3*t)
KNOWN PHIDD 2 = 2*cos(4*t)
UNKNOWN M 1
UNKNOWN M 2
)" + lines +
           "TIME 0 0.3 0.1\nINTEG DOP853 1e-11 1e-11\nEND\n";
  };
  const std::string ends[] = {"0 .04 .05  1 0 .015", "0 -.06 -.05  1 -.02 -.015",
                              "1 -.03 .012  2 -.1 .012", "1 -.05 -.012  2 -.17 -.018",
                              "0 .03 .03  2 -.105 .012"};
  std::string paths, muscles;
  for (int k = 0; k < 5; ++k) {
    paths += "PATH " + ends[k] + "\n";
    muscles += fmt::format("MUSCLE M{} OVER PATH {} 0 1 FMAX 1000\n", char('A' + k), k + 1);
  }
  const test::RunResult shared =
      test::done(deck(paths + muscles + "STATICOPT MOMENT 1 m1 2 m2 POWER 3\n"));
  for (std::size_t row = 0; row < shared.rows.size(); ++row) {
    const double t = shared.time(row);
    std::string laws = paths;
    for (int k = 0; k < 5; ++k)
      laws += fmt::format("LAW PATH {} = {:.17g}\n", k + 1,
                          shared.value(row, fmt::format("M{}.f", char('A' + k))));
    const test::RunResult pulled = test::done(deck(laws));
    ASSERT_EQ(pulled.time(row), t);
    for (const int joint : {1, 2}) {
      EXPECT_NEAR(shared.value(row, fmt::format("jcf{}.fx", joint)),
                  pulled.value(row, fmt::format("frx{}", joint)), 1e-6);
      EXPECT_NEAR(shared.value(row, fmt::format("jcf{}.fy", joint)),
                  pulled.value(row, fmt::format("fry{}", joint)), 1e-6);
      EXPECT_NEAR(pulled.value(row, fmt::format("m{}", joint)),
                  shared.value(row, fmt::format("reserve{}", joint)), 1e-6);
    }
  }
}

// An arm of two driven segments on the ground, five muscles along springs without stiffness that
// pull with the given tensions.
std::string arm_of_bodies(const std::vector<double>& tensions, const std::string& tail) {
  const std::string ends[] = {"1 2  .04 .05  0 .015", "1 2  -.06 -.05  -.02 -.015",
                              "2 3  -.03 .012  -.1 .012", "2 3  -.05 -.012  -.17 -.018",
                              "1 3  .03 .03  -.105 .012"};
  std::string out = R"(3 2 0 1 0 0 0 0 0
0 0 0
0 -.13 -1.5
.1 -.35 -1
1 2  0 0  -.13 0
2 3  .17 0  -.15 0
1
0 0.3 0.1
MASS 2  2 .018
MASS 3  1.5 .02
GRAV 0 -9.81
DRIVE REVOLUTE 1 = -1.5 + 0.4*t + .1*(1 - cos(3*t))
DRIVE REVOLUTE 2 = 0.5 - 1.2*t + .2*(1 - cos(4*t))
OUT shoulder = -formula1.s
OUT elbow = -formula2.s
)";
  for (std::size_t k = 0; k < 5; ++k)
    out += fmt::format("SDA {}  0 1 0 {:.17g}\n", ends[k], tensions.empty() ? 0.0 : tensions[k]);
  return out + tail + "END\n";
}

// The forces in revolute joints, in words of KABIOS and in native ones: those of the joints when
// the same tensions are forces of the deck.
TEST(JointContact, OfRevoluteJoints) {
  std::string muscles;
  for (int k = 0; k < 5; ++k)
    muscles += fmt::format("MUSCLE M{} OVER SDA {} 0 1 FMAX 1000\n", char('A' + k), k + 1);
  const std::string deck =
      arm_of_bodies({}, muscles + "STATICOPT MOMENT 1 shoulder 2 elbow POWER 3\n");
  const test::RunResult shared = test::done(deck);
  EXPECT_NE(shared.report.find("JOINT CONTACT FORCES, ON THE BODY OF THE NET FORCE"),
            std::string::npos);
  Diagnostics diagnostics;
  const test::RunResult native = test::done(convert_deck({"deck", deck, ".", {}}, {}, diagnostics));
  for (std::size_t row = 0; row < shared.rows.size(); ++row) {
    std::vector<double> tensions;
    for (int k = 0; k < 5; ++k)
      tensions.push_back(shared.value(row, fmt::format("M{}.f", char('A' + k))));
    const test::RunResult pulled = test::done(arm_of_bodies(tensions, ""));
    EXPECT_GT(shared.value(row, "jcf2.f"), 20) << row;
    for (const int joint : {1, 2}) {
      const std::string rev = fmt::format("rev{}", joint), jcf = fmt::format("jcf{}", joint);
      const double fx = pulled.value(row, rev + ".fx"), fy = pulled.value(row, rev + ".fy");
      EXPECT_NEAR(shared.value(row, jcf + ".fx"), fx, 1e-7) << row;
      EXPECT_NEAR(shared.value(row, jcf + ".fy"), fy, 1e-7) << row;
      EXPECT_NEAR(shared.value(row, jcf + ".f"), std::hypot(fx, fy), 1e-7) << row;
      EXPECT_NEAR(native.value(row, jcf + ".fx"), fx, 1e-6) << row;
      EXPECT_NEAR(native.value(row, jcf + ".fy"), fy, 1e-6) << row;
    }
    // The muscles make the moments: the drivers have nothing left to do.
    EXPECT_NEAR(pulled.value(row, "elbow"), 0, 1e-7);
  }
}

// The pin of a loop may bear a part of what muscles pull across another one: no contact forces.
TEST(JointContact, NoneInALoop) {
  const test::RunResult run = test::done(R"(4 4 0 1 0 0 0 0 0
0 0 0
0.5 0.8 60deg
2.6 2.6 30deg
3.5 1.8 60deg
1 2   0.0 0.0  -1.0 0.0
2 3   1.0 0.0  -2.0 0.0
3 4   2.0 0.0   2.0 0.0
4 1  -2.0 0.0   2.5 0.0
1
0 0.1 0.1
DRIVE REVOLUTE 1 = 60deg + t
MASS 3 2 1
GRAV 0 -9.81
SDA 1 2  0 0.3  0 0.1  0 1 0
MUSCLE A OVER SDA 1 0 1 FMAX 1000
OUT crank = -formula1.s
STATICOPT MOMENT 1 crank
END
)");
  for (const std::string& name : run.names) EXPECT_FALSE(name.starts_with("jcf")) << name;
}

// A muscle with a moment arm alone has no line: no contact forces.
TEST(JointContact, NeedsLines) {
  const test::RunResult run = test::done(R"(SEGDYN
SUBJECT MASS 70
SUBJECT KNEE 0 1 ZERO 0
SEGMENT 1 2 0.3 0.15 0.02
STATE 1 0 0
GRAV 0 -10
KNOWN PHIDD 1 0
UNKNOWN M 1
MUSCLE BRA ARM 1 .2 -.04 FMAX 1000
STATICOPT MOMENT 1 m1
TIME 0 0.1 0.1
END
)");
  for (const std::string& name : run.names) EXPECT_FALSE(name.starts_with("jcf")) << name;
  EXPECT_NE(run.report.find("FRX, FRY: net joint forces; what muscles press"), std::string::npos);
}

}  // namespace
}  // namespace mbs
