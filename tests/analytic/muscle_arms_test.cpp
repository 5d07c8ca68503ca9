// Moment arms of muscles that lie over lengths between bodies: closed forms, differences of the
// length, and what static optimisation and the start make of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/deck.h"

namespace mbs {
namespace {

double first(const std::string& deck, const std::string& channel) {
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  return run.rows.empty() ? std::nan("") : run.value(0, channel);
}

// Three segments; what lies over them reaches over one, two and three joints.
std::string leg(const std::vector<double>& phi) {
  return fmt::format(R"(SEGDYN
SEGMENT 1 1.5 .35 .15 .02
SEGMENT 2 1.0 .30 .12 .01
SEGMENT 3 1.0 .30 .12 .01
STATE 1 {} 0
STATE 2 {} 0
STATE 3 {} 0
PATH 0 -.1 .2  CIRCLE 1 .2 0 .03 LEFT  2 .05 .02  3 .05 .02
PATH 1 .1 .05  3 .05 .02
SDA 1 3 .1 .05 .05 .02 0 .1 0
MUSCLE A OVER PATH 1 0 .5 FMAX 800 LOPT .3 LSLACK .1 RIGID STIM = .2
MUSCLE B OVER PATH 2 0 1 .3 FMAX 800 LOPT .4 LSLACK .1 RIGID STIM = .2
MUSCLE C OVER SDA 1 0 1 ARM 2 .1 .03 FMAX 800 LOPT .4 LSLACK .1 RIGID STIM = .2
TIME 0 .1 .1
END
)",
                     phi[0], phi[1], phi[2]);
}

// dL/dtheta of joint k: all segments from k on turn together.
TEST(MuscleArms, AreDifferencesOfLengths) {
  const std::vector<double> phi = {.3, 1.0, 1.4};
  const test::RunResult here = test::run(leg(phi));
  ASSERT_EQ(here.status, ExitStatus::done) << here.messages;
  for (std::size_t k = 0; k < 3; ++k)
    for (const char* muscle : {"A", "B", "C"}) {
      const std::string name = fmt::format("{}.arm{}", muscle, k + 1);
      const auto length = [&](double h) {
        std::vector<double> there = phi;
        for (std::size_t j = k; j < 3; ++j) there[j] += h;
        return first(leg(there), muscle + std::string(".l"));
      };
      const double h = 1e-3;  // differences of fourth order
      const double slope =
          (8 * (length(h) - length(-h)) - (length(2 * h) - length(-2 * h))) / (12 * h);
      const bool crosses = muscle[0] == 'A' || k > 0;
      EXPECT_EQ(here.column(name) < here.names.size(), crosses) << name;
      EXPECT_NEAR(slope, crosses ? here.value(0, name) : 0, 1e-9) << name;
      if (crosses) {
        EXPECT_NEAR(here.value(0, fmt::format("{}.m{}", muscle, k + 1)),
                    -here.value(0, muscle + std::string(".f")) * here.value(0, name), 1e-12);
      }
    }
}

// A forearm on an upper arm that is held at an angle, in each dialect; the elbow is 0.3 m from the
// shoulder. L: straight from 0.25 m above the elbow to 0.05 m below it; R: round a pulley on the
// elbow. The arms at the elbow's angle theta: .25 .05 sin(pi - theta)/L, and .03.
std::string elbow(Dialect dialect, double theta, const std::string& end) {
  const std::string muscles =
      end.empty() ? "FMAX 800 LOPT .4 LSLACK .1 RIGID STIM = .2" : "FMAX 800";
  if (dialect == Dialect::segdyn)
    return fmt::format(R"(SEGDYN
SEGMENT 1 1.5 .3 .15 .02
SEGMENT 2 1.5 .35 .15 .02
STATE 1 -1.2 0
STATE 2 {} 0
GRAV 0 -9.81
KNOWN PHIDD 1 0
KNOWN PHIDD 2 0
UNKNOWN M 1
UNKNOWN M 2
PATH 1 -.1 0  2 -.1 0
PATH 1 -.1 0  PULLEY 1 .15 0 .03 RIGHT  2 -.05 0
MUSCLE L OVER PATH 1 0 1 {}
MUSCLE R OVER PATH 2 0 1 {}
{}TIME 0 .1 .1
END
)",
                       theta - 1.2, muscles, muscles,
                       end.empty() ? "" : "STATICOPT MOMENT 2 m2" + end + "\n");
  const double c1 = std::cos(-1.2), s1 = std::sin(-1.2), c2 = std::cos(theta - 1.2),
               s2 = std::sin(theta - 1.2);
  const double x2 = .3 * c1 + .15 * c2, y2 = .3 * s1 + .15 * s2;
  if (dialect == Dialect::kabios)
    return fmt::format(R"(3 2 0 1 0 0 0 0 0
0 0 0
{} {} -1.2
{} {} {}
1 2  0 0  -.15 0
2 3  .15 0  -.15 0
1
0 .1 .1
MASS 2 1.5 .02
MASS 3 1.5 .02
GRAV 0 -9.81
DRIVE REVOLUTE 1 = -1.2
DRIVE REVOLUTE 2 = {}
PATH 2 -.1 0  3 -.1 0
PATH 2 -.1 0  PULLEY 2 .15 0 .03 RIGHT  3 -.05 0
MUSCLE L OVER PATH 1 0 1 {}
MUSCLE R OVER PATH 2 0 1 {}
OUT elbow = -formula2.s
{}END
)",
                       .15 * c1, .15 * s1, x2, y2, theta - 1.2, theta, muscles, muscles,
                       end.empty() ? "" : "STATICOPT MOMENT 2 elbow" + end + "\n");
  return fmt::format(R"(OUT elbow = -s4_1
PLREV 1  1 2  3 4   0 0  -.15 0
PLREV 2  3 4  5 6   .15 0  -.15 0
PLTOR 3  2 4
PLTOR 4  4 6
PATH 5  3 4 -.1 0  5 6 -.1 0
PATH 6  3 4 -.1 0  PULLEY 3 4 .15 0 .03 RIGHT  5 6 -.05 0
X 1 0 0
X 3 {} {}
X 4 -1.2
X 5 {} {}
X 6 {}
FIX 1
FIX 2
INPUTE 3
INPUTE 4
RLSE 5
RLSE 6
END HALT
XM 3 1.5
XM 4 .02
XM 5 1.5
XM 6 .02
GRAVITY 0 -9.81
MUSCLE L OVER 5 1 0 1 {}
MUSCLE R OVER 6 1 0 1 {}
{}TIMES 0 .1 .1
END END
)",
                     .15 * c1, .15 * s1, x2, y2, theta - 1.2, muscles, muscles,
                     end.empty() ? "" : "STATICOPT MOMENT 2 elbow" + end + "\n");
}

