// CONTACT ... RIGID e SEQUENTIAL: contacts that strike pair after pair, against a small model of
// balls on a line.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using test::good_run;

struct Balls {
  std::vector<double> mass, velocity, gap;  // gap[k]: between balls k and k + 1
  std::string law = "1 SEQUENTIAL";
};

// Balls of radius 0.05 on the x axis.
std::string native(const Balls& balls, const std::string& rest = "") {
  const int n = static_cast<int>(balls.mass.size());
  std::string out;
  for (int k = 1; k < n; ++k)
    out += fmt::format("PLCCIRC {0} {0} 21 {1} 21  0 0 0.05  0 0 0.05\n", k, k + 1);
  double x = 0;
  for (int k = 0; k < n; ++k) {
    out += fmt::format("X {} {:.17g} 0\nFIX {} 2\n", k + 1, x, k + 1);
    if (k + 1 < n) x += 0.1 + balls.gap[k];
  }
  out += "X 21 0\nFIX 21\nEND HALT\nDOF AUTO\n";
  for (int k = 0; k < n; ++k)
    out += fmt::format("XM {0} {1}\nSTARTVX {0} 1 {2}\n", k + 1, balls.mass[k], balls.velocity[k]);
  for (int k = 1; k < n; ++k) out += fmt::format("CONTACT {} RIGID {}\n", k, balls.law);
  return out + rest + "TIMES 0 0.5 0.25\nEND END\n";
}

std::vector<double> left(const test::RunResult& run, std::size_t n) {
  std::vector<double> out;
  for (std::size_t k = 0; k < n; ++k) out.push_back(run.value(2, fmt::format("v{}_1", k + 1)));
  return out;
}

// The balls touch: of all pairs the one that closes fastest strikes.
std::vector<double> struck(Balls b, double e) {
  for (int strike = 0; strike < 1000; ++strike) {
    std::size_t next = b.mass.size();
    double fastest = 1e-12;
    for (std::size_t k = 0; k + 1 < b.mass.size(); ++k)
      if (const double u = b.velocity[k] - b.velocity[k + 1]; u > fastest * (1 + 1e-12))
        next = k, fastest = u;
    if (next == b.mass.size()) break;
    const double P = (1 + e) * fastest / (1 / b.mass[next] + 1 / b.mass[next + 1]);
    b.velocity[next] -= P / b.mass[next];
    b.velocity[next + 1] += P / b.mass[next + 1];
  }
  return b.velocity;
}

// Newton's cradle: as many balls leave as have come, whether the others touch or nearly do.
TEST(ContactsInTurn, Cradle) {
  for (std::size_t n = 2; n <= 7; ++n)
    for (std::size_t striking = 1; striking <= 3 && striking < n; ++striking)
      for (const double gap : {0.0, 1e-9})
        for (const double way : {0.0, 0.1}) {
          Balls balls{std::vector<double>(n, 1.0), {}, std::vector<double>(n - 1, gap)};
          for (std::size_t k = 0; k < n; ++k) balls.velocity.push_back(k < striking ? 1 : 0);
          balls.gap[striking - 1] += way;
          const std::vector<double> v = left(good_run(native(balls)), n);
          for (std::size_t k = 0; k < n; ++k)
            EXPECT_NEAR(v[k], k < n - striking ? 0 : 1, 1e-12) << n << striking << gap << way;
        }
}

// Balls with equal gaps: of all pairs the one whose gap is closed first strikes. The gap of balls
// that meet now is 0.
std::vector<double> after_equal_gaps(const Balls& balls) {
  std::vector<double> v = balls.velocity, x;
  for (std::size_t k = 0; k < v.size(); ++k)
    x.push_back(k == 0 ? 0 : x.back() + (v[k - 1] > v[k] ? 0 : 1));
  for (int strike = 0; strike < 1000; ++strike) {
    double soonest = HUGE_VAL;
    std::size_t next = 0;
    for (std::size_t k = 0; k + 1 < v.size(); ++k)
      if (const double u = v[k] - v[k + 1]; u > 1e-12 && (x[k + 1] - x[k]) / u < soonest - 1e-12)
        soonest = (x[k + 1] - x[k]) / u, next = k;
    if (soonest == HUGE_VAL) break;
    for (std::size_t k = 0; k < v.size(); ++k) x[k] += v[k] * soonest;
    const double a = balls.mass[next], b = balls.mass[next + 1], u = v[next] - v[next + 1];
    v[next] -= 2 * b / (a + b) * u;
    v[next + 1] += 2 * a / (a + b) * u;
  }
  return v;
}

