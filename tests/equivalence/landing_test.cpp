// decks/contact/landing.dat, its joints tensed a little at the start so that the toe sticks,
// against a second formulation: the jumper in its five coordinates (place of the toe, three
// angles), equations of motion and of impacts written out with complex numbers, the three phases
// (flight, toe, flat foot) one after the other.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>

#include "paths.h"
#include "support/deck.h"
#include "support/happenings.h"
#include "support/process.h"

namespace mbs {
namespace {

using Complex = std::complex<double>;
using Five = std::array<double, 5>;  // x, y of the toe, angles of foot, shank, trunk
constexpr Complex kI{0, 1};
constexpr double kToe = 0.16, kHeel = -0.07;

// Solves the rows and columns from `first` on of a symmetric system; the others stay zero.
Five solve(std::array<Five, 5> M, Five b, int first) {
  for (int k = first; k < 5; ++k)
    for (int i = k + 1; i < 5; ++i) {
      const double factor = M[i][k] / M[k][k];
      for (int j = k; j < 5; ++j) M[i][j] -= factor * M[k][j];
      b[i] -= factor * b[k];
    }
  Five x{};
  for (int k = 4; k >= first; --k) {
    x[k] = b[k];
    for (int j = k + 1; j < 5; ++j) x[k] -= M[k][j] * x[j];
    x[k] /= M[k][k];
  }
  return x;
}

class Jumper {
 public:
  double t = 0;
  Five q{}, v{};
  int held = 0;  // the first coordinates that stand still: 0 in flight, 2 on the toe, 3 on the foot

  void step(double h) {
    auto rate = [this](const Five& x, const Five& xd) { return accelerations(x, xd); };
    auto add = [](Five a, const Five& b, double f) {
      for (std::size_t k = 0; k < 5; ++k) a[k] += f * b[k];
      return a;
    };
    const Five a1 = rate(q, v), v2 = add(v, a1, h / 2);
    const Five a2 = rate(add(q, v, h / 2), v2), v3 = add(v, a2, h / 2);
    const Five a3 = rate(add(q, v2, h / 2), v3), v4 = add(v, a3, h);
    const Five a4 = rate(add(q, v3, h), v4);
    for (std::size_t k = 0; k < 5; ++k) {
      q[k] += h / 6 * (v[k] + 2 * v2[k] + 2 * v3[k] + v4[k]);
      v[k] += h / 6 * (a1[k] + 2 * a2[k] + 2 * a3[k] + a4[k]);
    }
    t += h;
  }
  // In steps of h up to the end.
  void run(double end, double h = 1e-4) {
    while (t < end - 1e-12) step(std::min(h, end - t));
  }
  // Up to the next zero of coordinate k.
  void run_to_zero(std::size_t k, double h = 1e-4) {
    Jumper before = *this;
    const bool above = q[k] > 0;
    while ((q[k] > 0) == above) {
      before = *this;
      step(h);
    }
    *this = before;
    for (int n = 0; n < 60 && std::fabs(q[k]) > 1e-16; ++n) step(-q[k] / v[k]);
  }
  // The first coordinates stop; returns the impulse of the ground and its moment about the toe.
  std::pair<Complex, double> stop(int coordinates) {
    const auto M = mass(q);
    Five momentum{};
    for (std::size_t i = 0; i < 5; ++i)
      for (std::size_t j = 0; j < 5; ++j) momentum[i] += M[i][j] * v[j];
    const Five after = solve(M, momentum, coordinates);
    Five jump{};
    for (std::size_t k = 0; k < 5; ++k) jump[k] = after[k] - v[k];
    v = after;
    held = coordinates;
    return total(jump, {}, 0);
  }
  // Force of the ground and its moment about the toe.
  std::pair<Complex, double> ground() const { return total(accelerations(q, v), v, 9.81); }

 private:
  static constexpr double kMass[3] = {2.5, 8, 60}, kInertia[3] = {0.02, 0.14, 4};
  // Centres: z0 + sum c[i][k] exp(i angle k).
  static constexpr Complex kC[3][3] = {{{-kToe, 0.02}, {0, 0}, {0, 0}},
                                       {{-kToe - 0.02, 0.02 + 0.05}, {0.22, 0}, {0, 0}},
                                       {{-kToe - 0.02, 0.02 + 0.05}, {0.44, 0}, {0.30, 0}}};

