// ITERSTEP ARC: paths of equilibria through limit points and past bifurcations, against the closed
// forms of the truss of two bars; and what ends a path.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/cantilever.h"
#include "support/deck.h"

namespace mbs {
namespace {

// Two bars of EA = 1000 from (-1, 0) and (1, 0) to (0, height), a load F down at their top.
std::string truss(double height, double F, bool sways, const std::string& way) {
  return fmt::format(
      "PLTRUSS 1 1 2\nPLTRUSS 2 3 2\nX 1 -1 0\nX 2 0 {:.17g}\nX 3 1 0\nFIX 1\nFIX 3\n{}RLSE "
      "1\nRLSE 2\n"
      "END HALT\nESTIFF 1 1000\nESTIFF 2 1000\nXF 2 0 {:.17g}\nITERSTEP 50 {}\nSTATIC\nEND END\n",
      height, sways ? "DYNX 2\n" : "FIX 2 1\nDYNX 2 2\n", -F, way);
}

// The load at the height h.
double load(double height, double h) {
  const double l0 = std::hypot(1, height), l = std::hypot(1, h);
  return 2 * 1000 * (l0 - l) / l0 * h / l;
}

// The numbers behind each `what` in the report.
std::vector<double> factors(const std::string& report, const std::string& what) {
  std::vector<double> out;
  const std::string before = "# " + what + " at ";
  for (std::size_t at = report.find(before); at != std::string::npos;
       at = report.find(before, at + 1))
    out.push_back(std::stod(report.substr(at + before.size())));
  return out;
}

TEST(LoadPath, SnapThrough) {
  const double F = 5, angle = std::atan(0.2);
  const double limit = 2000 * std::pow(1 - std::pow(std::cos(angle), 2.0 / 3), 1.5);
  for (const char* way : {"20 ARC", "7 1e-11 ARC"}) {
    const test::RunResult run = test::run(truss(0.2, F, false, way));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const std::vector<double> limits = factors(run.report, "limit point");
    ASSERT_EQ(limits.size(), 2u) << run.report;
    EXPECT_NEAR(limits[0], limit / F, 1e-6);
    EXPECT_NEAR(limits[1], -limit / F, 1e-6);
    EXPECT_NE(run.report.find("of the load, then 1 negative pivot\n"), std::string::npos);
    EXPECT_NE(run.report.find("of the load, then 0 negative pivots\n"), std::string::npos);
    EXPECT_NE(run.report.find("equilibrium: stable"), std::string::npos);
    // All rows lie on the path; the last one has the whole load.
    ASSERT_GT(run.rows.size(), 10u);
    double highest = 0;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      EXPECT_NEAR(F * run.time(k), load(0.2, run.value(k, "x2_2")), 1e-8) << k;
      highest = std::max(highest, F * run.time(k));
    }
    EXPECT_EQ(run.time(run.rows.size() - 1), 1);
    EXPECT_LT(run.value(run.rows.size() - 1, "x2_2"), -0.2);
  }
}

// Loads by laws of time are multiplied by the factor as well: every row is in equilibrium, and the
// limit is where the load of the deck is that of the closed form. A load that begins with the
// square of the factor moves nothing at the start.
TEST(LoadPath, LawsOfTime) {
  const double angle = std::atan(0.2);
  const double limit = 2000 * std::pow(1 - std::pow(std::cos(angle), 2.0 / 3), 1.5);
  for (const char* const steps : {"10 ARC", "40 ARC"}) {
    std::string deck = truss(0.2, 1, false, steps);
    deck.insert(deck.find("ITERSTEP"), "XLAW 2 2 = -4*t\n");
    const test::RunResult run = test::run(deck);
    const std::vector<double> limits = factors(run.report, "limit point");
    ASSERT_GE(limits.size(), 1u);
    EXPECT_NEAR(limits[0] + 4 * limits[0] * limits[0], limit, 1e-5);
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      EXPECT_NEAR(run.time(k) * (1 + 4 * run.time(k)), load(0.2, run.value(k, "x2_2")), 1e-8) << k;
  }
  for (const double constant : {3.0, 0.0}) {
    const test::RunResult run = test::run(fmt::format(
        "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nFIX 2 2\nDYNX 2 1\nRLSE 1\nEND HALT\nESTIFF 1 "
        "100\nXLAW 2 1 = 5*t\nXF 2 {} 0\nITERSTEP 50 4 ARC\nSTATIC\nEND END\n",
        constant));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    ASSERT_GE(run.rows.size(), 4u);
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      EXPECT_NEAR(run.value(k, "s1_1"), constant * run.time(k) + 5 * run.time(k) * run.time(k),
                  1e-12)
          << k;
  }
}

// A state of its own law, which moves nothing else, has its equilibrium in each row, too.
TEST(LoadPath, StatesOfTime) {
  const test::RunResult run = test::run(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nFIX 2 2\nDYNX 2 1\nRLSE 1\nEND HALT\nESTIFF 1 100\n"
      "XF 2 3 0\nODE z EQUILIBRIUM 1 RATE 8 + 19*t - z^3\nITERSTEP 50 4 ARC\nSTATIC\nEND END\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_NEAR(run.value(k, "z"), std::cbrt(8 + 19 * run.time(k)), 1e-12);
}

// A spring that pulls far before any load: the path begins where the arch stands with it, as STATIC
// without loads has it.
TEST(LoadPath, BeginsWithSpringsFarFromTheirRest) {
  const auto arch = [](const std::string& load) {
    std::string out;
    for (int k = 0; k < 5; ++k)
      out += fmt::format("X {} {} {}\nX {} 0\n", 2 * k + 1, 0.5 * k - 1,
                         0.198 * (k == 2       ? 1
                                  : k % 4 == 0 ? 0
                                               : 0.75),
                         2 * k + 2);
    for (int k = 1; k < 5; ++k)
      out += fmt::format("PLBEAM {0} {1} {2} {3} {4}\nRLSE {0}\n", k, 2 * k - 1, 2 * k, 2 * k + 1,
                         2 * k + 2);
    out +=
        "FIX 1\nFIX 9\nX 901 0.3348 -0.6515\nX 902 0\nFIX 901\nFIX 902\nPLSDA 90 901 902 3 4 0 0 0 "
        "0\nRLSE 90\nEND HALT\nESTIFF 90 25.8934\nEREST 90 0.5179\nDOF AUTO\n";
    for (int k = 1; k < 5; ++k) out += fmt::format("ESTIFF {} 4511.7 1.9225\n", k);
    return out + load + "STATIC\nEND END\n";
  };
  const test::RunResult rest = test::run(arch("")),
                        run = test::run(arch("XF 3 0.153 -6.25\nITERSTEP 50 50 ARC\n"));
  ASSERT_EQ(rest.status, ExitStatus::done) << rest.messages;
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (const char* const place : {"x3_2", "x5_1", "x5_2", "x7_2"})
    EXPECT_NEAR(run.value(0, place), rest.value(0, place), 1e-9);
}

// A steep truss sways before it comes to its limit: where l^3 = l0 h^2.
TEST(LoadPath, Bifurcation) {
  const double l0 = std::sqrt(10.0), F = 600;
  double l = 2.75;
  for (int k = 0; k < 50; ++k) l -= (l * l * l - l0 * l * l + l0) / (3 * l * l - 2 * l0 * l);
  const double critical = load(3, std::sqrt(l * l - 1));
  const test::RunResult run = test::run(truss(3, F, true, "20 ARC"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const std::vector<double> found = factors(run.report, "bifurcation");
  ASSERT_GE(found.size(), 1u) << run.report;
  EXPECT_NEAR(found[0], critical / F, 1e-5);
}

// A force upwards by what the top has moved to the side makes the stiffness unsymmetric and leaves
// the path and the determinant as they are: the sign of the determinant tells the bifurcation.
TEST(LoadPath, BifurcationOfAnUnsymmetricTangent) {
  std::string deck = truss(3, 600, true, "20 ARC");
  const std::vector<double> known = factors(test::run(deck).report, "bifurcation");
  ASSERT_GE(known.size(), 1u);
  deck.insert(deck.find("ITERSTEP"), "XLAW 2 2 = 50*x2_1\n");
  const test::RunResult run = test::run(deck);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const std::vector<double> found = factors(run.report, "bifurcation");
  ASSERT_EQ(found.size(), known.size()) << run.report;
  EXPECT_NEAR(found[0], known[0], 1e-5);
  EXPECT_NE(run.report.find("negative pivots not counted"), std::string::npos);
}

// The path of an arm that is held by the states of actuators, and of a beam of bodies of space,
// ends where STATIC does.
TEST(LoadPath, OfStatesAndBodiesOfSpace) {
  const auto solve = [](std::string deck, const std::string& way) {
    deck.insert(deck.find("STATIC"), way);
    test::RunResult run = test::run(deck);
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    return run;
  };
  std::string bodies, tail;
  for (int k = 1; k <= 6; ++k) {
    bodies += fmt::format(
        "BUSHING {} {} {} {} {} AT {} 0 0  1 0 0  0 1 0\nX {} {} 0 0\nDYNX {}\nDYNX {}\n", k,
        k == 1 ? 0 : 2 * k - 3, k == 1 ? 0 : 2 * k - 2, 2 * k - 1, 2 * k, k - 1, 2 * k - 1, k - 0.5,
        2 * k - 1, 2 * k);
    tail += fmt::format("ESTIFF {} 1e4 1e4 1e4 20 30 40\n", k);
  }
  const std::string decks[] = {
      test::cantilever(12, 1e6, test::CantileverFreedoms::deformations,
                       "ODE m EQUILIBRIUM RATE -2*x25_2 - m\nXLAW 25 2 = m\nXF 25 0 10\nSTATIC\n"),
      bodies + "END HALT\n" + tail + "XF 11 0 1 -3\nXF 12 4 0 0\nSTATIC\nEND END\n"};
  for (const std::string& deck : decks) {
    const test::RunResult straight = solve(deck, ""), path = solve(deck, "ITERSTEP 50 10 ARC\n");
    ASSERT_EQ(path.names, straight.names);
    int compared = 0;
    for (std::size_t i = 0; i < path.names.size(); ++i) {
      if (path.names[i][0] != 'x' && path.names[i] != "m") continue;
      EXPECT_NEAR(path.rows.back()[i], straight.rows.back()[i], 1e-8) << path.names[i];
      ++compared;
    }
    EXPECT_GT(compared, 30);
  }
}

// A strip on edge that is clamped at one end buckles sideways under a load P at the other (Prandtl,
// Michell 1899): at 4.0126 sqrt(EI GJ) / L^2 over sqrt((1 - EI / EI_up) (1 - GJ / EI_up)). Bodies
// on bushings, whose error falls with the square of their length.
TEST(LoadPath, StripBucklesSideways) {
  const auto critical = [](int n) {
    const double h = 1.0 / n;
    std::string bodies, tail;
    for (int k = 1; k <= n; ++k) {
      const int p = 2 * k - 1, before = k == 1 ? 0 : p - 2, turn = k == 1 ? 0 : p - 1;
      bodies += fmt::format(
          "BUSHING {} {} {} {} {} AT {:.17g} 0 0  1 0 0  0 1 0\nX {} {:.17g} 0 0\nDYNX {}\n"
          "DYNX {}\n",
          k, before, turn, p, p + 1, (k - 1) * h, p, (k - 0.5) * h, p, p + 1);
      const double l = k == 1 ? h / 2 : h;  // of the strip between two bodies
      tail += fmt::format("ESTIFF {} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", k, 1e6 / l,
                          1e6 / l, 1e6 / l, 1 / l, 1e4 / l, 1 / l);
    }
    const test::RunResult run =
        test::run(bodies + "END HALT\n" + tail +
                  fmt::format("XF {} 0 0 -6\nITERSTEP 50 10 ARC\nSTATIC\nEND END\n", 2 * n - 1));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    const std::vector<double> found = factors(run.report, "bifurcation");
    EXPECT_EQ(found.size(), 1u);
    return found.empty() ? 0 : 6 * found[0] * (1 - h / 2) * (1 - h / 2);
  };
  const double exact = 4.0126 / (1 - 1e-4), coarse = critical(12), fine = critical(24);
  EXPECT_NEAR(fine, exact, 2e-3 * exact);
  EXPECT_NEAR(fine + (fine - coarse) / 3, exact, 3e-4 * exact);
}

// Without limit points the path ends where STATIC does.
TEST(LoadPath, EndsWhereStaticDoes) {
  const auto tip = [](const std::string& way) {
    const test::RunResult run =
        test::run(test::cantilever(12, 1e6, test::CantileverFreedoms::deformations,
                                   "XF 25 0 10\nESIG 1 3 0.2 0\n" + way + "STATIC\n"));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    const std::size_t last = run.rows.size() - 1;
    return std::pair(run.value(last, "x25_1"), run.value(last, "x25_2"));
  };
  const auto [x, y] = tip("");
  const auto [path_x, path_y] = tip("ITERSTEP 50 10 ARC\n");
  EXPECT_NEAR(path_x, x, 1e-9);
  EXPECT_NEAR(path_y, y, 1e-9);
}

// The top of the truss of two bars is led down from 0.2 to -0.2, beyond the limits of its load, and
// pushed to the side by a force that grows as well.
std::string led_truss(const std::string& motion) {
  return "PLTRUSS 1 1 2\nPLTRUSS 2 3 2\nX 1 -1 0\nX 2 0 0.2\nX 3 1 0\nFIX 1\nFIX 3\nINPUTX 2 2\n"
         "DYNX 2 1\nRLSE 1\nRLSE 2\nEND HALT\nESTIFF 1 1000\nESTIFF 2 1000\nXF 2 3 0\nINPUTX 2 2 " +
         motion + "\nITERSTEP 50 10 ARC\nSTATIC\nEND END\n";
}

TEST(LoadPath, PrescribedDisplacements) {
  const test::RunResult run = test::run(led_truss("0.2 -0.4"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_GT(run.rows.size(), 5u);
  double most = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double part = run.time(k), x = run.value(k, "x2_1"), y = run.value(k, "x2_2");
    EXPECT_NEAR(y, 0.2 - 0.4 * part, 1e-12) << k;
    const double l0 = std::hypot(1, 0.2), l = std::hypot(1 + x, y), m = std::hypot(1 - x, y);
    const double N = 1000 * (l - l0) / l0, P = 1000 * (m - l0) / l0;
    EXPECT_NEAR(3 * part - N * (1 + x) / l + P * (1 - x) / m, 0, 1e-8) << k;
    // The reaction holds the top at its height.
    EXPECT_NEAR(run.value(k, "r2_2"), -(N * y / l + P * y / m) * -1, 1e-8) << k;
    most = std::max(most, std::fabs(run.value(k, "r2_2")));
  }
  EXPECT_EQ(run.time(run.rows.size() - 1), 1);
  EXPECT_GT(most, 2);  // of a limit of 2.96 N

  const test::RunResult bent = test::run(led_truss("POLY 0.2 0 -0.4"));
  EXPECT_EQ(bent.status, ExitStatus::solution_failed);
  EXPECT_NE(bent.messages.find("not linear in t, which follows the load factor there"),
            std::string::npos)
      << bent.messages;
}

// Beams along a line at 0.3 rad are pulled along it; an elongation of one of them is driven and
// rests at 0.02 m. A length between places of 4 m is known to their rounding only.
TEST(LoadPath, DrivenElongationThatRests) {
  const int n = 24;
  const double l = 4.0 / n, EA = 1000, N = 5, elongation = 0.02;
  std::string deck = "FIX 1\nFIX 2\nINPUTE 12 1\nRLSE 12 2 3\n", tail;
  for (int k = 1; k <= n; ++k) {
    deck += fmt::format("PLBEAM {} {} {} {} {}\n", k, 2 * k - 1, 2 * k, 2 * k + 1, 2 * k + 2);
    if (k != 12) deck += fmt::format("RLSE {}\n", k);
    tail += fmt::format("ESTIFF {} {} 1\n", k, EA);
  }
  for (int k = 0; k <= n; ++k)
    deck += fmt::format("X {} {:.17g} {:.17g}\n", 2 * k + 1, k * l * std::cos(0.3),
                        k * l * std::sin(0.3));
  const test::RunResult run = test::run(
      deck + "END HALT\n" + tail +
      fmt::format("INPUTE 12 1 {}\nXF {} {:.17g} {:.17g}\nDOF AUTO\nSTATIC\nITERSTEP 50 4 ARC\n"
                  "END END\n",
                  elongation, 2 * n + 1, N * std::cos(0.3), N * std::sin(0.3)));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_GT(run.rows.size(), 2u);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double length = 4 + elongation + run.time(k) * N / EA * (n - 1) * l;
    EXPECT_NEAR(run.value(k, fmt::format("x{}_1", 2 * n + 1)), length * std::cos(0.3), 1e-10) << k;
    EXPECT_NEAR(run.value(k, fmt::format("x{}_2", 2 * n + 1)), length * std::sin(0.3), 1e-10) << k;
  }
}

// Rows of a table in line are a constant velocity, by any curve. A table with a corner is none: its
// path ends at the corner, and the rows before it are those of the straight part.
TEST(LoadPath, PrescribedDisplacementsByTables) {
  const test::RunResult straight = test::run(led_truss("0.2 -0.4"));
  for (const char* motion : {"TABLE 0 0.2 0.3 0.08 1 -0.2", "TABLE LINEAR 0 0.2 0.5 0 1 -0.2",
                             "TABLE 0 0.2 0.37 0.052 0.5 0 0.83 -0.132 1 -0.2", "= 0.2 - 0.4*t"}) {
    const test::RunResult run = test::run(led_truss(motion));
    ASSERT_EQ(run.status, ExitStatus::done) << motion << run.messages;
    ASSERT_EQ(run.rows.size(), straight.rows.size());
    for (std::size_t k = 0; k < run.rows.size(); ++k)
      for (const char* name : {"x2_1", "x2_2", "s1_1", "r2_2"})
        EXPECT_NEAR(run.value(k, name), straight.value(k, name), 1e-9) << motion << name << k;
  }
  const test::RunResult corner = test::run(led_truss("TABLE LINEAR 0 0.2 0.5 0 1 -0.1"));
  EXPECT_EQ(corner.status, ExitStatus::solution_failed);
  EXPECT_NE(corner.messages.find("the prescribed motion of node 2 Y is not linear in t"),
            std::string::npos)
      << corner.messages;
  ASSERT_GT(corner.rows.size(), 2u);
  for (std::size_t k = 0; k < corner.rows.size(); ++k) {
    EXPECT_LE(corner.time(k), 0.5);
    EXPECT_NEAR(corner.value(k, "x2_1"), straight.value(k, "x2_1"), 1e-9) << k;
  }
}

// A lever at the angle q to the level, under a weight of 1 N at 1 m, on a spring of sin(3 q) / 2:
// the load is sin(3 q) / (2 cos q). Its limit is below the whole load; behind it the load falls
// without bound as the lever comes to hang, and there is no equilibrium with the whole load.
TEST(LoadPath, LeadsAway) {
  for (const char* way : {"7 ARC", "20 ARC", "300 ARC"}) {
    const test::RunResult run = test::run(
        fmt::format("PLTOR 1 1 2\nX 1 0\nX 2 0\nFIX 1\nDYNX 2\nRLSE 1\nEND HALT\nELAW 1 1 = "
                    "0.5*sin(3*e)\nXLAW 2 1 = cos(x2_1)\nITERSTEP 50 {}\nSTATIC\nEND END\n",
                    way));
    EXPECT_EQ(run.status, ExitStatus::solution_failed);
    EXPECT_NE(run.messages.find("the load factor passes 1000 in size"), std::string::npos)
        << run.messages;
    const auto load_at = [](double q) { return std::sin(3 * q) / (2 * std::cos(q)); };
    double highest = 0;
    for (double q = 0; q < 1.5; q += 1e-5) highest = std::max(highest, load_at(q));
    const std::vector<double> limits = factors(run.report, "limit point");
    ASSERT_EQ(limits.size(), 1u) << run.report;
    EXPECT_NEAR(limits[0], highest, 1e-6);
    ASSERT_GT(run.rows.size(), 15u);
    EXPECT_LT(run.rows.size(), 400u);
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      EXPECT_NEAR(run.time(k), load_at(run.value(k, "x2_1")),
                  1e-8 * (1 + run.time(k) * run.time(k)))
          << k;
      EXPECT_GE(run.time(k), -1000);
    }
    EXPECT_LT(run.time(run.rows.size() - 1), -1);
  }
}

// Two loads and a prescribed motion grow together: each row is what STATIC finds with the loads and
// the motion of its factor, in words of SPACAR and of KABIOS.
TEST(LoadPath, LoadsAndMotionsGrowTogether) {
  // angle: of a lever of 1 m that is driven and carries another one on a spring.
  const auto native = [](double factor, const std::string& angle, const std::string& way) {
    return fmt::format(
        "PLREV 1 1 2 3 4  -0.5 0 0 0\nPLREV 2 5 6 1 2  -0.3 0 0.5 0\nPLTOR 3 2 6\nX 1 0.5 0\n"
        "X 2 0.3\nX 3 0 0\nX 5 1 0\nX 6 -0.4\nFIX 3\nFIX 4\nINPUTX 2\nDYNX 6\nRLSE 3\nEND HALT\n"
        "XM 1 3\nXM 2 0.2\nXM 5 1\nXM 6 0.05\nELAW 3 1 = 9*(x6_1 - x2_1 + 0.7)\nGRAVITY 0 "
        "{:.17g}\nXF 5 {:.17g} 0\n"
        "INPUTX 2 1 = {}\n{}STATIC\nEND END\n",
        -9.81 * factor, 4 * factor, angle, way);
  };
  const auto kabios = [](double factor, const std::string& angle, const std::string& way) {
    return fmt::format(
        "3 2 0 1 0 0 0 0 0\n0 0 0\n0.1 0.17 60deg\n0.4 0.35 0\n1 2   0 0      -0.2 0\n"
        "2 3   0.2 0    -0.2 0\n1\n0 0 1\nMASS 2  0.4 0.0055\nMASS 3  0.5 0.0070\n"
        "GRAV 0 {:.17g}\nSDA 1 2  -0.1 0.1  0 0.02   2500 0.145 1\nRSDA 2 3  12 -0.96 0.05\n"
        "DRIVE 2 PHI = {}\nFORCE 3 0.2 0  {:.17g} {:.17g}\n{}STATIC\nEND\n",
        -9.81 * factor, angle, 3 * factor, -2 * factor, way);
  };
  const auto compare = [](const auto& deck, const std::string& moving, const auto& still) {
    const test::RunResult path = test::run(deck(1, moving, "ITERSTEP 50 10 ARC\n"));
    ASSERT_EQ(path.status, ExitStatus::done) << path.messages;
    ASSERT_GT(path.rows.size(), 4u);
    for (std::size_t k = 0; k < path.rows.size(); ++k) {
      const test::RunResult one = test::run(deck(path.time(k), still(path.time(k)), ""));
      ASSERT_EQ(one.status, ExitStatus::done) << one.messages;
      ASSERT_EQ(one.names, path.names);
      for (std::size_t i = 0; i < one.names.size(); ++i) {
        // Work is that of one position; e3 counts from the start.
        const std::string& name = one.names[i];
        if (name == "t" || name == "e3_1" || name.rfind("energy", 0) == 0) continue;
        EXPECT_NEAR(path.rows[k][i], one.rows[0][i], 1e-7 * (1 + std::fabs(one.rows[0][i])))
            << k << " " << name;
      }
    }
  };
  compare(native, "0.3 + 0.5*t", [](double f) { return fmt::format("0.3 + {:.17g}", 0.5 * f); });
  compare(kabios, "60deg + 0.2*t",
          [](double f) { return fmt::format("60deg + {:.17g}", 0.2 * f); });
}

// STATIC without ARC: beyond the limit of the load the equilibrium lies on the other side, and a
// warning names the limit. Below it, with laws that hold as springs do, and where the start is no
// equilibrium without loads, there is none.
TEST(LoadPath, StaticBehindALimitWarns) {
  const std::string says = "the path of equilibria turns at ";
  for (const double height : {0.05, 0.2, 0.7}) {
    const double angle = std::atan(height);
    const double limit = 2000 * std::pow(1 - std::pow(std::cos(angle), 2.0 / 3), 1.5);
    for (const double part : {0.3, 0.97, 1.03, 2.0, 20.0}) {
      const std::string deck = truss(height, part * limit, false, "1");
      const test::RunResult run = test::run(deck);
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      EXPECT_NE(run.report.find("verdict: good"), std::string::npos) << run.report;
      EXPECT_NEAR(load(height, run.value(0, "x2_2")), part * limit, 1e-8 * part * limit);
      EXPECT_NEAR(run.value(0, "r1_2") + run.value(0, "r3_2"), part * limit, 1e-8 * part * limit);
      if (part < 1) {
        EXPECT_EQ(run.messages, "");
        continue;
      }
      EXPECT_LT(run.value(0, "x2_2"), -height);
      const std::size_t at = run.messages.find(says);
      ASSERT_NE(at, std::string::npos) << height << " " << part << run.messages;
      EXPECT_NEAR(std::stod(run.messages.substr(at + says.size())), 1 / part, 2e-6);
      // A load that follows the motion is multiplied by the factor; prestress moves at once.
      for (const char* line : {"XLAW 2 2 = -0.001*x\n", "ESIG 1 -3\nEREST 1 1.1\n"}) {
        std::string other = deck;
        other.insert(other.find("ITERSTEP"), line);
        EXPECT_EQ(test::run(other).messages.find(says), std::string::npos) << line;
      }
    }
  }
}

TEST(LoadPath, WhatEndsIt) {
  const test::RunResult free = test::run(
      "X 1 0 0\nDYNX 1\nEND HALT\nXM 1 1\nXF 1 1 0\nITERSTEP 50 5 ARC\nSTATIC\nEND END\n");
  EXPECT_EQ(free.status, ExitStatus::solution_failed);
  EXPECT_NE(free.messages.find("ITERSTEP ARC: the path of equilibria ends at 0 of the load"),
            std::string::npos)
      << free.messages;
  EXPECT_NE(free.messages.find("give a spring to what only loads hold"), std::string::npos);
  const test::RunResult idle = test::run(truss(0.2, 0, false, "20 ARC"));
  EXPECT_EQ(idle.status, ExitStatus::solution_failed);
  EXPECT_NE(idle.messages.find("no load and no prescribed motion changes anything; expected loads"),
            std::string::npos)
      << idle.messages;
  const test::RunResult wrong = test::run(truss(0.2, 1, false, "20 ARK"));
  EXPECT_EQ(wrong.status, ExitStatus::deck_error);
  EXPECT_NE(wrong.messages.find(":16:16: error: ITERSTEP"), std::string::npos) << wrong.messages;
}

// A truss without any symmetry has no bifurcation: its path turns at limit points alone, however
// small a part of the load these are.
TEST(LoadPath, TrussesWithoutSymmetryDoNotBranch) {
  std::mt19937 generator(4);
  const auto between = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(generator()) / 4294967295.0;
  };
  for (int k = 0; k < 60; ++k) {
    std::string deck =
        "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nPLTRUSS 3 3 4\nPLTRUSS 4 1 3\nPLTRUSS 5 2 4\nX 1 -1 0\nX 4 "
        "1 "
        "0\nFIX 1\nFIX 4\nDYNX 2\nDYNX 3\n";
    for (int e = 1; e <= 5; ++e) deck += fmt::format("RLSE {}\n", e);
    deck += fmt::format("X 2 {:.6f} {:.6f}\n", between(-0.8, -0.1), between(0.05, 0.3));
    deck += fmt::format("X 3 {:.6f} {:.6f}\nEND HALT\n", between(0.1, 0.8), between(0.05, 0.3));
    for (int e = 1; e <= 5; ++e)
      deck += fmt::format("ESTIFF {} {:.6g}\n", e, std::pow(10, between(0, 2)));
    for (int node = 2; node <= 3; ++node)
      deck += fmt::format("XF {} {:.4f} {:.4f}\n", node, between(-3, 3), -between(1, 20));
    const test::RunResult run = test::run(deck + "ITERSTEP 50 20 ARC\nSTATIC\nEND END\n");
    // Far beyond the whole load bars shrink to nothing.
    for (const double at : factors(run.report, "bifurcation"))
      EXPECT_GT(std::fabs(at), 10) << k << "\n" << deck;
  }
}

// A clamped beam under its weight and a moment at its tip, in units in which its length is a large
// number, and a small one; gravity does not act on the rotary inertia. The tip is that of STATIC.
TEST(LoadPath, OfABeamInAnyUnit) {
  for (const double length : {1., 0.1, 1e-3, 100.}) {
    const auto deck = [length](const std::string& way) {
      return fmt::format(
          "PLBEAM 1 1 2 3 4\nX 1 0 0\nX 3 {:.17g} 0\nFIX 1\nFIX 2\nDYNE 1 2 3\nEND HALT\n"
          "EM 1 {:.17g} {:.17g}\nESTIFF 1 10 {:.17g}\nXF 4 {:.17g}\nGRAVITY 0 -{:.17g}\n{}"
          "STATIC\nEND END\n",
          length, 0.0025 / length * 0.1, 1e-7 * length * 10, 2e-5 * std::pow(length * 10, 3),
          4e-5 * std::pow(length * 10, 2), 9.81 * length * 10, way);
    };
    const test::RunResult path = test::run(deck("ITERSTEP 50 6 ARC\n")), once = test::run(deck(""));
    ASSERT_EQ(path.status, ExitStatus::done) << length << path.messages;
    ASSERT_EQ(once.status, ExitStatus::done) << length << once.messages;
    EXPECT_GT(path.rows.size(), 3u) << length;
    const double tip = once.value(0, "x3_2") / length;
    EXPECT_GT(std::fabs(tip), 0.01);
    EXPECT_NEAR(path.value(path.rows.size() - 1, "x3_2") / length, tip, 1e-9) << length;
  }
}

}  // namespace
}  // namespace mbs
