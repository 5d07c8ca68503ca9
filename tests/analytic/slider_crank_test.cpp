// Slider-crank with offset in closed form, driven by its crank; driven by its slider into the dead
// position; and a double rocker driven by its crank into its own.
#include <gtest/gtest.h>

#include "solve/place/continuation.h"
#include "support/linkages.h"

namespace mbs::test {
namespace {

// Crank OB, rod BC, slider at height h on a line through ground turned by `slope`.
struct SliderCrank {
  Bar crank, rod;
  double h = 0, slope = 0, at_slider = 0.2;
  int side = 1;  // of the slider from the crank

  Complex turn() const { return std::polar(1.0, slope); }

  // The slider's body frame is parallel to the ground's and has the joint at (at_slider, 0).
  std::vector<BodyMotion> at(const Angle& theta) const {
    const Point B = arm(crank.l, theta);
    // In the frame of the line: C = (s, h), |C - B| = l.
    const Complex b = B.p / turn(), bv = B.v / turn(), ba = B.a / turn();
    const double up = h - b.imag(), along = side * std::sqrt(rod.l * rod.l - up * up);
    const double along_v = up * bv.imag() / along;  // along^2 + up^2 = l^2, up' = -bv.imag
    const double along_a = (-along_v * along_v - bv.imag() * bv.imag() + up * ba.imag()) / along;
    const Point C{Complex(b.real() + along, h) * turn(), (bv.real() + along_v) * turn(),
                  (ba.real() + along_a) * turn()};
    const Point O{}, pin{at_slider, 0, 0};
    return {{crank.origin(O, theta), crank.phi(theta)}, body_motion(rod, B, C), {C - pin, {}}};
  }
  std::string deck(const std::vector<BodyMotion>& start, const std::string& driver,
                   double noise = 0) const {
    std::string out = "4 3 1 1 0 1 0 0 0\n0 0 0\n";
    for (const BodyMotion& m : start)
      out +=
          fmt::format("{} {} {}\n", m.origin.p.real() + noise, m.origin.p.imag() - noise, m.phi.p);
    auto joint = [&](int i, int j, Complex p, Complex q) {
      out += fmt::format("{} {} {} {} {} {}\n", i, j, p.real(), p.imag(), q.real(), q.imag());
    };
    joint(1, 2, 0, crank.at_a);
    joint(2, 3, crank.at_b(), rod.at_a);
    joint(3, 4, rod.at_b(), at_slider);
    const Complex P = Complex(-1, h) * turn(), Q = Complex(2, h) * turn();
    out +=
        fmt::format("1 4 {} {} {} {} {} 0\n1\n", P.real(), P.imag(), Q.real(), Q.imag(), at_slider);
    return out + driver;
  }
};

TEST(SliderCrank, OffsetFullTurn) {
  Random random(11);
  for (int k = 0; k < 20; ++k) {
    const double a = random(0.3, 0.7), h = random(-0.3, 0.3), l = a + std::fabs(h) + random(0.2, 1);
    const SliderCrank linkage{random.bar(a), random.bar(l), h, random(-3, 3), 0.2, k % 2 ? 1 : -1};
    const double theta0 = random(-3, 3), omega = random(3, 7), alpha = random(-2, 2);
    const RunResult r = run(linkage.deck(
        linkage.at({theta0, 0, 0}),
        fmt::format("2 3 {} {} {}\n0 2 0.013\n", theta0 - linkage.crank.beta, omega, alpha), 0.02));
    ASSERT_EQ(r.status, ExitStatus::done) << r.messages;
    ASSERT_EQ(r.rows.size(), 154u);
    Errors errors;
    for (std::size_t row = 0; row < r.rows.size(); ++row) {
      const auto bodies = linkage.at(quadratic(r.time(row), theta0, omega, alpha));
      for (int body = 0; body < 3; ++body)
        errors.add(r, row, body + 2, bodies[static_cast<std::size_t>(body)]);
    }
    EXPECT_LT(errors.position.relative(), 1e-13);      // seen 5e-15
    EXPECT_LT(errors.angle.absolute(), 1e-13);         // seen 4e-15
    EXPECT_LT(errors.velocity.relative(), 1e-13);      // seen 4e-15
    EXPECT_LT(errors.acceleration.relative(), 1e-13);  // seen 2e-14
  }
}

// What the run says of the time it ended at.
double end_of_motion(const RunResult& r) {
  const std::string key = "its motion ends at t = ";
  const std::size_t found = r.messages.find(key);
  return found == std::string::npos ? -1
                                    : std::strtod(r.messages.c_str() + found + key.size(), nullptr);
}

void expect_stop(const RunResult& r, double dead, double step) {
  EXPECT_EQ(r.status, ExitStatus::solution_failed);
  EXPECT_NE(r.messages.find("toggle (dead) position"), std::string::npos) << r.messages;
  ASSERT_EQ(r.rows.size(), static_cast<std::size_t>(dead / step) + 1);  // every row before it
  EXPECT_LE(end_of_motion(r), dead * (1 + 1e-8));                       // printed with 9 figures
  EXPECT_NEAR(end_of_motion(r), dead, 1e-6);                            // seen 5e-9
}

TEST(Toggle, SliderPulledBeyondTheDeadPosition) {
  Random random(12);
  for (int k = 0; k < 20; ++k) {
    const double a = random(0.2, 0.5), l = random(0.6, 1), h = random(-0.1, 0.1);
    const SliderCrank linkage{random.bar(a), random.bar(l), h, random(-3, 3), 0.2, 1};
    const double theta0 = linkage.slope + random(0.5, 1.2), speed = random(0.05, 0.5);
    const auto start = linkage.at({theta0, 0, 0});
    // The driver moves x or y of the slider, whichever the line makes larger.
    const bool x = std::fabs(std::cos(linkage.slope)) > 0.7;
    auto part = [x](Complex z) { return x ? z.real() : z.imag(); };
    const double s0 = (start[2].origin.p + linkage.at_slider).real() * std::cos(linkage.slope) +
                      start[2].origin.p.imag() * std::sin(linkage.slope);
    const double step = random(0.01, 0.05);
    const RunResult r = run(linkage.deck(
        start, fmt::format("4 {} {} {} 0\n0 100 {}\n", x ? 1 : 2, part(start[2].origin.p),
                           speed * part(linkage.turn()), step)));
    const double dead = (std::sqrt((a + l) * (a + l) - h * h) - s0) / speed;
    expect_stop(r, dead, step);
    Error rod;
    for (std::size_t row = 0; row < r.rows.size(); ++row) {  // on the branch it began on
      const double s = s0 + speed * r.time(row), far = std::hypot(s, h);
      const double inside = std::acos((a * a + far * far - l * l) / (2 * a * far));
      rod.add_angle(r.value(row, "body2.phi"),
                    linkage.slope + std::atan2(h, s) + inside - linkage.crank.beta);
    }
    EXPECT_LT(rod.absolute(), 2e-13);  // seen 3e-14
  }
}

TEST(Toggle, CrankOfADoubleRocker) {
  Random random(13);
  for (int k = 0; k < 20; ++k) {
    const double a = random(0.8, 1.2), b = random(0.3, 0.5), c = random(0.8, 1.2);
    const double d = random(1.0, 1.4);
    FourBar linkage{random.bar(a), random.bar(b), random.bar(c), d, k % 2 ? 1 : -1};
    // The crank's largest angle: coupler and rocker in one line.
    const double largest = std::acos((a * a + d * d - (b + c) * (b + c)) / (2 * a * d));
    const double theta0 = largest - random(0.1, 0.2), omega = random(0.3, 3);
    const double step = 0.004 / omega;
    const RunResult r = run(linkage.driven(theta0, omega, 0, fmt::format("0 10 {}", step)));
    expect_stop(r, (largest - theta0) / omega, step);
  }
}

// In reverse time order nothing else changes: the continuation itself, told to go past the end.
TEST(Toggle, ContinuationSaysWhereAndWhy) {
  const SliderCrank linkage{{0.4, -0.2, 0}, {0.8, -0.4, 0}, 0, 0, 0, 1};
  const auto start = linkage.at({1, 0, 0});
  const double x0 = start[2].origin.p.real();
  Mechanism m(linkage.deck(start, fmt::format("4 1 {} 0.2 0\n0 1 0.1\n", x0)));
  ASSERT_TRUE(m.assemble());
  Continuation continuation(m.model(), m.kinematics, m.options, m.state);
  const double dead = (1.2 - x0) / 0.2;
  ASSERT_TRUE(continuation.advance(dead / 2, m.state));
  EXPECT_EQ(m.state.t, dead / 2);
  const State before = m.state;
  EXPECT_FALSE(continuation.advance(dead + 0.1, m.state));
  EXPECT_NEAR(continuation.good().t, dead, 1e-10);  // seen 4e-12
  EXPECT_GT(continuation.count().halvings, 10);
  EXPECT_EQ(m.state.x, before.x);  // `out` is left alone
  EXPECT_LT(continuation.stop().pivot, 1e-3);
  EXPECT_FALSE(continuation.stop().status.ok() && !continuation.stop().left_branch);
}

}  // namespace
}  // namespace mbs::test
