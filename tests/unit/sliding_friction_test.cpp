#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "solve/forces/dynamics.h"
#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

constexpr double kM = 2, kG = 10;

// A point that rests on y = 0 and slips along x + tilt y: its friction presses it too.
std::string point(double tilt) {
  return fmt::format(
      "RELATION 1 = x1_2\nRELATION 2 = x1_1 + {:.17g}*x1_2\nX 1 0 0\nRLSE 2\nEND HALT\n"
      "XM 1 2\nGRAVITY 0 -10\nDOF AUTO\nTIMESTEP 1 1\nEND END\n",
      tilt);
}

DynamicMechanism& slide(DynamicMechanism& m, double coefficient, FrictionKind kind) {
  FrictionLoad load;
  load.kind = kind;
  load.first = m.deformation(1);
  m.phase().sliding = {{m.deformation(2), coefficient, load}};
  return m;
}

// N = m g + tilt F and F = mu N: F = mu m g / (1 - mu tilt). F acts against the slip.
TEST(SlidingFriction, FrictionThatPressesItself) {
  for (const FrictionKind kind : {FrictionKind::contact, FrictionKind::face})
    for (const double tilt : {0.0, 0.5, -0.5}) {
      DynamicMechanism m(point(tilt));
      slide(m, 0.4, kind);
      ASSERT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
      const double F = 0.4 * kM * kG / (1 - 0.4 * tilt);
      EXPECT_NEAR(m.S(2), F, 1e-13) << tilt;
      EXPECT_NEAR(m.S(1), -(kM * kG + tilt * F), 1e-13) << tilt;
      EXPECT_NEAR(m.a(1, 0), -F / kM, 1e-13) << tilt;
      EXPECT_NEAR(m.a(1, 1), 0, 1e-13) << tilt;
    }
}

// mu tilt = 1: every friction force presses so much that it needs another one.
TEST(SlidingFriction, FindsThatItJams) {
  DynamicMechanism m(point(2));
  slide(m, 0.5, FrictionKind::contact);
  ASSERT_TRUE(m.start());
  EXPECT_EQ(m.dynamics->accelerate(m.place(), m.state).kind, SolveKind::jammed);
}

TEST(SlidingFriction, NothingThatSlidesDoesNotAct) {
  DynamicMechanism m(point(0.5));
  EXPECT_FALSE(SlidingFriction(m.model(), m.phase(), m.options).acts());
  ASSERT_TRUE(m.accelerate());
  EXPECT_EQ(m.S(2), 0);
  EXPECT_NEAR(m.a(1, 0), 0, 1e-15);
}

// A point that rests on y = 0 and is pulled along x with 12 N. Its slip is held; another slip is
// `ratio` times it, and has the same part of its bound: S2 + ratio S3 = 12.
TEST(SlidingFriction, FrictionIsSharedWithALeader) {
  for (const double ratio : {1.0, 2.5, -0.4, 0.0})
    for (const double pull : {12.0, -12.0}) {
      DynamicMechanism m(fmt::format(
          "RELATION 1 = x1_2\nRELATION 2 = x1_1\nRELATION 3 = {}*x1_1 + x2_1\nX 1 0 0\nX 2 0\nFIX "
          "2\n"
          "RLSE 3\nEND HALT\nXM 1 2\nXF 1 {} 0\nGRAVITY 0 -10\nDOF AUTO\nTIMESTEP 1 1\nEND END\n",
          ratio, pull));
      FrictionLoad load;
      load.first = m.deformation(1);
      m.phase().leaders = {{m.deformation(2), load, {0.7, 0.9}}};
      m.phase().sliding = {{m.deformation(3), 0, load, 0, {0.5, 0.2}}};
      ASSERT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
      const double leads = (pull > 0 ? 0.7 : 0.9) * kM * kG,
                   shares = (pull * ratio > 0 ? 0.5 : 0.2) * kM * kG,
                   part = pull / (leads + std::fabs(ratio) * shares),
                   way = ratio > 0   ? 1
                         : ratio < 0 ? -1
                                     : 0;
      EXPECT_NEAR(m.S(2), part * leads, 1e-12) << ratio;
      EXPECT_NEAR(m.S(3), way * part * shares, 1e-12) << ratio;
      EXPECT_NEAR(m.a(1, 0), 0, 1e-14) << ratio;
    }
}

// A pin that carries (30, 40) N; the slip is the angle and `arm` times x, so that its friction adds
// to what the pin carries along x: F = c |(30 - arm F, 40)|, found by halving.
TEST(SlidingFriction, APinIsIterated) {
  for (const double arm : {0.0, 0.7}) {
    DynamicMechanism m(fmt::format(
        "RELATION 1 = x1_1\nRELATION 2 = x1_2\nRELATION 3 = x2_1 + {}*x1_1\nX 1 0 0\nX 2 0\n"
        "RLSE 3\nEND HALT\nXM 1 1\nXM 2 0.5\nXF 1 30 40\nDOF AUTO\nTIMESTEP 1 1\nEND END\n",
        arm));
    FrictionLoad load;
    load.kind = FrictionKind::pin;
    load.first = m.deformation(1);
    m.phase().sliding = {{m.deformation(3), 0.3, load}};
    ASSERT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
    double low = 0, high = 100;
    for (int k = 0; k < 100; ++k) {
      const double F = (low + high) / 2;
      (F < 0.3 * std::hypot(30 - arm * F, 40) ? low : high) = F;
    }
    EXPECT_NEAR(m.S(3), low, 1e-12) << arm;
    EXPECT_NEAR(m.a(2), -low / 0.5, 1e-12) << arm;
  }
}

}  // namespace
}  // namespace mbs::test