constexpr Dialect kAll[] = {Dialect::segdyn, Dialect::kabios, Dialect::native};

TEST(MuscleArms, ClosedForms) {
  for (const Dialect dialect : kAll)
    for (const double theta : {.7, 1.3, 2.0}) {
      const test::RunResult run = test::run(elbow(dialect, theta, ""));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      // The law of cosines with the angle pi - theta between the two pieces.
      const double a = .25, b = .05, L = std::sqrt(a * a + b * b + 2 * a * b * std::cos(theta));
      EXPECT_NEAR(run.value(0, "L.l"), L, 1e-12);
      EXPECT_NEAR(run.value(0, "L.arm2"), -a * b * std::sin(theta) / L, 1e-12);
      EXPECT_NEAR(std::fabs(run.value(0, "R.arm2")), .03, 1e-12);
      EXPECT_EQ(run.column("L.arm1"), run.names.size());
    }
}

// Two muscles with forces up to 800 N at one joint share its moment in proportion to their arms.
TEST(MuscleArms, StaticOptimisationOverPaths) {
  for (const Dialect dialect : kAll)
    for (const double theta : {.7, 1.3, 2.0}) {
      const test::RunResult run = test::run(elbow(dialect, theta, " LEAST FORCE"));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      const double a = .25, b = .05, L = std::sqrt(a * a + b * b + 2 * a * b * std::cos(theta));
      const double arm = a * b * std::sin(theta) / L;
      const double R = -run.value(0, "R.arm2");
      const double M = 1.5 * 9.81 * .15 * std::cos(theta - 1.2);
      ASSERT_NEAR(run.value(0, "moment2"), M, 1e-10);
      EXPECT_NEAR(std::fabs(R), .03, 1e-12);
      double f_l = M * arm / (arm * arm + R * R), f_r = M * R / (arm * arm + R * R);
      if (f_r < 0) f_r = 0, f_l = M / arm;  // it would have to push
      EXPECT_NEAR(run.value(0, "L.f"), f_l, 1e-9 * f_l);
      EXPECT_NEAR(run.value(0, "R.f"), f_r, 1e-9 * f_l);
      EXPECT_NEAR(run.value(0, "L.m2") + run.value(0, "R.m2"), M, 1e-10);
      EXPECT_EQ(run.value(0, "reserve2"), 0);
    }
}

