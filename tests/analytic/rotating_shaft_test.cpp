// A disc on an elastic shaft that turns, with damping in the shaft and in the ground, against
// closed forms (Jeffcott's rotor): with z = x + iy
//   m z'' + (ce + ci) z' + (k - i ci spin) z = 0
// has the eigenvalues in space; the turning shaft sees them less i spin. The rotor whirls from the
// spin (1 + ce / ci) sqrt(k / m) on. An eccentric mass bends the shaft by
//   m ecc spin^2 / (k - m spin^2 + i ce spin)   as it goes round: the damping of the shaft rests.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>

#include "support/deck.h"
#include "support/good_run.h"
#include "support/modes.h"

namespace mbs {
namespace {

using Complex = std::complex<double>;

struct Rotor {
  double m = 2, k = 800, inner = 3, outer = 5, spin = 0;

  double critical() const { return std::sqrt(k / m); }
  double onset() const { return critical() * (1 + outer / inner); }
  // The two eigenvalues in space.
  std::pair<Complex, Complex> whirls() const {
    const Complex b = (inner + outer) / m, c = Complex(k, -inner * spin) / m;
    const Complex root = std::sqrt(b * b / 4.0 - c);
    return {-b / 2.0 + root, -b / 2.0 - root};
  }
  // A shaft (a bushing between a hub that is driven and the disc), its bends or the place of the
  // disc as degrees of freedom; nodes 4 and 5 are the disc, 6 its mass.
  std::string deck(const std::string& freedoms, double eccentricity, const std::string& job) const {
    return fmt::format(R"(HINGE 1  1 2  0 0 1
BUSHING 2  3 2  4 5   0 0 0  0 0 0   1 0 0  0 1 0
PINBODY 3  4 5 6
X 1  1 0 0 0
X 2  1 0 0 0
X 3  0 0 0
X 4  0 0 0
X 5  1 0 0 0
X 6  {0:.17g} 0 0
FIX 1
FIX 3
INPUTE 1 1
FIXE 2  3 4 5 6
{1}END HALT
INPUTE 1 1  0 {2:.17g}
ESTIFF 2  {3:.17g} {3:.17g}
EDAMP 2  {4:.17g} {4:.17g}
XM 6  {5:.17g}
XM 5  0.1 0 0  0.1 0  0.2
XLAW 4 1 = -{6:.17g}*v
XLAW 4 2 = -{6:.17g}*v
{7}END END
)",
                       eccentricity, freedoms, spin, k, inner, m, outer, job);
  }
};

const char* const kBends = "DYNE 2  1 2\n";
const char* const kPlaces = "RLSE 2  1 2\nDYNX 4  1 2\n";

TEST(RotatingShaft, EigenvaluesInSpaceAndOnTheShaft) {
  Rotor rotor;
  for (const double spin : {0.0, 7.0, rotor.critical(), rotor.onset(), 90.0}) {
    rotor.spin = spin;
    const auto [one, other] = rotor.whirls();
    const Complex turn(0, spin);
    const test::RunResult in_space = test::done(rotor.deck(kPlaces, 0, "EIGEN\n"));
    const test::RunResult on_shaft = test::done(rotor.deck(kBends, 0, "EIGEN\n"));
    for (const Complex& value : {one, other}) {
      EXPECT_LE(test::distance_to_mode(in_space, value), 1e-11 * std::abs(value))
          << spin << ' ' << in_space.report;
      EXPECT_LE(test::distance_to_mode(on_shaft, value - turn), 1e-11 * std::abs(value))
          << spin << ' ' << on_shaft.report;
    }
  }
}

// Damping of the shaft alone: stable below the critical speed only. With damping of the ground the
// onset is higher.
TEST(RotatingShaft, OnsetOfWhirling) {
  for (const double outer : {0.0, 1.0, 5.0})
    for (const double part : {0.999, 1.0, 1.001}) {
      Rotor rotor;
      rotor.outer = outer;
      rotor.spin = part * rotor.onset();
      const test::RunResult run = test::done(rotor.deck(kPlaces, 0, "EIGEN\n"));
      double most = -HUGE_VAL;
      for (std::size_t k = 0; k < run.rows.size(); ++k) most = std::max(most, run.value(k, "real"));
      if (part == 1) {
        EXPECT_NEAR(most, 0, 1e-12) << outer;
      } else {
        EXPECT_EQ(most > 0, part > 1) << outer << ' ' << most;
      }
    }
}

// Below, at and above the critical speed, where the bend has turned to the other side.
TEST(RotatingShaft, UnbalanceBendsTheShaft) {
  const double eccentricity = 0.003;
  for (const double part : {0.3, 0.9, 1.0, 1.2, 2.0}) {
    Rotor rotor;
    rotor.spin = part * rotor.critical();
    const double square = rotor.spin * rotor.spin;
    const Complex bend = rotor.m * eccentricity * square /
                         Complex(rotor.k - rotor.m * square, rotor.outer * rotor.spin);
    const test::RunResult run = test::run(rotor.deck(kBends, eccentricity, "STATIC\n"));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_NEAR(run.value(0, "e2_1"), bend.real(), 1e-10 * std::abs(bend)) << part;
    EXPECT_NEAR(run.value(0, "e2_2"), bend.imag(), 1e-10 * std::abs(bend)) << part;
  }
}

// A rotor that is pushed aside, below and above the onset, by every kind of method.
TEST(RotatingShaft, MotionOfEveryMethod) {
  const double aside = 0.01, end = 1;
  for (const double part : {0.7, 1.4}) {
    Rotor rotor;
    rotor.spin = part * rotor.onset();
    const auto [one, other] = rotor.whirls();
    // z(0) = aside at rest in space.
    const Complex z =
        aside * (one * std::exp(other * end) - other * std::exp(one * end)) / (one - other);
    for (const char* method : {"STEP 1e-9 1e-12", "DOP853 1e-9 1e-12", "STIFF 1e-8 1e-11",
                               "GALPHA 1e-8 1e-11", "RK4 1e-3", "HEUN 5e-5"}) {
      const test::RunResult run = test::run(rotor.deck(
          kPlaces, 0,
          fmt::format("STARTDX 4 1  {}\nTIMES 0 {} {}\nINTEG {}\n", aside, end, end, method)));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      const std::size_t last = run.rows.size() - 1;
      EXPECT_NEAR(run.value(last, "x4_1"), z.real(), 2e-5 * aside) << part << ' ' << method;
      EXPECT_NEAR(run.value(last, "x4_2"), z.imag(), 2e-5 * aside) << part << ' ' << method;
    }
  }
}

}  // namespace
}  // namespace mbs
