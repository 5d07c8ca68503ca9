// Impacts with friction as one problem, of random masses: Coulomb's law, Newton's law, no energy
// gained without restitution, and shares that do not depend on the order of the lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "solve/impact/even_shares.h"
#include "solve/impact/impact.h"
#include "support/draws.h"

namespace mbs {
namespace {

using Numbers = std::vector<double>;

// W = J J^T and velocities J v: contacts with gap and slip, then slots with friction, of a
// mechanism with so many degrees of freedom. The order of the contacts is given.
struct Scene {
  std::size_t contacts = 0, slots = 0;
  TouchProblem p;
  Numbers restitution;  // of each normal

  Scene(unsigned seed, std::size_t count, std::size_t joints, std::size_t freedoms, bool flat)
      : contacts(count), slots(joints) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> part;
    const std::size_t n = 2 * count + joints, all = n + joints;  // lines, then loads of slots
    Numbers J(all * freedoms), v(freedoms);
    for (double& value : J) value = normal(random);
    for (double& value : v) value = 3 * normal(random);
    // Points of one face have one slip, and gaps on one line.
    for (std::size_t k = 1; k < count && flat; ++k)
      for (std::size_t j = 0; j < freedoms; ++j) {
        J[(2 * k + 1) * freedoms + j] = J[freedoms + j];
        if (k > 1)
          J[2 * k * freedoms + j] =
              J[j] + 0.3 * static_cast<double>(k) * (J[2 * freedoms + j] - J[j]);
      }
    const auto product = [&](std::size_t a, std::size_t b) {
      return std::inner_product(&J[a * freedoms], &J[a * freedoms] + freedoms, &J[b * freedoms],
                                0.0);
    };
    p.n = static_cast<int>(n);
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) p.W.push_back(product(a, b));
      p.b.push_back(std::inner_product(v.begin(), v.end(), &J[a * freedoms], 0.0));
    }
    const double mu_s = 0.2 + part(random), mu_k = mu_s * (seed % 2 == 0 ? 1 : 0.7);
    for (std::size_t k = 0; k < count; ++k) {
      p.normals.push_back(static_cast<int>(2 * k));
      p.rubs.push_back(
          {static_cast<int>(2 * k + 1), static_cast<int>(k), {mu_s, mu_s}, {mu_k, mu_k}, 0, {}});
      restitution.push_back(seed % 3 == 0 ? 0 : part(random));
    }
    for (std::size_t j = 0; j < joints; ++j) {
      Rub rub;
      rub.line = static_cast<int>(2 * count + j);
      rub.rest = {0.3, 0.3};
      rub.sliding = {0.25, 0.25};
      rub.load = {FrictionKind::face, static_cast<int>(j), 0};
      p.rubs.push_back(rub);
      p.P0.push_back(0);
      for (std::size_t b = 0; b < n; ++b) p.C.push_back(0.3 * product(n + j, b));
    }
  }
  Numbers bounce(double scale) const {
    Numbers out(p.b.size(), 0.0);
    for (std::size_t k = 0; k < contacts; ++k)
      out[2 * k] = scale * restitution[k] * std::min(p.b[2 * k], 0.0);
    return out;
  }
  Numbers after(const Numbers& P) const {
    Numbers u = p.b;
    for (std::size_t i = 0; i < u.size(); ++i)
      u[i] += std::inner_product(P.begin(), P.end(),
                                 p.W.begin() + static_cast<std::ptrdiff_t>(i * u.size()), 0.0);
    return u;
  }
};

double work(const Scene& scene, const Numbers& P) {
  const Numbers u = scene.after(P);
  double sum = 0;
  for (std::size_t i = 0; i < P.size(); ++i) sum += P[i] * (u[i] + scene.p.b[i]) / 2;
  return sum;
}

unsigned asked() { return static_cast<unsigned>(test::draws(400, "MBSIM_IMPACTS")); }

