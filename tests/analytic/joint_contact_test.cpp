// Contact forces in the joints of a chain whose muscles pull along lines: against statics by hand,
// and against the same muscles as forces of the deck.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

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
