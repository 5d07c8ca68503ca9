// Chains of bodies of space: both forms, both ways to join bodies, and Kane's equations written
// here for a chain of spherical joints, which know no constraints.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "base/space_vector.h"
#include "nodes/quaternion.h"
#include "solve/forces/dynamics.h"
#include "support/deck.h"
#include "support/elimination.h"

namespace mbs {
namespace {

using Matrix3 = std::array<double, 9>;  // row-major

Matrix3 skew(Vec3 a) { return {0, -a.z, a.y, a.z, 0, -a.x, -a.y, a.x, 0}; }
Matrix3 product(const Matrix3& A, const Matrix3& B) {
  Matrix3 C{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) C[3 * i + j] += A[3 * i + k] * B[3 * k + j];
  return C;
}
Matrix3 transposed(const Matrix3& A) {
  return {A[0], A[3], A[6], A[1], A[4], A[7], A[2], A[5], A[8]};
}

// A chain that hangs from the origin: joint k of body k lies at -c, its next joint at +c from the
// centre of mass. All in the axes of the body but q.
struct Link {
  double m;
  std::array<double, 6> J;  // Ixx Ixy Ixz Iyy Iyz Izz
  Vec3 c;
  double q[4], w[3];
};

std::vector<Link> random_chain(int n, unsigned seed) {
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<Link> out;
  for (int k = 0; k < n; ++k) {
    Link link{};
    link.m = 1 + 0.5 * uniform(generator);
    link.c = {0.2 + 0.05 * uniform(generator), 0.1 * uniform(generator), 0.1 * uniform(generator)};
    link.J = {0.03,  0.004 * uniform(generator), 0.004 * uniform(generator),
              0.025, 0.004 * uniform(generator), 0.035};
    for (double& q : link.q) q = uniform(generator);
    normalise(link.q);
    for (double& w : link.w) w = 3 * uniform(generator);
    out.push_back(link);
  }
  return out;
}

constexpr double kGravity[] = {0.3, -0.2, -9.81};

// Kane: sum over bodies of (m (a - g)) . dv/dw_j + (I alpha + w x I w) . dw/dw_j = 0 with the
// angular velocities in the axes of space as speeds. Angular accelerations in those of the bodies.
std::vector<Vec3> kane(const std::vector<Link>& chain) {
  const std::size_t n = chain.size();
  std::vector<double> A(9 * n * n, 0.0), b(3 * n, 0.0);
  std::vector<Matrix3> R(n);
  std::vector<Vec3> w(n), d(n);  // d: from the joint to the centre of mass, in space
  for (std::size_t k = 0; k < n; ++k) {
    rotation_matrix(chain[k].q, R[k].data());
    w[k] = to_space(R[k].data(), vec3(chain[k].w));
    d[k] = to_space(R[k].data(), chain[k].c);
  }
  for (std::size_t k = 0; k < n; ++k) {
    const std::array<double, 6>& J = chain[k].J;
    const Matrix3 in_body = {J[0], J[1], J[2], J[1], J[3], J[4], J[2], J[4], J[5]};
    const Matrix3 I = product(product(R[k], in_body), transposed(R[k]));
    const Vec3 Iw{I[0] * w[k].x + I[1] * w[k].y + I[2] * w[k].z,
                  I[3] * w[k].x + I[4] * w[k].y + I[5] * w[k].z,
                  I[6] * w[k].x + I[7] * w[k].y + I[8] * w[k].z};
    const Vec3 gyroscopic = cross(w[k], Iw);
    // v of the centre = sum over i <= k of w_i x arm_i.
    const auto arm = [&](std::size_t i) { return (i < k ? 2.0 : 1.0) * d[i]; };
    Vec3 bias = -1.0 * vec3(kGravity);
    for (std::size_t i = 0; i <= k; ++i) bias = bias + cross(w[i], cross(w[i], arm(i)));
    for (std::size_t j = 0; j <= k; ++j) {
      const Vec3 moment = chain[k].m * cross(arm(j), bias);
      for (std::size_t r = 0; r < 3; ++r) {
        b[3 * j + r] -= moment[static_cast<int>(r)];
        if (j == k) b[3 * j + r] -= gyroscopic[static_cast<int>(r)];
      }
      for (std::size_t i = 0; i <= k; ++i) {
        // arm_j x (alpha_i x arm_i) = -skew(arm_j) skew(arm_i) alpha_i
        const Matrix3 block = product(skew(arm(j)), skew(arm(i)));
        for (std::size_t r = 0; r < 3; ++r)
          for (std::size_t c = 0; c < 3; ++c) {
            double& entry = A[(3 * j + r) * 3 * n + 3 * i + c];
            entry -= chain[k].m * block[3 * r + c];
            if (i == k && j == k) entry += I[3 * r + c];
          }
      }
    }
  }
  const std::vector<double> alpha = test::solve_by_elimination(A, b);
  std::vector<Vec3> out;
  for (std::size_t k = 0; k < n; ++k) out.push_back(to_body(R[k].data(), vec3(&alpha[3 * k])));
  return out;
}

enum class Joined { spherical, pins };

// Bodies are (4 k + 1, 4 k + 2); joined by pins they share point 4 k + 3, the next joint.
std::string deck(const std::vector<Link>& chain, Joined joined, const std::string& how) {
  std::string elements, nodes = R"(X 1 0 0 0
X 2 1 0 0 0
FIX 1
FIX 2
)",
                        dynamics;
  Vec3 joint;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    const Link& link = chain[k];
    const std::size_t p = 4 * k + 5, before = 4 * k + 1;
    double R[9];
    rotation_matrix(link.q, R);
    const Vec3 half = to_space(R, link.c), centre = joint + half, next = centre + half;
    nodes += fmt::format(R"(X {} {} {} {}
X {} {} {} {} {}
DYNX {}
)",
                         p, centre.x, centre.y, centre.z, p + 1, link.q[0], link.q[1], link.q[2],
                         link.q[3], p + 1);
    const Vec3 at = k == 0 ? Vec3{} : chain[k - 1].c;
    if (joined == Joined::spherical) {
      elements +=
          fmt::format("SPHERICAL {} {} {} {} {} {} {} {} {} {} {}\n", k + 1, before, before + 1, p,
                      p + 1, at.x, at.y, at.z, -link.c.x, -link.c.y, -link.c.z);
    } else {
      const std::size_t above = k == 0 ? 1 : before + 2;
      nodes += fmt::format("X {} {} {} {}\n", p + 2, next.x, next.y, next.z);
      elements += fmt::format("PINBODY {} {} {} {}\nPINBODY {} {} {} {}\n", 2 * k + 1, p, p + 1,
                              above, 2 * k + 2, p, p + 1, p + 2);
    }
    joint = next;
    dynamics += fmt::format("XM {} {}\nXM {} {}\n", p, link.m, p + 1, fmt::join(link.J, " "));
    for (int c = 0; c < 3; ++c)
      dynamics += fmt::format("STARTVX {} {} {}\n", p + 1, c + 1, link.w[c]);
  }
  return elements + nodes + "END HALT\n" + dynamics +
         fmt::format("GRAVITY {}\n", fmt::join(kGravity, " ")) + how + "\nEND END\n";
}

