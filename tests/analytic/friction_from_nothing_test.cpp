// Three pinned rods in free fall: nothing is pressed and nothing rubs, until a torque that grows
// from zero turns the first of them. Which of the two pins slides first is then no question of
// rounding. Against the equations of Newton and Euler of the three rods, integrated here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "support/deck.h"

namespace mbs {
namespace {

constexpr double kMass = 2, kInertia = 0.06, kHalf = 0.25, kRadius = 0.02, kG = 9.81, kEnd = 0.5;
constexpr int kRows = 10;
constexpr std::array<double, 3> kAngles{0.5, 0.9, 0.2};
constexpr std::array<double, 2> kRubs{0.32, 0.4};  // mu_k of the pins

using Six = std::array<double, 6>;  // angles, then angular velocities

struct Scene {
  double torque, frequency, mu_s;
};

// The rods as the observer sees them who falls with them, each pin sliding one way.
class Rods {
 public:
  explicit Rods(const Scene& scene) : scene_(scene) {}

  // Ways in which both pins can begin to slide; false where there are none.
  bool begin() {
    for (const double first : {1.0, -1.0})
      for (const double second : {1.0, -1.0}) {
        ways_ = {first, second};
        const Six a = rates(kStart, {kAngles[0], kAngles[1], kAngles[2], 0, 0, 0});
        if (first * (a[4] - a[3]) > 0 && second * (a[5] - a[4]) > 0) return true;
      }
    return false;
  }