// A muscle over two joints is asked for moments of both, beside one over each.
TEST(MuscleArms, StaticOptimisationOverTwoJoints) {
  const std::string deck = R"(SEGDYN
SEGMENT 1 1.5 .3 .15 .02
SEGMENT 2 1.5 .35 .15 .02
STATE 1 .4 .3
STATE 2 1.1 -.5
GRAV 0 -9.81
KNOWN PHIDD 1 1
KNOWN PHIDD 2 -2
UNKNOWN M 1
UNKNOWN M 2
PATH 0 -.05 .15  2 -.1 .02
PATH 0 0 .1  1 -.05 .02
MUSCLE TWO OVER PATH 1 0 1 FMAX 900
MUSCLE UP OVER PATH 2 0 1 FMAX 700
MUSCLE BEND ARM 2 .2 -.03 FMAX 500
STATICOPT MOMENT 1 m1 2 m2
TIME 0 .4 .1
END
)";
  const test::RunResult run = test::run(deck);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double two = run.value(row, "TWO.f"), up = run.value(row, "UP.f"),
                 bend = run.value(row, "BEND.f");
    EXPECT_NEAR(run.value(row, "TWO.m1") + run.value(row, "UP.m1"), run.value(row, "m1"), 1e-10);
    EXPECT_NEAR(run.value(row, "TWO.m2") + run.value(row, "BEND.m2"), run.value(row, "m2"), 1e-10);
    // Along the one direction in which forces change without moments the sum of squares is least.
    const double a1 = run.value(row, "TWO.arm1"), a2 = run.value(row, "TWO.arm2");
    const double d_up = -a1 / run.value(row, "UP.arm1"), d_bend = -a2 / -.03;
    if (up > 0 && bend > 0 && two > 0) {
      EXPECT_NEAR(two / 810000 + up * d_up / 490000 + bend * d_bend / 250000, 0, 1e-12);
    }
  }
}

// Where motion is given, the moments that it takes are less by those of muscles that act over
// paths.
TEST(MuscleArms, TakeFromTheMomentsOfAGivenMotion) {
  const auto deck = [](const char* muscle) {
    return std::string(R"(SEGDYN
SEGMENT 1 1.5 .3 .15 .02
SEGMENT 2 1.5 .35 .15 .02
SEGMENT 3 1 .3 .1 .01
STATE 1 .4 .3
STATE 2 1.1 -.5
STATE 3 .8 1
GRAV 0 -9.81
KNOWN PHIDD 1 1
KNOWN PHIDD 2 -2
KNOWN PHIDD 3 3
UNKNOWN M 1
UNKNOWN M 2
UNKNOWN M 3
PATH 0 -.05 .15  CIRCLE 1 .15 0 .02 LEFT  2 -.1 .02  3 0 .03
)") + muscle +
           "TIME 0 .2 .1\nINTEG DOP853 1e-12 1e-12\nEND\n";
  };
  const test::RunResult with = test::run(deck(
                            "MUSCLE A OVER PATH 1 0 1 FMAX 800 LOPT .6 LSLACK .2 STIM = .4\n")),
                        without = test::run(deck(""));
  ASSERT_EQ(with.status, ExitStatus::done) << with.messages;
  ASSERT_EQ(without.status, ExitStatus::done) << without.messages;
  for (std::size_t row = 0; row < with.rows.size(); ++row)
    for (int k = 1; k <= 3; ++k) {
      const std::string m = fmt::format("m{}", k);
      EXPECT_GT(std::fabs(with.value(row, "A." + m)), .01);
      EXPECT_NEAR(without.value(row, m) - with.value(row, m), with.value(row, "A." + m), 1e-9) << m;
    }
}

