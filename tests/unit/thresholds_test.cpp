#include "run/frame/thresholds.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mbs {
namespace {

TEST(Thresholds, NameFigureAndLimit) {
  Options options;
  AuditFigures figures{{1e-12, 2e-12, 3e-6}, 0.02, 10, true};
  {
    Diagnostics none;
    EXPECT_TRUE(within_thresholds(options, figures, none));  // off by default
    EXPECT_TRUE(none.list().empty());
  }
  options.energy = 1e-3;
  options.residual = 1e-9;
  Diagnostics diagnostics;
  diagnostics.add_file("d.dat");
  EXPECT_FALSE(within_thresholds(options, figures, diagnostics));
  EXPECT_EQ(diagnostics.format_all(),
            "d.dat: error: audit: the largest acceleration residual is 3.00e-06; residual=1e-09 "
            "allows no more\n"
            "d.dat: error: audit: the energy balance over the largest energy is 2.00e-03; "
            "energy=0.001 allows no more\n");
  Diagnostics good;
  figures = {{1e-12, 2e-12, 3e-10}, 0.009, 10, true};
  EXPECT_TRUE(within_thresholds(options, figures, good));
  figures.residual.velocity = std::nan("");
  EXPECT_FALSE(within_thresholds(options, figures, good));
}

TEST(Thresholds, KinematicRunsHaveNoEnergies) {
  Options options;
  options.energy = 1e-3;
  Diagnostics diagnostics;
  EXPECT_TRUE(within_thresholds(options, {}, diagnostics));
  ASSERT_EQ(diagnostics.list().size(), 1u);
  EXPECT_EQ(diagnostics.list()[0].severity, Severity::warning);
}

// Each threshold looks at its own figure.
TEST(Thresholds, MomentumIsAThresholdOfItsOwn) {
  Options options;
  options.momentum = 1e-6;
  AuditFigures figures;
  figures.has_energies = true;
  figures.residual.position = 1;
  figures.momentum_gap = 1e-7;
  Diagnostics diagnostics;
  EXPECT_TRUE(within_thresholds(options, figures, diagnostics));
  figures.momentum_gap = 1e-5;
  EXPECT_FALSE(within_thresholds(options, figures, diagnostics));
}

}  // namespace
}  // namespace mbs
