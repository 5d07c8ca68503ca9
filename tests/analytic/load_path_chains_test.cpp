// ITERSTEP ARC in chains and where nothing moves until something buckles: columns of rigid segments
// on springs of joints, shallow arches, driven angles, imperfections. Each against equations of
// equilibrium that are solved here.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include "support/deck.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

// The numbers behind each `what` in the report.
std::vector<double> found(const test::RunResult& run, const std::string& what) {
  std::vector<double> out;
  const std::string before = "# " + what + " at ";
  for (std::size_t at = run.report.find(before); at != std::string::npos;
       at = run.report.find(before, at + 1))
    out.push_back(std::stod(run.report.substr(at + before.size())));
  return out;
}

// Where a function changes its sign.
double root(const std::function<double(double)>& f, double low, double high) {
  const bool rises = f(high) > 0;
  for (int k = 0; k < 200; ++k)
    ((f((low + high) / 2) > 0) == rises ? high : low) = (low + high) / 2;
  return (low + high) / 2;
}

double slope(const std::function<double(double)>& f, double x) {
  const double h = 1e-4;
  return (8 * (f(x + h) - f(x - h)) - f(x + 2 * h) + f(x - 2 * h)) / (12 * h);
}

std::string native_of(const std::string& deck) {
  Diagnostics diagnostics;
  std::string out = convert_deck({"deck", deck, ".", {}}, {}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
  return out;
}

// An upright pendulum of 2 kg on a spring of 6 N m that is at rest `tilt` beside the vertical.
std::string pendulum(double tilt, const std::string& loads, int steps) {
  return fmt::format(
      "SEGDYN\nSEGMENT 1 2 1 0.5 0.1\nSTATE 1 90deg\nRSDA 0 1 6 {:.17g} 0\n{}ITERSTEP 50 {} ARC\n"
      "STATIC\nEND\n",
      std::numbers::pi / 2 + tilt, loads, steps);
}

// Nothing moves under the load until it is more than the spring holds: (m g d + P l) factor = k.
TEST(LoadPathOfChains, PendulumBuckles) {
  struct Case {
    const char* loads;
    double moment;
  };
  for (const Case& one :
       {Case{"GRAV 0 -10\n", 10}, Case{"GRAV 0 -9.81\nFORCE 1 0.5 0 0 -3\n", 12.81},
        Case{"KNOWN FEXTY 1 -7\nFORCE 1 0.5 0 0 -3\n", 6.5}})
    for (const int steps : {1, 3, 10, 37})
      for (const bool is_native : {false, true}) {
        const std::string deck = pendulum(0, one.loads, steps);
        const test::RunResult run = test::run(is_native ? native_of(deck) : deck);
        ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
        const std::vector<double> bifurcations = found(run, "bifurcation");
        ASSERT_EQ(bifurcations.size(), 1u) << steps << run.report;
        EXPECT_NEAR(bifurcations[0], 6 / one.moment, 1e-6);
        EXPECT_EQ(found(run, "limit point").size(), 0u);
        EXPECT_NE(run.report.find("of the load, then 1 negative pivot\n"), std::string::npos);
        EXPECT_NE(run.report.find("equilibrium: unstable"), std::string::npos);
        for (std::size_t k = 0; k < run.rows.size(); ++k)
          EXPECT_NEAR(run.value(k, is_native ? "x4_1" : "phi1"), std::numbers::pi / 2,
                      1e-6);  // rounding, magnified at the bifurcation
        EXPECT_EQ(run.time(run.rows.size() - 1), 1);
      }
}

// With an imperfection the path bends aside: factor = 6 (q - tilt) / (10 sin q), and no point of it
// has a name. It ends on the side of the imperfection, stable.
TEST(LoadPathOfChains, TiltedPendulumBendsAside) {
  for (const double tilt : {1e-8, 1e-6, 1e-4, 0.01, -0.01, -1e-7})
    for (const int steps : {3, 10, 37}) {
      const test::RunResult run = test::run(pendulum(tilt, "GRAV 0 -10\n", steps));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      EXPECT_EQ(run.report.find("# bifurcation"), std::string::npos) << tilt << " " << steps;
      EXPECT_EQ(run.report.find("# limit"), std::string::npos) << tilt << " " << steps;
      EXPECT_NE(run.report.find("equilibrium: stable"), std::string::npos);
      double before = 0;
      for (std::size_t k = 0; k < run.rows.size(); ++k) {
        const double q = run.value(k, "phi1") - std::numbers::pi / 2;
        EXPECT_NEAR(10 * run.time(k) * std::sin(q), 6 * (q - tilt), 1e-8) << tilt;
        EXPECT_GE(q / tilt, before - 1e-6);
        before = q / tilt;
      }
      const double side = tilt < 0 ? -1 : 1;
      const double end =
          side * root([&](double q) { return 10 * std::sin(q) - 6 * (q - std::fabs(tilt)); }, 1, 3);
      EXPECT_NEAR(run.value(run.rows.size() - 1, "phi1") - std::numbers::pi / 2, end, 1e-8) << tilt;
    }
}

// Two segments, upright, under their weights and a load on top: the angles from the vertical have
// the stiffness ((k1 + k2, -k2), (-k2, k2)) less the factor times what the loads do with l (1 -
// cos).
TEST(LoadPathOfChains, ColumnOfTwoSegmentsHasTwoBifurcations) {
  const double k1 = 9, k2 = 4, m1 = 1.5, m2 = 0.8, l1 = 0.6, d1 = 0.25, l2 = 0.5, d2 = 0.2, P = 60;
  const double g1 = m1 * kG * d1 + (m2 * kG + P) * l1, g2 = m2 * kG * d2 + P * l2;
  // (k1 + k2 - f g1) (k2 - f g2) = k2^2
  const double a = g1 * g2, b = (k1 + k2) * g2 + k2 * g1, c = k1 * k2;
  const double first = (b - std::sqrt(b * b - 4 * a * c)) / (2 * a), second = c / (a * first);
  ASSERT_LT(second, 1);
  for (const int steps : {1, 2, 10, 40})
    for (const bool is_native : {false, true}) {
      const std::string deck = fmt::format(
          "SEGDYN\nSEGMENT 1 {} {} {} 0.05\nSEGMENT 2 {} {} {} 0.02\nSTATE 1 90deg\nSTATE 2 90deg\n"
          "GRAV 0 -9.81\nRSDA 0 1 {} 90deg 0\nRSDA 1 2 {} 0 0\nFORCE 2 {} 0 0 {}\nITERSTEP 50 {} "
          "ARC\nSTATIC\nEND\n",
          m1, l1, d1, m2, l2, d2, k1, k2, l2 - d2, -P, steps);
      const test::RunResult run = test::run(is_native ? native_of(deck) : deck);
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      const std::vector<double> factors = found(run, "bifurcation");
      ASSERT_EQ(factors.size(), 2u) << steps << run.report;
      EXPECT_NEAR(factors[0], first, 2e-6);
      EXPECT_NEAR(factors[1], second, 2e-6);
      EXPECT_NE(run.report.find("then 1 negative pivot\n"), std::string::npos);
      EXPECT_NE(run.report.find("then 2 negative pivots\n"), std::string::npos);
    }
}

// A bifurcation between the last point before the whole load and the whole load has its name too.
TEST(LoadPathOfChains, BifurcationCloseToTheWholeLoad) {
  for (const double critical : {0.9, 0.97, 0.999})
    for (const int steps : {1, 4, 20}) {
      const test::RunResult run =
          test::run(pendulum(0, fmt::format("GRAV 0 {:.17g}\n", -6 / critical), steps));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      const std::vector<double> factors = found(run, "bifurcation");
      ASSERT_EQ(factors.size(), 1u) << critical << " " << steps;
      EXPECT_NEAR(factors[0], critical, 1e-6);
    }
}

// A shallow arch of two segments of 1 m: its tip is fixed, its base slides against a spring k, a
// torsion spring kr holds the joint. At the angle a
//   4 k (cos a - cos a0) sin a - 4 kr (a - a0) = (P + m g) cos a * factor
TEST(LoadPathOfChains, ArchSnapsThrough) {
  const double a0 = 20 * std::numbers::pi / 180, k = 100, m = 1.2;
  for (const double kr : {0.0, 0.05})
    for (const double P : {0.0, 40.0}) {
      const double whole = P == 0 ? 10 * m * kG : P + m * kG;  // P = 0: of 12 kg
      const auto load = [&](double a) {
        return (4 * k * (std::cos(a) - std::cos(a0)) * std::sin(a) - 4 * kr * (a - a0)) /
               std::cos(a);
      };
      const auto rise = [&](double a) { return slope(load, a); };
      const double up = load(root(rise, 0.1, a0)), down = load(root(rise, -a0, 0.05));
      for (const bool is_native : {false, true}) {
        const std::string deck = fmt::format(
            "SEGDYN\nSEGMENT 1 {0} 1 0.5 0.1\nSEGMENT 2 {0} 1 0.5 0.1\nSTATE 1 20deg\nSTATE 2 "
            "-20deg\n"
            "FREE BASE\nFIX TIP\nGRAV 0 -9.81\nSLOT 1 0 -0.5 0 0 0 1 0\nSDA 1 0 -0.5 0 -3 0 {1} 3 "
            "0\n"
            "RSDA 1 2 {2} -40deg 0\nFORCE 2 -0.5 0 0 {3}\nITERSTEP 50 10 ARC\nSTATIC\nEND\n",
            P == 0 ? 10 * m : m, k, kr, -P);
        const test::RunResult run = test::run(is_native ? native_of(deck) : deck);
        ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
        const std::vector<double> limits = found(run, "limit point");
        ASSERT_EQ(limits.size(), 2u) << run.report;
        EXPECT_NEAR(limits[0], up / whole, 1e-6);
        EXPECT_NEAR(limits[1], down / whole, 1e-6);
        EXPECT_NE(run.report.find("equilibrium: stable"), std::string::npos);
        for (std::size_t i = 0; i < run.rows.size(); ++i)
          EXPECT_NEAR(run.time(i) * whole, load(run.value(i, is_native ? "x4_1" : "phi1")), 1e-7)
              << i;
        EXPECT_LT(run.value(run.rows.size() - 1, is_native ? "x4_1" : "phi1"), -a0);
      }
      // The closed form without the spring of the joint.
      if (kr == 0) {
        EXPECT_NEAR(up, 4 * k * std::pow(1 - std::pow(std::cos(a0), 2.0 / 3), 1.5), 1e-9);
      }
    }
}

// A driven angle moves with the factor while weights, a force, moments from outside and a moment of
// a joint that is a number grow with it; a spring and a moment of a joint by an expression do not.
TEST(LoadPathOfChains, DrivenAngleBesideLoads) {
  const std::string deck =
      "SEGDYN\nSEGMENT 1 2 1 0.5 0.1\nSEGMENT 2 1 0.5 0.2 0.1\nSTATE 1 80deg\nSTATE 2 40deg\n"
      "GRAV 0 -9.81\nDRIVE HINGE 1 = 80deg - 0.9*t\nRSDA 1 2 3 -0.5 0\nKNOWN FEXTX 2 4\n"
      "KNOWN MEXT 1 2\n{}ITERSTEP 50 10 ARC\nSTATIC\nEND\n";
  struct Case {
    const char* line;
    std::function<double(double f, double p1, double p2)> moment;  // of joint 2
  };
  const Case cases[] = {
      {"KNOWN M 2 0.7\n", [](double f, double, double) { return 0.7 * f; }},
      {"KNOWN M 2 = 0.7\n", [](double, double, double) { return 0.7; }},
      {"KNOWN M 2 = 0.7*t\n", [](double f, double, double) { return 0.7 * f; }},
      {"KNOWN M 2 TABLE 0 0 0.5 1 1 0.2\n",
       [](double f, double, double) { return f < 0.5 ? 2 * f : 1 - 1.6 * (f - 0.5); }},
      {"KNOWN M 2 = 0.5 - 2*(phi2-phi1)\n",
       [](double, double p1, double p2) { return 0.5 - 2 * (p2 - p1); }}};
  for (const Case& one : cases) {
    const test::RunResult run = test::run(fmt::format(fmt::runtime(deck), one.line));
    ASSERT_EQ(run.status, ExitStatus::done) << one.line << run.messages;
    ASSERT_GT(run.rows.size(), 4u);
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double f = run.time(k), p1 = 80 * std::numbers::pi / 180 - 0.9 * f;
      // Moments about joint 2: weight at 0.2 m, 4 N along x, the spring, the joint.
      const auto spring = [&](double p2) { return -3 * (p2 - p1 + 0.5); };
      const auto balance = [&](double p2) {
        return spring(p2) + one.moment(f, p1, p2) - f * kG * 0.2 * std::cos(p2) -
               f * 4 * 0.2 * std::sin(p2);
      };
      const double p2 = root(balance, -2, 3);
      EXPECT_NEAR(run.value(k, "phi1"), p1, 1e-12) << one.line << k;
      EXPECT_NEAR(run.value(k, "phi2"), p2, 1e-9) << one.line << k;
      // The drive of joint 1 carries all that is above it, less the moment from outside.
      const double m1 = f * 2 * kG * 0.5 * std::cos(p1) + f * kG * std::cos(p1) +
                        f * 4 * std::sin(p1) - 2 * f + spring(p2) + one.moment(f, p1, p2);
      EXPECT_NEAR(run.value(k, "m1"), m1, 1e-8) << one.line << k;
    }
    EXPECT_EQ(run.time(run.rows.size() - 1), 1);
  }
}