  static std::array<std::array<Complex, 5>, 3> rows(const Five& x) {
    std::array<std::array<Complex, 5>, 3> J;
    for (std::size_t i = 0; i < 3; ++i) {
      J[i] = {1, kI, 0, 0, 0};
      for (std::size_t k = 0; k < 3; ++k) J[i][2 + k] = kI * kC[i][k] * std::exp(kI * x[2 + k]);
    }
    return J;
  }
  static std::array<Five, 5> mass(const Five& x) {
    const auto J = rows(x);
    std::array<Five, 5> M{};
    for (std::size_t a = 0; a < 5; ++a)
      for (std::size_t b = 0; b < 5; ++b)
        for (std::size_t i = 0; i < 3; ++i)
          M[a][b] += kMass[i] * std::real(std::conj(J[i][a]) * J[i][b]);
    for (std::size_t k = 0; k < 3; ++k) M[2 + k][2 + k] += kInertia[k];
    return M;
  }
  static Complex centripetal(std::size_t i, const Five& x, const Five& xd) {
    Complex out = 0;
    for (std::size_t k = 0; k < 3; ++k)
      out -= kC[i][k] * std::exp(kI * x[2 + k]) * xd[2 + k] * xd[2 + k];
    return out;
  }
  Five accelerations(const Five& x, const Five& xd) const {
    const auto J = rows(x);
    Five force{};
    for (std::size_t a = 0; a < 5; ++a)
      for (std::size_t i = 0; i < 3; ++i)
        force[a] += kMass[i] * std::real(std::conj(J[i][a]) * (-9.81 * kI - centripetal(i, x, xd)));
    const double ankle = 200 * (x[3] - x[2] - 1.8) + 40 * (xd[3] - xd[2]),
                 knee = 700 * (x[4] - x[3] - 0.35) + 60 * (xd[4] - xd[3]);
    force[2] += ankle;
    force[3] += knee - ankle;
    force[4] -= knee;
    return solve(mass(x), force, held);
  }
  // What changes of rates, or accelerations and gravity, ask of the ground.
  std::pair<Complex, double> total(const Five& rate, const Five& xd, double gravity) const {
    const auto J = rows(q);
    Complex force = 0;
    double moment = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      Complex a = centripetal(i, q, xd) + gravity * kI, arm = 0;
      for (std::size_t k = 0; k < 5; ++k) a += J[i][k] * rate[k];
      for (std::size_t k = 0; k < 3; ++k) arm += kC[i][k] * std::exp(kI * q[2 + k]);
      force += kMass[i] * a;
      moment += kMass[i] * std::imag(std::conj(arm) * a) + kInertia[i] * rate[2 + i];
    }
    return {force, moment};
  }
};

TEST(Landing, AgreesWithASecondFormulation) {
  const std::string text = test::read_all(std::string(MBSIM_ROOT) + "/decks/contact/landing.dat");
  const std::size_t at = text.find("TIMESTEP");
  const test::RunResult run =
      test::run(text.substr(0, at) + "EREST 3 1.8\nEREST 4 0.35\nINTEG DOP853 1e-12 1e-12\n" +
                text.substr(at));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;

  Jumper jumper;  // begins where the deck has been assembled
  const char* angles[] = {"2_1", "4_1", "6_1"};
  for (std::size_t k = 0; k < 3; ++k) {
    jumper.q[2 + k] = run.value(0, std::string("x") + angles[k]);
    jumper.v[2 + k] = run.value(0, std::string("v") + angles[k]);
  }
  const Complex arm = Complex(kToe, -0.02) * std::exp(kI * jumper.q[2]);
  const Complex place = Complex(run.value(0, "x1_1"), run.value(0, "x1_2")) + arm,
                speed =
                    Complex(run.value(0, "v1_1"), run.value(0, "v1_2")) + kI * arm * jumper.v[2];
  jumper.q[0] = place.real(), jumper.q[1] = place.imag();
  jumper.v[0] = speed.real(), jumper.v[1] = speed.imag();

  jumper.run_to_zero(1);
  auto first_of = [&run](StrikeKind kind, const char* contact) {
    return test::strikes_of(run, kind, contact).at(0);
  };
  const test::TimedStrike toe = first_of(StrikeKind::bounce, "CONTACT 5");
  EXPECT_NEAR(toe.t, jumper.t, 1e-11);  // seen 7e-12
  const auto [first, first_moment] = jumper.stop(2);
  EXPECT_NEAR(toe.strike.impulse, first.imag(), 1e-8);     // seen 8.2e-10
  EXPECT_NEAR(toe.strike.friction, first.real(), 1e-8);    // seen 9.3e-10
  EXPECT_NEAR(first_moment, 0, 1e-12);                     // seen 9e-15
  EXPECT_LT(std::fabs(first.real()), 0.9 * first.imag());  // it sticks

  jumper.run_to_zero(2);  // the foot is level
  const test::TimedStrike heel = first_of(StrikeKind::bounce, "CONTACT 6"),
                          pressed = first_of(StrikeKind::pressed, "CONTACT 5");
  EXPECT_NEAR(heel.t, jumper.t, 1e-11);  // seen 8e-12
  const auto [second, moment] = jumper.stop(3);
  const double on_heel = moment / (kHeel - kToe);
  EXPECT_NEAR(heel.strike.impulse, on_heel, 1e-8);                                   // seen 7.9e-10
  EXPECT_NEAR(pressed.strike.impulse, second.imag() - on_heel, 1e-8);                // seen 4e-10
  EXPECT_NEAR(heel.strike.friction + pressed.strike.friction, second.real(), 1e-8);  // seen 4.6e-10

  jumper.run(0.4);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(run.value(40, std::string("x") + angles[k]), jumper.q[2 + k], 1e-9) << k;
    EXPECT_NEAR(run.value(40, std::string("v") + angles[k]), jumper.v[2 + k], 1e-9) << k;
  }
  const auto [force, couple] = jumper.ground();
  const double under_heel = couple / (kHeel - kToe);
  EXPECT_NEAR(run.value(40, "contact6.n"), under_heel, 1e-6);                 // seen 1e-7
  EXPECT_NEAR(run.value(40, "contact5.n"), force.imag() - under_heel, 1e-6);  // seen 1e-7
  EXPECT_NEAR(run.value(40, "contact5.f") + run.value(40, "contact6.f"), force.real(),
              1e-6);  // seen 1e-8
}

}  // namespace
}  // namespace mbs