TEST(RubbingImpact, GainsNoEnergyAndKeepsTheLaws) {
  int unsettled = 0;
  for (unsigned seed = 0; seed < asked(); ++seed) {
    const std::size_t contacts = 1 + seed % 5, slots = seed % 7 < 5 ? 0 : 1;
    const bool flat = seed % 3 == 1;
    const Scene scene(seed, contacts, slots, flat ? 3 : 2 * contacts + 2, flat);
    RubbingImpact impact(0, scene.p);
    Numbers P;
    if (!impact.solve(scene.bounce(0), P)) {
      ++unsettled;
      continue;
    }
    double size = 1;
    for (const double value : P) size = std::max(size, std::fabs(value));
    EXPECT_LT(work(scene, P), 1e-9 * size * size) << seed;
    if (!impact.solve(scene.bounce(1), P)) continue;
    const Numbers u = scene.after(P), bounce = scene.bounce(1);
    size = 1;
    for (const double value : P) size = std::max(size, std::fabs(value));
    for (std::size_t k = 0; k < contacts; ++k) {
      const double N = P[2 * k], T = P[2 * k + 1], gap = u[2 * k] + bounce[2 * k],
                   slip = u[2 * k + 1];
      EXPECT_GT(N, -1e-9 * size) << seed;
      EXPECT_GT(gap, -1e-8 * size) << seed;
      EXPECT_LT(std::min(N, gap), 1e-8 * size) << seed;
      const double most = scene.p.rubs[k].rest.up * N, least = scene.p.rubs[k].sliding.up * N;
      EXPECT_LT(std::fabs(T), most + 1e-8 * size) << seed;
      if (std::fabs(slip) < 1e-7 * size) continue;
      EXPECT_NEAR(T, std::copysign(least, -slip), 1e-7 * size) << seed;
    }
  }
  EXPECT_LE(unsettled, static_cast<int>((asked() + 99) / 100));
}

// The same lines in another order.
TEST(RubbingImpact, DoesNotDependOnTheOrderOfTheLines) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    const std::size_t contacts = 2 + seed % 4;
    const Scene scene(seed, contacts, 0, 3, true);
    std::vector<std::size_t> order(contacts);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin(), order.end(), std::mt19937(seed));
    Scene turned = scene;
    const std::size_t n = scene.p.b.size();
    const auto from = [&](std::size_t i) { return 2 * order[i / 2] + i % 2; };
    for (std::size_t i = 0; i < n; ++i) {
      turned.p.b[i] = scene.p.b[from(i)];
      for (std::size_t j = 0; j < n; ++j) turned.p.W[i * n + j] = scene.p.W[from(i) * n + from(j)];
    }
    Numbers P, Q;
    ASSERT_TRUE(RubbingImpact(0, scene.p).solve(scene.bounce(0), P)) << seed;
    ASSERT_TRUE(RubbingImpact(0, turned.p).solve(turned.bounce(0), Q)) << seed;
    double size = 1;
    for (const double value : P) size = std::max(size, std::fabs(value));
    const Numbers u = scene.after(P), w = turned.after(Q);
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_NEAR(w[i], u[from(i)], 1e-8 * size) << seed;
      EXPECT_NEAR(Q[i], P[from(i)], 1e-6 * size) << seed;
    }
  }
}

// Tangents that stop dead are eliminated: as if their friction had no bounds.
TEST(RubbingImpact, TangentsThatStopDeadHaveAnyImpulse) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    Scene scene(seed, 2, 0, 6, false);
    // The first slip becomes the first line, without a rub.
    TouchProblem p = scene.p;
    const std::vector<std::size_t> order = {1, 0, 2, 3};
    for (std::size_t i = 0; i < 4; ++i) {
      p.b[i] = scene.p.b[order[i]];
      for (std::size_t j = 0; j < 4; ++j) p.W[i * 4 + j] = scene.p.W[order[i] * 4 + order[j]];
    }
    p.normals = {1, 2};
    p.rubs = {scene.p.rubs[1]};
    p.rubs[0].line = 3;
    Numbers P;
    ASSERT_TRUE(RubbingImpact(1, p).solve(Numbers(4, 0.0), P));
    Numbers u = p.b;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j) u[i] += p.W[i * 4 + j] * P[j];
    EXPECT_NEAR(u[0], 0, 1e-9);
    for (const std::size_t i : {1u, 2u}) {
      EXPECT_GT(u[i], -1e-9);
      EXPECT_GE(P[i], 0);
      EXPECT_LT(std::min(u[i], P[i]), 1e-9);
    }
  }
}

