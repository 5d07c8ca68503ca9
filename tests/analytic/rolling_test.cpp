// Bodies that roll on a plane of space, against equations of their own in three angular velocities,
// with the contact eliminated: a disc with a round tyre, an ellipsoid whose spin reverses. A ball
// on a turning table against its closed form.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>

#include "base/space_vector.h"
#include "nodes/quaternion.h"
#include "paths.h"
#include "support/deck.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

// rho from the mass centre to the contact and its rate, along the axes of the body, from the normal
// n and its rate there.
using Contact = std::function<std::array<Vec3, 2>(Vec3 n, Vec3 rate)>;

// A body with the mass m and the moments of inertia J along its axes rolls on the plane z = 0 with
// w the angular velocity along its axes. With v = rho x w the velocity of the mass centre, and the
// force F of the plane,
//   m dv/dt = F + m g,  J w' + w x J w = rho x F;
// F is put in and w' found from three equations.
struct RollingBody {
  double m, g;
  Vec3 J;
  Contact contact;
  using State = std::array<double, 9>;  // q (4), w (3), x, y

  static Vec3 normal(const double* q) {
    double R[9];
    rotation_matrix(q, R);
    return {R[6], R[7], R[8]};
  }
  Vec3 times_J(Vec3 w) const { return {J.x * w.x, J.y * w.y, J.z * w.z}; }

  // w' and the force, along the axes of the body.
  std::array<Vec3, 2> accelerations(const State& y) const {
    const Vec3 w = vec3(y.data() + 4), n = normal(y.data());
    const auto [rho, rate] = contact(n, cross(n, w));
    const Vec3 moved = rate + cross(w, rho);  // rate of rho in space
    // F = -m (w' x rho + w x moved) + m g n
    const Vec3 given = m * (g * n - cross(w, moved));
    const Vec3 right = cross(rho, given) - cross(w, times_J(w));
    // J w' + m (rho.rho w' - rho rho.w') = right
    double A[3][4];
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j)
        A[i][j] = (i == j ? J[i] + m * dot(rho, rho) : 0) - m * rho[i] * rho[j];
      A[i][3] = right[i];
    }
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 3; ++i) {
        if (i == k) continue;
        const double f = A[i][k] / A[k][k];
        for (int j = 0; j < 4; ++j) A[i][j] -= f * A[k][j];
      }
    const Vec3 wd = {A[0][3] / A[0][0], A[1][3] / A[1][1], A[2][3] / A[2][2]};
    return {wd, given - m * cross(wd, rho)};
  }
  State rate(const State& y) const {
    State out{};
    quaternion_rate(y.data(), y.data() + 4, out.data());
    const Vec3 w = vec3(y.data() + 4), n = normal(y.data()), wd = accelerations(y)[0];
    for (int c = 0; c < 3; ++c) out[static_cast<std::size_t>(4 + c)] = wd[c];
    double R[9];
    rotation_matrix(y.data(), R);
    const Vec3 v = to_space(R, cross(contact(n, cross(n, w))[0], w));
    out[7] = v.x, out[8] = v.y;
    return out;
  }
  // By Runge and Kutta's method of the fourth order.
  void advance(State& y, double t, int steps) const {
    const double h = t / steps;
    const auto along = [](const State& from, double s, const State& d) {
      State out = from;
      for (std::size_t k = 0; k < out.size(); ++k) out[k] += s * d[k];
      return out;
    };
    for (int k = 0; k < steps; ++k) {
      const State a = rate(y), b = rate(along(y, h / 2, a)), c = rate(along(y, h / 2, b)),
                  d = rate(along(y, h, c));
      for (std::size_t i = 0; i < y.size(); ++i)
        y[i] += h / 6 * (a[i] + 2 * b[i] + 2 * c[i] + d[i]);
      normalise(y.data());
    }
  }
};