// Where a joint is driven to its angle each point shows the moment that STATIC with a choice of
// knowns finds for its loads.
TEST(LoadPathOfChains, DrivenJointShowsTheMomentOfAChoice) {
  const auto deck = [](double part, const std::string& held, const std::string& way) {
    return fmt::format(
        "SEGDYN\nSEGMENT 1 2.1 0.30 0.13 0.016\nSEGMENT 2 1.6 0.42 0.17 0.022\nSTATE 1 -40deg\n"
        "STATE 2 20deg\nGRAV 0 {:.17g}\n{}RSDA 1 2 25 1.2 0\nKNOWN FEXTY 2 "
        "{:.17g}\n{}STATIC\nEND\n",
        -kG * part, held, -20 * part, way);
  };
  const test::RunResult path =
      test::run(deck(1, "DRIVE HINGE 1 = -40deg\n", "ITERSTEP 50 5 ARC\n"));
  ASSERT_EQ(path.status, ExitStatus::done) << path.messages;
  ASSERT_GT(path.rows.size(), 3u);
  for (std::size_t k = 0; k < path.rows.size(); ++k) {
    const test::RunResult one = test::run(deck(path.time(k), "KNOWN PHIDD 1 0\nUNKNOWN M 1\n", ""));
    ASSERT_EQ(one.status, ExitStatus::done) << one.messages;
    for (const char* name : {"m1", "phi2", "frx1", "fry2"})
      EXPECT_NEAR(path.value(k, name), one.value(0, name), 1e-8) << name << k;
  }
}