// Largest difference of the angular accelerations from Kane's, over the largest of them.
double gap_to_kane(const std::vector<Link>& chain, const test::Loaded& loaded, Form form) {
  Options options;
  Dynamics dynamics(loaded.built->model, loaded.built->phase, options, form, false);
  State state = test::initial_state(loaded);
  EXPECT_TRUE(dynamics.accelerate(dynamics.start(state), state).ok());
  const std::vector<Vec3> expected = kane(chain);
  double worst = 0, largest = 0;
  for (std::size_t k = 0; k < chain.size(); ++k) {
    const Orientation& of = loaded.built->model.orientations[k + 1];
    for (int c = 0; c < 3; ++c) {
      const double a = state.a[static_cast<std::size_t>(of.first + c)];
      const double gap = std::fabs(a - expected[k][c]);
      worst = std::isfinite(gap) ? std::max(worst, gap) : HUGE_VAL;
      largest = std::max(largest, std::fabs(expected[k][c]));
    }
  }
  return worst / largest;
}

TEST(SpaceChain, TwentySphericalPendulumsAreKanes) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const std::vector<Link> chain = random_chain(20, seed);
    for (Joined joined : {Joined::spherical, Joined::pins}) {
      const test::Loaded loaded = test::load(deck(chain, joined, "TIMESTEP 1 1"));
      ASSERT_TRUE(loaded.built) << loaded.diagnostics.format_all();
      for (Form form : {Form::reduced, Form::full})
        EXPECT_LT(gap_to_kane(chain, loaded, form), 1e-12);  // seen 6.0e-14
    }
  }
}

