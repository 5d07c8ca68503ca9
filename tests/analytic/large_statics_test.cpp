// STATIC of mechanisms of 30 degrees of freedom and more: Newton's method in positions and
// stresses. The elastica, numbers of iterations whatever the stiffness, and what has no
// equilibrium.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/cantilever.h"
#include "support/deck.h"
#include "support/elastica.h"

namespace mbs {
namespace {

using test::CantileverFreedoms;

// The cantilever under 10 EI / L^2 across its tip; its tip.
struct Tip {
  double x = NAN, y = NAN;
  int iterations = 1000;
  std::string report;
};
Tip bent(int n, double EA, CantileverFreedoms freedoms, const std::string& tail = "") {
  const test::RunResult run = test::run(
      test::cantilever(n, EA, freedoms, fmt::format("XF {} 0 10\n{}STATIC\n", 2 * n + 1, tail)));
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  Tip out;
  if (run.rows.size() != 1) return out;
  out.x = run.value(0, fmt::format("x{}_1", 2 * n + 1));
  out.y = run.value(0, fmt::format("x{}_2", 2 * n + 1));
  const std::size_t at = run.audit.find("iterations ");
  if (at != std::string::npos) out.iterations = std::stoi(run.audit.substr(at + 11));
  out.report = run.report;
  return out;
}

// Ten beams, from an independent Newton's method in positions and stresses.
TEST(LargeStatics, TenBeams) {
  for (const CantileverFreedoms freedoms :
       {CantileverFreedoms::coordinates, CantileverFreedoms::deformations}) {
    const Tip soft = bent(10, 1e4, freedoms), stiff = bent(10, 1e10, freedoms);
    EXPECT_NEAR(soft.x, 0.4409953, 2e-7);
    EXPECT_NEAR(soft.y, 0.8151811, 2e-7);
    EXPECT_NEAR(stiff.x, 0.4413292, 2e-7);
    EXPECT_NEAR(stiff.y, 0.8143579, 2e-7);
  }
}

TEST(LargeStatics, FewIterationsHoweverStiff) {
  for (const int n : {10, 100, 300})
    for (const double EA : {1e4, 1e6, 1e8, 1e10}) {
      const Tip tip = bent(n, EA, CantileverFreedoms::coordinates);
      EXPECT_LE(tip.iterations, 10) << n << " " << EA;
      EXPECT_NE(tip.report.find("equilibrium: stable"), std::string::npos);
    }
}

// The elements soften with the square of their length; what is left is of fourth order.
TEST(LargeStatics, Elastica) {
  const std::vector<double> exact = test::elastica(10);
  const Tip half = bent(100, 1e10, CantileverFreedoms::deformations);
  const Tip whole = bent(200, 1e10, CantileverFreedoms::deformations);
  EXPECT_NEAR((4 * whole.y - half.y) / 3, exact[2], 1e-7);
  EXPECT_NEAR(1 - (4 * whole.x - half.x) / 3, exact[3], 1e-7);
}

TEST(LargeStatics, LoadSteps) {
  const Tip once = bent(20, 1e4, CantileverFreedoms::coordinates);
  const Tip steps = bent(20, 1e4, CantileverFreedoms::coordinates, "ITERSTEP 50 4\n");
  EXPECT_NEAR(steps.x, once.x, 1e-11);
  EXPECT_NEAR(steps.y, once.y, 1e-11);
}

// Dampers do nothing in an equilibrium.
TEST(LargeStatics, Dampers) {
  const Tip with = bent(20, 1e10, CantileverFreedoms::coordinates, "EDAMP 3 1 1\n");
  const Tip without = bent(20, 1e10, CantileverFreedoms::coordinates);
  EXPECT_EQ(with.x, without.x);
  EXPECT_LE(with.iterations, 10);
}

// A body is hinged to the tip of the cantilever and pulled across it; a spring of 1 N m/rad from
// the clamp turns it back. The beam feels the force alone, whose elastica is known, and the body
// turns by phi with phi = P d cos(phi). Its coordinates are degrees of freedom and the tip follows
// from them, so that the rounding of the forces in stiff beams comes to the body through the hinge.
test::RunResult with_body(int n, double EA, const std::string& way) {
  std::string deck = test::cantilever(n, EA, CantileverFreedoms::coordinates,
                                      "ESTIFF 1002 1\nXF 1003 0 10\n" + way + "STATIC\n");
  const auto replace = [&deck](const std::string& old, const std::string& with) {
    deck.replace(deck.find(old), old.size(), with);
  };
  replace(fmt::format("DYNX {}\n", 2 * n + 1), "DYNX 1003\nDYNX 1004\n");
  replace("END HALT\n",
          fmt::format("PLREV 1001 {} {} 1003 1004 0 0 -0.2 0\nPLTOR 1002 2 1004\nRLSE 1002\n"
                      "X 1003 1.2 0\nEND HALT\n",
                      2 * n + 1, 2 * n + 2));
  return test::run(deck);
}

TEST(LargeStatics, BodyHingedToStiffBeams) {
  const std::vector<double> exact = test::elastica(10);
  for (const std::string way : {"", "ITERSTEP 50 10 ARC\n"})
    for (const double EA : {1e6, 1e8, 1e10}) {
      double x[2], y[2];
      for (const int k : {0, 1}) {
        const int n = 50 << k;
        const test::RunResult run = with_body(n, EA, way);
        ASSERT_EQ(run.status, ExitStatus::done) << EA << " " << way << run.messages;
        EXPECT_NE(run.report.find("equilibrium: stable"), std::string::npos) << run.report;
        const std::size_t last = run.rows.size() - 1;
        x[k] = run.value(last, fmt::format("x{}_1", 2 * n + 1));
        y[k] = run.value(last, fmt::format("x{}_2", 2 * n + 1));
        const double phi = run.value(last, "x1004_1");
        EXPECT_NEAR(phi, 10 * 0.2 * std::cos(phi), 1e-8) << EA << " " << way;
        if (!way.empty()) continue;
        const std::size_t at = run.audit.find("iterations ");
        ASSERT_NE(at, std::string::npos);
        EXPECT_LE(std::stoi(run.audit.substr(at + 11)), 12) << EA;
      }
      // EA = 1e6 stretches the beam by some 1e-5 of its length.
      const double near = EA < 1e7 ? 2e-5 : 2e-6;
      EXPECT_NEAR((4 * y[1] - y[0]) / 3, exact[2], near) << EA << " " << way;
      EXPECT_NEAR(1 - (4 * x[1] - x[0]) / 3, exact[3], near) << EA << " " << way;
    }
}

// A girder of n bays on two supports, its chords and posts of EA = 1, loaded in the middle by P:
// the deflection by the unit load method, whose bar forces statics alone gives.
TEST(LargeStatics, Girder) {
  const int n = 40;
  const double P = 1e-7;
  std::string deck, tail;
  int number = 0;
  double expected = 0;
  // N: in the bar under a load of 1 in the middle of the lower chord.
  const auto bar = [&](int a, int b, double length, double N) {
    deck += fmt::format("PLTRUSS {} {} {}\nRLSE {}\n", ++number, a, b, number);
    tail += fmt::format("ESTIFF {} 1\n", number);
    expected += N * N * length;
  };
  for (int i = 0; i <= n; ++i)
    deck += fmt::format("X {} {} 0\nX {} {} 1\n", 2 * i + 1, i, 2 * i + 2, i);
  const auto moment = [&](double x) { return x < n / 2.0 ? x / 2 : (n - x) / 2; };
  for (int i = 0; i < n; ++i) {
    const double shear = i < n / 2 ? 0.5 : -0.5;
    bar(2 * i + 1, 2 * i + 3, 1, moment(i + 1));  // lower chord: about the upper node on the right
    bar(2 * i + 2, 2 * i + 4, 1, -moment(i));     // upper chord: about the lower node on the left
    bar(2 * i + 1, 2 * i + 4, std::sqrt(2.0), -shear * std::sqrt(2.0));
  }
  for (int i = 0; i <= n; ++i) {
    // Posts: the lower node is in balance with the diagonal that begins there and what acts on it.
    const double diagonal = i == n ? 0 : i < n / 2 ? -0.5 : 0.5;
    const double up = i == 0 || i == n ? 0.5 : 0, down = i == n / 2 ? 1 : 0;
    bar(2 * i + 1, 2 * i + 2, 1, down - up - diagonal);
  }
  deck += fmt::format("FIX 1\nFIX {} 2\nEND HALT\n", 2 * n + 1);
  const test::RunResult run = test::run(
      deck + tail + fmt::format("XF {} 0 {:.17g}\nDOF AUTO\nSTATIC\nEND END\n", n + 1, -P));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  // Small enough for small deflections, of which the next term is some 1e-4 of them.
  EXPECT_NEAR(run.value(0, fmt::format("x{}_2", n + 1)) / -P, expected, 1e-3 * expected);
}

TEST(LargeStatics, NoStiffness) {
  std::string deck, tail;
  for (int k = 1; k <= 12; ++k) {
    deck += fmt::format("PLBEAM {} {} {} {} {}\nRLSE {}\nX {} {} 0\n", k, 2 * k - 1, 2 * k,
                        2 * k + 1, 2 * k + 2, k, 2 * k + 1, k);
    tail += fmt::format("ESTIFF {} 1e4 1\n", k);
  }
  const test::RunResult run =
      test::run("X 1 0 0\n" + deck + "FIX 1\nEND HALT\n" + tail + "DOF AUTO\nSTATIC\nEND END\n");
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find("a motion has no stiffness: its largest coordinate is node 25 Y"),
            std::string::npos)
      << run.messages;
}

// A chain that nothing holds as long as it has no tension, drawn along a parabola: the catenary of
// its length, 2 a sinh(1/(2 a)) = L, sags by a (cosh(1/(2 a)) - 1); a chain of n bars by a part of
// 1/n^2 less. The support may be prescribed where it is drawn.
TEST(LargeStatics, AHangingChain) {
  for (const int n : {60, 400}) {
    std::string out;
    double length = 0;
    const auto depth = [n](int k) { return -0.4 * k / n * (1 - double(k) / n); };
    for (int k = 0; k < n; ++k) {
      out += fmt::format("PLTRUSS {0} {0} {1}\nRLSE {0}\n", k + 1, k + 2);
      length += std::hypot(1.0 / n, depth(k + 1) - depth(k));
    }
    for (int k = 0; k <= n; ++k)
      out += fmt::format("X {} {:.17g} {:.17g}\n", k + 1, double(k) / n, depth(k));
    out +=
        fmt::format("FIX 1\nINPUTX {}\nEND HALT\nGRAVITY 0 -9.81\nINPUTX {} 1 = 1\n", n + 1, n + 1);
    for (int k = 0; k < n; ++k) out += fmt::format("ESTIFF {0} 1e7\nEM {0} 1\n", k + 1);
    const test::RunResult run = test::run(out + "DOF AUTO\nSTATIC\nEND END\n");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    double low = 0.1, high = 10;  // a
    for (int k = 0; k < 100; ++k) {
      const double a = (low + high) / 2;
      (2 * a * std::sinh(0.5 / a) > length ? low : high) = a;
    }
    EXPECT_NEAR(-run.value(0, fmt::format("x{}_2", n / 2 + 1)), low * (std::cosh(0.5 / low) - 1),
                2e-6 + 0.2 / (n * n))
        << n;
  }
}

}  // namespace
}  // namespace mbs
