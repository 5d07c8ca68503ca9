// Fast bodies and thin obstacles: a contact is passed through by no method, model or shape. Bodies
// fly freely until they touch, so that the first touch follows from parabolas and constant turning.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

#include "base/random.h"
#include "support/deck.h"
#include "support/draws.h"
#include "support/happenings.h"

namespace mbs {
namespace {

using Point = std::array<double, 2>;

Point turned(const Point& p, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * p[0] - s * p[1], s * p[0] + c * p[1]};
}

double from_side(const Point& q, const Point& a, const Point& b) {
  const double tx = b[0] - a[0], ty = b[1] - a[1];
  const double s = ((q[0] - a[0]) * tx + (q[1] - a[1]) * ty) / (tx * tx + ty * ty);
  const double k = std::clamp(s, 0.0, 1.0);
  return std::hypot(q[0] - a[0] - k * tx, q[1] - a[1] - k * ty);
}

// A wheel about a point of a body, and an obstacle of another body; both fly.
struct Scene {
  int shape = 0;  // 0: disc, 1: plate, 2: box
  bool held = false;
  double r = 0, R = 0, gravity = 9.81;
  Point eccentric{}, place{}, velocity{}, other_place{}, other_velocity{};
  double angle = 0, spin = 0, other_angle = 0, other_spin = 0, end = 0;

  std::vector<Point> corners() const {
    if (shape == 1) return {{-R, 0}, {R, 0}};
    return {{-R, -R / 4}, {R, -R / 4}, {R, R / 4}, {-R, R / 4}};
  }

  // The wheel's centre in the frame of the obstacle.
  Point seen(double t) const {
    const double fall = -gravity * t * t / 2;
    const Point e = turned(eccentric, angle + spin * t);
    const double x = place[0] + velocity[0] * t + e[0],
                 y = place[1] + velocity[1] * t + e[1] + fall;
    const double bx = other_place[0] + other_velocity[0] * t,
                 by = other_place[1] + other_velocity[1] * t + (held ? 0 : fall);
    return turned({x - bx, y - by}, -(other_angle + other_spin * t));
  }

  double gap(double t) const {
    const Point q = seen(t);
    if (shape == 0) return std::hypot(q[0], q[1]) - R - r;
    const std::vector<Point> c = corners();
    if (shape == 1) return from_side(q, c[0], c[1]) - r;
    double d = HUGE_VAL;
    for (std::size_t k = 0; k < 4; ++k) d = std::min(d, from_side(q, c[k], c[(k + 1) % 4]));
    return (std::fabs(q[0]) < R && std::fabs(q[1]) < R / 4 ? -d : d) - r;
  }

  // No faster than this do they come nearer.
  double fastest() const {
    return std::hypot(velocity[0] - other_velocity[0], velocity[1] - other_velocity[1]) +
           (held ? gravity * end : 0) + std::fabs(spin) * std::hypot(eccentric[0], eccentric[1]) +
           std::fabs(other_spin) * R;
  }

  struct Touch {
    double t = NAN, least = HUGE_VAL;
  };
  // The first touch, and the least gap up to 2 ms behind it.
  Touch touch() const {
    constexpr double kLeast = 1e-7;
    const double fast = fastest();
    Touch out;
    double stop = end;
    for (double t = 0; t < stop;) {
      const double g = gap(t);
      out.least = std::min(out.least, g);
      const double step = std::max(std::fabs(g) / fast, kLeast);
      if (std::isnan(out.t) && gap(t + step) < 0) {
        double a = t, b = t + step;
        for (int k = 0; k < 60; ++k) (gap(0.5 * (a + b)) < 0 ? b : a) = 0.5 * (a + b);
        out.t = b;
        stop = std::min(end, b + 2e-3);
      }
      t += step;
    }
    return out;
  }