// Compares a run, whose body is (1, 2) and rolls by element 1, with the equations above.
void compare(const test::RunResult& run, const RollingBody& body, const char* word, int steps) {
  RollingBody::State y{};
  for (std::size_t c = 0; c < 4; ++c) y[c] = run.value(0, fmt::format("x2_{}", c + 1));
  for (std::size_t c = 0; c < 3; ++c) y[4 + c] = run.value(0, fmt::format("v2_{}", c + 1));
  y[7] = run.value(0, "x1_1"), y[8] = run.value(0, "x1_2");
  double motion = 0, force = 0, largest = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    if (k > 0) body.advance(y, run.time(k) - run.time(k - 1), steps);
    for (std::size_t c = 0; c < 4; ++c)
      motion = std::max(motion, std::fabs(run.value(k, fmt::format("x2_{}", c + 1)) - y[c]));
    for (std::size_t c = 0; c < 3; ++c) {
      motion = std::max(motion, std::fabs(run.value(k, fmt::format("v2_{}", c + 1)) - y[4 + c]));
      largest = std::max(largest, std::fabs(y[4 + c]));
    }
    motion = std::max(motion, std::fabs(run.value(k, "x1_1") - y[7]));
    motion = std::max(motion, std::fabs(run.value(k, "x1_2") - y[8]));
    const Vec3 n = RollingBody::normal(y.data());
    const double N = dot(body.accelerations(y)[1], n);
    force =
        std::max(force, std::fabs(run.value(k, fmt::format("{}1.n", word)) - N) / (body.m * 9.81));
    // It touches the plane.
    EXPECT_NEAR(run.value(k, fmt::format("{}1.z", word)), 0, 1e-12);
    EXPECT_NEAR(run.value(k, "x1_3"), -dot(body.contact(n, {})[0], n), 1e-10);
  }
  EXPECT_GT(largest, 1);
  EXPECT_LT(motion, 1e-9 * largest);
  EXPECT_LT(force, 1e-9 * largest);
}

TEST(Rolling, DiscWithATyre) {
  const double r = 0.3, c = 0.05, m = 2;
  const test::RunResult run = test::good_run(fmt::format(
      R"(WHEEL 1  1 2  1 0 0  {0} TYRE {1}  PLANE 0 0 1
X 1  0 0 ${{{0}*sin(1.1) + {1}}}
X 2  AXES x ${{sin(1.1)}} 0 ${{cos(1.1)}}  y 0 0 1
DYNX 2
END HALT
XM 1  {2}
XM 2  0.1 0 0  0.06 0  0.06
STARTVX 2  6 2 -0.3
GRAVITY 0 0 -9.81
INTEG DOP853 1e-13 1e-13
TIMESTEP 2 20
END END
)",
      r, c, m));
  const RollingBody body{m, 9.81, {0.1, 0.06, 0.06}, [r, c](Vec3 n, Vec3 rate) {
                           const Vec3 in = {0, n.y, n.z}, in_rate = {0, rate.y, rate.z};
                           const double s = std::sqrt(dot(in, in));
                           const Vec3 up = 1 / s * in,
                                      up_rate = 1 / s * (in_rate - dot(up, in_rate) * up);
                           return std::array<Vec3, 2>{-r * up - c * n, -r * up_rate - c * rate};
                         }};
  compare(run, body, "wheel", 4000);
}

