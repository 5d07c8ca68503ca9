// PLBEAM and PLBEAMG against the closed forms of beam theory.
#include <gtest/gtest.h>

#include <numbers>

#include "derivative/element_probe.h"
#include "elements/types.h"
#include "linalg/lu.h"

namespace mbs {
namespace {

constexpr double kPi = std::numbers::pi;

// n beams in a row along a straight line of length 1 and any direction, a node (x, y, phi) at each
// joint; the matrices of small motion about it.
class Row {
 public:
  Row(const ElementType& type, int n, double direction)
      : probe_(type), n_(n), c_(std::cos(direction)), s_(std::sin(direction)) {
    for (int k = 0; k < n; ++k) {
      const double a = static_cast<double>(k) / n, b = static_cast<double>(k + 1) / n;
      const Numbers x = {c_ * a, s_ * a, 0.3, c_ * b, s_ * b, 0.3};  // node angles are arbitrary
      EXPECT_EQ(probe_.add(x), "");
      x_.insert(x_.end(), x.begin(), x.end());
    }
  }

  int size() const { return 3 * (n_ + 1); }

  // De^T K De of all beams.
  Numbers stiffness(double EA, double EI) const {
    const Numbers K = probe_.stiffness({EA, EI}), De = probe_.position(x_).De;
    return assemble([&](int element, int i, int j) {
      double sum = 0;
      for (int r = 0; r < 3; ++r)
        for (int t = 0; t < 3; ++t)
          sum += De[at(18 * element + 3 * i + r)] * K[at(3 * t + r)] *
                 De[at(18 * element + 3 * j + t)];
      return sum;
    });
  }
  // Second derivatives of all elongations: minus the stiffness that unit compression adds.
  Numbers compression() const {
    return assemble([&](int element, int i, int j) {
      return (curvature(element, i, j) - curvature(element, i, -1) - curvature(element, j, -1)) / 2;
    });
  }
  Numbers mass(double rho, double J) const {
    Numbers columns;
    for (int k = 0; k < n_; ++k) columns.insert(columns.end(), {rho, J});
    const Numbers M = probe_.inertia(x_, Numbers(x_.size(), 0.0), columns).M;
    return assemble([&](int element, int i, int j) { return M[at(36 * element + 6 * j + i)]; });
  }

  // (along, across, turn) at the last node for a load (along, across, moment) there, first clamped.
  Numbers tip_deflection(double EA, double EI, const Numbers& load) const {
    Numbers K = stiffness(EA, EI), f(at(size()), 0.0);
    f[at(size() - 3)] = c_ * load[0] - s_ * load[1];
    f[at(size() - 2)] = s_ * load[0] + c_ * load[1];
    f[at(size() - 1)] = load[2];
    factor(K, clamped()).solve(f.data());
    const double x = f[at(size() - 3)], y = f[at(size() - 2)];
    return {c_ * x + s_ * y, c_ * y - s_ * x, f[at(size() - 1)]};
  }

  // Supports, as lists of coordinates; pinned needs the row along x.
  std::vector<int> clamped() const { return {0, 1, 2}; }
  std::vector<int> pinned() const { return {0, 1, size() - 2}; }