  std::string deck(const std::string& model, const std::string& method, int rows) const {
    std::string out;
    if (shape == 0)
      out =
          fmt::format("PLCCIRC 1  1 2  8 9  {} {} {}  0 0 {}\n", eccentric[0], eccentric[1], r, R);
    else
      out = fmt::format("PLCPOLY 1  1 2  8 9  {} {} {} {}", shape == 1 ? "SEGMENT" : "POLYGON",
                        eccentric[0], eccentric[1], r);
    if (shape != 0)
      for (const Point& c : corners()) out += fmt::format("  {} {}", c[0], c[1]);
    out += fmt::format("\nX 1 {} {}\nX 2 {}\nX 8 {} {}\nX 9 {}\n", place[0], place[1], angle,
                       other_place[0], other_place[1], other_angle);
    if (held) out += "FIX 8\nFIX 9\n";
    out += fmt::format(
        "END HALT\nDOF AUTO\nXM 1 1\nXM 2 0.1\nSTARTVX 1 1 {}\nSTARTVX 1 2 {}\n"
        "STARTVX 2 1 {}\nGRAVITY 0 {}\nCONTACT 1 {}\nTIMES 0 {} {}\n",
        velocity[0], velocity[1], spin, -gravity, model, end, end / rows);
    if (!held)
      out += fmt::format("XM 8 3\nXM 9 2\nSTARTVX 8 1 {}\nSTARTVX 8 2 {}\nSTARTVX 9 1 {}\n",
                         other_velocity[0], other_velocity[1], other_spin);
    return out + (method.empty() ? "" : "INTEG " + method + "\n") + "END END\n";
  }
};

// They meet at about the same place at a random time.
Scene random_scene(std::uint64_t seed) {
  std::uint64_t k = 0;
  const auto from = [&](double a, double b) { return a + (b - a) * uniform_at(seed, k++); };
  Scene s;
  s.shape = static_cast<int>(from(0, 3));
  s.held = from(0, 1) < 0.5;
  s.r = s.shape == 2 && from(0, 1) < 0.5 ? 0 : from(0.002, 0.03);
  s.R = std::pow(10, from(-2, -0.7));
  if (from(0, 1) < 0.5) s.eccentric = {from(-0.2, 0.2), from(-0.2, 0.2)}, s.spin = from(-8, 8);
  s.angle = from(-3, 3), s.other_angle = from(-3, 3);
  if (!s.held) s.other_velocity = {from(-5, 5), from(-5, 5)}, s.other_spin = from(-8, 8);
  const double way = from(-3.14, 3.14), speed = std::pow(10, from(0.5, 2));
  s.velocity = {s.other_velocity[0] + speed * std::cos(way),
                s.other_velocity[1] + speed * std::sin(way)};
  const double meet = from(0.1, 1.5), off = from(-1.2, 1.2) * (s.R + s.r);
  const Point at = s.seen(meet);  // of everything that starts in the origin
  const Point there = turned(at, s.other_angle + s.other_spin * meet);
  s.place = {-there[0] - off * std::sin(way), -there[1] + off * std::cos(way)};
  s.end = meet * from(1.05, 2);
  return s;
}

long scenes() { return test::draws(60, "MBSIM_THIN_SCENES"); }

constexpr std::array<const char*, 6> kMethods{"",
                                              "STEP 1e-6 1e-6",
                                              "STEP 1e-12 1e-12",
                                              "DOP853 1e-9 1e-9",
                                              "STIFF 1e-8 1e-8",
                                              "GALPHA 1e-7 1e-7"};

// MBSIM_THIN_SCENES=2000 runs as many.
TEST(ThinObstacles, AreMetByFastBodiesOfEveryKind) {
  long met = 0, missed = 0;
  for (long n = 0; n < scenes(); ++n) {
    const Scene scene = random_scene(1000 + static_cast<std::uint64_t>(n));
    const Scene::Touch right = scene.touch();
    // Touches of less than this may be one or none.
    if (scene.gap(0) < 0.05 || std::fabs(right.least) < 2e-4) continue;
    const bool rigid = n % 3 != 2;
    const char* const model = n % 3 == 0 ? "RIGID 0.5"
                              : rigid    ? "IMPULSES 0.5 0.01"
                                         : "PENALTY 1e10 1 0";
    const std::string deck = scene.deck(model, kMethods[static_cast<std::size_t>(n / 3) % 6],
                                        1 + static_cast<int>(n % 7));
    RunSettings settings;
    settings.echo = true;
    const test::RunResult run = test::run(deck, settings);
    ASSERT_EQ(run.status, ExitStatus::done) << n << ": " << run.messages << deck;
    const bool touches = !std::isnan(right.t);
    (touches ? met : missed) += 1;
    if (n % 3 == 0) {
      const auto strikes = test::strikes_of(run, StrikeKind::bounce);
      ASSERT_EQ(!strikes.empty(), touches) << n << " at " << right.t << "\n" << deck;
      if (touches) {
        EXPECT_NEAR(strikes[0].t, right.t, 3e-5) << n << "\n" << deck;
      }
      continue;
    }
    if (rigid) {
      ASSERT_EQ(!run.struck.empty(), touches) << n << " at " << right.t << "\n" << deck;
      continue;
    }
    const std::size_t last = run.rows.size() - 1;
    const double change =
        std::hypot(run.value(last, "v1_1") - scene.velocity[0],
                   run.value(last, "v1_2") - scene.velocity[1] + 9.81 * scene.end);
    ASSERT_EQ(change > 1e-3, touches) << n << " at " << right.t << ", " << change << "\n" << deck;
  }
  EXPECT_GT(met, scenes() / 3);
  EXPECT_GT(missed, scenes() / 30);
}

}  // namespace
}  // namespace mbs
