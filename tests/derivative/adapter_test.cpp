// The derivative adapter: its scalars against closed forms, and the elements it makes from a
// continuity function against the same elements written by hand.
#include <gtest/gtest.h>

#include <numbers>

#include "derivative/element_probe.h"
#include "elements/derivative.h"
#include "elements/types.h"

namespace mbs {
namespace {

// --- scalars -------------------------------------------------------------------------------------

// f and its first two derivatives by one variable.
struct Jet {
  double f, d1, d2;
};

// `function` of a variable at x with both scalars.
template <class F>
void expect_jet(const F& function, double x, const Jet& expected) {
  const Taylor t = function(Taylor(x, 1, 0));
  EXPECT_NEAR(t.value, expected.f, 2e-15);    // seen 0
  EXPECT_NEAR(t.first, expected.d1, 2e-15);   // seen 0
  EXPECT_NEAR(t.second, expected.d2, 2e-15);  // seen 1.1e-16
  Gradient<2> g(x);
  g.d[1] = 1;
  const Gradient<2> r = function(g);
  EXPECT_NEAR(r.value, expected.f, 2e-15);  // seen 0
  EXPECT_NEAR(r.d[1], expected.d1, 2e-15);  // seen 0
  EXPECT_EQ(r.d[0], 0);
  EXPECT_GE(r.size, std::fabs(r.value));
}

constexpr double kX = 0.7;

TEST(AdapterScalars, SumsAndProducts) {
  expect_jet([](auto x) { return x + x * x - 3.0; }, kX, {kX + kX * kX - 3, 1 + 2 * kX, 2});
  expect_jet([](auto x) { return 2.0 - x * x * x; }, kX, {2 - kX * kX * kX, -3 * kX * kX, -6 * kX});
  expect_jet([](auto x) { return 0.5 * x * 3.0 + 1.0; }, kX, {1.5 * kX + 1, 1.5, 0});
  expect_jet([](auto x) { return 1.0 + (-x); }, kX, {1 - kX, -1, 0});
}

TEST(AdapterScalars, Quotients) {
  const double r = 1 / kX;
  expect_jet([](auto x) { return 1.0 / x; }, kX, {r, -r * r, 2 * r * r * r});
  expect_jet([](auto x) { return x / 4.0; }, kX, {kX / 4, 0.25, 0});
  // x / (1 + x^2)
  const double w = 1 + kX * kX;
  expect_jet([](auto x) { return x / (1.0 + x * x); }, kX,
             {kX / w, (1 - kX * kX) / (w * w), 2 * kX * (kX * kX - 3) / (w * w * w)});
}

TEST(AdapterScalars, SquareRoot) {
  const double root = std::sqrt(kX);
  expect_jet([](auto x) { return sqrt(x); }, kX, {root, 0.5 / root, -0.25 / (root * kX)});
  // sqrt(1 + x^2)
  const double l = std::sqrt(1 + kX * kX);
  expect_jet([](auto x) { return sqrt(1.0 + x * x); }, kX, {l, kX / l, 1 / (l * l * l)});
}

TEST(AdapterScalars, ChainIsTheDoorToOtherFunctions) {
  const double f = std::exp(kX);
  expect_jet(
      [](auto x) { return chain(x, std::exp(x.value), std::exp(x.value), std::exp(x.value)); }, kX,
      {f, f, f});
}

// atan2(sin a, cos a) = a (to full turns) in every quadrant and on the axes: derivatives 1 and 0.
// With a = x^2 / 2 + offset: x and 1.
TEST(AdapterScalars, ArcTangentInEveryQuadrant) {
  for (int eighth = -3; eighth <= 4; ++eighth) {
    const double offset = eighth * std::numbers::pi / 4 - kX * kX / 2;
    const auto turned = [&](auto x) {
      const auto a = 0.5 * x * x + offset;
      const double c = std::cos(a.value), s = std::sin(a.value);
      return atan2(2.0 * chain(a, s, c, -s), 2.0 * chain(a, c, -s, -c));
    };
    // The angle pi is also -pi.
    const double sign = turned(Taylor(kX, 1, 0)).value < 0 && eighth == 4 ? -1 : 1;
    expect_jet(turned, kX, {sign * eighth * std::numbers::pi / 4, kX, 1});
  }
}

TEST(AdapterScalars, SizeIsTheMagnitudeOfTheTerms) {
  Gradient<1> x(1000.0);
  const auto e = x * x - 1e6;  // nothing is left of terms of a million
  EXPECT_EQ(e.value, 0);
  EXPECT_GE(e.size, 2e6);
  EXPECT_LE(e.size, 1e7);
}

// --- elements ------------------------------------------------------------------------------------

struct TrussTwin {
  static constexpr int nx = 4, ne = 1, np = 1;
  static std::string prepare(const double* x0, const double* columns, double* p) {
    return kTruss.prepare(x0, columns, p);
  }
  template <class T>
  static void continuity(const T* x, const T*, const T*, const double* p, T* e) {
    const T dx = x[2] - x[0], dy = x[3] - x[1];
    e[0] = sqrt(dx * dx + dy * dy) - p[0];
  }
};

struct TorsionTwin {
  static constexpr int nx = 2, ne = 1, np = 1;
  static std::string prepare(const double* x0, const double* columns, double* p) {
    return kTorsionHinge.prepare(x0, columns, p);
  }
  template <class T>
  static void continuity(const T* x, const T*, const T*, const double* p, T* e) {
    e[0] = x[1] - x[0] - p[0];
  }
};

struct RevoluteTwin {
  static constexpr int nx = 6, ne = 2, np = 6;
  static std::string prepare(const double* x0, const double* columns, double* p) {
    return kRevolute.prepare(x0, columns, p);
  }
  template <class T>
  static void continuity(const T* x, const T* c, const T* s, const double* p, T* e) {
    e[0] = x[0] + c[2] * p[0] - s[2] * p[1] - (x[3] + c[5] * p[2] - s[5] * p[3]) - p[4];
    e[1] = x[1] + s[2] * p[0] + c[2] * p[1] - (x[4] + s[5] * p[2] + c[5] * p[3]) - p[5];
  }
};

// n turns with body i; n.(A_i s_i) is the constant p[2].
struct TranslationalTwin {
  static constexpr int nx = 6, ne = 2, np = 7;
  static std::string prepare(const double* x0, const double* columns, double* p) {
    return kTranslational.prepare(x0, columns, p);
  }
  template <class T>
  static void continuity(const T* x, const T* c, const T* s, const double* p, T* e) {
    const T normal_x = c[2] * p[0] - s[2] * p[1], normal_y = s[2] * p[0] + c[2] * p[1];
    const T Pj_x = x[3] + c[5] * p[3] - s[5] * p[4], Pj_y = x[4] + s[5] * p[3] + c[5] * p[4];
    e[0] = normal_x * (x[0] - Pj_x) + normal_y * (x[1] - Pj_y) + p[2] - p[5];
    e[1] = x[2] - x[5] - p[6];
  }
};

template <bool kGeometric>
struct BeamTwin {
  static constexpr int nx = 6, ne = 3, np = 7;
  static std::string prepare(const double* x0, const double* columns, double* p) {
    return kBeam.prepare(x0, columns, p);
  }
  template <class T>
  static void continuity(const T* x, const T* c, const T* s, const double* p, T* e) {
    const T dx = x[3] - x[0], dy = x[4] - x[1];
    const T tp_x = c[2] * p[0] - s[2] * p[1], tp_y = s[2] * p[0] + c[2] * p[1];
    const T tq_x = c[5] * p[2] - s[5] * p[3], tq_y = s[5] * p[2] + c[5] * p[3];
    e[0] = sqrt(dx * dx + dy * dy) - p[4];
    e[1] = tp_y * dx - tp_x * dy;
    e[2] = tq_x * dy - tq_y * dx;
    if (kGeometric)
      e[0] = e[0] + (2.0 * e[1] * e[1] + e[1] * e[2] + 2.0 * e[2] * e[2]) / (30 * p[4]);
    e[1] = e[1] - p[5];
    e[2] = e[2] - p[6];
  }
};

template <class Twin>
void expect_twin(const ElementType& written) {
  static constexpr Column kColumns[] = {{"k", "", ""}};
  static const ElementType twin =
      make_element_type<Derived<Twin>>(written.spec, kColumns, diagonal_stiffness<Twin::ne>);
  double worst = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    RandomElements a(written, 3, seed), b(twin, 3, seed);
    const Numbers x = a.moved(), v = a.velocity();
    const auto expected = a.probe.acceleration(x, v), got = b.probe.acceleration(x, v);
    keep_worst(worst, largest_difference(got.e, expected.e));
    keep_worst(worst, largest_difference(got.De, expected.De));
    keep_worst(worst, largest_difference(got.D2e_vv, expected.D2e_vv));
    // Two honest estimates of one magnitude.
    for (std::size_t r = 0; r < expected.size.size(); ++r) {
      EXPECT_GT(got.size[r], expected.size[r] / 20);
      EXPECT_LT(got.size[r], expected.size[r] * 20);
    }
  }
  EXPECT_LT(worst, 2e-14);  // seen 3.6e-15
}

TEST(AdapterElements, EqualTheirHandWrittenTwins) {
  expect_twin<TrussTwin>(kTruss);
  expect_twin<TorsionTwin>(kTorsionHinge);
  expect_twin<RevoluteTwin>(kRevolute);
  expect_twin<TranslationalTwin>(kTranslational);
  expect_twin<BeamTwin<false>>(kBeam);
  expect_twin<BeamTwin<true>>(kBeamGeometric);
}

// Without arms a PLSDA is a truss between the bodies' points.
TEST(AdapterElements, DistanceWithoutArmsIsATruss) {
  ElementProbe distance(kSpringDistance), truss(kTruss);
  ASSERT_EQ(distance.add({0, 0, 0.4, 3, 4, -7}, {0, 0, 0, 0}), "");
  ASSERT_EQ(truss.add({0, 0, 3, 4}), "");
  const auto d = distance.acceleration({-1, 2, 1, 2, 6, 9}, {1, 2, 3, -1, 0.5, -6});
  const auto t = truss.acceleration({-1, 2, 2, 6}, {1, 2, -1, 0.5});
  EXPECT_NEAR(d.e[0], t.e[0], 2e-15);            // seen 0
  EXPECT_NEAR(d.D2e_vv[0], t.D2e_vv[0], 2e-15);  // seen 1.9e-16
  const Numbers expected = {t.De[0], t.De[1], 0, t.De[2], t.De[3], 0};
  EXPECT_LT(largest_difference(d.De, expected), 2e-15);  // seen 1.1e-16
}

// Arms of length 1 at right angles: P_i = (0, 1), P_j = (3, 5), 5 apart.
TEST(AdapterElements, DistanceOfBodyPoints) {
  const double right = std::numbers::pi / 2;
  ElementProbe probe(kSpringDistance);
  ASSERT_EQ(probe.add({0, 0, right, 3, 4, 0}, {1, 0, 0, 1}), "");
  EXPECT_NEAR(probe.position({0, 0, right, 3, 4, 0}).e[0], 0, 2e-15);  // seen 0
  // Turned half round, body i has its point at (0, -1): |(3, 6)|.
  EXPECT_NEAR(probe.position({0, 0, -right, 3, 4, 0}).e[0], std::sqrt(45.0) - 5, 2e-15);  // seen 0
  EXPECT_NE(probe.add({0, 0, 0, 0, 0, 0}, {1, 2, 1, 2}), "");
}

}  // namespace
}  // namespace mbs