  // Lowest lambda of A x = lambda B x without the supported coordinates, by inverse iteration.
  double lowest(const Numbers& A, const Numbers& B, const std::vector<int>& supports) const {
    const Lu factors = factor(A, supports);
    Numbers x(at(size()));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = 1 + 0.3 * static_cast<double>(i % 5);
    for (int k : supports) x[at(k)] = 0;
    for (int iteration = 0; iteration < 100; ++iteration) {
      Numbers y(x.size(), 0.0);
      for (std::size_t j = 0; j < x.size(); ++j)
        for (std::size_t i = 0; i < x.size(); ++i) y[i] += B[j * x.size() + i] * x[j];
      for (int k : supports) y[at(k)] = 0;
      factors.solve(y.data());
      double norm = 0;
      for (double yi : y) norm = std::max(norm, std::fabs(yi));
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = y[i] / norm;
    }
    return bilinear(x, A.data(), x) / bilinear(x, B.data(), x);
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  template <class F>
  Numbers assemble(const F& entry) const {
    Numbers sum(at(size() * size()), 0.0);
    for (int k = 0; k < n_; ++k)
      for (int j = 0; j < 6; ++j)
        for (int i = 0; i < 6; ++i) sum[at((3 * k + j) * size() + 3 * k + i)] += entry(k, i, j);
    return sum;
  }
  // D2e1 along unit vector i plus unit vector j (-1: none).
  double curvature(int element, int i, int j) const {
    Numbers v(x_.size(), 0.0);
    v[at(6 * element + i)] += 1;
    if (j >= 0) v[at(6 * element + j)] += 1;
    return probe_.acceleration(x_, v).D2e_vv[at(3 * element)];
  }
  Lu factor(const Numbers& A, const std::vector<int>& supports) const {
    Lu factors(size());
    for (int j = 0; j < size(); ++j)
      for (int i = 0; i < size(); ++i) factors.matrix()(i, j) = A[at(j * size() + i)];
    for (int k : supports) factors.matrix()(k, k) += 1e20;
    EXPECT_EQ(factors.factor(), -1);
    return factors;
  }

  ElementProbe probe_;
  int n_;
  double c_, s_;
  Numbers x_;
};

// --- deformations --------------------------------------------------------------------------------

TEST(Beam, IsUndeformedInitiallyInAnyPose) {
  for (const ElementType* type : {&kBeam, &kBeamGeometric, &kBeamLarge})
    for (unsigned seed = 0; seed < 50; ++seed) {
      const RandomElements s(*type, 1, seed);
      const auto start = s.probe.position(s.x0);
      for (std::size_t r = 0; r < 3; ++r)
        EXPECT_LT(std::fabs(start.e[r]) / start.size[r], 5e-16);  // seen 9.6e-17
    }
  ElementProbe probe(kBeam);
  EXPECT_NE(probe.add({1, 2, 0, 1, 2, 0}), "");
}

// Nodes turned by a and b from a chord stretched from 2 to 2.5: e2 = l sin a, e3 = -l sin b.
TEST(Beam, BendingIsChordTimesSineOfTheNodesRotation) {
  const double a = 0.4, b = -0.7, l = 2.5, turn = 1.1;
  ElementProbe probe(kBeam);
  ASSERT_EQ(probe.add({0, 0, 5, 2, 0, -9}), "");
  const Numbers e = probe
                        .position({1, 1, 5 + turn + a, 1 + l * std::cos(turn),
                                   1 + l * std::sin(turn), -9 + turn + b})
                        .e;
  EXPECT_NEAR(e[0], 0.5, 1e-14);               // seen 0
  EXPECT_NEAR(e[1], l * std::sin(a), 1e-14);   // seen 0
  EXPECT_NEAR(e[2], -l * std::sin(b), 1e-14);  // seen 6.7e-16
}

// Bent to an arc of angle a without stretching, the chord is 2 sin(a/2) / a of the length: PLBEAM
// sees -a^2/24 of elongation, PLBEAMG only terms of a^4.
TEST(Beam, GeometricElongationOfAnArcVanishesToFourthOrder) {
  const auto elongation = [](const ElementType& type, double a) {
    ElementProbe probe(type);
    EXPECT_EQ(probe.add({0, 0, 0, 1, 0, 0}), "");
    return probe.position({0, 0, 0, std::sin(a) / a, (1 - std::cos(a)) / a, a}).e[0];
  };
  EXPECT_NEAR(elongation(kBeam, 0.1) / (-0.01 / 24), 1, 1e-3);  // seen 1.2e-4
  const double coarse = elongation(kBeamGeometric, 0.2), fine = elongation(kBeamGeometric, 0.1);
  EXPECT_LT(std::fabs(fine), 1e-6);     // seen 6.4e-7
  EXPECT_NEAR(coarse / fine, 16, 0.2);  // seen 0.04
}

// --- statics -------------------------------------------------------------------------------------

TEST(Beam, CantileverDeflections) {
  const double EA = 300, EI = 2;
  for (int n : {1, 3}) {
    const Row row(kBeam, n, 0.9);
    const Numbers force = row.tip_deflection(EA, EI, {0, 1, 0});
    EXPECT_NEAR(force[1], 1 / (3 * EI), 2e-14);  // F l^3 / 3 EI, seen 1.0e-15
    EXPECT_NEAR(force[2], 1 / (2 * EI), 2e-14);  // F l^2 / 2 EI, seen 2.0e-15
    const Numbers moment = row.tip_deflection(EA, EI, {0, 0, 1});
    EXPECT_NEAR(moment[1], 1 / (2 * EI), 2e-14);  // M l^2 / 2 EI, seen 1.8e-15
    EXPECT_NEAR(moment[2], 1 / EI, 2e-14);        // M l / EI, seen 3.3e-15
    EXPECT_NEAR(row.tip_deflection(EA, EI, {1, 0, 0})[0], 1 / EA, 1e-16);  // F l / EA, seen 4.3e-19
  }
}

// Under a small tip force e2 is minus the deflection, and e3 is deflection minus l times the turn.
TEST(Beam, DeformationsOfACantilever) {
  const double w = 1e-4 / 3, turn = 1e-4 / 2;
  ElementProbe probe(kBeam);
  ASSERT_EQ(probe.add({0, 0, 0, 1, 0, 0}), "");
  const Numbers e = probe.position({0, 0, 0, 1, w, turn}).e;
  EXPECT_NEAR(e[1], -w, 1e-18);        // seen 0
  EXPECT_NEAR(e[2], w - turn, 1e-12);  // seen 2.1e-14, the cubes of the angles
  // S = K e is the shear of the force at p, and no moment at q: S3 = 0.
  const Numbers K = probe.stiffness({1, 1});
  EXPECT_NEAR(K[4] * e[1] + K[7] * e[2], -1e-4, 1e-12);  // seen 4.2e-14
  EXPECT_NEAR(K[5] * e[1] + K[8] * e[2], 0, 1e-12);      // seen 8.3e-14
}

// Euler's columns: the classical values of one element, and the exact ones of several.
TEST(Beam, GeometricStiffnessBuckles) {
  const auto load = [](const ElementType& type, int n, bool clamped) {
    const Row row(type, n, 0);
    return row.lowest(row.stiffness(1e4, 1), row.compression(),
                      clamped ? row.clamped() : row.pinned());
  };
  EXPECT_NEAR(load(kBeamGeometric, 1, true), (5.2 - std::sqrt(19.84)) / 0.3,
              1e-13);                                                     // seen 4.4e-16
  EXPECT_NEAR(load(kBeamGeometric, 1, false), 12, 1e-13);                 // seen 1.8e-15
  EXPECT_NEAR(load(kBeamGeometric, 8, true) / (kPi * kPi / 4), 1, 5e-6);  // seen 2.1e-6
  EXPECT_NEAR(load(kBeamGeometric, 8, false) / (kPi * kPi), 1, 5e-5);     // seen 3.3e-5
  // Straight, PLBEAML is the same to second order.
  EXPECT_NEAR(load(kBeamLarge, 1, true), (5.2 - std::sqrt(19.84)) / 0.3, 1e-12);
  EXPECT_NEAR(load(kBeamLarge, 1, false), 12, 1e-12);
  EXPECT_NEAR(load(kBeamLarge, 8, true) / (kPi * kPi / 4), 1, 5e-6);
  // Without it the chord alone turns: 3 EI / l^2 for the cantilever, a fifth too much.
  EXPECT_NEAR(load(kBeam, 1, true), 3, 1e-13);  // seen 4.4e-16
}

// --- inertia -------------------------------------------------------------------------------------

TEST(Beam, RigidMotionHasTheEnergyOfARod) {
  const double rho = 1.3, J = 0.21, w = 1.7;
  for (unsigned seed = 0; seed < 20; ++seed) {
    const RandomElements s(kBeam, 1, seed);
    const Numbers& x = s.x0;
    const double dx = x[3] - x[0], dy = x[4] - x[1], l = std::hypot(dx, dy);
    const double vx = 0.4, vy = -0.9;  // of the centre
    const Numbers v = {vx + w * dy / 2, vy - w * dx / 2, w, vx - w * dy / 2, vy + w * dx / 2, w};
    const Numbers M = s.probe.inertia(x, v, {rho, J}).M;
    const double expected =
        rho * l * (vx * vx + vy * vy) / 2 + (rho * l * l * l / 12 + J * l) * w * w / 2;
    EXPECT_NEAR(bilinear(v, M.data(), v) / 2 / expected, 1, 5e-15);  // seen 6.7e-16
  }
}

// A rod spinning about its middle: the ends are pulled outward, and their sum is nothing.
TEST(Beam, VelocityForcesOfASpinningRod) {
  ElementProbe probe(kBeam);
  const Numbers x = {-1, 0, 0, 1, 0, 0};
  ASSERT_EQ(probe.add(x), "");
  const double w = 3;
  const auto inertia = probe.inertia(x, {0, -w, w, 0, w, w}, {1, 0.1});
  // The ends accelerate inward by w^2; M a + h must hold the rod together: the force at an end
  // does the work of the field x w^2 on the shape of that end.
  const Numbers a = {w * w, 0, 0, -w * w, 0, 0};
  Numbers force = inertia.h;
  for (std::size_t j = 0; j < 6; ++j)
    for (std::size_t i = 0; i < 6; ++i) force[i] += inertia.M[6 * j + i] * a[j];
  // int H1 (-x) w^2 dx over -1..1 with H1 = (2 - 3 x + x^3) / 4: w^2 (1 - 1/5) / 2.
  const double expected = w * w * 0.4;
  const Numbers all = {expected, 0, 0, -expected, 0, 0};
  EXPECT_LT(largest_difference(force, all), 1e-14);  // seen 4.4e-16
}

class BeamFrequencies : public testing::TestWithParam<const ElementType*> {};
INSTANTIATE_TEST_SUITE_P(Beams, BeamFrequencies, testing::Values(&kBeam, &kBeamLarge),
                         [](const auto& i) { return std::string(i.param->spec.keyword); });

TEST_P(BeamFrequencies, OfOneAndOfEight) {
  const auto square = [](int n, bool clamped, double J) {
    const Row row(*GetParam(), n, 0);
    return row.lowest(row.stiffness(1e6, 1), row.mass(1, J),
                      clamped ? row.clamped() : row.pinned());
  };
  // Cantilever: one element has 140 m^2 - 408 m + 12 = 0, m = square / 420; the exact value is
  // 3.51601526850015^2.
  EXPECT_NEAR(square(1, true, 0), 420 * (408 - std::sqrt(159744.0)) / 280, 1e-12);  // seen 1.1e-14
  EXPECT_NEAR(std::sqrt(square(8, true, 0)) / 3.51601526850015, 1, 1e-5);           // seen 2.1e-6
  // Between pins with rotary inertia (Rayleigh): pi^4 / (1 + J pi^2).
  EXPECT_NEAR(square(8, false, 0.05) * (1 + 0.05 * kPi * kPi) / std::pow(kPi, 4), 1,
              1e-4);  // seen 3.3e-5
}

// --- large bending -------------------------------------------------------------------------------

// Ends turned by w and -w from the chord: an arc, whatever w. e2 = e3 = -l w, and the arc's length
// is that of the chord times w / sin w.
TEST(BeamLarge, MeasuresAnArcExactly) {
  for (const double w : {0.1, 0.8, 1.5, 2.0}) {
    ElementProbe probe(kBeamLarge);
    ASSERT_EQ(probe.add({0, 0, 5, 2, 0, -9}), "");
    const double turn = 1.1, chord = 2.1 * std::sin(w) / w;
    const Numbers e = probe
                          .position({1, 1, 5 + turn - w, 1 + chord * std::cos(turn),
                                     1 + chord * std::sin(turn), -9 + turn + w})
                          .e;
    EXPECT_NEAR(e[0], 0.1, 1e-11) << w;
    EXPECT_NEAR(e[1], -2 * w, 1e-13) << w;
    EXPECT_NEAR(e[2], -2 * w, 1e-13) << w;
  }
}

// theta = c xi (1 - xi): its chord by a quadrature of the test's own, with which it must see no
// elongation, and e2 = -e3 = -l c / 6. Turned by turns of its nodes, it is the same.
TEST(BeamLarge, MeasuresAnS) {
  for (const double c : {0.5, -3.0, 6.0}) {
    // Of the midpoint rule, 4e-12 c, and of the element's eight points: 2e-14, 6e-11 and 1.6e-8.
    const double integrated = std::fabs(c) < 1 ? 5e-12 : std::fabs(c) < 4 ? 2e-10 : 5e-8;
    double x = 0, y = 0;
    constexpr int kParts = 200000;
    for (int k = 0; k < kParts; ++k) {
      const double xi = (k + 0.5) / kParts, theta = c * xi * (1 - xi);
      x += std::cos(theta) / kParts;
      y += std::sin(theta) / kParts;
    }
    ElementProbe probe(kBeamLarge);
    ASSERT_EQ(probe.add({0, 0, 0.3, 1, 0, 0.7}), "");
    for (const double turns : {0.0, 2 * kPi, -4 * kPi}) {
      const Numbers e = probe.position({0, 0, 0.3 + turns, x, y, 0.7 + turns}).e;
      EXPECT_NEAR(e[0], 0, integrated) << c;
      EXPECT_NEAR(e[1], -c / 6, integrated) << c;
      EXPECT_NEAR(e[2], c / 6, integrated) << c;
    }
  }
}

// For small bending the deformations are those of PLBEAMG up to third order.
TEST(BeamLarge, AgreesWithTheOthersForSmallBending) {
  const auto difference = [](double size) {
    const Numbers bent = {0, 0, 0.3 * size, 1, 0.9 * size, -0.7 * size};
    ElementProbe geometric(kBeamGeometric), large(kBeamLarge);
    EXPECT_EQ(geometric.add({0, 0, 0, 1, 0, 0}), "");
    EXPECT_EQ(large.add({0, 0, 0, 1, 0, 0}), "");
    return largest_difference(geometric.position(bent).e, large.position(bent).e);
  };
  EXPECT_LT(difference(0.01), 1e-6);
  EXPECT_NEAR(std::log2(difference(0.02) / difference(0.01)), 3, 0.05);
}

// EREST moves the reference length; stiffness and mass follow it.
TEST(Beam, StiffnessAndMassFollowTheReferenceLength) {
  ElementProbe probe(kBeam);
  const Numbers x = {0, 0, 0, 1, 0, 0}, zero(6, 0.0);
  ASSERT_EQ(probe.add(x), "");
  probe.parameters()[4] = 2;
  const Numbers K = probe.stiffness({3, 5});
  EXPECT_DOUBLE_EQ(K[0], 3.0 / 2);
  EXPECT_DOUBLE_EQ(K[4], 4 * 5.0 / 8);
  EXPECT_DOUBLE_EQ(K[5], -2 * 5.0 / 8);
  const Numbers along = {1, 0, 0, 1, 0, 0};
  EXPECT_DOUBLE_EQ(bilinear(along, probe.inertia(x, zero, {7, 0}).M.data(), along), 14);
}

}  // namespace
}  // namespace mbs