TEST(Rolling, SpinOfARattlebackReverses) {
  const test::RunResult run =
      test::good_run(test::read_all(std::string(MBSIM_ROOT) + "/decks/space/rattleback.dat"));
  const double m = 0.1, a = 0.1, b = 0.02, c = 0.015, askew = std::atan(1.0) / 45 * 2;
  const RollingBody body{
      m,
      9.81,
      {m * (b * b + c * c) / 5, m * (a * a + c * c) / 5, m * (a * a + b * b) / 5},
      [=](Vec3 n, Vec3 rate) {
        const auto turned = [askew](Vec3 v, double sign) {
          const double C = std::cos(askew), S = sign * std::sin(askew);
          return Vec3{C * v.x - S * v.y, S * v.x + C * v.y, v.z};
        };
        const Vec3 in = turned(n, -1), in_rate = turned(rate, -1);
        const Vec3 D = {a, b, c};
        Vec3 p = {D.x * in.x, D.y * in.y, D.z * in.z},
             pd = {D.x * in_rate.x, D.y * in_rate.y, D.z * in_rate.z};
        const double s = std::sqrt(dot(p, p));
        pd = 1 / s * (pd - dot(p, pd) / (s * s) * p), p = 1 / s * p;
        return std::array<Vec3, 2>{turned({-D.x * p.x, -D.y * p.y, -D.z * p.z}, 1),
                                   turned({-D.x * pd.x, -D.y * pd.y, -D.z * pd.z}, 1)};
      }};
  compare(run, body, "egg", 6000);
  EXPECT_EQ(run.value(0, "v2_3"), 5);
  double least = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) least = std::min(least, run.value(k, "v2_3"));
  EXPECT_LT(least, -4);
}

// v' = 2/7 W z x v: its centre runs round a circle.
TEST(Rolling, BallOnATurningTable) {
  const test::RunResult run = test::good_run(
      test::read_all(std::string(MBSIM_ROOT) + "/decks/space/ball_on_turntable.dat"));
  const double turn = 3.5, w = 2 * turn / 7, vx = 0.25, vy = turn * 0.1, m = 0.05;
  double worst = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k), c = std::cos(w * t), s = std::sin(w * t);
    const auto close = [&](const char* channel, double value) {
      worst = std::max(worst, std::fabs(run.value(k, channel) - value));
    };
    close("v4_1", vx * c - vy * s);
    close("v4_2", vx * s + vy * c);
    close("x4_1", 0.1 + (vx * s + vy * (c - 1)) / w);
    close("x4_2", (vx * (1 - c) + vy * s) / w);
    close("ball2.x", 0.1 + (vx * s + vy * (c - 1)) / w);
    close("ball2.z", 0);
    close("ball2.n", m * 9.81);
    // The directions along and across turn with the table; the force bends the way.
    const double force = std::hypot(run.value(k, "ball2.along"), run.value(k, "ball2.across"));
    worst = std::max(worst, std::fabs(force - m * w * std::hypot(vx, vy)));
  }
  EXPECT_LT(worst, 1e-9);  // seen 1.0e-10
}

// A wheel on a plane of a body that moves: the force on the body is minus that on the wheel, and
// what both have together of momentum stays.
TEST(Rolling, OnAFreePlateMomentumStays) {
  const test::RunResult run =
      test::good_run(R"(WHEEL 1  1 2  1 0 0  0.3  ON 3 4 PLANE 0.1 0.2 1 THROUGH 0 0 0.05
X 1  0 0 ${0.05 + 0.3*sin(1.1)}
X 2  AXES x ${sin(1.1)} 0 ${cos(1.1)}  y 0 0 1
X 3  0 0 0
X 4  1 0 0 0
END HALT
DOF AUTO
XM 1  2
XM 2  0.09 0 0  0.045 0  0.045
XM 3  5
XM 4  0.4 0.02 0.01  0.3 -0.01  0.6
STARTVX 2  6 2 -0.3
STARTVX 4  0.1 0.2 0.3
INTEG DOP853 1e-13 1e-13
TIMESTEP 0.2 20
END END
)");
  double worst = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    for (const char* what : {"momentum.x", "momentum.y", "momentum.z", "momentum.angularx",
                             "momentum.angulary", "momentum.angularz", "energy.kinetic"})
      worst = std::max(worst, std::fabs(run.value(k, what) - run.value(0, what)));
  EXPECT_LT(worst, 1e-11);
}

}  // namespace
}  // namespace mbs
