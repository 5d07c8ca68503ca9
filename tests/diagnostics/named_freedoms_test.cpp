// Fixed steps and degrees of freedom that the user has named: a position where these no longer
// determine the motion ends the run, and no other does.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/deck.h"
#include "support/names.h"
#include "support/process.h"

namespace mbs {
namespace {

constexpr double kGravity = 9.81;

class NamedFreedom : public testing::TestWithParam<const char*> {
 protected:
  // A pendulum of length 1, released at an angle from the x axis with an angular velocity, whose
  // coordinate `named` (1 or 2, 0: none) is its degree of freedom.
  static std::string pendulum(double angle, double rate, int named, const std::string& method) {
    const double x = std::cos(angle), y = std::sin(angle);
    return fmt::format(
        R"(PLTRUSS 1 1 2
X 1 0 0
X 2 {:.17g} {:.17g}
FIX 1
{}END HALT
{}XM 2 1
STARTVX 2 1 {:.17g}
STARTVX 2 2 {:.17g}
GRAVITY 0 -{}
TIMES 0 1 0.1
INTEG {}
END END
)",
        x, y, named ? fmt::format("DYNX 2 {}\n", named) : "", named ? "" : "DOF AUTO\n", -rate * y,
        rate * x, kGravity, method);
  }
  test::Finished run(const std::string& deck) {
    test::write_all(scratch_.file("deck.dat"), deck);
    return test::mbsim("--csv - --no-report '" + scratch_.file("deck.dat") + "'");
  }

 private:
  test::Scratch scratch_;
};

// phi" = -g cos(phi) of the pendulum, by a small integrator of this test: the first time at which
// sin or cos of it changes its sign; 2 if that is after 1 s.
double time_of_turning(double angle, double rate, int named) {
  const auto other = [&](double phi) { return named == 1 ? std::sin(phi) : std::cos(phi); };
  const double h = 1e-5, sign = other(angle);
  for (int k = 0; k < 100'000; ++k) {
    rate -= 0.5 * h * kGravity * std::cos(angle);
    angle += h * rate;
    rate -= 0.5 * h * kGravity * std::cos(angle);
    if (other(angle) * sign < 0) return k * h;
  }
  return 2;
}

TEST_P(NamedFreedom, ThatTurnsBadEndsTheRun) {
  const double step = std::stod(std::string(GetParam()).substr(std::string(GetParam()).find('0')));
  int stopped = 0, passed = 0;
  for (int k = 0; k < 24; ++k) {
    const double angle = 0.1 + 2 * std::numbers::pi * ((k * 7) % 24) / 24, rate = 0.4 * (k % 5) - 1;
    const int named = 1 + k % 2;
    const double expected = time_of_turning(angle, rate, named);
    if (std::fabs(expected - 1) < 3 * step) continue;
    const test::Finished done = run(pendulum(angle, rate, named, GetParam()));
    SCOPED_TRACE(fmt::format("angle {}, rate {}, named {}: {}", angle, rate, named, done.err));
    ASSERT_EQ(done.status, expected < 1 ? 3 : 0);
    ++(expected < 1 ? stopped : passed);
    if (expected > 1) continue;
    const std::string text = "singular at t = ";
    const std::size_t at = done.err.find(text);
    ASSERT_NE(at, std::string::npos);
    EXPECT_NEAR(std::stod(done.err.substr(at + text.size())), expected, 2 * step + 0.01);
    EXPECT_NE(done.err.find("name other degrees of freedom"), std::string::npos);
  }
  EXPECT_GE(stopped, 12);
  EXPECT_GE(passed, 3);
}

INSTANTIATE_TEST_SUITE_P(Methods, NamedFreedom,
                         testing::Values("HEUN 0.001", "HEUN 0.01", "RK4 0.0005", "RK4 0.01",
                                         "GALPHA STEP 0.002", "GALPHA STEP 0.01"),
                         test::name_of_text);

// Node 3 has no mass. It is a degree of freedom beside the length of the rod to node 2, and node 2,
// which has a mass, stands still in the motion that nothing resists.
TEST(SingularNames, AMotionWithoutMassIsNamedByWhatMovesInIt) {
  const std::string kinematics =
      R"(PLTRUSS 1 1 2
PLTRUSS 2 2 3
X 1 0 0
X 2 1 0
X 3 2 0
FIX 1
FIX 2 2
FIX 3 2
RLSE 1
DYNX 3 1
)";
  const std::string dynamics = R"(END HALT
XM 2 1
ESTIFF 1 4
ESTIFF 2 10
TIMES 0 1 0.5
)";
  for (const char* form : {"FORM FULL\n", "FORM REDUCED\n"}) {
    const test::RunResult start =
        test::run(kinematics + "DYNE 2 1\n" + dynamics + form + "END END\n");
    EXPECT_EQ(start.status, ExitStatus::solution_failed);
    EXPECT_NE(start.messages.find("its largest coordinate is node 3 X"), std::string::npos)
        << start.messages;
    const test::RunResult later = test::run(kinematics + dynamics + form +
                                            "EVENT a WHEN t > 0.2 DO DYNAMIC E 2 1\nEND END\n");
    EXPECT_NE(later.messages.find("its largest coordinate is node 3 X"), std::string::npos)
        << later.messages;
  }
}

