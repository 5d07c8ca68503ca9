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

// A screw, a wheel, a gear and a rope of space, found by the hunt: HEUN turned round in front of
// the place where the named degrees of freedom are singular, by errors that were small beside the
// largest velocity, and went on to the end.
const char* const kThrown =
    R"(SCREW 1 1 2 11 12 -0.388042911250195 0.5462289893444882 -0.05369680625101003 -0.04950947610298928 -0.37142290141242307 -0.07659724686534747 -0.3788326539585056 0.8576984331423362 -0.3476193580339514 LEAD 0.186
SDA 2 11 12 21 22 -0.1343787714253295 0.39842889147957816 -0.27803630756840375 0.042896049735869135 -0.17662525810516805 0.22618120232853642
REVOLUTE 3 1 2 31 32 -0.3366736761618317 -0.023321672383372412 -0.12524718206713753 0.3018314191956444 0.397815120597725 0.029469822904901383 -0.7389666823519232 0.5154765881876746 0.4338342188027428 0.5281258479884676 0.04335918993716567 0.8480584115109375 AXISJ -0.7455243928981339 0.588028006466147 0.31371395124431084 0.562745207446486 0.3031972759752902 0.7690183634590108
PINBODY 4 11 12 51
PINBODY 5 31 32 61
TRUSS 6 51 61
RLSE 6 1
RELATION 7 = 0.693*e1_1 + -1.476*e3_1
VFORMULA 8 = dirx12_2*v61_1 + diry12_2*v61_2 + dirz12_2*v61_3
INPUTE 8 1
WHEEL 9 41 42 0.7779047603056539 -0.5613573451865782 0.282386463731674 0.27 ON 11 12 PLANE 0.3016159815137723 -0.897414986388221 -0.32198469202947044 THROUGH 0.7437588358887198 -0.6967740918634535 0.281098219321424
INPUTE 9 2
RLSE 9 3
X 1 -0.695 0.924 0.279
FIX 1
X 2 0.9890957126780038 -0.14297275091560893 0.02624511965579063 0.02365707826144764
FIX 2
X 11 -1.064650924718422 1.788208132026171 0.17313072487959935
X 12 1 0 0 0
X 21 -1.2470952603257008 2.1494963770662774 -0.4225072309355239
X 22 ROT VECTOR 0.2643736198889227 0.22239110434193704 -1.3825242769634425
X 31 -1.337053326652721 0.45503478056083674 0.15589984888911645
X 32 MATRIX 1 0 0 0 1 0 0 0 1
X 41 0.21609569455720345 1.1466844822999105 0.162529725119466
X 42 0.9997138490198023 -0.016078987413531504 -0.006994256466893096 -0.016271650753462263
X 51 -1.6484341232427515 1.6654699250554916 0.10884612586610527
X 61 -1.4624849942278262 0.8033256604151378 0.6280866337313494
DYNX 21 3
DYNX 41 1
DYNX 42 2
DYNX 42 3
DYNX 42 1
DYNX 22 2
DYNX 21 1
DYNX 22 3
DYNX 22 1
END HALT
ESTIFF 1 12.322 0 0 0 0 0
ESTIFF 3 5.112 0 0 0 0 0
EDAMP 3 1.057 0 0 0 0 0
ESTIFF 6 33.012885628327375
EDAMP 6 1.5229158548781974
INPUTE 8 1 RATE = 0.102*sin(4.59*t) + -0.317*t
INPUTE 9 2 RATE = -0.878*sin(0.757*t) + -0.055*t
ELAW 9 3 = 1.895*ed + 0*sin(1*t)
XF 11 0.271 -2.474 2.356
XM 11 2.134
XM 12 0.02802023021574105 -0.015020687518226746 6.818567672201188e-05 0.02583497202880007 0.0016171756939287515 0.0454603467534951
XF 21 -2.059 3.444 1.298
BODYMASS 21 22 1.176 -0.03 -0.253 0.159 0.05221432964039723 -0.005842129762798144 0.006618674803654605 0.030456857488924932 -0.0014134059032294057 0.03269269494985225
XLAW 22 1 = -0.183*v
XLAW 22 2 = -0.183*v
XLAW 22 3 = -0.183*v
XM 31 1.217
XM 32 0.046735949900840124 -0.005343849189930145 -0.003091804482028034 0.04219694695765785 -0.0008099295321500576 0.04065984934351381
BODYMASS 41 42 2.86 0.18 -0.078 -0.069 0.033000727920801796 -0.0009653643324817641 0.010908834386098697 0.06833907522544046 -0.0003181719098743277 0.06422264438826938
XM 51 0.724
XM 61 0.984
STARTVX 21 3 -0.358
STARTVX 41 1 0.643
STARTVX 42 2 1.109
STARTVX 42 3 0.734
STARTVX 42 1 0.029
STARTVX 22 2 1.352
STARTVX 21 1 -0.437
STARTVX 22 3 1.924
STARTVX 22 1 -1.493
GRAVITY 0 0 -9.81
FORM REDUCED
TIMESTEP 0.356 4
INTEG {}
END END
)";

TEST(SingularNames, AStepThatIsThrownBackEndsTheRun) {
  for (const char* method :
       {"STEP", "DOP853 1e-8 1e-8", "HEUN 0.0002", "HEUN 0.0005", "HEUN 0.001", "RK4 0.002"}) {
    std::string deck = kThrown;
    deck.replace(deck.find("{}"), 2, method);
    const test::RunResult run = test::run(deck);
    EXPECT_EQ(run.status, ExitStatus::solution_failed) << method;
    EXPECT_NEAR(time_named(run), 0.18554, 2e-3) << method << ": " << run.messages;
  }
}

}  // namespace
}  // namespace mbs