// The top of a truss of two bars is pushed down by the end of a bar whose other end is led. Where
// that bar is soft the truss snaps under the displacement as well, and its factor turns; where it
// is stiff the load passes its limit and the factor does not.
TEST(LoadPathOfChains, DisplacementsHaveLimitsOfTheirOwn) {
  const double EA = 1000, h0 = 0.2, lead = 0.6;
  const auto push = [&](double h) {  // the force that holds the top down at the height h
    const double l0 = std::hypot(1, h0), l = std::hypot(1, h);
    return 2 * EA * (l0 - l) / l0 * h / l;
  };
  for (const double soft : {10.0, 500.0}) {  // N/m; 1 m long
    const test::RunResult run = test::run(fmt::format(
        "PLTRUSS 1 1 2\nPLTRUSS 2 3 2\nPLTRUSS 3 2 4\nX 1 -1 0\nX 2 0 0.2\nX 3 1 0\nX 4 0 1.2\n"
        "FIX 1\nFIX 3\nFIX 2 1\nDYNX 2 2\nFIX 4 1\nINPUTX 4 2\nRLSE 1\nRLSE 2\nRLSE 3\nEND HALT\n"
        "ESTIFF 1 {0}\nESTIFF 2 {0}\nESTIFF 3 {1}\nINPUTX 4 2 1.2 {2}\nITERSTEP 50 10 ARC\nSTATIC\n"
        "END END\n",
        EA, soft, -lead));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    // y4 = h + 1 - push / soft = 1.2 - lead * factor
    const auto at = [&](double h) { return (h0 - h + push(h) / soft) / lead; };
    double most = 0;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double h = run.value(k, "x2_2");
      EXPECT_NEAR(run.time(k), at(h), 1e-8) << k;
      EXPECT_NEAR(run.value(k, "x4_2"), 1.2 - lead * run.time(k), 1e-12) << k;
      EXPECT_NEAR(run.value(k, "r4_2"), -push(h), 1e-7) << k;
      most = std::max(most, push(h));
    }
    EXPECT_GT(most, 2.5);  // of 2.96 N
    const std::vector<double> limits = found(run, "limit point");
    if (soft > 100) {
      EXPECT_EQ(limits.size(), 0u) << run.report;
      continue;
    }
    ASSERT_EQ(limits.size(), 2u) << run.report;
    const auto rise = [&](double h) { return slope(at, h); };
    EXPECT_NEAR(limits[0], at(root(rise, 0.03, 0.19)), 1e-6);
    EXPECT_NEAR(limits[1], at(root(rise, -0.19, -0.03)), 1e-6);
  }
}

