#include "run/rest/find_equilibrium.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

struct Stood {
  DynamicMechanism m;
  Diagnostics diagnostics;
  EquilibriumStatus status;
  explicit Stood(const std::string& deck) : m(deck) {
    diagnostics.add_file("d");
    EXPECT_TRUE(m.dynamics->start(m.state).ok()) << m.loaded.diagnostics.format_all();
    status = find_equilibrium(m.loaded.tables, *m.loaded.built, *m.dynamics, m.state, diagnostics);
  }
  std::string messages() const { return diagnostics.format_all(); }
};

// A mass on a law, along x.
std::string mass(const std::string& law, const std::string& more = "") {
  return "X 1 0 0\nFIX 1 2\nDYNX 1 1\nEND HALT\nXM 1 2\nXLAW 1 1 = " + law + "\n" + more +
         "STATIC\nEND END\n";
}

TEST(Standstill, AnEquilibriumSaysNothing) {
  const Stood s(mass("3 - 6*x"));
  EXPECT_TRUE(s.status.ok());
  EXPECT_EQ(s.messages(), "");
  EXPECT_NEAR(s.m.x(1), 0.5, 1e-14);
}

TEST(Standstill, AMotionWithoutStiffnessIsNamed) {
  const Stood s(mass("0*x"));
  EXPECT_EQ(s.status.kind, EquilibriumKind::no_stiffness);
  EXPECT_NE(s.messages().find("a motion has no stiffness: its largest coordinate is node 1 X"),
            std::string::npos)
      << s.messages();
}

// Whatever z is, its rate is 0 where 3 = 6 x: neither a force nor a number is to blame.
TEST(Standstill, AStateThatNothingDeterminesIsNamed) {
  const Stood s(mass("3 - 6*x", "ODE z EQUILIBRIUM 0 RATE 0.5 - x1_1\n"));
  EXPECT_EQ(s.status.kind, EquilibriumKind::no_stiffness);
  EXPECT_NE(s.messages().find("ODE z"), std::string::npos) << s.messages();
  EXPECT_NE(s.messages().find("positions and states named EQUILIBRIUM are not determined"),
            std::string::npos)
      << s.messages();
  EXPECT_EQ(s.messages().find("not finite"), std::string::npos) << s.messages();
}

TEST(Standstill, AForceThatIsNoNumberIsToldFromThat) {
  const Stood s(mass("3 - 6*x + sqrt(x - 1)", "ODE z EQUILIBRIUM 0 RATE 1 - z\n"));
  EXPECT_EQ(s.status.kind, EquilibriumKind::non_finite);
  EXPECT_NE(s.messages().find(" of sqrt lies below 0 (x = "), std::string::npos) << s.messages();
}

TEST(Standstill, TheAuditSaysWhetherItIsStable) {
  EquilibriumStatus status;
  EXPECT_NE(describe_equilibrium(status).find("stable"), std::string::npos);
  EXPECT_EQ(describe_equilibrium(status).find("unstable"), std::string::npos);
  status.stable = false;
  EXPECT_NE(describe_equilibrium(status).find("unstable"), std::string::npos);
  status.judged = false;
  EXPECT_EQ(describe_equilibrium(status).find("unstable"), std::string::npos);
}

// The farthest node has gone 3 m, in a mechanism of 2 by 1 m; angles are no way.
TEST(Standstill, ReachIsOverTheSizeOfTheMechanism) {
  const Drawn m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 2 1\nX 3 0\nFIX 1\nRLSE 1\nDYNX 2\nDYNX 3\nEND HALT\n"
      "XM 2 1\nXM 3 1\nESTIFF 1 1\nXLAW 3 1 = -x\nSTATIC\nEND END\n");
  const State start = m.state();
  State found = start;
  found.x[m.coordinate(2, 1)] += 3;
  found.x[m.coordinate(3)] += 1e9;
  EquilibriumStatus status;
  status.stable = false;
  Evidence evidence;
  add_equilibrium(status, m.model(), start, found, evidence);
  ASSERT_NE(evidence.find(Check::reach), nullptr);
  EXPECT_NEAR(evidence.find(Check::reach)->value, 1.5, 1e-15);
  EXPECT_EQ(evidence.find(Check::reach)->where, "node 2 Y");
  ASSERT_NE(evidence.find(Check::stability), nullptr);
  EXPECT_EQ(evidence.find(Check::stability)->value, 1);
  status.judged = false;
  Evidence other;
  add_equilibrium(status, m.model(), start, found, other);
  EXPECT_EQ(other.find(Check::stability), nullptr);
}

TEST(Standstill, ARowHasItsMeasures) {
  Plan plan;
  plan.time = {0, 0, 1, {}};
  EXPECT_EQ(measures_of_row(plan, {}, *std::make_unique<Diagnostics>()), nullptr);
  measure_row(nullptr, 0, {});  // there are none
  MeasureRow row;
  row.name = "twice";
  row.reduction = Reduction::last;
  row.text = "2*y";
  plan.measures = {row};
  Layout layout;
  layout.add("y", unit::metre);
  Diagnostics diagnostics;
  const auto measures = measures_of_row(plan, layout, diagnostics);
  ASSERT_NE(measures, nullptr);
  measure_row(measures.get(), 0, std::vector<double>{21});
  EXPECT_EQ(measures->finish(true).at(0).value, 42);
}

}  // namespace
}  // namespace mbs::test