// All channels of two runs: the largest difference over the largest number of the channel's kind.
double apart(const test::RunResult& a, const test::RunResult& b, const std::string& letter) {
  double worst = 0, largest = 0;
  for (std::size_t c = 1; c < a.names.size(); ++c) {
    if (a.names[c].substr(0, letter.size()) != letter || a.names[c].find('_') == std::string::npos)
      continue;
    const std::size_t other = b.column(a.names[c]);
    if (other >= b.names.size()) continue;
    for (std::size_t k = 0; k < a.rows.size(); ++k) {
      worst = std::max(worst, std::fabs(a.rows[k][c] - b.rows.at(k)[other]));
      largest = std::max(largest, std::fabs(a.rows[k][c]));
    }
  }
  return worst / largest;
}

TEST(SpaceChain, FormsAgreeAtEachEvaluation) {
  const std::vector<Link> chain = random_chain(5, 7);
  for (Joined joined : {Joined::spherical, Joined::pins}) {
    const auto run = [&](const char* form) {
      return test::run(
          deck(chain, joined,
               std::string("INTEG DOP853 1e-12 1e-12\nTIMESTEP 1e-3 1") + "\nFORM " + form));
    };
    const test::RunResult reduced = run("REDUCED"), full = run("FULL");
    ASSERT_EQ(reduced.status, ExitStatus::done) << reduced.messages;
    ASSERT_EQ(full.status, ExitStatus::done) << full.messages;
    for (const char* letter : {"x", "v", "a", "s", "r"})
      EXPECT_LT(apart(reduced, full, letter), 1e-13) << letter;  // seen 2.5e-15
  }
}

TEST(SpaceChain, BothJoinsGiveOneMotion) {
  const std::vector<Link> chain = random_chain(3, 11);
  const std::string how = "INTEG DOP853 1e-12 1e-12\nTIMESTEP 0.5 5";
  const test::RunResult joints = test::run(deck(chain, Joined::spherical, how)),
                        pins = test::run(deck(chain, Joined::pins, how)),
                        chosen = test::run(deck(chain, Joined::pins, how + "\nDOF AUTO"));
  ASSERT_EQ(joints.status, ExitStatus::done) << joints.messages;
  ASSERT_EQ(pins.status, ExitStatus::done) << pins.messages;
  ASSERT_EQ(chosen.status, ExitStatus::done) << chosen.messages;
  EXPECT_LT(apart(joints, pins, "x"), 1e-11);                      // seen 1.2e-13
  EXPECT_LT(apart(joints, pins, "v"), 1e-11);                      // seen 5.2e-13
  EXPECT_LT(apart(joints, chosen, "x"), 1e-11);                    // seen 1.2e-13
  EXPECT_LT(std::fabs(joints.value(5, "energy.balance")), 1e-11);  // seen 1.1e-12
}

}  // namespace
}  // namespace mbs
