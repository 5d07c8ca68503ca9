// Where rigid bodies and Coulomb's law leave several motions open, or none, the report says so.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using test::done;

constexpr double kG = 9.81;

// A uniform rod of 1 m and 1 kg stands at tan = 2 on its end, which slides with the speed v while
// the rod turns with w. Away from friction its end has the acceleration b = -g + w^2 sin / 2, and
// per normal force W = 1 + 3 cos (cos + mu sin) where v > 0, with - mu where v < 0.
struct Rod {
  double mu = 1.6, w = 0, v = -1;
  static double cosine() { return 1 / std::sqrt(5.0); }
  static double sine() { return 2 / std::sqrt(5.0); }
  double b() const { return -kG + w * w * sine() / 2; }
  double W() const { return 1 + 3 * cosine() * (cosine() + (v > 0 ? mu : -mu) * sine()); }
  std::string deck() const {
    const double c = cosine(), s = sine();
    return fmt::format(R"(PLCLINE 1 1 2 8 9 -0.5 0 0 0 0 1 0
X 1 {:.17g} {:.17g}
X 2 {:.17g}
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 1
XM 2 {:.17g}
STARTVX 1 1 {:.17g}
STARTVX 1 2 {:.17g}
STARTVX 2 1 {}
GRAVITY 0 -9.81
CONTACT 1 RIGID 0 {} {}
TIMES 0 0.001 0.001
END END
)",
                       c / 2, s / 2, std::atan(2.0), 1.0 / 12, v - w * s / 2, w * c / 2, w, mu, mu);
  }
};

bool says(const test::RunResult& run, const std::string& text) {
  return run.report.find(text) != std::string::npos;
}

TEST(Painleve, SeveralSolutionsAreSaid) {
  for (const Rod& rod : {Rod{}, Rod{.mu = 1.3}, Rod{.w = 8}, Rod{.mu = 1.3, .w = 8}, Rod{.v = 1},
                         Rod{.w = 8, .v = 1}, Rod{.mu = 3, .w = 6}, Rod{.mu = 3, .w = 3}}) {
    const bool presses = rod.b() < 0, jams = rod.W() < 0;
    const test::RunResult run = test::run(rod.deck());
    EXPECT_EQ(run.status == ExitStatus::done, !(presses && jams)) << rod.deck();
    if (presses && jams) {
      EXPECT_NE(run.messages.find("no forces fit what slides (Painleve 1895)"), std::string::npos);
      continue;
    }
    EXPECT_EQ(says(run, "2 solutions fit"), !presses && jams) << rod.deck();
    EXPECT_FALSE(says(run, "friction depends on how contacts share"));
    // It was open before, so it parts where it may.
    EXPECT_NEAR(run.value(0, "contact1.n"), presses ? -rod.b() / rod.W() : 0, 1e-9);
  }
}

// A plank on three points slides: its friction is known where all have one coefficient.
std::string plank(double mu) {
  std::string points, contacts;
  const double at[] = {-0.2, -0.03, 0.15};
  for (int k = 0; k < 3; ++k) {
    points += fmt::format("PLCLINE {} 1 2 8 9 {} -0.1 0 0 0 1 0\n", k + 1, at[k]);
    contacts +=
        fmt::format("CONTACT {} RIGID 0 {} {}\n", k + 1, k == 1 ? mu : 0.5, k == 1 ? mu : 0.5);
  }
  return points + "X 1 0 0.1\nX 2 0\nX 8 0 0\nX 9 0\nFIX 8\nFIX 9\nEND HALT\nDOF AUTO\n" +
         "XM 1 5\nXM 2 0.0833\nGRAVITY 0 -9.81\nSTARTVX 1 1 2\n" + contacts +
         "TIMESTEP 0.1 2\nEND END\n";
}

TEST(Painleve, FrictionThatDependsOnSharesIsSaid) {
  EXPECT_FALSE(says(done(plank(0.5)), "friction depends on how contacts share"));
  for (const double mu : {0.0, 0.2, 0.4, 0.6, 0.9}) {
    const test::RunResult run = done(plank(mu));
    EXPECT_TRUE(says(run, "friction depends on how contacts share")) << mu;
    EXPECT_FALSE(says(run, "solutions fit")) << mu;
  }
}

// The rod does not turn, since a brake holds its angle with up to 8 N m; a moment of 100 t presses
// its end down. It pushes with N = m g until the brake breaks away, at
//   100 t = 8 - (m g/2) (mu sin - cos),
// and then resists with 2 N m: the end has b = -g - (l/2) cos (100 t - 2)/I < 0 without a force.
// With mu = 1.6 a force presses it down, W < 0: no forces fit. With mu = 1.2 W > 0: N = -b/W.
TEST(Painleve, NoneFitsWhenABrakeBreaksAway) {
  for (const double mu : {1.6, 1.2}) {
    const Rod rod{.mu = mu};
    const double lever = (mu * Rod::sine() - Rod::cosine()) / 2, t = (8 - kG * lever) / 100;
    std::string deck = rod.deck();
    deck.insert(deck.find("X 1"), "PLTOR 2 9 2\n");
    deck.replace(deck.find("TIMES"), std::string::npos,
                 fmt::format("XLAW 2 1 = 100*t\nFRICTION 2 2 1 CONSTANT 8 2\n"
                             "TIMES 0 {0:.17g} {0:.17g}\nEND END\n",
                             t + 1e-9));
    const test::RunResult run = test::run(deck);
    if (rod.W() < 0) {
      EXPECT_EQ(run.status, ExitStatus::solution_failed) << run.messages;
      EXPECT_NE(
          run.messages.find(fmt::format("CONTACT 1: at t = {:.9g} the contacts find no state", t)),
          std::string::npos)
          << run.messages;
      EXPECT_NE(run.messages.find("no forces fit what slides (Painleve 1895)"), std::string::npos);
      continue;
    }
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_TRUE(says(run, "FRICTION 2 at t = 0.049289842397: slides"));
    const double b = -kG - 6 * Rod::cosine() * (8 - kG * lever - 2);
    EXPECT_NEAR(run.value(1, "contact1.n"), -b / rod.W(), 1e-4);
  }
}

}  // namespace
}  // namespace mbs