// Paths make moments at the start, too: those asked for, which are those of rest here.
TEST(MuscleArms, StartWithMoments) {
  const auto deck = [](const std::string& start) {
    return R"(SEGDYN
SEGMENT 1 1.5 .35 .15 .02
STATE 1 .3 0
GRAV 0 -9.81
PATH 0 0 .25  1 -.1 .01
MUSCLE F OVER PATH 1 0 1 FMAX 900 LOPT .1 LSLACK .13 ONSET .1
MUSCLESTART )" +
           start + R"(
TIME 0 .1 .1
INTEG DOP853 1e-10 1e-10
END
)";
  };
  const double M = 1.5 * 9.81 * .15 * std::cos(.3);
  const test::RunResult asked = test::run(deck(fmt::format("MOMENT 1 {:.17g}", M))),
                        rest = test::run(deck("REST"));
  ASSERT_EQ(asked.status, ExitStatus::done) << asked.messages;
  ASSERT_EQ(rest.status, ExitStatus::done) << rest.messages;
  EXPECT_NEAR(asked.value(0, "F.m1"), M, 1e-9);
  EXPECT_NEAR(asked.value(0, "F.act"), rest.value(0, "F.act"), 1e-10);
  EXPECT_NEAR(asked.value(1, "phi1"), .3, 1e-9);
}

TEST(MuscleArms, NoJointIsAnError) {
  // Bodies that no revolute joint joins, and an ARM elsewhere.
  const test::RunResult apart = test::run(R"(2 0 0 1 0 0 0 0 0
0 0 0
1 0 0
1
0 .1 .1
MASS 2 1 1
PATH 1 0 0  2 0 0
FORMULA = body2.phi - body1.phi
MUSCLE A OVER PATH 1 0 1 FMAX 100
OUT m = 0*t
STATICOPT MOMENT OVER FORMULA 1 m
END
)");
  EXPECT_NE(apart.messages.find("MUSCLE A: it has a moment arm about no joint; expected a path"),
            std::string::npos)
      << apart.messages;
  std::string deck = elbow(Dialect::segdyn, 1, " LEAST FORCE");
  deck.replace(deck.find("OVER PATH 2 0 1"), 15, "ARM 1 .3 -.035 ");
  const test::RunResult elsewhere = test::run(deck);
  EXPECT_NE(elsewhere.messages.find("MUSCLE R: it has a moment arm about no joint of STATICOPT"),
            std::string::npos)
      << elsewhere.messages;
}

// A chain with static optimisation in the words of a native deck.
TEST(MuscleArms, StaticOptimisationOfAChainInNativeWords) {
  const std::string deck = R"(SEGDYN
MEASURE twice = MAX 2*reserve2 + TWO.m1 + TWO.arm2
MEASURE most = MAX BEND.act
MEASURE acting = MAX HOLD.m2 + HOLD.arm_path1
SEGMENT 1 1.5 .3 .15 .02
SEGMENT 2 1.5 .35 .15 .02
STATE 1 .4 .3
STATE 2 1.1 -.5
GRAV 0 -9.81
KNOWN M 1 = 3 + sin(5*t)
KNOWN M 2 2
PATH 0 -.05 .15  2 -.1 .02
MUSCLE TWO OVER PATH 1 0 1 FMAX 900
MUSCLE UP ARM 1 .1 -.03 .01 FMAX 700
MUSCLE BEND ARM 2 .2 -.03 FMAX 500 LOPT .1 LSLACK .1
MUSCLE HOLD OVER PATH 1 ARM 2 .1 -.02 .003 FMAX 100 LOPT .2 LSLACK .1 STIM = .1
STATICOPT MOMENT 1 m1 2 m2 POWER 3 LEAST ACTIVATION
TIME 0 .4 .1
INTEG DOP853 1e-12 1e-12
END
)";
  Diagnostics diagnostics;
  const std::string text = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
  const test::RunResult chain = test::run(deck), native = test::run(text);
  ASSERT_EQ(chain.status, ExitStatus::done) << chain.messages;
  ASSERT_EQ(native.status, ExitStatus::done) << native.messages << text;
  for (std::size_t row = 0; row < chain.rows.size(); ++row)
    for (const char* name : {"TWO.f", "UP.f", "BEND.f", "TWO.act", "BEND.act", "HOLD.f"})
      EXPECT_NEAR(native.value(row, name), chain.value(row, name),
                  1e-10 * (1 + std::fabs(chain.value(row, name))))
          << name << row;
  for (const char* name : {"twice", "most", "acting"})
    EXPECT_NEAR(native.measure(name), chain.measure(name),
                1e-10 * (1 + std::fabs(chain.measure(name))))
        << name;
}

}  // namespace
}  // namespace mbs
