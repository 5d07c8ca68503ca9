// The nearest piece of an outline, found by searching, against all pieces one by one.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "elements/contact_polyline.h"

namespace mbs {
namespace {

using Vec2 = Vec2;

double distance_to_segment(const Vec2& a, const Vec2& b, const Vec2& q) {
  const double dx = b[0] - a[0], dy = b[1] - a[1];
  double s = ((q[0] - a[0]) * dx + (q[1] - a[1]) * dy) / (dx * dx + dy * dy);
  s = std::fmin(std::fmax(s, 0.0), 1.0);
  return std::hypot(q[0] - a[0] - s * dx, q[1] - a[1] - s * dy);
}

// Negative inside of the polygon, whose vertices run clockwise.
double distance_to_polygon(const std::vector<Vec2>& v, const Vec2& q) {
  double least = HUGE_VAL;
  bool inside = true;
  for (std::size_t k = 0; k < v.size(); ++k) {
    const Vec2 &a = v[k], &b = v[(k + 1) % v.size()];
    least = std::fmin(least, distance_to_segment(a, b, q));
    inside = inside && (b[0] - a[0]) * (q[1] - a[1]) - (b[1] - a[1]) * (q[0] - a[0]) < 0;
  }
  return inside ? -least : least;
}

// The vertices of a convex polygon, clockwise, on an ellipse.
std::vector<Vec2> oval(int n, std::mt19937& random) {
  std::uniform_real_distribution<double> any(0, 1);
  std::vector<double> angles;
  for (int k = 0; k < n; ++k) angles.push_back(2 * 3.14159265358979 * (k + 0.9 * any(random)) / n);
  std::vector<Vec2> out;
  for (int k = n - 1; k >= 0; --k) {
    const double a = angles[static_cast<std::size_t>(k)];
    out.push_back({2 + 3 * std::cos(a), -1 + 0.4 * std::sin(a)});
  }
  return out;
}

TEST(Outline, FindsTheNearestPieceOfAPolygon) {
  std::mt19937 random(5);
  std::normal_distribution<double> around(0, 3);
  for (const int n : {3, 4, 7, 12, 13, 40, 333}) {
    const std::vector<Vec2> v = oval(n, random);
    std::vector<Vec2> other_way(v.rbegin(), v.rend());
    Outline round, sharp;
    ASSERT_EQ(round.make(v, true, false, 0.3), "");
    ASSERT_EQ(sharp.make(other_way, true, false, 0), "");
    for (int k = 0; k < 4000; ++k) {
      const Vec2 q = {2 + around(random), -1 + around(random) / 3};
      const double d = distance_to_polygon(v, q);
      EXPECT_NEAR(round.place(round.nearest(q), q).d, d, 1e-13 * 10) << n;
      // Of a point the gap is that from a side: the same sign, never larger.
      const double from_side = sharp.place(sharp.nearest(q), q).d;
      EXPECT_LE(from_side, d + 1e-12);
      EXPECT_EQ(from_side > 0, d > 0);
      if (d < 0) {
        EXPECT_NEAR(from_side, d, 1e-12);
      }
    }
  }
}

TEST(Outline, FindsTheNearestPieceOfAPolylineThatGoesOn) {
  std::mt19937 random(6);
  std::normal_distribution<double> around(0, 4);
  for (const int n : {2, 3, 5, 14, 200}) {
    std::vector<Vec2> v;
    for (int k = 0; k < n; ++k) {
      const double x = -3 + 6.0 * k / (n - 1);
      v.push_back({x, -0.2 * x * x});
    }
    Outline outline;
    ASSERT_EQ(outline.make(v, false, false, 0.1), "");
    // The same with ends so far that they do not matter.
    std::vector<Vec2> far = v;
    for (const bool first : {true, false}) {
      const std::size_t end = first ? 0 : v.size() - 1, next = first ? 1 : v.size() - 2;
      for (std::size_t i = 0; i < 2; ++i) far[end][i] += 50 * (v[end][i] - v[next][i]) * n;
    }
    for (int k = 0; k < 4000; ++k) {
      const Vec2 q = {around(random), around(random)};
      double d = HUGE_VAL;
      bool inside = true;
      for (std::size_t j = 0; j + 1 < far.size(); ++j) {
        const Vec2 &a = far[j], &b = far[j + 1];
        d = std::fmin(d, distance_to_segment(a, b, q));
        inside = inside && (b[0] - a[0]) * (q[1] - a[1]) - (b[1] - a[1]) * (q[0] - a[0]) < 0;
      }
      if (inside) d = -d;
      EXPECT_NEAR(outline.place(outline.nearest(q), q).d, d, 1e-11) << n;
    }
  }
}

TEST(Outline, ASegmentHasTwoFaces) {
  Outline plate;
  ASSERT_EQ(plate.make({{-1, 0}, {1, 0}}, true, true, 0.1), "");
  std::mt19937 random(7);
  std::normal_distribution<double> around(0, 2);
  for (int k = 0; k < 2000; ++k) {
    const Vec2 q = {around(random), around(random)};
    EXPECT_NEAR(plate.place(plate.nearest(q), q).d, distance_to_segment({-1, 0}, {1, 0}, q), 1e-14);
  }
  const Vec2 beyond = {3, 0};
  EXPECT_NEAR(plate.place(plate.nearest(beyond), beyond).d, 2, 1e-15);
}

// The way along an outline goes on from piece to piece, and comes to its perimeter all round.
TEST(Outline, TheWayIsContinuousAtTheDistanceOfTheWheel) {
  Outline outline;
  const double r = 0.25;
  ASSERT_EQ(outline.make({{0, 0}, {0, 1}, {2, 1}, {2, 0}}, true, false, r), "");
  EXPECT_NEAR(outline.perimeter(), 6 + 2 * 3.14159265358979323846 * r, 1e-14);
  // Once round the middle, at the distance r: by bisection along rays.
  double before = 0, sum = 0;
  const int n = 5000;
  for (int k = 0; k <= n; ++k) {
    const double angle = 2.5 - 2 * 3.14159265358979 * k / n;
    double low = 0.1, high = 5;
    Vec2 q{};
    for (int i = 0; i < 60; ++i) {
      const double R = (low + high) / 2;
      q = {1 + R * std::cos(angle), 0.5 + R * std::sin(angle)};
      (outline.place(outline.nearest(q), q).d > r ? high : low) = R;
    }
    const double S = outline.place(outline.nearest(q), q).S;
    double step = S - before;
    before = S;
    if (k == 0) continue;
    if (step < -3) step += outline.perimeter();
    EXPECT_GT(step, 0) << k;
    EXPECT_LT(step, 0.01) << k;
    sum += step;
  }
  EXPECT_NEAR(sum, outline.perimeter(), 1e-9);
}

TEST(Outline, StraightCornersAreLeftOut) {
  Outline outline, same;
  ASSERT_EQ(outline.make({{0, 0}, {1, 0}, {2, 0}, {3, -1}}, false, false, 0.1), "");
  ASSERT_EQ(same.make({{0, 0}, {2, 0}, {3, -1}}, false, false, 0.1), "");
  for (const Vec2 q : {Vec2{1, 0.5}, Vec2{2.1, 0.3}, Vec2{4, 4}}) {
    EXPECT_EQ(outline.nearest(q), same.nearest(q));
    EXPECT_NEAR(outline.place(outline.nearest(q), q).S, same.place(same.nearest(q), q).S, 1e-15);
  }
}

TEST(Outline, SaysWhatIsWrong) {
  Outline outline;
  EXPECT_EQ(outline.make({{0, 0}, {1, 0}, {1, 0}}, false, false, 0),
            "two vertices that follow each other are at (1, 0)");
  EXPECT_EQ(outline.make({{0, 0}, {1, 0}, {2, 1}}, false, false, 0),
            "its corner at (1, 0) is hollow: a wheel there touches two sides");
  EXPECT_EQ(outline.make({{0, 0}, {1, 0}, {0.5, -1}, {0, -0.5}}, false, false, 0),
            "it turns back: its first and its last side would cross");
  EXPECT_EQ(outline.make({{0, 0}, {1, 0}, {2, 0}}, true, false, 0), "it has no inside");
  // A star is round twice.
  std::vector<Vec2> star;
  for (int k = 0; k < 5; ++k)
    star.push_back({std::cos(2.4 * k / 3 * 3.14159), std::sin(-2.4 * k / 3 * 3.14159)});
  EXPECT_EQ(outline.make(star, true, false, 0), "it goes round more than once");
}

}  // namespace
}  // namespace mbs