// A blow runs through a row of unequal balls to and fro: the order of the strikes is that of time,
// whether the balls touch or nearly do.
TEST(ContactsInTurn, UnequalCradle) {
  const std::vector<double> rows[] = {{1, 2, 1, 1, 2, 1, 1}, {1, 2, 1, 2, 1, 2, 1}};
  for (const std::vector<double>& row : rows)
    for (std::size_t n = 2; n <= 7; ++n)
      for (std::size_t striking = 1; striking <= 3 && striking < n; ++striking) {
        Balls balls{{row.begin(), row.begin() + static_cast<std::ptrdiff_t>(n)}, {}, {}};
        for (std::size_t k = 0; k < n; ++k) balls.velocity.push_back(k < striking ? 1 : 0);
        const std::vector<double> expected = after_equal_gaps(balls);
        for (const double gap : {0.0, 1e-9}) {
          balls.gap.assign(n - 1, gap);
          balls.gap[striking - 1] = gap == 0 ? 0.1 : 0;
          const std::vector<double> v = left(good_run(native(balls)), n);
          for (std::size_t k = 0; k < n; ++k)
            EXPECT_NEAR(v[k], expected[k], 1e-11) << n << striking << gap << k;
        }
      }
}

// Masses m, 2m, m.
TEST(ContactsInTurn, UnequalMasses) {
  for (const double gap : {0.0, 1e-9})
    for (const double way : {0.0, 0.1}) {
      Balls balls{{1, 2, 1}, {1, 0, 0}, {gap + way, gap}};
      const std::vector<double> v = left(good_run(native(balls)), 3);
      EXPECT_NEAR(v[0], -1.0 / 3, 1e-12);
      EXPECT_NEAR(v[1], 2.0 / 9, 1e-12);
      EXPECT_NEAR(v[2], 8.0 / 9, 1e-12);
    }
}

// Any masses, velocities and restitution: momentum, and the model of balls that touch.
TEST(ContactsInTurn, AsTheModelOfPairs) {
  for (const double e : {1.0, 0.8, 0.5, 0.0}) {
    Balls balls{{1, 0.3, 2, 0.7}, {2, 0.5, 0, -1}, {0, 0, 0}, fmt::format("{} SEQUENTIAL", e)};
    const test::RunResult run = good_run(native(balls));
    const std::vector<double> v = left(run, 4), expected = struck(balls, e);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(v[k], expected[k], 1e-11) << e;
    const double p = v[0] + 0.3 * v[1] + 2 * v[2] + 0.7 * v[3];
    EXPECT_NEAR(p, 2 + 0.15 - 0.7, 1e-12);
    EXPECT_NE(run.report.find("pair after pair"), std::string::npos);
  }
}

// A light ball between heavy ones with e < 1 is struck to and fro, nearly without end: of 1000 kg
// longer than a thousand strikes, and the rest is one impact. All come to rest.
TEST(ContactsInTurn, EndsAfterAThousand) {
  for (const double mass : {100, 1000}) {
    Balls balls{{mass, 1, mass}, {1, 0, -1}, {0, 0}, "0.5 SEQUENTIAL"};
    const test::RunResult run = good_run(native(balls));
    const std::vector<double> v = left(run, 3);
    for (const double one : v) EXPECT_NEAR(one, 0, 1e-12) << mass;
    const bool limited = run.report.find("the rest is one impact with e = 0") != std::string::npos;
    EXPECT_EQ(limited, mass == 1000);
    EXPECT_EQ(run.report.find("bounce 2"), std::string::npos) << mass;
  }
}

// Two contacts that approach at the start strike once, in turn or at once.
TEST(ContactsInTurn, OneImpactAtTheStart) {
  for (const char* law : {"0.97 SEQUENTIAL", "0.97"}) {
    Balls balls{{100, 1, 100}, {1, 0, -1}, {0, 0}, law};
    const test::RunResult run = good_run(native(balls));
    EXPECT_EQ(run.at_start.contacts.size() + run.at_start.strikes.size(), 2u) << run.report;
    EXPECT_EQ(run.report.find("impulse 0\n"), std::string::npos) << run.report;
  }
}

// Without SEQUENTIAL all strikes at once, as ever; the head says which it is.
TEST(ContactsInTurn, TheHeadNamesTheLaw) {
  Balls balls{{1, 1, 1}, {1, 0, 0}, {0.1, 0}};
  EXPECT_NE(good_run(native(balls)).report.find("# impacts: pair after pair\n"), std::string::npos);
  balls.law = "1";
  const test::RunResult at_once = good_run(native(balls));
  EXPECT_NE(at_once.report.find("# impacts: all that strikes together at once\n"),
            std::string::npos);
  const std::vector<double> v = left(at_once, 3);
  EXPECT_NEAR(v[0], -1.0 / 3, 1e-12);
  EXPECT_NEAR(v[1], 2.0 / 3, 1e-12);
  EXPECT_NEAR(v[2], 2.0 / 3, 1e-12);
}

