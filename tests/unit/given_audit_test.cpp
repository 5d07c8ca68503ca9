// What the deck prescribes is compared with the states of the run by a look at its own lines.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "run/dynamic/dynamic_judge.h"
#include "support/deck.h"

namespace mbs::test {
namespace {

// Coordinate 1 follows sin(t), the deformation of the bar 0.1 sin(3 t).
const char* const kPrescribed =
    "PLTRUSS 1 1 2\nX 1 0 0\nX 2 1 0\nINPUTX 1 1\nFIX 1 2\nFIX 2 2\nINPUTE 1 1\nEND HALT\n"
    "XM 2 1\nINPUTX 1 1 = sin(t)\nINPUTE 1 1 = 0.1*sin(3*t)\nTIMES 0 2 0.5\nEND END\n";

State followed(const Model& model, double t) {
  State state(model.nx, model.ne);
  state.t = t;
  state.x[0] = std::sin(t), state.v[0] = std::cos(t);
  state.e[0] = 0.1 * std::sin(3 * t), state.ed[0] = 0.3 * std::cos(3 * t);
  return state;
}

class GivenAuditTest : public testing::Test {
 protected:
  const Loaded deck_ = load(kPrescribed);
  GivenAudit audit_{deck_.built->model, deck_.built->phase, SiSizes()};

  State at(double t) const { return followed(deck_.built->model, t); }
  std::string found() const {
    std::vector<Figure> figures;
    audit_.add_figure(figures);
    return figures.empty() ? "" : figures[0].where;
  }
};

TEST_F(GivenAuditTest, WhatIsFollowedIsGood) {
  for (double t = 0; t < 2; t += 0.125) {
    audit_.note_row(at(t));
    audit_.note_step(at(t + 0.05));
  }
  EXPECT_EQ(found(), "");
}

TEST_F(GivenAuditTest, APositionBesideTheDeckBetweenRowsIsNamed) {
  audit_.note_row(at(0));
  State wrong = at(0.3);
  wrong.x[0] += 1e-7;
  audit_.note_step(wrong);
  EXPECT_EQ(found(), "node 1 X at t = 0.3");
}

TEST_F(GivenAuditTest, ARateOfADriverIsNamed) {
  State wrong = at(0.5);
  wrong.ed[0] *= 1.01;
  audit_.note_row(wrong);
  EXPECT_NE(found().find("velocity of "), std::string::npos) << found();
  EXPECT_NE(found().find("t = 0.5"), std::string::npos) << found();
}

TEST_F(GivenAuditTest, OneStepBehindEachRowIsLookedAt) {
  audit_.note_row(at(0));
  audit_.note_step(at(0.1));
  State wrong = at(0.2);
  wrong.x[0] += 1;
  audit_.note_step(wrong);
  EXPECT_EQ(found(), "");
  audit_.note_row(at(0.5));
  audit_.note_step(wrong);
  EXPECT_NE(found(), "");
}

// A known acceleration by an expression of the state, at a row and between two rows.
const char* const kKnown =
    "SEGDYN\nSEGMENT 1 1 1 0.5 0.1\nSTATE 1 1 0\nBASE 0 0\nUNKNOWN M 1\n"
    "KNOWN PHIDD 1 = -9*phi1 - 2*phid1 + sin(t)\nTIME 0 1 0.1\nEND\n";

TEST(GivenAuditOfChoice, AnAccelerationByAnExpressionIsComparedBetweenRows) {
  const Loaded deck = load(kKnown);
  ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
  const Model& model = deck.built->model;
  ASSERT_EQ(model.choice->accelerations.size(), 1u);
  const int phi = model.choice->accelerations[0].coordinate;
  GivenAudit audit(model, deck.built->phase, SiSizes());
  const auto at = [&](double t, double x, double v) {
    State state(model.nx, model.ne);
    state.t = t;
    state.x[phi] = x, state.v[phi] = v, state.a[phi] = -9 * x - 2 * v + std::sin(t);
    return state;
  };
  const auto found = [&] {
    std::vector<Figure> figures;
    audit.add_figure(figures);
    return figures.empty() ? "" : figures[0].where;
  };
  audit.note_row(at(0, 1, 0));
  audit.note_step(at(0.02, 0.9, -0.3));
  EXPECT_EQ(found(), "");
  audit.note_row(at(0.1, 0.7, -0.5));
  State wrong = at(0.12, 0.6, -0.5);
  wrong.a[phi] += 1e-7;
  audit.note_step(wrong);
  EXPECT_NE(found().find("acceleration of "), std::string::npos) << found();
  EXPECT_NE(found().find("t = 0.12"), std::string::npos) << found();
  const RunResult run = test::run(kKnown);
  EXPECT_EQ(run.messages, "");
  EXPECT_EQ(run.verdict.judgement, Judgement::good);
}

// Whole runs of it, in forward and inverse dynamics, have nothing to say.
TEST_F(GivenAuditTest, ARunFollowsIt) {
  const RunResult run = test::run(kPrescribed);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_EQ(run.messages, "");
  EXPECT_EQ(run.verdict.judgement, Judgement::good);
}

}  // namespace
}  // namespace mbs::test
