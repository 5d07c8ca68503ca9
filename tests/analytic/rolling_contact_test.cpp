// CONTACT of WHEEL, BALL and EGG: they lift off, land, slide and come to roll, against closed
// forms.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kG = 9.81, kR = 0.1, kM = 2, kStiff = 1e5;

// A body of mass kM with the inertia J about all its axes at the height z.
std::string thrown(const std::string& element, double z, double J, const std::string& start,
                   const std::string& contact, const std::string& tail) {
  return fmt::format(
      "{}\nX 1  0 0 {:.17g}\nX 2  1 0 0 0\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 {}\n"
      "XM 2 {:.17g} 0 0 {:.17g} 0 {:.17g}\n{}GRAVITY 0 0 -9.81\nCONTACT 1 {}\n"
      "INTEG DOP853 1e-11 1e-11\n{}END END\n",
      element, z, kM, J, J, J, start, contact, tail);
}
const std::string kBallLine = fmt::format("BALL 1  1 2  {}  PLANE 0 0 1", kR);

// Height at t of what is dropped from a height h and keeps e of its speed at each bounce.
double bounced(double h, double e, double t) {
  double begin = -std::sqrt(2 * h / kG), speed = -kG * begin;
  while (t > begin + 2 * speed / kG) begin += 2 * speed / kG, speed *= e;
  return speed * (t - begin) - kG * (t - begin) * (t - begin) / 2;
}

TEST(RollingContact, ABallIsDropped) {
  const double h = 0.3, e = 0.6;
  const test::RunResult run =
      test::good_run(thrown(kBallLine, kR + h, 0.008, "", "RIGID 0.6", "TIMESTEP 0.8 16\n"));
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_NEAR(run.value(k, "x1_3") - kR, bounced(h, e, run.value(k, "t")), 1e-9) << k;
}

// Friction against the slip, whatever its direction, leaves the angular momentum about a line of
// the floor: v = (v0 + b R w0)/(1 + b) in the end, with the inertia b m R^2. While it slides it
// loses mu g.
void expect_to_roll(const std::string& element, double b, double vx, double vy, double wx,
                    double wy) {
  const double mu = 0.3, sunk = kM * kG / kStiff;
  const test::RunResult run = test::good_run(
      thrown(element, kR - sunk, b * kM * kR * kR,
             fmt::format("STARTVX 1 1 {}\nSTARTVX 1 2 {}\nSTARTVX 2 {} {} 0\n", vx, vy, wx, wy),
             fmt::format("PENALTY {} 1 0  {} 1e-3", kStiff, mu), "TIMESTEP 2 20\n"));
  const double gx = vx - kR * wy, gy = vy + kR * wx, slip = std::hypot(gx, gy);
  const double end = slip / (mu * kG * (1 + 1 / b));
  ASSERT_GT(end, 0.15);
  for (std::size_t k = 0; k < 2; ++k) {
    const double t = run.value(k, "t");
    EXPECT_NEAR(run.value(k, "v1_1"), vx - mu * kG * t * gx / slip, 1e-9);
    EXPECT_NEAR(run.value(k, "v1_2"), vy - mu * kG * t * gy / slip, 1e-9);
    EXPECT_NEAR(run.value(k, "contact1.slipd"), slip - mu * kG * (1 + 1 / b) * t, 1e-9);
    EXPECT_NEAR(run.value(k, "contact1.f"), -mu * kM * kG, 1e-6);
    EXPECT_NEAR(run.value(k, "contact1.n"), kM * kG, 1e-6);
  }
  const std::size_t last = run.rows.size() - 1;
  EXPECT_NEAR(run.value(last, "v1_1"), (vx + b * kR * wy) / (1 + b), 1e-9);
  EXPECT_NEAR(run.value(last, "v1_2"), (vy - b * kR * wx) / (1 + b), 1e-9);
  EXPECT_NEAR(run.value(last, "contact1.slipd"), 0, 1e-9);
}

TEST(RollingContact, ABallWithBackspinComesToRoll) {
  expect_to_roll(kBallLine, 0.4, 2, 0.5, 3, -10);
  expect_to_roll("EGG 1  1 2  0.1 0.1 0.1  PLANE 0 0 1", 0.4, -1, 1.5, -4, 12);
}
TEST(RollingContact, AWheelWithBackspinComesToRoll) {
  expect_to_roll("WHEEL 1  1 2  0 1 0  0.1  PLANE 0 0 1", 0.5, 2, 0, 0, -10);
}

