// A plank on points of one line moves as on its two end points, however many there are between
// them, in whichever order they are numbered: while it stands, slides, tips and lands.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/draws.h"
#include "support/good_run.h"
#include "support/happenings.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

struct Plank {
  double m = 2, I = 0.05, h = 0.2;
  double e = 0, mu_s = 0.5, mu_k = 0.4, slope = 0;
  double y = 0.2, phi = 0, vx = 0, vy = 0, w = 0;
  std::string loads, rest;
};

std::string deck_of(const Plank& p, const std::vector<double>& at) {
  std::string out, contacts;
  for (std::size_t k = 0; k < at.size(); ++k) {
    out += fmt::format("PLCLINE {} 1 2 8 9 {} {} 0 0 0 1 0\n", k + 1, at[k], -p.h);
    contacts += fmt::format("CONTACT {} RIGID {} {} {}\n", k + 1, p.e, p.mu_s, p.mu_k);
  }
  return out +
         fmt::format("X 1 0 {}\nX 2 {}\nX 8 0 0\nX 9 0\nFIX 8\nFIX 9\nEND HALT\nDOF AUTO\n", p.y,
                     p.phi) +
         fmt::format("XM 1 {}\nXM 2 {}\nSTARTVX 1 1 {}\nSTARTVX 1 2 {}\nSTARTVX 2 1 {}\n", p.m, p.I,
                     p.vx, p.vy, p.w) +
         fmt::format("GRAVITY {:.17g} {:.17g}\n", -kG * std::sin(p.slope),
                     -kG * std::cos(p.slope)) +
         p.loads + contacts + p.rest + "\nEND END\n";
}

using test::done;

class AnyPlank {
 public:
  explicit AnyPlank(unsigned seed) : generator_(seed) {
    ends_ = {-any(0.1, 0.3), any(0.1, 0.3)};
    points_ = ends_;
    const std::size_t n = 3 + seed % 4;
    while (points_.size() < n) {
      const double x = any(ends_[0], ends_[1]);
      if (std::all_of(points_.begin(), points_.end(),
                      [&](double other) { return std::fabs(x - other) > 0.02; }))
        points_.push_back(x);
    }
    std::shuffle(points_.begin(), points_.end(), generator_);
    choose(static_cast<int>(seed / 4 % 4));
  }
  std::string on_all() const { return deck_of(plank_, points_); }
  std::string on_its_ends() const { return deck_of(plank_, ends_); }
  const Plank& plank() const { return plank_; }

 private:
  double any(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator_);
  }
  void choose(int kind) {
    Plank& p = plank_;
    p.h = p.y = any(0.05, 0.3);
    p.m = any(1, 5);
    p.I = p.m * any(0.01, 0.05);
    p.mu_s = any(0.2, 0.8);
    p.mu_k = p.mu_s * (any(0, 1) < 0.5 ? 1 : any(0.6, 1));
    p.rest = "TIMESTEP 1 50";
    if (kind == 1) p.vx = any(-2, 2);
    if (kind == 2) p.slope = any(-0.5, 0.5), p.vx = any(0, 1) < 0.5 ? 0 : any(-1, 1);
    if (kind == 3) {
      p.phi = any(-0.3, 0.3), p.vx = any(-1, 1), p.vy = -any(0, 1), p.w = any(-1, 1);
      p.y += any(0.15, 0.25);
    }
    if (kind < 3 || any(0, 1) < 0.3)
      p.loads = fmt::format("XLAW 1 1 = {}*sin({}*t)+{}*t\nXLAW 2 1 = {}*sin({}*t)\n",
                            3 * p.m * any(-2, 2), any(2, 10), 3 * p.m * any(-1, 1),
                            p.m * any(-3, 3), any(1, 8));
  }

  std::mt19937 generator_;
  Plank plank_;
  std::vector<double> points_, ends_;
};

// The time of the second impact, from which on restitution counts at other points.
double second_impact(const test::RunResult& run) {
  double first = HUGE_VAL;
  for (const test::TimedStrike& at : test::strikes_of(run, StrikeKind::bounce)) {
    if (first < at.t) return at.t;
    first = at.t;
  }
  return HUGE_VAL;
}

