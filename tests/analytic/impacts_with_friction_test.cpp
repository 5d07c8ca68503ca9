// Impacts with friction against closed forms: the numbering of contacts has no part in them, and
// they gain no energy although they keep their friction.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"
#include "support/happenings.h"

namespace mbs {
namespace {

using test::done;

struct Box {
  double slope = 0.45, phi = 0.3, mu_s = 0.8, mu_k = 0.64, left = -0.2, right = 0.15, vx = 0;
};

// A box above a slope falls on one corner, then on the other.
std::string deck_of(const Box& b, bool turned, const char* form) {
  const double first = turned ? b.right : b.left, second = turned ? b.left : b.right;
  const auto point = [](int k, double x) {
    return fmt::format("PLCLINE {} 1 2 8 9 {} -0.1 0 0 0 1 0\n", k, x);
  };
  return point(1, first) + point(2, second) +
         fmt::format(R"(X 1 -0.087 0.18
X 2 {}
X 8 0 0
X 9 {}
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 5
XM 2 0.0833
STARTVX 1 1 {}
GRAVITY 0 -9.81
CONTACT 1 RIGID 0 {} {}
CONTACT 2 RIGID 0 {} {}
TIMESTEP 0.5 10
INTEG DOP853 1e-11 1e-11
FORM {}
END END
)",
                     b.phi, b.slope, b.vx, b.mu_s, b.mu_k, b.mu_s, b.mu_k, form);
}

// The corners share one slip: their friction is that of both normal impulses together.
TEST(ImpactsWithFriction, NumbersOfTheCornersMeanNothing) {
  for (const Box& box :
       {Box{}, Box{.mu_k = 0.5}, Box{.slope = 0.2, .phi = -0.1, .vx = 0.4},
        Box{.slope = 0.35, .phi = 0.1, .mu_s = 0.6, .mu_k = 0.45, .vx = -0.3},
        Box{.slope = 0.5, .phi = 0.3, .mu_s = 0.7, .mu_k = 0.5, .left = -0.15, .right = 0.25}})
    for (const char* form : {"REDUCED", "FULL"}) {
      const test::RunResult one = done(deck_of(box, false, form));
      const test::RunResult other = done(deck_of(box, true, form));
      ASSERT_EQ(one.rows.size(), other.rows.size());
      for (std::size_t row = 0; row < one.rows.size(); ++row)
        for (const char* name : {"x1_1", "x1_2", "x2_1", "v1_1", "v2_1"})
          EXPECT_NEAR(one.value(row, name), other.value(row, name), 1e-9) << name << " " << row;
      for (const StrikeKind kind : {StrikeKind::bounce, StrikeKind::pressed}) {
        const auto first = test::strikes_of(one, kind, "CONTACT 1");
        const auto second = test::strikes_of(other, kind, "CONTACT 2");
        ASSERT_EQ(first.size(), second.size());
        for (std::size_t k = 0; k < first.size(); ++k) {
          EXPECT_NEAR(first[k].strike.impulse, second[k].strike.impulse, 1e-8);
          EXPECT_NEAR(first[k].strike.friction, second[k].strike.friction, 1e-8);
        }
      }
    }
}

// The first deck: its second impact needs 0.7925 of the normal impulses of both, below mu_s.
TEST(ImpactsWithFriction, BothCornersStickWhereTheirFrictionTogetherSuffices) {
  for (const bool turned : {false, true}) {
    const test::RunResult run = done(deck_of({}, turned, "REDUCED"));
    const double end = run.value(run.rows.size() - 1, "x1_1");
    double N = 0, T = 0, slip = 1;
    const auto pressed = test::strikes_of(run, StrikeKind::pressed);
    ASSERT_EQ(pressed.size(), 1u);
    for (const StrikeKind kind : {StrikeKind::bounce, StrikeKind::pressed})
      for (const test::TimedStrike& at : test::strikes_of(run, kind))
        if (at.t == pressed[0].t) {
          N += at.strike.impulse;
          T += at.strike.friction;
          slip = at.strike.slip.after;
        }
    EXPECT_EQ(slip, 0);
    EXPECT_LT(T, 0.8 * N);
    EXPECT_GT(T, 0.64 * N);
    // It stands from then on, for tan(0.45) = 0.48 is below mu_s.
    EXPECT_NEAR(run.value(6, "x1_1"), end, 1e-12);
  }
}

// One end of a uniform rod of 1 m and 1 kg: W of its gap and slip, and the impulses of Newton's
// law with friction for the restitution e.
struct Rod {
  double phi, vx, w, e, mu;
  double n() const { return 0.5 * std::cos(phi); }   // d gap / d phi
  double s() const { return -0.5 * std::sin(phi); }  // d slip / d phi
  double gap() const { return -1 + n() * w; }
  double slip() const { return vx + s() * w; }
  static constexpr double kTurns = 12;  // 1 / I