// A platform that goes up and down leaves a wheel where it falls faster than gravity.
TEST(RollingContact, AWheelLiftsOffAPlatformAndLands) {
  const double c = 0.1, w = 12;
  const test::RunResult run = test::good_run(fmt::format(
      R"(WHEEL 1  1 2  0 1 0  0.3 ON 3 4 PLANE 0 0 1
PRISMATIC 2  0 0  3 4  AT 0 0 0  0 0 1
X 1  0 0 0.3
X 2  1 0 0 0
X 3  0 0 0
DYNX 1
FIX 2
INPUTE 2 1
END HALT
INPUTE 2 1 = {}*(1 - cos({}*t))
XM 1  2
GRAVITY 0 0 -9.81
CONTACT 1 RIGID 0
INTEG DOP853 1e-12 1e-12
TIMESTEP 0.45 90
END END
)",
      c, w));
  const double off = std::acos(-kG / (c * w * w)) / w, v = c * w * std::sin(w * off),
               from = c * (1 - std::cos(w * off));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.value(k, "t"), s = t - off;
    const double z = s < 0 ? c * (1 - std::cos(w * t)) : from + v * s - kG * s * s / 2;
    EXPECT_NEAR(run.value(k, "x1_3"), 0.3 + z, 1e-10) << t;
    EXPECT_NEAR(run.value(k, "wheel1.n"), s < 0 ? kM * (kG + c * w * w * std::cos(w * t)) : 0, 1e-8)
        << t;
  }
}

// On a smooth floor the centre of an egg goes up and down with h(theta), and
// (I + m h'^2) theta'' + m h' h'' theta'^2 + m g h' = 0.
TEST(RollingContact, AnEggRocksOnASmoothFloor) {
  const double a = 0.3, b = 0.1, I = 0.02, start = 0.6;
  const auto height = [&](double s) {
    return std::sqrt(std::pow(a * std::sin(s), 2) + std::pow(b * std::cos(s), 2));
  };
  const test::RunResult run = test::good_run(fmt::format(
      "EGG 1  1 2  {} 0.2 {}  PLANE 0 0 1\nX 1  0 0 {:.17g}\nX 2  ROT xyz 0 {} 0\nDYNX 1\nDYNX 2\n"
      "END HALT\nXM 1 {}\nXM 2 0.01 0 0 {} 0 0.02\nGRAVITY 0 0 -9.81\nCONTACT 1 RIGID 0\n"
      "INTEG DOP853 1e-12 1e-12\nTIMESTEP 1 10\nEND END\n",
      a, b, height(start), start, kM, I));
  const auto rate = [&](const std::array<double, 2>& y) {
    const double h = height(y[0]), d = (a * a - b * b) * std::sin(2 * y[0]) / (2 * h),
                 dd = ((a * a - b * b) * std::cos(2 * y[0]) - d * d) / h;
    return std::array<double, 2>{y[1], -kM * d * (dd * y[1] * y[1] + kG) / (I + kM * d * d)};
  };
  std::array<double, 2> y{start, 0};
  constexpr int kSteps = 20000;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "v2_2"), y[1], 1e-7) << k;
    EXPECT_NEAR(run.value(k, "x1_3"), height(y[0]), 1e-8) << k;
    EXPECT_NEAR(run.value(k, "x1_1"), 0, 1e-12);
    for (int n = 0; n < kSteps / 10; ++n) {
      const double h = 1.0 / kSteps;
      const auto along = [&](const std::array<double, 2>& r, double s) {
        return std::array<double, 2>{y[0] + s * r[0], y[1] + s * r[1]};
      };
      const auto k1 = rate(y), k2 = rate(along(k1, h / 2)), k3 = rate(along(k2, h / 2)),
                 k4 = rate(along(k3, h));
      for (std::size_t i = 0; i < 2; ++i) y[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
  }
}

