// Moments that muscles share beside muscles with a stimulation, with rigid tendons that move, and
// about joints whose bodies are coupled.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <random>

#include "support/good_run.h"

namespace mbs {
namespace {

// FLEX follows its stimulation and makes a part of the moment; BRAC is asked for the rest alone.
TEST(MuscleSharing, LessWhatStimulatedMusclesMake) {
  for (const double stimulation : {0.05, 0.15, 0.3}) {
    const test::RunResult run = test::good_run(fmt::format(R"(SEGDYN
SEGMENT 1 1.5 .35 .15 .02
STATE 1 0 2.5
GRAV 0 -9.81
KNOWN PHIDD 1 = -12.5*sin(5*t)
UNKNOWN M 1
MUSCLE FLEX ARM 1 .345 -.035 FMAX 800 LOPT .13 LSLACK .18 STIM = {}
MUSCLE BRAC ARM 1 .245 -.020 FMAX 500 LOPT .09 LSLACK .14
STATICOPT MOMENT 1 m1
TIME 0 0.4 0.2
END
)",
                                                           stimulation));
    const double rest = run.value(0, "m1") - run.value(0, "FLEX.m1");
    EXPECT_GT(std::fabs(run.value(0, "FLEX.m1")), 0.5);
    EXPECT_NEAR(run.value(0, "moment1"), rest, 1e-12);
    EXPECT_NEAR(run.value(0, "BRAC.m1") + run.value(0, "reserve1"), rest, 1e-10);
  }
}

// Whatever the speed, the muscles make the moment asked for.
TEST(MuscleSharing, RigidTendonsThatMoveAtTheStart) {
  for (const double speed : {0.0, 2.0, -1.0, 0.5, 4.0}) {
    const test::RunResult run = test::good_run(fmt::format(R"(SEGDYN
SEGMENT 1 1.5 .35 .15 .02
STATE 1 0.3 {}
GRAV 0 -9.81
MUSCLE FLEX RIGID ARM 1 .345 -.035 FMAX 800 LOPT .13 LSLACK .18 ONSET 0.1
MUSCLE BRAC RIGID ARM 1 .245 -.020 FMAX 500 LOPT .09 LSLACK .14 ONSET 0.1
MUSCLESTART MOMENT 1 2.1
TIME 0 0.1 0.05
END
)",
                                                           speed));
    EXPECT_NEAR(run.value(0, "FLEX.m1") + run.value(0, "BRAC.m1"), 2.1, 1e-8) << speed;
  }
}

TEST(MuscleSharing, PennationInDegrees) {
  const auto force = [](const char* angle) {
    return test::good_run(fmt::format(R"(SEGDYN
SEGMENT 1 1.5 .35 .15 .02
STATE 1 0.3 0
GRAV 0 -9.81
MUSCLE FLEX DGF ARM 1 .345 -.035 FMAX 800 LOPT .13 LSLACK .18 PENNATION {} STIM = .2
TIME 0 0.1 0.1
END
)",
                                      angle))
        .value(0, "FLEX.f");
  };
  const double right = force("20");
  EXPECT_EQ(force("20deg"), right);
  EXPECT_EQ(force("${20deg}"), right);
  EXPECT_GT(std::fabs(force("0") - right), 0.01 * right);
}

// A patella that turns by half the knee angle. The arm about the knee is the rate of the path while
// the knee turns at 1 rad/s, with the patella: its two ends are a - p and s - p, the path's points.
TEST(MuscleSharing, APatellaFollowsTheKnee) {
  const auto deck = [](const char* muscle, const char* shared) {
    return fmt::format(R"(PLREV 1  10 11  1 2   0 0   0 0
PLREV 2  10 11  3 4   0 0   0 0
RELATION 3 = x4_1 - 0.5*x2_1
PATH 4  10 11 0.05 0.30   3 4 0.05 0.0   1 2 0.03 -0.06
X 10 0 0
X 11 0
X 1 0 0
X 2 -40deg
X 3 0 0
X 4 -20deg
FIX 10
FIX 11
{}
RLSE 4
END HALT
EREST 4 0
XM 2 0.1
XM 4 0.001
XF 2 -10
{}
TIMES 0 0.1 0.05
END END
)",
                       muscle, shared);
  };
  using Complex = std::complex<double>;
  const double knee = -40 * std::acos(-1.0) / 180;
  const Complex above(0.05, 0.3), patella = 0.05 * std::polar(1.0, knee / 2),
                                  shank = Complex(0.03, -0.06) * std::polar(1.0, knee);
  const auto along = [](Complex of, Complex direction) {
    return std::real(of * std::conj(direction)) / std::abs(direction);
  };
  const Complex i(0, 1), turned = 0.5 * i * patella;
  const double arm = along(turned, patella - above) + along(i * shank - turned, shank - patella);
  EXPECT_NEAR(arm, -0.044675306, 1e-8);  // as ld of the same mechanism, once run
  const test::RunResult shared =
      test::good_run(deck("INPUTX 2",
                          "INPUTX 2 1 -40deg 1\nMUSCLE QUAD OVER 4 1 FMAX 1000\n"
                          "OUT need = r2_1\nSTATICOPT MOMENT 1 need"));
  EXPECT_NEAR(shared.value(0, "QUAD.arm1"), arm, 1e-13);
  EXPECT_NEAR(shared.value(0, "QUAD.f"), -10 / arm, 1e-9);
  for (const char* start : {"MOMENT 1 10", "REST"}) {
    const test::RunResult run = test::good_run(deck(
        "DYNX 2", (std::string("MUSCLE QUAD THELEN OVER 4 1 FMAX 1000 LOPT 0.1 LSLACK 0.26 ONSET "
                               "1\nMUSCLESTART ") +
                   start)
                      .c_str()));
    EXPECT_NEAR(run.value(0, "QUAD.f"), -10 / arm, 1e-9) << start;
    EXPECT_NEAR(run.value(0, "a2_1"), 0, 1e-10) << start;
    EXPECT_NEAR(run.value(0, "QUAD.arm1"), arm, 1e-13);
  }
}