// A ball strikes one of the same mass that rests on the ground, whose contact is not of this kind:
// the blow goes down and comes back, with the restitutions of both.
TEST(ContactsInTurn, OtherRigidContactsTakePart) {
  const std::string deck = R"(3 0 0 1 0 0 0 0 0
0 0 0
0 0.1 0
0 0.5 0
1
0 0.3 0.1
MASS 2  1 1
MASS 3  1 1
GRAV 0 -9.81
CONTACT 2 1 LINE  0 0 0.1  0 0  1 0  RIGID {}
CONTACT 3 2 CIRCLE  0 0 0.1  0 0 0.1  RIGID 1 SEQUENTIAL
END
)";
  const double fall = std::sqrt(2 * 0.2 / 9.81), v = 9.81 * fall, after = 0.3 - fall;
  for (const double e : {1.0, 0.5}) {
    const test::RunResult run = good_run(fmt::format(fmt::runtime(deck), e));
    EXPECT_NEAR(run.value(3, "body3.yd"), e * v - 9.81 * after, 1e-8) << e;
    EXPECT_NEAR(run.value(3, "body2.y"), 0.1, 1e-12) << e;
  }
}

// A break of billiard balls: six that touch in a triangle; energy and momentum stay.
TEST(ContactsInTurn, BreakOfATriangle) {
  std::string bodies = "-0.3 0.003 0\n", rest;
  for (int row = 0; row < 3; ++row)
    for (int k = 0; k <= row; ++k)
      bodies +=
          fmt::format("{:.17g} {:.17g} 0\n", row * 0.1 * std::sqrt(0.75), (2 * k - row) * 0.05);
  for (int i = 2; i <= 8; ++i) rest += fmt::format("MASS {} 0.2 0.0002\n", i);
  for (int i = 2; i <= 8; ++i)
    for (int j = i + 1; j <= 8; ++j)
      rest += fmt::format("CONTACT {} {} CIRCLE 0 0 0.05 0 0 0.05 RIGID 1 SEQUENTIAL\n", i, j);
  const test::RunResult run = good_run("8 0 0 1 0 0 0 0 0\n0 0 0\n" + bodies +
                                       "1\n0 0.5 0.25\nVEL 2 5 0 0\n" + rest + "END\n");
  double energy = 0, px = 0, py = 0;
  for (int i = 2; i <= 8; ++i) {
    const double x = run.value(2, fmt::format("body{}.xd", i));
    const double y = run.value(2, fmt::format("body{}.yd", i));
    energy += 0.1 * (x * x + y * y);
    px += 0.2 * x;
    py += 0.2 * y;
  }
  EXPECT_NEAR(energy, 2.5, 1e-11);
  EXPECT_GT(run.value(2, "body8.xd"), 0.1);
  EXPECT_NEAR(px, 1, 1e-12);
  EXPECT_NEAR(py, 0, 1e-12);
}

TEST(ContactsInTurn, KabiosAndSegdyn) {
  const std::string kabios = R"(4 0 0 1 0 0 0 0 0
0 0 0
-0.3 0 0
0 0 0
0.2 0 0
1
0 0.5 0.25
MASS 2  1 1
MASS 3  2 1
MASS 4  1 1
VEL 2  1 0 0
CONTACT 2 3 CIRCLE  0 0 0.1  0 0 0.1  RIGID 1 SEQUENTIAL
CONTACT 3 4 CIRCLE  0 0 0.1  0 0 0.1  RIGID 1 SEQUENTIAL
END
)";
  const test::RunResult run = good_run(kabios);
  EXPECT_NEAR(run.value(2, "body2.xd"), -1.0 / 3, 1e-12);
  EXPECT_NEAR(run.value(2, "body3.xd"), 2.0 / 9, 1e-12);
  EXPECT_NEAR(run.value(2, "body4.xd"), 8.0 / 9, 1e-12);
  const test::RunResult chain = good_run(R"(SEGDYN
SEGMENT 1  1 1 0.5 0.1
BASE 0 0.5
FREE BASE
STATE 1 0
GRAV 0 -9.81
CONTACT 1 LINE  0 0 0   0 0  1 0   RIGID 1 SEQUENTIAL
CONTACT 1 LINE  1 0 0   0 0  1 0   RIGID 1 SEQUENTIAL
TIME 0 0.5 0.25
END
)");
  EXPECT_NE(chain.report.find("pair after pair"), std::string::npos);
}

TEST(ContactsInTurn, Messages) {
  const auto says = [](const std::string& law, const std::string& text) {
    Balls balls{{1, 1}, {1, 0}, {0.1}, law};
    const test::RunResult run = test::run(native(balls));
    EXPECT_NE(run.messages.find(text), std::string::npos) << run.messages;
    EXPECT_EQ(run.status, ExitStatus::deck_error) << law;
  };
  says("1 SEQUENTIL", "'SEQUENTIL'");
  says("1 SEQUENTIAL SEQUENTIAL", "SEQUENTIAL stands here twice");
  says("1 BOUNCES", "number of bounces n is missing");
}

}  // namespace
}  // namespace mbs
