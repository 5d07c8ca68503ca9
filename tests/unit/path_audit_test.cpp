#include "run/motion/path_audit.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mbs {
namespace {

PathAudit audit_of(std::vector<char> angle) {
  return PathAudit(std::move(angle), [](int i) { return "q" + std::to_string(i); });
}

State state(double t, double x, double v, double a) {
  State s(1, 0);
  s.t = t, s.x[0] = x, s.v[0] = v, s.a[0] = a;
  return s;
}

const Figure& path(const std::vector<Figure>& figures) { return figures.at(0); }

// The corrected trapezoid is wrong by h^5/720 times the fifth derivative, which t^4 has not; the
// trapezoid alone would be wrong by whole metres.
TEST(PathAudit, QuarticsAreFollowedExactly) {
  PathAudit audit = audit_of({0});
  for (const double t : {1.0, 1.5, 3.0})
    audit.step(state(t, std::pow(t, 4), 4 * t * t * t, 12 * t * t));
  audit.note_size(state(3, 81, 108, 0));
  EXPECT_NEAR(path(audit.figures(2, 0, 1e-9)).value, 0, 1e-15);
}

TEST(PathAudit, WhatAProjectionMovesAddsUp) {
  PathAudit audit = audit_of({0, 1});
  audit.note_size(std::vector<double>{4, 0.5}, std::vector<double>{2, 1});
  audit.moved(0, 1e-3, -4e-3);
  audit.moved(0, 1e-3, 0);
  audit.moved(1, 1e-9, 0);
  const std::vector<Figure> figures = audit.figures(10, 1e-6, 1e-7);
  EXPECT_EQ(figures[0].check, Check::path);
  EXPECT_NEAR(figures[0].value, 2e-3 / 4, 1e-15);
  EXPECT_EQ(figures[0].where, "q0");
  EXPECT_NEAR(figures[0].explained, 10 * (1e-6 / 4 + 1e-7 + 1e-15), 1e-18);
  EXPECT_EQ(figures[1].check, Check::rate_path);
  EXPECT_NEAR(figures[1].value, 4e-3 / 2, 1e-15);
  EXPECT_EQ(audit.largest_x(), 4);
  EXPECT_EQ(audit.largest_v(), 2);
}

// Angles that are all rounding are compared with lengths by the longest lever arm, a tenth of them.
TEST(PathAudit, AKindThatIsAllRoundingIsComparedWithTheOther) {
  for (const double length : {0.0, 2.0}) {
    PathAudit audit = audit_of({0, 1});
    audit.set_length(length);
    audit.note_size(std::vector<double>{4, 1e-15}, std::vector<double>{0, 0});
    audit.moved(1, 1e-15, 0);
    EXPECT_NEAR(path(audit.figures(1, 0, 1e-9)).value, length > 0 ? 1e-15 / (0.1 * 4 / 2) : 1,
                1e-12);
  }
}

// The part of a step behind an event does not count; the velocity may jump there.
TEST(PathAudit, AnEventCutsAStep) {
  PathAudit audit = audit_of({0});
  audit.step(state(0, 0, 1, 0));
  audit.step(state(1, 1, 1, 0));
  audit.step(state(2, 7, -5, 0));  // nonsense beyond the event at 1.5
  audit.event(state(1.5, 1.5, 1, 0), state(1.5, 1.5, -1, 0));
  audit.step(state(2, 1, -1, 0));
  audit.note_size(state(2, 1.5, 1, 0));
  EXPECT_NEAR(path(audit.figures(3, 0, 1e-9)).value, 0, 1e-15);
  audit.event(state(2, 1, -1, 0), state(2, 1.3, -1, 0));  // a position has jumped
  EXPECT_NEAR(path(audit.figures(3, 0, 1e-9)).value, 0.3 / 1.5, 1e-15);
}

TEST(PathAudit, NothingMovedIsNothing) {
  PathAudit audit = audit_of({});
  const std::vector<Figure> figures = audit.figures(0, 0, 0);
  EXPECT_EQ(figures[0].value, 0);
  EXPECT_EQ(figures[0].where, "");
  EXPECT_EQ(audit.largest_x(), 0);
}

}  // namespace
}  // namespace mbs
