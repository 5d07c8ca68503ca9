// A platform on six heavy legs (decks/space/six_heavy_legs.dat) against a program of its own: where
// the legs are follows from the pose of the platform in closed form, velocities by complex steps,
// accelerations by differences of these, and the forces of the motors by virtual power.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <string>
#include <utility>

#include "paths.h"
#include "support/deck.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

using Complex = std::complex<double>;
template <class T>
using Vector = std::array<T, 3>;
template <class T>
using Matrix = std::array<Vector<T>, 3>;  // rows

template <class T>
Vector<T> crossed(const Vector<T>& a, const Vector<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
template <class T>
T dotted(const Vector<T>& a, const Vector<T>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class A, class B>
Vector<decltype(A() * B())> times(const Matrix<A>& m, const Vector<B>& v) {
  Vector<decltype(A() * B())> out{};
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c) out[r] += m[r][c] * v[c];
  return out;
}
template <class A, class B>
Matrix<decltype(A() * B())> product(const Matrix<A>& m, const Matrix<B>& n) {
  Matrix<decltype(A() * B())> out{};
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t k = 0; k < 3; ++k) out[r][c] += m[r][k] * n[k][c];
  return out;
}

// The numbers of the deck.
constexpr Vector<double> kBase[] = {{1, 0.1, 0},    {0.9, 0.45, 0},   {-0.4, 0.95, 0},
                                    {-0.6, 0.8, 0}, {-0.6, -0.85, 0}, {0.9, -0.5, 0}};
constexpr Vector<double> kArm[] = {{0, 1, 0},     {-0.5, 1, 0},     {1, 0.3, 0},
                                   {0.8, 0.6, 0}, {0.8, -0.6, 0.1}, {0.4, 0.9, 0}};
constexpr Vector<double> kBall[] = {{0.6, -0.05, -0.05}, {0.1, 0.6, -0.05},   {0, 0.6, -0.05},
                                    {-0.6, 0.1, -0.05},  {-0.6, -0.1, -0.05}, {0.6, -0.15, -0.05}};
struct Body {
  double m;
  Vector<double> c;
  Matrix<double> J;  // about the centre
};
constexpr Body kPlatform = {40, {0, 0, 0}, {{{4, 0.1, 0}, {0.1, 5, -0.2}, {0, -0.2, 8}}}};
constexpr Body kCylinder = {
    6, {0.01, -0.005, 0.35}, {{{0.3, 0.01, 0}, {0.01, 0.32, 0.005}, {0, 0.005, 0.03}}}};
constexpr Body kRod = {
    2.5, {0, 0.004, -0.4}, {{{0.12, 0, -0.002}, {0, 0.12, 0.001}, {-0.002, 0.001, 0.004}}}};
constexpr double kGravity = 9.81;

template <class T>
struct Frame {
  Vector<T> x;  // of the centre
  Matrix<T> R;
};
// The 13 bodies: the platform, then cylinder and rod of each leg; and the lengths of the legs.
template <class T>
struct Machine {
  std::array<Frame<T>, 13> bodies;
  std::array<T, 6> lengths;
};
const Body& body_at(std::size_t k) { return k == 0 ? kPlatform : k % 2 == 1 ? kCylinder : kRod; }

template <class T>
Machine<T> machine(const Vector<T>& p, const Matrix<T>& R) {
  Machine<T> out;
  out.bodies[0] = {p, R};
  for (std::size_t leg = 0; leg < 6; ++leg) {
    const Vector<T> ball = times(R, kBall[leg]);
    Vector<T> along, end;
    for (std::size_t c = 0; c < 3; ++c) end[c] = p[c] + ball[c], along[c] = end[c] - kBase[leg][c];
    const T length = std::sqrt(dotted(along, along));
    out.lengths[leg] = length;
    for (T& c : along) c /= length;
    // The second arm of the cross stays square to the first and to the leg.
    Vector<T> y = crossed(Vector<T>{kArm[leg][0], kArm[leg][1], kArm[leg][2]}, along);
    const T norm = std::sqrt(dotted(y, y));
    for (T& c : y) c /= norm;
    const Vector<T> x = crossed(y, along);
    Matrix<T> turned;
    for (std::size_t r = 0; r < 3; ++r) turned[r] = {x[r], y[r], along[r]};
    for (const bool rod : {false, true}) {
      const Vector<T> arm = times(turned, rod ? kRod.c : kCylinder.c);
      Frame<T>& frame = out.bodies[1 + 2 * leg + (rod ? 1 : 0)];
      frame.R = turned;
      for (std::size_t c = 0; c < 3; ++c) frame.x[c] = (rod ? end[c] : T(kBase[leg][c])) + arm[c];
    }
  }
  return out;
}

