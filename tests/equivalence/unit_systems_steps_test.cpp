// The steps of a large mechanism are alike in all units: its coordinates are lengths or angles,
// each with its own tolerance, and so are the places in space that STIFF looks at.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/unit_system.h"

namespace mbs {
namespace {

using test::System, test::kSi, test::kDegree, test::kInch, test::kPound;
const System kSystems[] = {
    kSi,
    test::kCentimetre,
    {"UNITS m kg s\n", 1, 1, 1, 1},
    {"UNITS mm g ms\n", 1000, 1000, 1000, 1},
    {"UNITS in lbf min deg\n", 1 / kInch, kInch / kPound / 3600, 1.0 / 60, 1 / kDegree}};

// A rope of 16 masses on damped rods falls from the horizontal.
std::string rope(const System& u, const std::string& method, int steps) {
  constexpr int kRods = 16;
  std::string kinematics, dynamics;
  for (int k = 1; k <= kRods + 1; ++k)
    kinematics += fmt::format("X {} {:.17g} 0\n", k, (k - 1.0) / kRods * u.m);
  for (int k = 1; k <= kRods; ++k) {
    kinematics += fmt::format("PLTRUSS {0} {0} {1}\nRLSE {0}\n", k, k + 1);
    dynamics += fmt::format("ESTIFF {0} {1:.17g}\nEDAMP {0} {2:.17g}\nXM {3} {4:.17g}\n", k,
                            1e5 * u.n(), 20 * u.n() * u.s, k + 1, 0.0625 * u.kg);
  }
  return u.line + kinematics + "FIX 1\nEND HALT\nDOF AUTO\n" + dynamics +
         fmt::format("GRAVITY EARTH\nLIMIT STEPS {}\nTIMES 0 {:.17g} {:.17g}\nINTEG {}\nEND END\n",
                     steps, 0.6 * u.s, 0.1 * u.s, method);
}

// Where a unit of length took part in the choice of the coordinates, and in the smallest
// corrections and differences, STIFF took 1402 steps in centimetres for 148 in metres, and GALPHA
// 18698 for 6368.
TEST(UnitSystemsSteps, LargeMechanismsByImplicitMethods) {
  const test::RunResult exact = test::run(rope(kSi, "DOP853 1e-11 1e-11", 1000000));
  ASSERT_EQ(exact.status, ExitStatus::done) << exact.messages;
  const struct {
    const char* method;
    double off;
  } kMethods[] = {{"STIFF 1e-6 1e-6", 3e-5}, {"GALPHA 1e-5 1e-5", 3e-4}};
  for (const auto& [method, off] : kMethods) {
    double in_si = 0;
    for (const System& u : kSystems) {
      const test::RunResult run = test::run(rope(u, method, 10000));
      ASSERT_EQ(run.status, ExitStatus::done) << u.line << run.messages;
      for (std::size_t k = 0; k < exact.rows.size(); ++k)
        EXPECT_NEAR(run.value(k, "x17_1") / u.m, exact.value(k, "x17_1"), off) << u.line << k;
      const auto steps = static_cast<double>(run.integrated.accepted + run.integrated.rejected);
      if (in_si == 0) in_si = steps;
      EXPECT_NEAR(steps, in_si, 0.1 * in_si) << method << u.line;
    }
  }
}

}  // namespace
}  // namespace mbs