// A thigh on a hip, a shank and a patella on the thigh; what couples these two, and the rate of the
// patella that follows it by hand.
enum class Coupling { relation, formula, gear, slide };

class CoupledArms : public testing::TestWithParam<Coupling> {};

TEST_P(CoupledArms, AreThoseOfVirtualWork) {
  using Complex = std::complex<double>;
  const Complex i(0, 1);
  std::mt19937 random(2 + static_cast<unsigned>(GetParam()));
  const auto within = [&random](double low, double high) {
    return std::uniform_real_distribution(low, high)(random);
  };
  const auto point = [&within](double size) {
    return Complex(within(-size, size), within(-size, size));
  };
  const auto pair = [](Complex z) { return fmt::format("{:.17g} {:.17g}", z.real(), z.imag()); };
  const auto along = [](Complex of, Complex direction) {
    return std::real(of * std::conj(direction)) / std::abs(direction);
  };
  for (int k = 0; k < 75; ++k) {
    const double thigh = within(-3, 3), bent = within(-1.2, 1.2), shank = thigh + bent;
    const Complex hip_in_thigh = point(0.4), knee = point(0.4), bearing = knee + point(0.1);
    const Complex on_ground = point(0.3), on_patella = point(0.08), on_shank = point(0.2);
    const Complex turn = std::polar(1.0, thigh), origin = -hip_in_thigh * turn;  // of the thigh
    // In the frame of the thigh: places of patella and shank, rates while the knee turns.
    double angle = 0, rate = 0;
    Complex place = bearing, moves = 0;
    std::string holds = fmt::format("PLREV 3 1 2 5 6  {}  0 0\n", pair(bearing)), couples;
    switch (GetParam()) {
      case Coupling::relation:
        rate = within(-0.9, 0.9), angle = rate * bent;
        couples = fmt::format("RELATION 4 = x6_1 - x2_1 - {0:.17g}*(x4_1 - x2_1)", rate);
        break;
      case Coupling::formula: {
        const double a = within(-0.5, 0.5);
        angle = a * std::sin(bent) + bent * bent / 5, rate = a * std::cos(bent) + bent / 2.5;
        couples = fmt::format(
            "FORMULA 4 = x6_1 - x2_1 - {:.17g}*sin(x4_1 - x2_1) - (x4_1 - x2_1)^2/5", a);
        break;
      }
      case Coupling::gear: {
        const double distance = std::abs(bearing - knee), part = within(0.3, 0.7);
        rate = -part / (1 - part), angle = within(-1, 1);
        couples = fmt::format("PLGEAR 4 3 4 5 6  0 0 {:.17g}  0 0 {:.17g}", part * distance,
                              (1 - part) * distance);
        break;
      }
      case Coupling::slide: {
        // Along a line of the thigh, held at a distance from a point of the shank.
        const Complex line = std::polar(1.0, within(-3, 3)), held = point(0.1);
        const Complex end = knee + held * std::polar(1.0, bent), rod = bearing - end;
        if (std::fabs(along(line, rod)) < 0.2) continue;
        moves = line * along(i * (end - knee), rod) / along(line, rod);
        holds = fmt::format("PLTRAN 3 1 2 5 6  {} {}  0 0\n", pair(bearing), pair(bearing + line));
        couples = fmt::format("PLSDA 4 3 4 5 6  {} 0 0", pair(held));
        break;
      }
    }
    const Complex above = (on_ground - origin) / turn;
    const Complex patella = place + on_patella * std::polar(1.0, angle);
    const Complex below = knee + on_shank * std::polar(1.0, bent);
    const Complex patella_moves = moves + i * rate * (patella - place);
    const double of_knee = along(patella_moves, patella - above) +
                           along(i * (below - knee) - patella_moves, below - patella);
    // About the hip all turns as one.
    const double of_hip = along(i * (patella - hip_in_thigh), patella - above);
    const test::RunResult run = test::good_run(fmt::format(
        R"(PLREV 1 10 11 1 2  0 0  {}
PLREV 2 1 2 3 4  {}  0 0
{}{}
PATH 5 10 11 {}  5 6 {}  3 4 {}
X 10 0 0
X 11 0
X 1 {}
X 2 {:.17g}
X 3 {}
X 4 {:.17g}
X 5 {}
X 6 {:.17g}
FIX 10
FIX 11
INPUTX 2
INPUTX 4
RLSE 5
END HALT
EREST 5 0
XM 4 0.1
INPUTX 2 1 {:.17g} 0
INPUTX 4 1 {:.17g} 0
MUSCLE QUAD OVER 5 1 FMAX 1000
OUT need = {}
STATICOPT MOMENT 2 need
TIMES 0 0.1 0.1
END END
)",
        pair(hip_in_thigh), pair(knee), holds, couples, pair(on_ground), pair(on_patella),
        pair(on_shank), pair(origin), thigh, pair(origin + knee * turn), shank,
        pair(origin + place * turn), thigh + angle, thigh, shank, of_knee > 0 ? -3 : 3));
    EXPECT_NEAR(run.value(0, "QUAD.arm2"), of_knee, 1e-10 * (1 + std::fabs(of_knee))) << k;
    EXPECT_NEAR(run.value(0, "QUAD.arm1"), of_hip, 1e-10 * (1 + std::fabs(of_hip))) << k;
    if (std::fabs(of_knee) > 0.01) {
      EXPECT_NEAR(run.value(0, "QUAD.f"), 3 / std::fabs(of_knee), 1e-8) << k;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, CoupledArms,
                         testing::Values(Coupling::relation, Coupling::formula, Coupling::gear,
                                         Coupling::slide));

// A thigh and a shank whose foot a crank turns: hip and knee depend on one another. The arm about
// the knee is that of the shank turning about it alone.
TEST(MuscleSharing, JointsOfALoopKeepTheirOwnArms) {
  using Complex = std::complex<double>;
  const Complex i(0, 1), hip(0, 0.9), pedal = 0.17 * std::polar(1.0, 0.4);
  const double thigh = 0.45, shank = 0.46;
  const Complex reach = pedal - hip;
  const double along = (thigh * thigh - shank * shank + std::norm(reach)) / (2 * std::abs(reach));
  const Complex knee =
      hip + reach / std::abs(reach) * (along + i * std::sqrt(thigh * thigh - along * along));
  const double a = std::arg(knee - hip), b = std::arg(pedal - knee);
  const std::string deck = fmt::format(
      R"(PLREV 1 10 11 1 2  0 0.9  0 0
PLREV 2 1 2 3 4  {0} 0  0 0
PLREV 3 10 11 5 6  0 0  0 0
PLREV 4 3 4 5 6  {1} 0  0.17 0
PATH 5 10 11 0.05 1.0  1 2 0.2 0.05  3 4 0.05 0.04
X 10 0 0
X 11 0
X 1 0 0.9
X 2 {2:.17g}
X 3 {3:.17g} {4:.17g}
X 4 {5:.17g}
X 5 0 0
X 6 0.4
FIX 10
FIX 11
INPUTX 6
RLSE 5
END HALT
EREST 5 0
XM 4 0.1
INPUTX 6 1 0.4 0
MUSCLE RF OVER 5 1 FMAX 1000
OUT need = -5
STATICOPT MOMENT 2 need
TIMES 0 0.1 0.1
END END
)",
      thigh, shank, a, knee.real(), knee.imag(), b);
  const test::RunResult run = test::good_run(deck);
  EXPECT_NE(run.report.find("MUSCLE RF: joints that it crosses depend on one another"),
            std::string::npos);
  // What is said of them does not wait for moments that are asked for.
  std::string alone = deck;
  const std::size_t asked = alone.find("OUT need"), times = alone.find("TIMES");
  alone.replace(asked, times - asked, "");
  alone.replace(alone.find("FMAX 1000"), 9, "FMAX 1000 LOPT 0.1 LSLACK 0.47 STIM = 0.5");
  EXPECT_NE(test::run(alone).report.find("MUSCLE RF: joints that it crosses depend on one another"),
            std::string::npos)
      << test::run(alone).messages;
  const Complex above = hip + Complex(0.2, 0.05) * std::polar(1.0, a);
  const Complex below = Complex(0.05, 0.04) * std::polar(1.0, b);
  const Complex direction = knee + below - above;
  const double arm = std::real(i * below * std::conj(direction)) / std::abs(direction);
  EXPECT_NEAR(run.value(0, "RF.arm2"), arm, 1e-12);
}

}  // namespace
}  // namespace mbs