// exp of the rotation vector r, to third order: all that two derivatives at 0 need.
template <class T>
Matrix<T> turn_by(const Vector<T>& r) {
  const Matrix<T> s = {{{T(0), -r[2], r[1]}, {r[2], T(0), -r[0]}, {-r[1], r[0], T(0)}}};
  const Matrix<T> ss = product(s, s), sss = product(s, ss);
  Matrix<T> out{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      out[i][j] = (i == j ? 1.0 : 0.0) + s[i][j] + ss[i][j] / 2.0 + sss[i][j] / 6.0;
  return out;
}

struct Pose {
  Vector<double> p, v, a, w, wd;
  Matrix<double> R;
};

// Velocity of the centre and angular velocity along the axes of space from a complex step.
struct Twist {
  Vector<double> v, w;
};
constexpr double kStep = 1e-30;
Twist twist_of(const Frame<Complex>& frame) {
  Twist out{};
  Matrix<double> spin{};  // Rd R^T
  for (std::size_t i = 0; i < 3; ++i) {
    out.v[i] = frame.x[i].imag() / kStep;
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k)
        spin[i][j] += frame.R[i][k].imag() / kStep * frame.R[j][k].real();
  }
  out.w = {spin[2][1], spin[0][2], spin[1][0]};
  return out;
}

// The machine at time s from the pose, as far as its second derivatives go.
Machine<Complex> moved(const Pose& pose, Complex s) {
  Vector<Complex> p, turn;
  for (std::size_t c = 0; c < 3; ++c) {
    p[c] = pose.p[c] + pose.v[c] * s + pose.a[c] * s * s / 2.0;
    turn[c] = pose.w[c] * s + pose.wd[c] * s * s / 2.0;
  }
  return machine<Complex>(p, product(pose.R, turn_by<Complex>(turn)));
}

// Solves A x = b with pivots.
std::array<double, 6> solved(std::array<std::array<double, 6>, 6> A, std::array<double, 6> b) {
  for (std::size_t k = 0; k < 6; ++k) {
    std::size_t best = k;
    for (std::size_t r = k; r < 6; ++r)
      if (std::fabs(A[r][k]) > std::fabs(A[best][k])) best = r;
    std::swap(A[k], A[best]), std::swap(b[k], b[best]);
    for (std::size_t r = 0; r < 6; ++r) {
      if (r == k) continue;
      const double factor = A[r][k] / A[k][k];
      for (std::size_t c = 0; c < 6; ++c) A[r][c] -= factor * A[k][c];
      b[r] -= factor * b[k];
    }
  }
  for (std::size_t k = 0; k < 6; ++k) b[k] /= A[k][k];
  return b;
}