// A slider crank at its dead position with the slider as degree of freedom: the crank turns, and a
// rod a hundred times as long hardly does.
TEST(SingularNames, TheCoordinateThatMovesMostIsDeterminedWorst) {
  const std::string deck = R"(PLREV 1  1 2 3 4   0 0  -0.01 0
PLREV 2  3 4 5 6   0 0  -0.5 0
PLREV 3  5 6 7 8   0.5 0  0 0
X 1  0 0
X 3  0.01 0
X 5  0.51 0
X 7  1.01 0
FIX 1
FIX 2
FIX 7 2
FIX 8
DYNX 7 1
END HALT
XM 4  1
XM 5  1
XM 6  1
XM 7  1
TIMES 0 1 0.5
END END
)";
  for (const char* path : {"dense", "sparse"}) {
    RunSettings settings;
    set_option(settings.options, "path", path);
    const test::RunResult run = test::run(deck, settings);
    EXPECT_NE(run.messages.find("node 4 PHI is determined worst"), std::string::npos)
        << run.messages;
  }
}

// Seven pendulums, each named by its height. The first passes its lowest point.
TEST(SingularNames, FiveFreedomsAreNamedAndTheOthersCounted) {
  std::string rods, nodes = "X 1 0 0\n", masses, named;
  for (int k = 2; k <= 8; ++k) {
    rods += fmt::format("PLTRUSS {} 1 {}\n", k - 1, k);
    nodes += fmt::format("X {} {} {}\n", k, k == 2 ? 0.6 : 1, k == 2 ? -0.8 : 0);
    named += fmt::format("DYNX {} 2\n", k);
    masses += fmt::format("XM {} 1\n", k);
  }
  const test::RunResult run =
      test::run(rods + nodes + "FIX 1\n" + named + "END HALT\n" + masses +
                "GRAVITY 0 -9.81\nTIMES 0 1 0.1\nINTEG RK4 0.01\nEND END\n");
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find("the degrees of freedom node 2 Y, node 3 Y, node 4 Y, node 5 Y, "
                              "node 6 Y and 2 more do not determine it"),
            std::string::npos)
      << run.messages;
}

// A bob on a stiff spring, named by the length of the spring and by a coordinate: unknowns of
// GALPHA are the spring and another coordinate, and the height still turns bad at the lowest point.
TEST(SingularNames, ACoordinateBesideASpringKeepsItsAudit) {
  const auto run = [](const char* named) {
    return test::run(fmt::format(R"(PLTRUSS 1 1 2
X 1 0 0
X 2 0.8 -0.6
FIX 1
DYNE 1 1
DYNX 2 {}
END HALT
XM 2 1
ESTIFF 1 1e7
GRAVITY 0 -9.81
TIMES 0 1 0.1
INTEG GALPHA STEP 0.01
END END
)",
                                 named));
  };
  const test::RunResult height = run("2"), side = run("1");
  EXPECT_EQ(height.status, ExitStatus::solution_failed);
  EXPECT_NE(height.messages.find("node 2 Y"), std::string::npos) << height.messages;
  EXPECT_NE(height.messages.find("do not determine it"), std::string::npos) << height.messages;
  EXPECT_EQ(side.status, ExitStatus::done) << side.messages;
}

// t of "singular at t = ..."; nan where it is not said.
double time_named(const test::RunResult& run) {
  const std::string words = "singular at t = ";
  const std::size_t found = run.messages.find(words);
  return found == std::string::npos ? NAN : std::stod(run.messages.substr(found + words.size()));
}

// A bob on a rod, named by its height: methods that choose their steps name the instant of the
// lowest point, and STIFF does not creep up to it for long.
TEST(SingularNames, MethodsThatChooseTheirStepsNameTheSameTime) {
  const double angle = std::atan2(-0.6, 0.8), expected = time_of_turning(angle, -1, 2);
  for (const char* method : {"STEP", "DOP853", "STIFF", "GALPHA 1e-6 1e-6"}) {
    RunSettings settings;
    settings.options.max_steps = 9000;
    const test::RunResult run = test::run(fmt::format(R"(PLTRUSS 1 1 2
X 1 0 0
X 2 0.8 -0.6
FIX 1
DYNX 2 2
END HALT
XM 2 1
STARTVX 2 2 -0.8
GRAVITY 0 -{}
TIMES 0 2 0.1
INTEG {}
END END
)",
                                                      kGravity, method),
                                          settings);
    EXPECT_NEAR(time_named(run), expected, 1e-4) << method << ": " << run.messages;
  }
}

// Two bodies of space that hang from each other, named by turns and a height that turn bad
// together: one motion outweighs the others there, and none of them lacks a mass.
TEST(SingularNames, ABadChoiceInSpaceIsNoLackOfMass) {
  for (const char* method : {"STEP", "DOP853", "RK4 0.001"}) {
    const test::RunResult run = test::run(fmt::format(R"(SPHERICAL 1  0 0  1 2  AT 0 0 0
SPHERICAL 2  1 2  3 4  AT 0.5 0.2 -0.8
X 1 0.3 0.1 -0.4
X 3 0.8 0.1 -1.2
DYNX 2 1
DYNX 2 3
DYNX 1 3
DYNX 4
END HALT
XM 1 1
XM 2 0.04 0 0 0.05 0 0.02
XM 3 1
XM 4 0.04 0 0 0.05 0 0.02
STARTVX 1 3 -0.3
STARTVX 4 1 0.5
GRAVITY 0 0 -9.81
TIMES 0 2 0.1
INTEG {}
END END
)",
                                                      method));
    EXPECT_NEAR(time_named(run), 0.4864, 1e-3) << method << ": " << run.messages;
  }
}

}  // namespace
}  // namespace mbs
