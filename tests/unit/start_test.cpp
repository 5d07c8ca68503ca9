#include "run/motion/start.h"

#include <gtest/gtest.h>

#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

struct Begun {
  DynamicMechanism m;
  Diagnostics diagnostics;
  Start start;
  explicit Begun(const std::string& deck)
      : m(deck, Form::automatic, load(deck).tables.method.choose_freedoms) {
    diagnostics.add_file("d");
    m.state = state_at_rest(m.model(), m.loaded.tables.time.start);
    start = start_mechanism(m.loaded.tables, *m.loaded.built, RunSettings(), *m.dynamics, m.state,
                            diagnostics);
  }
  std::string messages() const { return diagnostics.format_all(); }
};

std::string pendulum(const std::string& classes, const std::string& more = "") {
  return "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\n" + classes + "END HALT\nXM 2 1\n" + more +
         "TIMESTEP 1 1\nEND END\n";
}

TEST(Start, AnAssembledMechanismBegins) {
  Begun b(pendulum("DYNX 2 1\n", "STARTDX 2 1 0.28\n"));
  EXPECT_EQ(b.start.status, ExitStatus::done) << b.messages();
  EXPECT_TRUE(b.start.placed.ok());
  EXPECT_NEAR(b.m.x(2, 1), -0.96, 1e-14);
  EXPECT_NEAR(b.m.state.e[0], 0, 1e-15);
  EXPECT_EQ(describe_freedoms(b.m.model(), b.m.dynamics->placement().partition()),
            "degrees of freedom 1: node 2 X\n");
  EXPECT_EQ(describe_freedoms(b.m.model(), {}), "degrees of freedom 0\n");
}

TEST(Start, FreedomsOfDeformationsHaveTheirNames) {
  Begun b(pendulum("DYNX 2 1\nDYNE 1\n"));
  ASSERT_EQ(b.start.status, ExitStatus::done) << b.messages();
  EXPECT_EQ(freedom_name(b.m.model(), b.m.dynamics->placement().partition(), 0), "node 2 X");
  EXPECT_EQ(freedom_name(b.m.model(), b.m.dynamics->placement().partition(), 1)
                .rfind("PLTRUSS 1 (line 1)", 0),
            0u);
}

// One degree of freedom too few, one too many.
TEST(Start, CountsOfFreedomsMustAgree) {
  Begun few(pendulum(""));
  EXPECT_EQ(few.start.status, ExitStatus::deck_error);
  EXPECT_NE(few.messages().find("1 constrained and dynamic deformations for 2"), std::string::npos)
      << few.messages();
  EXPECT_NE(few.messages().find("name 1 more"), std::string::npos) << few.messages();
  Begun many(pendulum("DYNX 2 1 2\n"));
  EXPECT_EQ(many.start.status, ExitStatus::deck_error);
  EXPECT_NE(many.messages().find("name 1 fewer"), std::string::npos) << many.messages();
}

TEST(Start, WhatCannotBeAssembledIsNamed) {
  Begun b(pendulum("DYNX 2 1\n", "STARTDX 2 1 1.5\n"));
  EXPECT_EQ(b.start.status, ExitStatus::solution_failed);
  EXPECT_NE(b.messages().find("PLTRUSS 1"), std::string::npos) << b.messages();
}

TEST(Start, AMotionThatIsNotFiniteIsNamed) {
  Begun b(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nFIX 1\nFIX 2 2\nINPUTX 2 1\nRLSE 1\nEND HALT\nXM 2 1\n"
      "INPUTX 2 1 = sqrt(t - 1)\nTIMESTEP 1 1\nEND END\n");
  EXPECT_EQ(b.start.status, ExitStatus::solution_failed);
  EXPECT_NE(b.messages().find("at t = 0 INPUTX 2 1 has no value: the argument -1 of sqrt"),
            std::string::npos)
      << b.messages();
  Diagnostics later;
  EXPECT_FALSE(report_motion(b.m.model(), b.m.dynamics->kinematics(), 0.5, later));
}

TEST(Start, AMotionWithoutMassIsNamed) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 0.6 -0.8\nFIX 1\nDYNX 2 1\nEND HALT\nXM 1 1\n"
      "TIMESTEP 1 1\nEND END\n",
      Form::reduced);
  ASSERT_TRUE(m.start());
  const SolveStatus status = m.dynamics->accelerate(m.place(), m.state);
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  report_singular(*m.loaded.built, *m.dynamics, status, 0.5, Job::dynamic, diagnostics);
  EXPECT_NE(diagnostics.format_all().find(
                "a motion carries no mass at t = 0.5: its largest coordinate is node 2 X"),
            std::string::npos)
      << diagnostics.format_all();
}

TEST(Start, OnlyAPulleyIsReportedAsOne) {
  const Drawn m(pendulum("DYNX 2 1\n"));
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  SolveStatus status;
  status.row = 0;
  status.kind = SolveKind::not_converged;
  EXPECT_FALSE(report_path(m.model(), status, 0, 1, diagnostics));
  status.kind = SolveKind::off_pulley;
  EXPECT_TRUE(report_path(m.model(), status, 0, 1, diagnostics));
  EXPECT_NE(diagnostics.format_all().find("PLTRUSS 1"), std::string::npos);
}

TEST(StateAtRest, HasPlacesAndStatesButNoVelocities) {
  const Drawn m(pendulum("DYNX 2 1\n", "STARTVX 2 1 3\nODE z 4 RATE -z\n"));
  const State s = state_at_rest(m.model(), 2.5);
  EXPECT_EQ(s.t, 2.5);
  EXPECT_EQ(s.x, m.model().x0);
  EXPECT_EQ(s.z, std::vector<double>{4});
  EXPECT_EQ(s.v, std::vector<double>(4, 0.0));
}

}  // namespace
}  // namespace mbs::test