// x of A x = b by Gauss elimination; false where A is nearly singular.
bool eliminate(std::vector<Numbers> A, Numbers b, Numbers& x) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k; i < n; ++i)
      if (std::fabs(A[i][k]) > std::fabs(A[best][k])) best = i;
    if (std::fabs(A[best][k]) < 1e-7) return false;
    std::swap(A[k], A[best]);
    std::swap(b[k], b[best]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = A[i][k] / A[k][k];
      for (std::size_t j = k; j < n; ++j) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  }
  x.assign(n, 0.0);
  for (std::size_t k = n; k-- > 0;) {
    x[k] = b[k];
    for (std::size_t j = k + 1; j < n; ++j) x[k] -= A[k][j] * x[j];
    x[k] /= A[k][k];
  }
  return true;
}

// Velocities after an impact, and how far rounding may bring them from these.
struct Velocities {
  Numbers u;
  double error;
};

// What rounding leaves of u = b + W P, where P solves A P = rhs: a solver gives the exact answer of
// entries that are off by eps, so P is off by |A^-1| (|A| |P| + |rhs|) eps (Skeel 1979). Where the
// impulses of two contacts that stand against each other are 1e6 times the speeds, that is 1e-9.
double error_of(const Scene& scene, const std::vector<Numbers>& A, const Numbers& rhs,
                const Numbers& P) {
  const std::size_t n = P.size();
  Numbers size(n), off(n, 0.0), column;
  for (std::size_t i = 0; i < n; ++i) {
    size[i] = std::fabs(rhs[i]);
    for (std::size_t j = 0; j < n; ++j) size[i] += std::fabs(A[i][j] * P[j]);
  }
  for (std::size_t k = 0; k < n; ++k) {
    Numbers unit(n, 0.0);
    unit[k] = 1;
    eliminate(A, unit, column);
    for (std::size_t i = 0; i < n; ++i) off[i] += std::fabs(column[i]) * size[k];
  }
  double out = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = std::fabs(scene.p.b[i]);
    for (std::size_t j = 0; j < n; ++j) sum += std::fabs(scene.p.W[i * n + j]) * off[j];
    out = std::max(out, sum);
  }
  // Gauss elimination without growth: 3 n eps (Higham 2002, theorem 9.4), here and in the solver;
  // twice that for growth (of 200 000 draws the worst needs 8 n eps).
  return 12 * static_cast<double>(n) * std::numeric_limits<double>::epsilon() * out;
}

// The velocities after all modes that fit: each contact parts, sticks, or slides either way; each
// slot sticks, or slides either way with its load of either sign. Where lines depend on each other,
// a mode whose equations are singular has solutions only if others have, in which a contact pushes
// nothing or a rub is at its bound: the corners of a polytope. `sure`: false where rounding
// decides.
std::vector<Velocities> enumerated(const Scene& scene, const Numbers& bounce, bool redundant,
                                   bool& sure) {
  const TouchProblem& p = scene.p;
  const std::size_t n = p.b.size(), contacts = scene.contacts;
  std::vector<Velocities> out;
  sure = true;
  std::size_t all = 1;
  for (std::size_t k = 0; k < p.rubs.size(); ++k) all *= k < contacts ? 4 : 5;
  for (std::size_t code = 0; code < all; ++code) {
    std::vector<Numbers> A(n, Numbers(n, 0.0));
    Numbers rhs(n, 0.0), P;
    std::vector<std::size_t> modes;
    const auto stops = [&](std::size_t line) {
      for (std::size_t j = 0; j < n; ++j) A[line][j] = p.W[line * n + j];
      rhs[line] = -p.b[line] - bounce[line];
    };
    for (std::size_t k = 0, left = code; k < p.rubs.size(); ++k) {
      const bool slot = k >= contacts;
      const std::size_t mode = slot ? 1 + left % 5 : left % 4, normal = 2 * k,
                        slip = slot ? contacts + k : normal + 1;
      left /= slot ? 5 : 4;
      modes.push_back(mode);
      const double mu = p.rubs[k].sliding.up;
      if (!slot && mode > 0) stops(normal);
      if (!slot && mode == 0) A[normal][normal] = 1;
      if (mode == 1) {
        stops(slip);
        continue;
      }
      A[slip][slip] = 1;
      if (!slot && mode > 1) A[slip][normal] = mode == 2 ? mu : -mu;
      // T = -way mu |C P|
      for (std::size_t j = 0; slot && j < n; ++j)
        A[slip][j] +=
            (mode % 2 == 0 ? mu : -mu) * (mode < 4 ? 1 : -1) * p.C[(k - contacts) * n + j];
    }
    if (!eliminate(A, rhs, P)) {
      sure = sure && redundant;
      continue;
    }
    const Numbers u = scene.after(P);
    double room = HUGE_VAL, size = 1;  // how far inside its bounds the mode is
    for (const double value : P) size = std::max(size, std::fabs(value));
    for (std::size_t k = 0; k < p.rubs.size(); ++k) {
      const bool slot = k >= contacts;
      const std::size_t mode = modes[k], normal = 2 * k, slip = slot ? contacts + k : normal + 1;
      double load = slot ? 0 : P[normal];
      for (std::size_t j = 0; slot && j < n; ++j) load += p.C[(k - contacts) * n + j] * P[j];
      if (mode == 0) room = std::min(room, u[normal] + bounce[normal]);
      if (mode > 0 && !slot) room = std::min(room, load);
      if (mode == 1)
        room = std::min(room, p.rubs[k].rest.up * std::fabs(load) - std::fabs(P[slip]));
      if (mode > 1) room = std::min(room, mode % 2 == 0 ? u[slip] : -u[slip]);
      if (mode > 1 && slot) room = std::min(room, mode < 4 ? load : -load);
    }
    const bool zero = std::fabs(room) < 1e-9 * size;
    if (std::fabs(room) < 1e-5 * size && !(zero && redundant)) sure = false;
    if (!(room > 0 || zero)) continue;
    const auto same = [&](const Velocities& other) {
      double apart = 0;
      for (std::size_t i = 0; i < n; ++i) apart = std::max(apart, std::fabs(u[i] - other.u[i]));
      return apart < 1e-6;
    };
    if (std::none_of(out.begin(), out.end(), same)) out.push_back({u, error_of(scene, A, rhs, P)});
  }
  return out;
}

