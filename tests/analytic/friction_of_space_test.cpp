// FRICTION in hinges and sliders of space, against closed forms and against the plane's own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

// A flywheel on an axis that leans by `lean` from the horizontal: its bearing carries m g cos(lean)
// across and m g sin(lean) along, and it runs down evenly, and stands.
TEST(FrictionOfSpace, FlywheelRunsDown) {
  for (const double lean : {0.0, 0.5, 1.2}) {
    const double c = std::cos(lean), s = std::sin(lean), m = 3, I = 0.05, r = 0.02, mu = 0.2;
    const test::RunResult run = test::good_run(fmt::format(
        "REVOLUTE 1  0 0  1 2  AT 0 0 0  {} 0 {}\nX 1  0 0 0\nDYNE 1 1\nEND HALT\nXM 1  {}\n"
        "XM 2  {} 0 0  {} 0  {}\nGRAVITY 0 0 -9.81\nSTARTDE 1 1  0 4\nFRICTION 1  1 1  {} 0.3 {}\n"
        "INTEG STEP 1e-12 1e-12\nTIMESTEP 2 20\nEND END\n",
        c, s, m, I, I, I, r, mu));
    const double rate = mu * r * m * 9.81 * (c + s) / I, end = 4 / rate;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double t = std::min(run.value(k, "t"), end);
      EXPECT_NEAR(run.value(k, "e1_1"), 4 * t - rate * t * t / 2, 1e-9) << lean << " " << k;
    }
    EXPECT_NEAR(run.time_of(ContactTurn::sticks), end, 1e-9);
  }
}

// An eccentric wheel without weight presses its bearing by its own turning, across and along the
// way: J w' = -mu r m e sqrt(w^4 + w'^2), so w' = -K w^2 and w = w0/(1 + K w0 t).
TEST(FrictionOfSpace, EccentricWheelPressesItsOwnBearing) {
  const double m = 2, e = 0.1, J0 = 0.03, r = 0.05, mu = 0.4, w0 = 30;
  const double c = mu * r * m * e / (J0 + m * e * e), K = c / std::sqrt(1 - c * c);
  const test::RunResult run = test::good_run(fmt::format(
      "REVOLUTE 1  0 0  1 2  AT 0 0 0  1 2 -2\nX 1  {} {} 0\nDYNE 1 1\nEND HALT\nXM 1  {}\n"
      "XM 2  {} 0 0  {} 0  {}\nSTARTDE 1 1  0 {}\nFRICTION 1  1 1  {} {}\n"
      "INTEG STEP 1e-12 1e-12\nTIMESTEP 3 10\nEND END\n",
      e * 2 / std::sqrt(5), -e / std::sqrt(5), m, J0, J0, J0, w0, r, mu));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.value(k, "t");
    EXPECT_NEAR(run.value(k, "ed1_1"), w0 / (1 + K * w0 * t), 1e-8) << k;
    EXPECT_NEAR(run.value(k, "e1_1"), std::log1p(K * w0 * t) / K, 1e-8) << k;
  }
}

// A carriage of length L on a level rail, pushed along it beside its middle and twisted: the two
// ends press by what they carry, and the twist presses as a pair of forces at the arm L.
TEST(FrictionOfSpace, CarriagePushedBesideItsMiddle) {
  const double L = 0.3, mu = 0.2, m = 2, push = 40;
  for (const double y : {0.0, 0.1, -0.25})
    for (const double z : {0.0, 0.05, -0.4})
      for (const double twist : {0.0, 0.7, -0.3}) {
        const test::RunResult run = test::good_run(fmt::format(
            "PRISMATIC 1  0 0  1 2  AT 0 0 0  1 0 0  0 1 1\nX 1  0 0 0\nDYNE 1 1\nEND HALT\n"
            "XM 1  {}\nXM 2  0.01 0 0 0.01 0 0.01\nXF 1  {} 0 0\nXF 2  {} {} {}\n"
            "GRAVITY 0 0 -9.81\nSTARTDE 1 1  0 1\nFRICTION 1  1 1  {} {}\n"
            "INTEG STEP 1e-12 1e-12\nTIMESTEP 0.1 2\nEND END\n",
            m, push, twist, z * push, -y * push, L, mu));
        double load = 2 * std::fabs(twist) / L;
        for (const double end : {1.0, -1.0})
          load += std::hypot(y * push / L, m * 9.81 / 2 + end * z * push / L);
        const double a = (push - mu * load) / m, t = a < 0 ? std::min(0.1, -1 / a) : 0.1;
        EXPECT_NEAR(run.value(2, "e1_1"), t + a * t * t / 2, 1e-10) << y << " " << z;
        EXPECT_NEAR(run.value(0, "friction1.load"), load, 1e-10 * load) << y << " " << z;
      }
}

