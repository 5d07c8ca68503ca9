// EIGEN with a number of modes about large mechanisms at rest: Euler and Bernoulli's cantilever and
// the thin ring in closed form, with the orders of the elements, and the same decks by dense
// matrices.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "support/cantilever.h"
#include "support/deck.h"

namespace mbs {
namespace {

using test::CantileverFreedoms;

double relative(double got, double expected) { return std::fabs(got / expected - 1); }

std::vector<double> frequencies(const std::string& deck) {
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  std::vector<double> out;
  for (std::size_t k = 0; k < run.rows.size(); ++k) out.push_back(run.value(k, "omega"));
  return out;
}

std::string modes_of_cantilever(int n, int modes, CantileverFreedoms freedoms) {
  return test::cantilever(n, 1e4, freedoms, fmt::format("EIGEN {}\n", modes));
}

// cos(b) cosh(b) = -1: omega = b^2. The axial one, pi/2 sqrt(EA), is the fifth.
const double kBending[] = {3.516015268500151, 22.034491564666773, 61.697214413549105,
                           120.90191605230574};
const double kAxial = 100 * 1.5707963267948966;

TEST(LargeModes, CantileverWithTheOrderOfItsElements) {
  for (const CantileverFreedoms freedoms :
       {CantileverFreedoms::coordinates, CantileverFreedoms::deformations}) {
    const std::vector<double> half = frequencies(modes_of_cantilever(80, 6, freedoms));
    const std::vector<double> whole = frequencies(modes_of_cantilever(160, 6, freedoms));
    ASSERT_EQ(half.size(), 6u);
    ASSERT_EQ(whole.size(), 6u);
    for (std::size_t k = 0; k < 4; ++k) EXPECT_LT(relative(whole[k], kBending[k]), 2e-8) << k;
    EXPECT_LT(relative(whole[0], kBending[0]), 2e-11);
    // Cubics: the error falls with the fourth power of the length, along the bar with the second.
    for (const std::size_t k : {std::size_t{2}, std::size_t{3}})
      EXPECT_NEAR(relative(half[k], kBending[k]) / relative(whole[k], kBending[k]), 16, 0.2) << k;
    EXPECT_NEAR(relative(half[4], kAxial) / relative(whole[4], kAxial), 4, 0.01);
  }
}

TEST(LargeModes, ThousandBeams) {
  const test::RunResult run =
      test::run(modes_of_cantilever(1000, 4, CantileverFreedoms::coordinates));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 4u);
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_LT(relative(run.value(k, "omega"), kBending[k]), 1e-10) << k;
  EXPECT_NEAR(run.value(0, "x2001_2"), 0.7264773087612476, 1e-9);  // of the tip; its angle is 1
  EXPECT_NE(run.report.find("the lowest 4 of 3000, counted: none is missing"), std::string::npos);
}

// The lowest ones of all, which dense matrices find; also about the equilibrium under a weight.
TEST(LargeModes, AreThoseOfDenseMatrices) {
  for (const CantileverFreedoms freedoms :
       {CantileverFreedoms::coordinates, CantileverFreedoms::deformations}) {
    SCOPED_TRACE(test::name_of(freedoms));
    const std::string job = "GRAVITY 0 -2\nXF 43 0 -1\nSTATIC\nEIGEN";
    const test::RunResult all = test::run(test::cantilever(21, 1e4, freedoms, job + "\n"));
    const test::RunResult few = test::run(test::cantilever(21, 1e4, freedoms, job + " 5\n"));
    ASSERT_EQ(all.status, ExitStatus::done) << all.messages;
    ASSERT_EQ(few.status, ExitStatus::done) << few.messages;
    ASSERT_EQ(few.rows.size(), 5u);
    EXPECT_NE(few.report.find("counted: none is missing"), std::string::npos);
    EXPECT_EQ(all.report.find("none is missing"), std::string::npos);
    for (std::size_t k = 0; k < 5; ++k)
      for (std::size_t c = 1; c < few.names.size(); ++c)
        EXPECT_NEAR(few.rows[k][c], all.rows[k][c], 1e-6 * (1 + std::fabs(all.rows[k][c])))
            << k << " " << few.names[c];
  }
}

// A free ring of n beams on the circle of radius 1, EI = rho = 1.
std::string ring(int n, const std::string& job) {
  std::string out, tail;
  for (int k = 0; k < n; ++k) {
    const int next = (k + 1) % n;
    const double angle = 6.283185307179586477 * k / n;
    out += fmt::format("PLBEAM {} {} {} {} {}\nX {} {:.17g} {:.17g}\nRLSE {}\n", k + 1, 2 * k + 1,
                       2 * k + 2, 2 * next + 1, 2 * next + 2, 2 * k + 1, std::cos(angle),
                       std::sin(angle), k + 1);
    tail += fmt::format("ESTIFF {} 1e7 1\nEM {} 1\n", k + 1, k + 1);
  }
  return out + "END HALT\n" + tail + "DOF AUTO\n" + job + "END END\n";
}

// omega^2 = n^2 (n^2 - 1)^2 / (n^2 + 1), each twice, after three rigid motions (Hoppe 1871).
TEST(LargeModes, RingWithDoubleValuesAndRigidMotions) {
  const std::vector<double> half = frequencies(ring(48, "EIGEN 9\n"));
  const std::vector<double> whole = frequencies(ring(96, "EIGEN 9\n"));
  ASSERT_EQ(half.size(), 9u);
  ASSERT_EQ(whole.size(), 9u);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(whole[k], 0) << k;
  for (int n = 2; n <= 4; ++n) {
    const double exact = n * (n * n - 1) / std::sqrt(n * n + 1.0);
    const std::size_t k = static_cast<std::size_t>(2 * n - 1);
    EXPECT_LT(relative(whole[k], whole[k + 1]), 1e-9) << n;
    // Straight beams in place of arcs: an error of second order.
    EXPECT_LT(relative((4 * whole[k] - half[k]) / 3, exact), 3e-5) << n;
  }
}

// A number that cuts a pair: the first of it, and the same in every run.
TEST(LargeModes, HalfAPair) {
  const test::RunResult one = test::run(ring(48, "EIGEN 4\n")),
                        pair = test::run(ring(48, "EIGEN 5\n"));
  ASSERT_EQ(one.status, ExitStatus::done) << one.messages;
  ASSERT_EQ(one.rows.size(), 4u);
  ASSERT_EQ(pair.rows.size(), 5u);
  for (std::size_t c = 1; c < one.names.size(); ++c)
    EXPECT_NEAR(one.rows[3][c], pair.rows[3][c], 1e-6) << one.names[c];
}

// Closed loops: nine clamped legs of four beams, their tops coupled by eight rigid bars. All legs
// vibrate alike once, and with tops that stand still in eight ways of one frequency.
TEST(LargeModes, EightEqualValues) {
  const int legs = 9, beams = 4;
  std::string deck, tail;
  int node = 1, element = 0;
  std::vector<int> tops;
  for (int leg = 0; leg < legs; ++leg) {
    deck += fmt::format("FIX {}\nFIX {}\n", node, node + 1);
    for (int i = 0; i <= beams; ++i, node += 2) {
      deck += fmt::format("X {} {:.17g} {:.17g}\n", node, leg + 0.125 * i, 0.2165 * i);
      if (i == 0) continue;
      ++element;
      deck += fmt::format("PLBEAM {} {} {} {} {}\nRLSE {}\n", element, node - 2, node - 1, node,
                          node + 1, element);
      tail += fmt::format("EM {} 1\nESTIFF {} 1e6 100\n", element, element);
    }
    tops.push_back(node - 2);
    tail += fmt::format("XM {} 1\n", tops.back());
  }
  for (std::size_t k = 0; k + 1 < tops.size(); ++k)
    deck += fmt::format("PLTRUSS {} {} {}\n", ++element, tops[k], tops[k + 1]);
  deck += "END HALT\n" + tail + "DOF AUTO\nEIGEN";
  const std::vector<double> all = frequencies(deck + "\nEND END\n");
  const std::vector<double> few = frequencies(deck + " 12\nEND END\n");
  ASSERT_EQ(few.size(), 12u);
  ASSERT_GT(all.size(), 12u);
  for (std::size_t k = 0; k < few.size(); ++k) EXPECT_LT(relative(few[k], all[k]), 1e-9) << k;
  for (std::size_t k = 2; k < 9; ++k) EXPECT_LT(relative(few[k], few[1]), 1e-9) << k;
  EXPECT_GT(few[9], 1.01 * few[8]);
}

// Sixty equal oscillators, 4.098 rad/s, and discs that nothing holds: a motion without stiffness is
// one row, not a pair that grows and dies out.
TEST(LargeModes, FreeMotionsBesideEqualValues) {
  for (const int free : {1, 2, 3}) {
    std::string deck = "X 999 0\nFIX 999\n", tail;
    for (int k = 1; k <= 60; ++k) {
      deck += fmt::format("PLTOR {0} 999 {0}\nX {0} 0\nDYNX {0}\nRLSE {0}\n", k);
      tail += fmt::format("XM {0} 0.02\nESTIFF {0} 0.33587208\n", k);
    }
    for (int k = 61; k < 61 + free; ++k)
      deck += fmt::format("X {0} 0\nDYNX {0}\n", k), tail += fmt::format("XM {} 0.03\n", k);
    const std::vector<double> found =
        frequencies(deck + "END HALT\n" + tail + "EIGEN 5\nEND END\n");
    ASSERT_EQ(found.size(), 5u);
    for (int k = 0; k < 5; ++k)
      EXPECT_NEAR(found[static_cast<std::size_t>(k)], k < free ? 0 : 4.098, k < free ? 0 : 1e-8)
          << free << ' ' << k;
  }
}

// A lattice of 27 points of space that nothing holds has six rigid motions, then vibrations.
TEST(LargeModes, AFreeLattice) {
  std::string deck, tail;
  int bars = 0;
  const auto place = [](int k) { return std::array{k % 3, k / 3 % 3, k / 9}; };
  for (int k = 0; k < 27; ++k) {
    const auto [x, y, z] = place(k);
    deck += fmt::format("X {} {} {} {}\n", k + 1, x + 0.01 * (k % 5), y, z + 0.02 * (k % 7));
    tail += fmt::format("XM {} {}\n", k + 1, 1 + 0.1 * (k % 4));
    for (int i = 0; i < k; ++i) {
      const auto [u, v, w] = place(i);
      if (std::max({std::abs(x - u), std::abs(y - v), std::abs(z - w)}) > 1) continue;
      deck += fmt::format("TRUSS {0} {1} {2}\nRLSE {0}\n", ++bars, i + 1, k + 1);
      tail += fmt::format("ESTIFF {} {}\n", bars, 1000 + 10 * (bars % 13));
    }
  }
  const auto job = [&](const std::string& modes) {
    return frequencies(deck + "END HALT\n" + tail + "DOF AUTO\nEIGEN" + modes + "\nEND END\n");
  };
  const std::vector<double> all = job("");
  for (const int k : {3, 5, 6, 7, 8, 9, 12}) {
    const std::vector<double> few = job(fmt::format(" {}", k));
    ASSERT_EQ(few.size(), static_cast<std::size_t>(k));
    for (std::size_t i = 0; i < few.size(); ++i)
      EXPECT_NEAR(few[i], all[i], i < 6 ? 0 : 1e-8 * all[i]) << k << ' ' << i;
  }
  EXPECT_GT(all[6], 1);
}

// Columns at 0.99 and 1.01 of Euler's load P, pi^2 / 4, of which w = 1 - cos(pi x / 2) is the
// shape: near to it omega^2 = (P - load) int w'^2 / int w^2.
TEST(LargeModes, UnstableEquilibrium) {
  const auto job = [](double load) {
    return fmt::format("XF 81 {:.17g} 0\nSTATIC\nEIGEN 3\n", -load * 2.4674011002723397);
  };
  const auto column = [&](double load) {
    return test::run(test::cantilever(40, 1e8, CantileverFreedoms::deformations, job(load)));
  };
  const test::RunResult below = column(0.99), above = column(1.01);
  ASSERT_EQ(below.status, ExitStatus::done) << below.messages;
  EXPECT_EQ(below.value(0, "real"), 0);
  const double square = 0.01 * 2.4674011002723397 * 1.2337005501361697 / 0.22676045526484;
  EXPECT_LT(relative(below.value(0, "omega"), std::sqrt(square)), 0.01);
  ASSERT_EQ(above.status, ExitStatus::done) << above.messages;
  EXPECT_LT(relative(above.value(0, "real"), std::sqrt(square)), 0.01);
  EXPECT_EQ(above.value(1, "real"), -above.value(0, "real"));
  EXPECT_EQ(above.value(2, "real"), 0);
}

// With a damper, against dense matrices.
TEST(LargeModes, Dampers) {
  const std::string damper = "EDAMP 21 0 0.01\n";
  const test::RunResult all =
      test::run(test::cantilever(21, 1e4, CantileverFreedoms::deformations, damper + "EIGEN\n"));
  const test::RunResult few =
      test::run(test::cantilever(21, 1e4, CantileverFreedoms::deformations, damper + "EIGEN 3\n"));
  ASSERT_EQ(few.rows.size(), 3u) << few.messages;
  for (std::size_t k = 0; k < 3; ++k)
    for (const char* part : {"real", "imaginary", "x43_2", "x43_2.im"})
      EXPECT_NEAR(few.value(k, part), all.value(k, part), 1e-9 * few.value(k, "omega"))
          << k << part;
  EXPECT_GT(few.value(0, "damping"), 0);
}

// The cost of dense matrices is said before they are made: also by --check.
TEST(LargeModes, CostOfAll) {
  RunSettings settings;
  settings.check_only = true;
  const test::RunResult all =
      test::run(test::cantilever(400, 1e4, CantileverFreedoms::coordinates, "EIGEN\n"), settings);
  EXPECT_NE(all.messages.find("EIGEN: 1200 degrees of freedom as dense matrices: about"),
            std::string::npos)
      << all.messages;
  EXPECT_NE(all.messages.find("ask for the lowest modes only: EIGEN 10"), std::string::npos);
  const test::RunResult few =
      test::run(test::cantilever(400, 1e4, CantileverFreedoms::coordinates, "EIGEN 3\n"), settings);
  EXPECT_EQ(few.messages, "");
  const test::RunResult damped = test::run(
      test::cantilever(400, 1e4, CantileverFreedoms::coordinates, "EDAMP 3 1 1\nEIGEN 3\n"),
      settings);
  EXPECT_EQ(damped.messages, "");
  const test::RunResult states = test::run(
      test::cantilever(400, 1e4, CantileverFreedoms::coordinates, "ODE q 0 RATE -q\nEIGEN 3\n"),
      settings);
  EXPECT_EQ(states.messages, "");
}

// Why dense matrices find few modes of many: each reason, and none where they are not needed.
TEST(LargeModes, WhyDenseMatrices) {
  const auto line = [](const std::string& deck) {
    const std::string report = test::run(deck).report;
    const std::size_t at = report.find("# modes: ");
    return at == std::string::npos ? "" : report.substr(at, report.find('\n', at) - at);
  };
  const auto beams = [](int n, const std::string& tail) {
    return test::cantilever(n, 1e4, CantileverFreedoms::bending, tail);
  };
  const std::string because = "# modes: by dense matrices, because ";
  EXPECT_EQ(line(beams(32, "EIGEN 23\n")), because + "23 of 64 are asked for");
  EXPECT_EQ(line(beams(32, "EIGEN 22\n")).substr(0, 28), "# modes: the lowest 22 of 64");
  EXPECT_EQ(line(beams(29, "EIGEN 2\n")), "");  // 58 degrees of freedom
  EXPECT_EQ(line(beams(32, "EIGEN\n")), "");
  EXPECT_EQ(line(beams(32, "ODE idle 0 RATE x65_2 - x65_2\nEIGEN 2\n")),
            because + "a motion has no stiffness, or a state nothing that holds it");
  // Masses on a line with dampers, which nothing holds.
  std::string row = "X 1 0 0\nFIX 1 2\nDYNX 1 1\n", forces = "XM 1 1\n";
  for (int k = 1; k <= 64; ++k) {
    row += fmt::format("PLTRUSS {0} {0} {1}\nRLSE {0}\nX {1} {0} 0\nFIX {1} 2\nDYNX {1} 1\n", k,
                       k + 1);
    forces += fmt::format("XM {} 1\nESTIFF {} 3\nEDAMP {} 0.1\n", k + 1, k, k);
  }
  EXPECT_EQ(line(row + "END HALT\n" + forces + "EIGEN 3\nEND END\n"),
            because + "a motion has no stiffness");
}

}  // namespace
}  // namespace mbs