// All solutions of an impact are found: as many as an enumeration finds, and the same ones. Up to
// three contacts and two slots, without and with more lines than freedoms.
TEST(RubbingImpact, CountsItsSolutions) {
  int several = 0, with_slots = 0, with_redundant = 0;
  for (unsigned seed = 0; seed < asked(); ++seed) {
    const std::size_t contacts = 1 + seed % 3, slots = seed / 3 % 4 != 3 ? 0 : contacts < 3 ? 2 : 1;
    const bool redundant = seed / 3 % 4 == 2;
    Scene scene(seed, contacts, slots, redundant ? 3 : 2 * contacts + slots, redundant);
    const double mu = 0.5 + 0.1 * (seed % 40);
    for (Rub& rub : scene.p.rubs) rub.rest = rub.sliding = {mu, mu};
    // A short guide: a unit of impulse presses it with several units.
    for (double& value : scene.p.C) value *= seed % 8 < 4 ? 1 : 5;
    const Numbers bounce = scene.bounce(1);
    bool sure = false;
    const std::vector<Velocities> expected = enumerated(scene, bounce, redundant, sure);
    if (!sure) continue;
    RubbingImpact impact(0, scene.p);
    Numbers P;
    // There is always one (docs/decisions.md, Impacts).
    ASSERT_FALSE(expected.empty()) << seed;
    ASSERT_TRUE(impact.solve(bounce, P)) << seed;
    std::vector<Numbers> found = impact.others();
    found.push_back(P);
    EXPECT_EQ(found.size(), expected.size()) << seed;
    (slots > 0 ? with_slots : redundant ? with_redundant : several) += expected.size() > 1 ? 1 : 0;
    for (const Numbers& one : found) {
      const Numbers u = scene.after(one);
      double nearest = HUGE_VAL, size = 1;
      for (const double value : u) size = std::max(size, std::fabs(value));
      for (const Velocities& other : expected) {
        double apart = -other.error;
        for (std::size_t i = 0; i < u.size(); ++i)
          apart = std::max(apart, std::fabs(u[i] - other.u[i]) - other.error);
        nearest = std::min(nearest, apart);
      }
      EXPECT_LT(nearest, 1e-9 * size) << seed;
    }
  }
  EXPECT_GT(several, 0);  // in few draws (test::draws)
  EXPECT_GT(with_slots, 0);
  EXPECT_GT(with_redundant, 0);
}

}  // namespace
}  // namespace mbs