// From row to row, across all impacts: the ground pushes, friction is within mu_s times its
// impulse, and neither gives energy.
void expect_pushed(const Plank& p, const test::RunResult& run) {
  const double gx = -kG * std::sin(p.slope), gy = -kG * std::cos(p.slope);
  const auto energy = [&](std::size_t k) {
    const auto square = [&](const char* name) { return std::pow(run.value(k, name), 2); };
    return p.m / 2 * (square("v1_1") + square("v1_2")) + p.I / 2 * square("v2_1") -
           p.m * (gx * run.value(k, "x1_1") + gy * run.value(k, "x1_2"));
  };
  for (std::size_t k = 1; k < run.rows.size(); ++k) {
    const double h = run.time(k) - run.time(k - 1);
    const auto impulse = [&](const char* name, double g) {
      return p.m * (run.value(k, name) - run.value(k - 1, name) - g * h);
    };
    const double normal = impulse("v1_2", gy), friction = impulse("v1_1", gx);
    ASSERT_GE(normal, -1e-8) << "row " << k;
    ASSERT_LE(std::fabs(friction), p.mu_s * normal + 1e-8) << "row " << k;
    ASSERT_LE(energy(k), energy(k - 1) + 1e-8 * (1 + std::fabs(energy(k)))) << "row " << k;
  }
}

// MBSIM_PLANKS=900 looks at more of them. Those without other loads by momentum and energy to their
// end.
TEST(Planks, MoveAsOnTheirTwoEndPoints) {
  for (unsigned seed = 0; seed < unsigned(test::draws(12, "MBSIM_PLANKS")); ++seed) {
    const AnyPlank plank(seed);
    const test::RunResult all = done(plank.on_all()), ends = done(plank.on_its_ends());
    const double until = second_impact(ends);
    if (plank.plank().loads.empty()) {
      SCOPED_TRACE(fmt::format("{}\n{}", seed, plank.on_all()));
      expect_pushed(plank.plank(), all);
      expect_pushed(plank.plank(), ends);
    }
    ASSERT_EQ(all.rows.size(), ends.rows.size()) << seed;
    for (std::size_t k = 0; k < all.rows.size() && 0.02 * static_cast<double>(k) < until; ++k)
      for (const char* x : {"x1_1", "x1_2", "x2_1"})
        ASSERT_NEAR(all.value(k, x), ends.value(k, x), 1e-8) << seed << " row " << k << "\n"
                                                             << plank.on_all();
  }
}

// Nothing accelerates where it begins to slide, so the integrator looks far ahead for its first
// step, where the loads are enormous: what is rounding there must not hide that a point lifts off.
TEST(Planks, APointLiftsOffSoonAfterTheyBeginToSlide) {
  Plank p;
  p.mu_s = p.mu_k = 0.3;
  p.loads = "XLAW 1 1 = -20*t\nXLAW 2 1 = 2*t\n";
  p.rest = "TIMESTEP 1.4 7";
  const double left = -0.15, right = 0.2, weight = p.m * kG;
  // Moments about the centre: left N1 + right N2 + h mu weight + 2 t = 0, N1 + N2 = weight.
  const double lifts = weight * (-left - p.h * p.mu_k) / 2;
  for (const std::vector<double>& at :
       {std::vector<double>{left, right}, {right, left}, {0.1, right, left}}) {
    const test::RunResult run = done(deck_of(p, at));
    EXPECT_NEAR(run.time_of(ContactTurn::slides), p.mu_s * weight / 20, 1e-9);
    EXPECT_NEAR(run.time_of(ContactTurn::lifts_off), lifts, 1e-9);
    for (std::size_t row = 0; row < run.rows.size(); ++row)
      for (std::size_t k = 1; k <= at.size(); ++k)
        EXPECT_GE(run.value(row, fmt::format("contact{}.n", k)), 0) << row;
  }
}

}  // namespace
}  // namespace mbs