  // By the classical method of Runge and Kutta. False where a slip turns back.
  bool advance(double& t, Six& y, double to) const {
    constexpr double kStep = 2e-3;
    while (t < to) {
      const double h = std::min(kStep, to - t);
      const Six a = rates(t, y), b = rates(t + h / 2, sum(y, a, h / 2)),
                c = rates(t + h / 2, sum(y, b, h / 2)), d = rates(t + h, sum(y, c, h));
      Six next = y;
      for (std::size_t i = 0; i < 6; ++i) next[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
      if (ways_[0] * (next[4] - next[3]) < 0 || ways_[1] * (next[5] - next[4]) < 0) return false;
      y = next, t += h;
    }
    return true;
  }

 private:
  static constexpr double kStart = 1e-6;

  static Six sum(const Six& y, const Six& rate, double h) {
    Six out = y;
    for (std::size_t i = 0; i < 6; ++i) out[i] += h * rate[i];
    return out;
  }

  // F pushes the rod before a pin and, the other way, the one behind it; so does its friction Q.
  std::array<double, 3> turned_by(const std::array<double, 4>& F, const std::array<double, 2>& Q,
                                  double T, const Six& y) const {
    std::array<double, 3> out{};
    for (std::size_t k = 0; k < 3; ++k) {
      const double ux = std::cos(y[k]), uy = std::sin(y[k]);
      double moment = k == 0 ? T : 0;
      if (k < 2) moment += kHalf * (ux * F[2 * k + 1] - uy * F[2 * k]) + Q[k];
      if (k > 0) moment += kHalf * (ux * F[2 * k - 1] - uy * F[2 * k - 2]) - Q[k - 1];
      out[k] = moment / kInertia;
    }
    return out;
  }

  // How far the accelerations of the two rods differ at each pin.
  std::array<double, 4> apart(const std::array<double, 4>& F, const std::array<double, 2>& Q,
                              double T, const Six& y) const {
    const std::array<double, 3> turns = turned_by(F, Q, T, y);
    std::array<double, 4> out{};
    for (std::size_t pin = 0; pin < 2; ++pin)
      for (std::size_t axis = 0; axis < 2; ++axis) {
        const double before = pin > 0 ? F[axis] : 0, here = F[2 * pin + axis],
                     behind = pin < 1 ? F[2 + axis] : 0;
        double differ = (behind - here) / kMass - (here - before) / kMass;
        for (std::size_t k = pin; k < pin + 2; ++k) {
          const double u = axis == 0 ? std::cos(y[k]) : std::sin(y[k]),
                       n = axis == 0 ? -std::sin(y[k]) : std::cos(y[k]);
          differ -= kHalf * (n * turns[k] - u * y[3 + k] * y[3 + k]);
        }
        out[2 * pin + axis] = differ;
      }
    return out;
  }

  // The pin forces for given friction: apart() is linear in them.
  std::array<double, 4> forces(const std::array<double, 2>& Q, double T, const Six& y) const {
    double a[4][5];
    const std::array<double, 4> none = apart({}, Q, T, y);
    for (std::size_t c = 0; c < 4; ++c) {
      std::array<double, 4> unit{};
      unit[c] = 1;
      const std::array<double, 4> by = apart(unit, Q, T, y);
      for (std::size_t r = 0; r < 4; ++r) a[r][c] = by[r] - none[r];
    }
    for (std::size_t r = 0; r < 4; ++r) a[r][4] = -none[r];
    for (std::size_t c = 0; c < 4; ++c) {
      std::size_t most = c;
      for (std::size_t r = c; r < 4; ++r)
        if (std::fabs(a[r][c]) > std::fabs(a[most][c])) most = r;
      std::swap(a[c], a[most]);
      for (std::size_t r = 0; r < 4; ++r) {
        const double by = r == c ? 0 : a[r][c] / a[c][c];
        for (std::size_t k = 0; k < 5; ++k) a[r][k] -= by * a[c][k];
      }
    }
    return {a[0][4] / a[0][0], a[1][4] / a[1][1], a[2][4] / a[2][2], a[3][4] / a[3][3]};
  }

  Six rates(double t, const Six& y) const {
    constexpr int kRounds = 12;
    const double T = scene_.torque * std::sin(scene_.frequency * t);
    std::array<double, 2> Q{};
    std::array<double, 4> F{};
    for (int round = 0; round < kRounds; ++round) {
      F = forces(Q, T, y);
      for (std::size_t pin = 0; pin < 2; ++pin)
        Q[pin] = ways_[pin] * kRubs[pin] * kRadius * std::hypot(F[2 * pin], F[2 * pin + 1]);
    }
    const std::array<double, 3> turns = turned_by(F, Q, T, y);
    return {y[3], y[4], y[5], turns[0], turns[1], turns[2]};
  }

  Scene scene_;
  std::array<double, 2> ways_{1, 1};
};

std::string deck_of(const Scene& s, const char* rest) {
  std::string nodes;
  double x = 0, y = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    nodes +=
        fmt::format("X {} {:.17g} {:.17g}\nX {} {}\n", 10 + 2 * k, x, y, 11 + 2 * k, kAngles[k]);
    if (k == 2) break;
    x += kHalf * (std::cos(kAngles[k]) + std::cos(kAngles[k + 1]));
    y += kHalf * (std::sin(kAngles[k]) + std::sin(kAngles[k + 1]));
  }
  std::string masses;
  for (int k = 10; k < 16; k += 2)
    masses += fmt::format("XM {} {}\nXM {} {}\n", k, kMass, k + 1, kInertia);
  return "PLREV 1 10 11 12 13 0.25 0 -0.25 0\nPLTOR 51 11 13\nRLSE 51\n"
         "PLREV 2 12 13 14 15 0.25 0 -0.25 0\nPLTOR 52 13 15\nRLSE 52\n" +
         nodes + "END HALT\nDOF AUTO\n" + masses +
         fmt::format("FRICTION 1 51 1 {} {} {}\nFRICTION 2 52 1 {} {} {}\n", kRadius, s.mu_s,
                     kRubs[0], kRadius, s.mu_s, kRubs[1]) +
         fmt::format("GRAVITY 0 {}\nXLAW 11 1 = {}*sin({}*t)\nTIMESTEP {} {}\n{}\nEND END\n", -kG,
                     s.torque, s.frequency, kEnd, kRows, rest);
}

constexpr Scene kScenes[] = {{4, 5, 0.4}, {-4, 5, 0.4}, {1, 3, 0.45}, {8, 2, 0.4}, {-2, 7, 0.42}};

// Angles at the report times, until a slip turns back.
std::vector<Six> rows_of(const Scene& scene) {
  Rods rods(scene);
  EXPECT_TRUE(rods.begin());
  std::vector<Six> out;
  double t = 0;
  Six y{kAngles[0], kAngles[1], kAngles[2], 0, 0, 0};
  for (int row = 0; row <= kRows; ++row)
    if (rods.advance(t, y, kEnd * row / kRows))
      out.push_back(y);
    else
      break;
  EXPECT_GE(out.size(), 4u);
  return out;
}

TEST(FrictionFromNothing, RodsInFreeFallSlideInTheirPins) {
  for (const Scene& scene : kScenes) {
    const std::vector<Six> own = rows_of(scene);
    for (const char* rest :
         {"", "INTEG DOP853 1e-9 1e-9", "INTEG STIFF 1e-9 1e-9", "INTEG RK4 1e-3", "FORM FULL"}) {
      const std::string deck = deck_of(scene, rest);
      const test::RunResult run = test::run(deck);
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages << deck;
      ASSERT_EQ(run.rows.size(), kRows + 1u) << deck;
      for (std::size_t row = 0; row < own.size(); ++row)
        for (std::size_t k = 0; k < 3; ++k)
          ASSERT_NEAR(run.value(row, fmt::format("x{}_1", 11 + 2 * k)), own[row][k], 1e-6)
              << "row " << row << "\n"
              << deck;
      double falls = 0;
      for (const char* y : {"x10_2", "x12_2", "x14_2"})
        falls += run.value(0, y) - run.value(kRows, y);
      EXPECT_NEAR(falls / 3, kG * kEnd * kEnd / 2, 1e-7) << deck;
    }
  }
}

}  // namespace
}  // namespace mbs