// The steep truss of two bars with a small load to the side: its path turns where the stiffness
// ((Kxx, Kxy), (Kxy, Kyy)) is singular, below the bifurcation of the truss without it, for steps of
// any length.
TEST(LoadPathOfChains, LoadsToTheSideTurnABifurcationIntoALimit) {
  constexpr double kEA = 1000, kDown = 600;
  const double l0 = std::sqrt(10.0);
  using Plane = std::array<double, 5>;  // forces and stiffness of the bars at a place of the top
  const auto bars = [&](double x, double y) {
    Plane out{};
    for (const double foot : {-1.0, 1.0}) {
      const double l = std::hypot(x - foot, y), c = (x - foot) / l, s = y / l;
      const double N = kEA * (l - l0) / l0, across = N / l, along = kEA / l0 - across;
      out[0] += N * c, out[1] += N * s;
      out[2] += along * c * c + across, out[3] += along * c * s, out[4] += along * s * s + across;
    }
    return out;
  };
  for (const double aside : {0.1, 1.0, 10.0}) {
    // The top goes down by Newton's method in x and the factor, y being given.
    double x = 0, factor = 0, highest = 0;
    for (double y = 3; y > 2; y -= 1e-4) {
      for (int k = 0; k < 20; ++k) {
        const Plane b = bars(x, y);
        factor = -b[1] / kDown;
        const double left = b[0] - aside * factor, by_x = b[2] + aside / kDown * b[3];
        x -= left / by_x;
      }
      if (factor < highest) break;
      highest = factor;
    }
    for (const int steps : {3, 10, 37}) {
      const test::RunResult run = test::run(fmt::format(
          "PLTRUSS 1 1 2\nPLTRUSS 2 3 2\nX 1 -1 0\nX 2 0 3\nX 3 1 0\nFIX 1\nFIX 3\nDYNX 2\nRLSE 1\n"
          "RLSE 2\nEND HALT\nESTIFF 1 1000\nESTIFF 2 1000\nXF 2 {} -600\nITERSTEP 50 {} "
          "ARC\nSTATIC\n"
          "END END\n",
          aside, steps));
      const std::vector<double> limits = found(run, "limit point");
      ASSERT_GE(limits.size(), 1u) << aside << " " << steps;
      EXPECT_NEAR(limits[0], highest, 1e-6) << aside << " " << steps;
      EXPECT_GT(run.report.find("# bifurcation"), run.report.find("# limit point"));
    }
  }
}

}  // namespace
}  // namespace mbs