// A block on an inclined rail stands or slides as mu says, whatever way the rail lies.
TEST(FrictionOfSpace, BlockOnAnInclinedRail) {
  const double limit = std::atan(0.4);
  for (const double turn : {0.0, 0.8, 2.5})
    for (const double slope : {limit * 0.9999, limit * 1.0001}) {
      const double c = std::cos(slope), s = std::sin(slope);
      const test::RunResult run = test::good_run(fmt::format(
          "PRISMATIC 1  0 0  1 2  AT 0 0 0  {} {} {}\nX 1  0 0 0\nDYNE 1 1\nEND HALT\nXM 1  2\n"
          "XM 2  0.01 0 0 0.01 0 0.01\nGRAVITY 0 0 -9.81\nFRICTION 1  1 1  0.2 0.4 0.3\n"
          "TIMESTEP 1 4\nEND END\n",
          c * std::cos(turn), c * std::sin(turn), s));
      const double a = slope > limit ? -9.81 * (s - 0.3 * c) : 0;
      EXPECT_NEAR(run.value(4, "ed1_1"), a, 1e-10) << turn;
    }
}

// CONSTANT in any joint, of any free deformation; what is broken does not rub.
TEST(FrictionOfSpace, ConstantFriction) {
  const std::string deck =
      "CYLINDRICAL 1  0 0  1 2  AT 0 0 0  1 2 2\nX 1  0 0 0\nDYNE 1 1 2\nEND HALT\nXM 1  2\n"
      "XM 2  0.1 0 0 0.1 0 0.1\nSTARTDE 1 1  0 3\nSTARTDE 1 2  0 2\nFRICTION 1  1 1  CONSTANT "
      "0.05\n"
      "INTEG STEP 1e-12 1e-12\nTIMESTEP 2 4\n";
  const test::RunResult run = test::good_run(deck + "END END\n");
  EXPECT_NEAR(run.value(4, "e1_1"), 3 * 2 - 0.5 * 4 / 2, 1e-9);
  EXPECT_NEAR(run.value(4, "e1_2"), 4, 1e-10);
  for (const char* const what : {"E 1", "E 1 3 4 5 6"}) {
    const test::RunResult broken =
        test::good_run(deck + fmt::format("EVENT out WHEN t > 1 DO RELEASE {}\nEND END\n", what));
    EXPECT_NEAR(broken.value(4, "energy.kinetic"), 0.05 * 2.5 * 2.5 + 4, 1e-9) << what;
  }
}

// What has no friction in proportion to its force says what to write.
TEST(FrictionOfSpace, Refusals) {
  const auto said = [](const std::string& joint, const std::string& friction) {
    return test::run(joint + "X 1  0 0 0\nEND HALT\nXM 1  2\nXM 2  0.1 0 0 0.1 0 0.1\n" + friction +
                     "\nTIMESTEP 2 4\nEND END\n")
        .messages;
  };
  EXPECT_NE(
      said("SCREW 1  0 0  1 2  AT 0 0 0  1 2 2  LEAD 0.01\nDYNE 1 1\n", "FRICTION 1  1 1  0.1 0.2")
          .find("a SCREW has no friction in proportion to what it carries"),
      std::string::npos);
  EXPECT_NE(said("REVOLUTE 1  0 0  1 2  AT 0 0 0  1 2 2\nDYNE 1 1\n", "FRICTION 1  1 2  0.1 0.2")
                .find("expected: FRICTION 1 1 1 radius mu_s [mu_k]"),
            std::string::npos);
}

}  // namespace
}  // namespace mbs