// A ball with spin strikes a free plate and rubs on it: what both have together stays.
TEST(RollingContact, MomentumOfABallAndAPlate) {
  const test::RunResult run =
      test::good_run(R"(BALL 1  1 2  0.1  ON 3 4 PLANE 0 0.6 0.8 THROUGH 0 0 0.05
X 1  0.1 0.3 0.6
X 2  1 0 0 0
X 3  0 0 0
X 4  ROT xyz 0.2 -0.1 0.3
DYNX 1
DYNX 2
DYNX 3
DYNX 4
END HALT
XM 1  2
XM 2  0.008 0 0  0.008 0  0.008
XM 3  5
XM 4  0.3 0 0.02  0.4 0  0.5
STARTVX 1 3  -2
STARTVX 2  20 5 -9
CONTACT 1 PENALTY 5000 1.5 0.2  0.4 0.05
INTEG DOP853 1e-11 1e-11
TIMESTEP 0.6 12
END END
)");
  double most = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    most = std::max(most, std::fabs(run.value(k, "v3_3")));
    for (const char* name : {"momentum.x", "momentum.y", "momentum.z", "momentum.angularx",
                             "momentum.angulary", "momentum.angularz"})
      EXPECT_NEAR(run.value(k, name), run.value(0, name), 1e-9) << name;
    EXPECT_NEAR(run.value(k, "energy.balance"), 0, 1e-8);
  }
  EXPECT_GT(most, 0.1);  // it has struck
}

// A ball that lies in a soft floor: it swings with sqrt(k/m), and its slips end with 3.5 mu g/vs.
TEST(RollingContact, ModesOfABallOnASoftFloor) {
  const test::RunResult run = test::done(
      thrown(kBallLine, kR - kM * kG / 1e4, 0.008, "", "PENALTY 1e4 1 0  0.3 0.1", "EIGEN\n"));
  std::vector<double> real, imaginary;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    real.push_back(run.value(k, "real")), imaginary.push_back(run.value(k, "imaginary"));
  std::sort(real.begin(), real.end());
  EXPECT_NEAR(real[0], -3.5 * 0.3 * kG / 0.1, 1e-9);
  EXPECT_NEAR(real[1], -3.5 * 0.3 * kG / 0.1, 1e-9);
  EXPECT_NEAR(real[2], 0, 1e-9);
  EXPECT_NEAR(*std::max_element(imaginary.begin(), imaginary.end()), std::sqrt(1e4 / kM), 1e-9);
}

TEST(RollingContact, ImpulsesCarryABall) {
  const test::RunResult run = test::done(
      thrown(kBallLine, kR + 0.2, 0.008, "STARTVX 1 1 1\n", "IMPULSES 0.5 1e-3", "TIMESTEP 2 4\n"));
  const std::size_t last = run.rows.size() - 1;
  EXPECT_NEAR(run.value(last, "x1_3"), kR, 1e-5);
  EXPECT_NEAR(run.value(last, "x1_1"), 2, 1e-9);  // nothing rubs
}

TEST(RollingContact, AStartBehindThePlaneIsDoubted) {
  const auto said = [](const std::string& element) {
    return test::run(element +
                     "\nX 1  0 0 0.3\nX 2  ROT AXIS 1 0 0 30deg\nX 3  0 0 1\n"
                     "X 4  ROT AXIS 1 0 0 180deg\nFIX 3\nFIX 4\nDYNX 2\nEND HALT\nXM 1 1\n"
                     "XM 2 0.1 0 0 0.1 0 0.1\nTIMESTEP 0.1 1\nEND END\n")
        .messages;
  };
  for (const char* element :
       {"BALL 1  1 2  0.3  PLANE 0 0 -1", "WHEEL 1  1 2  0 1 0  0.5  PLANE 0 0 -1",
        "EGG 1  1 2  0.3 0.3 0.3 CENTRE 0.2 0 0  PLANE 0 0 -1",
        "BALL 1  1 2  0.3  ON 3 4 PLANE 0 0 1 THROUGH 0 0 1"})
    EXPECT_NE(said(element).find("its centre starts 0.3 m behind its plane"), std::string::npos)
        << element << said(element);
  for (const char* element :
       {"BALL 1  1 2  0.3  PLANE 0 0 1", "BALL 1  1 2  0.3  ON 3 4 PLANE 0 0 -1 THROUGH 0 0 1"})
    EXPECT_EQ(said(element).find("behind its plane"), std::string::npos) << said(element);
}

TEST(RollingContact, Refusals) {
  const auto said = [](const std::string& contact) {
    return test::run(thrown(kBallLine, 0.2, 0.008, "", contact, "TIMESTEP 1 4\n")).messages;
  };
  for (const char* contact : {"RIGID 0 0.3 0.3", "IMPULSES 0.5 0.01 0.3"})
    EXPECT_NE(said(contact).find("CONTACT 1: a BALL has friction by PENALTY alone"),
              std::string::npos)
        << said(contact);
  EXPECT_NE(said("PENALTY 1e5 1 0 0.3 0.01\nELAW 1 2 = contact1.slipd").find("contact1.slipd"),
            std::string::npos);
}

}  // namespace
}  // namespace mbs