  struct Impulse {
    double N, T, gap, slip, work;
  };
  Impulse strike(double with) const {
    const double nn = 1 + kTurns * n() * n(), ss = 1 + kTurns * s() * s(), ns = kTurns * n() * s();
    const double rise = -(1 + with) * gap();
    const auto end = [&](double N, double T) {
      const double g = gap() + nn * N + ns * T, v = slip() + ns * N + ss * T;
      return Impulse{N, T, g, v, (N * (g + gap()) + T * (v + slip())) / 2};
    };
    const double det = nn * ss - ns * ns;
    const double N = (ss * rise + ns * slip()) / det, T = (-ns * rise - nn * slip()) / det;
    if (N >= 0 && std::fabs(T) <= mu * N) return end(N, T);
    for (const double way : {1.0, -1.0}) {
      const double slides = rise / (nn - way * mu * ns);
      if (slides < 0) continue;
      const Impulse found = end(slides, -way * mu * slides);
      if (way * found.slip >= 0) return found;
    }
    ADD_FAILURE();
    return {};
  }
  // With the largest restitution up to e that gains no energy.
  Impulse strike() const {
    double low = 0, high = e;
    if (strike(high).work <= 0) return strike(high);
    for (int k = 0; k < 100; ++k)
      (strike((low + high) / 2).work > 0 ? high : low) = (low + high) / 2;
    return strike(low);
  }
  std::string deck(const char* form) const {
    return fmt::format(R"(PLCLINE 1 1 2 8 9 0.5 0 0 0 0 1 0
X 1 0 {:.17g}
X 2 {:.17g}
X 8 0 0
X 9 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 1
XM 2 {:.17g}
STARTVX 1 1 {:.17g}
STARTVX 1 2 -1
STARTVX 2 1 {:.17g}
CONTACT 1 RIGID {} {} {}
TIMES 0 2e-9 1e-9
FORM {}
END END
)",
                       -0.5 * std::sin(phi) + 1e-10, phi, 1.0 / kTurns, vx, w, e, mu, mu, form);
  }
};

// Newton's law with friction may gain energy: then its restitution is less, and friction stays.
TEST(ImpactsWithFriction, GainNoEnergyAndKeepTheirFriction) {
  std::mt19937 random(3);
  const auto any = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  int capped = 0;
  for (int trial = 0; trial < 150; ++trial) {
    const Rod rod{any(-2.8, -0.3), any(-3, 3), any(-2, 2), any(0.7, 1), any(0.3, 1.2)};
    if (rod.gap() > -0.1) continue;
    const test::RunResult run = done(rod.deck(trial % 2 == 0 ? "REDUCED" : "FULL"));
    const auto strikes = test::strikes_of(run, StrikeKind::bounce);
    ASSERT_EQ(strikes.size(), 1u) << trial;
    const Rod::Impulse right = rod.strike();
    capped += rod.strike(rod.e).work > 0 ? 1 : 0;
    EXPECT_NEAR(strikes[0].strike.impulse, right.N, 1e-7) << trial;
    EXPECT_NEAR(strikes[0].strike.friction, right.T, 1e-7) << trial;
    EXPECT_NEAR(strikes[0].strike.gap.after, right.gap, 1e-7) << trial;
    EXPECT_NEAR(strikes[0].strike.slip.after, right.slip, 1e-7) << trial;
  }
  EXPECT_GE(capped, 5);
}

}  // namespace
}  // namespace mbs