// What the six motors push with.
std::array<double, 6> pushes(const Pose& pose, const Vector<double>& load) {
  // Forces and moments that each body needs.
  std::array<Vector<double>, 13> force{}, moment{};
  constexpr double h = 5e-3;
  constexpr double kWeights[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  const Machine<Complex> here = moved(pose, {0, kStep});
  std::array<Machine<Complex>, 4> after, before;
  for (std::size_t n = 0; n < 4; ++n) {
    const double s = h * static_cast<double>(n + 1);
    after[n] = moved(pose, {s, kStep}), before[n] = moved(pose, {-s, kStep});
  }
  for (std::size_t k = 0; k < 13; ++k) {
    const Body& body = body_at(k);
    const Twist now = twist_of(here.bodies[k]);
    Vector<double> a{}, wd{};
    for (std::size_t n = 0; n < 4; ++n) {
      const Twist later = twist_of(after[n].bodies[k]), sooner = twist_of(before[n].bodies[k]);
      for (std::size_t c = 0; c < 3; ++c) {
        a[c] += kWeights[n] * (later.v[c] - sooner.v[c]) / h;
        wd[c] += kWeights[n] * (later.w[c] - sooner.w[c]) / h;
      }
    }
    Matrix<double> R, back;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) back[j][i] = R[i][j] = here.bodies[k].R[i][j].real();
    const Matrix<double> J = product(product(R, body.J), back);
    const Vector<double> spin = crossed(now.w, times(J, now.w)), change = times(J, wd);
    for (std::size_t c = 0; c < 3; ++c) {
      force[k][c] = body.m * (a[c] + (c == 2 ? kGravity : 0)) - (k == 0 ? load[c] : 0);
      moment[k][c] = change[c] + spin[c];
    }
  }
  // Virtual motions of the platform: three shifts, three turns.
  std::array<std::array<double, 6>, 6> A{};
  std::array<double, 6> b{};
  for (std::size_t d = 0; d < 6; ++d) {
    Vector<Complex> p = {pose.p[0], pose.p[1], pose.p[2]}, turn{};
    (d < 3 ? p[d] : turn[d - 3]) += Complex(0, kStep);
    const Machine<Complex> there = machine<Complex>(p, product(pose.R, turn_by<Complex>(turn)));
    for (std::size_t k = 0; k < 13; ++k) {
      const Twist virtual_motion = twist_of(there.bodies[k]);
      b[d] += dotted(force[k], virtual_motion.v) + dotted(moment[k], virtual_motion.w);
    }
    for (std::size_t leg = 0; leg < 6; ++leg) A[d][leg] = there.lengths[leg].imag() / kStep;
  }
  return solved(A, b);
}

TEST(SixHeavyLegs, PushAsVirtualPowerSays) {
  const test::RunResult run =
      test::good_run(test::read_all(MBSIM_ROOT "/decks/space/six_heavy_legs.dat"));
  ASSERT_EQ(run.rows.size(), 16u);
  double lengths = 0, forces = 0, largest = 0;
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    Pose pose;
    double q[4];
    for (std::size_t c = 0; c < 4; ++c) q[c] = run.value(row, fmt::format("x2_{}", c + 1));
    pose.R = {{{1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] - q[0] * q[3]),
                2 * (q[1] * q[3] + q[0] * q[2])},
               {2 * (q[1] * q[2] + q[0] * q[3]), 1 - 2 * (q[1] * q[1] + q[3] * q[3]),
                2 * (q[2] * q[3] - q[0] * q[1])},
               {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1]),
                1 - 2 * (q[1] * q[1] + q[2] * q[2])}}};
    for (std::size_t c = 0; c < 3; ++c) {
      pose.p[c] = run.value(row, fmt::format("x1_{}", c + 1));
      pose.v[c] = run.value(row, fmt::format("v1_{}", c + 1));
      pose.a[c] = run.value(row, fmt::format("a1_{}", c + 1));
      pose.w[c] = run.value(row, fmt::format("v2_{}", c + 1));
      pose.wd[c] = run.value(row, fmt::format("a2_{}", c + 1));
    }
    // The legs have the lengths that the deck gives them, with both rates.
    const double t = run.time(row);
    const Machine<double> start = machine<double>({0, 0, 1.2}, turn_by<double>({0, 0, 0}));
    const Machine<Complex> now = moved(pose, {0, kStep});
    const Machine<Complex> later = moved(pose, {1e-3, kStep}), sooner = moved(pose, {-1e-3, kStep});
    const std::array<double, 6> expected = pushes(pose, {30, 0, -200});
    for (std::size_t leg = 0; leg < 6; ++leg) {
      const double phase = 2 * t + static_cast<double>(leg);
      const double travel = 0.08 * (std::sin(phase) - std::sin(static_cast<double>(leg)));
      lengths = std::max({lengths, std::fabs(now.lengths[leg].real() - start.lengths[leg] - travel),
                          std::fabs(now.lengths[leg].imag() / kStep - 0.16 * std::cos(phase))});
      const double change = (later.lengths[leg].imag() - sooner.lengths[leg].imag()) / kStep / 2e-3;
      EXPECT_NEAR(change, -0.32 * std::sin(phase), 1e-5);
      const double push = -run.value(row, fmt::format("s{}2_1", leg + 1));
      forces = std::max(forces, std::fabs(push - expected[leg]));
      largest = std::max(largest, std::fabs(push));
    }
  }
  EXPECT_LT(lengths, 1e-11);
  EXPECT_GT(largest, 200);
  EXPECT_LT(forces / largest, 1e-10);
}

}  // namespace
}  // namespace mbs
