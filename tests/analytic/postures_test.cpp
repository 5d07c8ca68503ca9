// Limbs at rest whose pins and contacts rub: the first row keeps the laws of contact and of
// Coulomb, whichever of them stand, and each form of the equations finds the same. MBSIM_POSTURES:
// how many, 30 if it is not set.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/draws.h"
#include "support/good_run.h"

namespace mbs {
namespace {

using test::done;

unsigned postures() { return static_cast<unsigned>(test::draws(30, "MBSIM_POSTURES")); }

// Rods of 0.5 m hang on a pin at (0, 1); the tip of the last one, or two points of it, touch a
// line.
class Posture {
 public:
  struct Pin {
    int slip, friction;
    double mu_s, mu_k;
  };
  explicit Posture(unsigned seed) : generator_(seed) {
    const int rods = 2 + static_cast<int>(seed % 2);
    const bool foot = seed % 3 == 0;
    double x = 0, y = 1, angle = -M_PI / 2, dx = 0, dy = 0;
    std::string pins, nodes, masses, rubs;
    for (int k = 0; k < rods; ++k) {
      angle = any(-2.6, -0.5);
      dx = std::cos(angle), dy = std::sin(angle);
      const int p = 10 + 2 * k, a = p + 1, q = k == 0 ? 8 : p - 2, b = k == 0 ? 9 : p - 1;
      pins += fmt::format("PLREV {} {} {} {} {} {} {} -0.25 0\nPLTOR {} {} {}\n", k + 1, q, b, p, a,
                          k == 0 ? 0 : 0.25, k == 0 ? 1 : 0, 51 + k, b, a);
      nodes += fmt::format("X {} {:.17g} {:.17g}\nX {} {:.17g}\n", p, x + 0.25 * dx, y + 0.25 * dy,
                           a, angle);
      masses += fmt::format("XM {} {}\nXM {} {}\nXLAW {} 1 = {}\n", p, any(0.5, 3), a,
                            any(0.01, 0.05), a, coin() ? 0 : any(-3, 3));
      released_ += fmt::format("RLSE {}\n", 51 + k);
      x += 0.5 * dx, y += 0.5 * dy;
      if (!coin()) continue;
      const double mu = any(0.1, 0.6), less = coin() ? mu : any(0.6, 1) * mu;
      pins_.push_back({51 + k, k + 1, mu, less});
      rubs += fmt::format("FRICTION {} {} 1 {} {} {}\n", k + 1, 51 + k, 0.05, mu, less);
    }
    mu_s_ = any(0.1, 1);
    mu_k_ = coin() ? mu_s_ : any(0.6, 1) * mu_s_;
    // The free side is where the limb is; along the last rod where that has two points.
    const double slope = foot ? (dx > 0 ? angle : angle + M_PI) : any(-0.5, 0.5);
    const int last = 8 + 2 * rods;
    for (int k = 0; k < (foot ? 2 : 1); ++k) {
      contacts_.push_back(31 + k);
      pins += fmt::format("PLCLINE {} {} {} 8 9 {} 0 0 {:.17g} {:.17g} {:.17g} {:.17g}\n", 31 + k,
                          last, last + 1, k == 0 ? 0.25 : any(-0.2, 0.1), x, y, std::cos(slope),
                          std::sin(slope));
      rubs += fmt::format("CONTACT {} RIGID 0 {} {}\n", 31 + k, mu_s_, mu_k_);
    }
    deck_ = pins + "X 8 0 0\n" + nodes + "FIX 8\nFIX 9\n" + released_ + "END HALT\nDOF AUTO\n" +
            masses + rubs + "GRAVITY 0 -9.81\nTIMESTEP 0.001 2\n";
  }
  std::string deck(const std::string& form) const { return deck_ + form + "\nEND END\n"; }

  void check(const test::RunResult& run, const std::string& what) const {
    double force = 1;
    for (const int k : contacts_)
      force = std::max(force, run.value(0, fmt::format("contact{}.n", k)));
    for (const int k : contacts_) {
      const double n = run.value(0, fmt::format("contact{}.n", k)),
                   f = run.value(0, fmt::format("contact{}.f", k)),
                   parts = run.value(0, fmt::format("edd{}_1", k)),
                   goes = run.value(0, fmt::format("edd{}_2", k));
      EXPECT_GE(n, -1e-9 * force) << what;
      EXPECT_GT(parts, -1e-8) << what;
      EXPECT_LT(std::min(n, parts), 1e-8 * force) << what;
      rubs(f, n, goes, mu_s_, mu_k_, what);
    }
    for (const Pin& pin : pins_)
      rubs(-run.value(0, fmt::format("friction{}.f", pin.friction)),
           run.value(0, fmt::format("friction{}.load", pin.friction)),
           run.value(0, fmt::format("edd{}_1", pin.slip)), pin.mu_s * 0.05, pin.mu_k * 0.05, what);
  }

 private:
  double any(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator_);
  }
  bool coin() { return any(0, 1) < 0.5; }
  // From rest: it holds with mu_s, or goes on with mu_k against its way.
  static void rubs(double f, double load, double goes, double mu_s, double mu_k,
                   const std::string& what) {
    const double tiny = 1e-8 * (1 + load);
    EXPECT_LE(std::fabs(f), mu_s * load + tiny) << what;
    if (std::fabs(goes) > 1e-7) {
      EXPECT_NEAR(f, -std::copysign(mu_k * load, goes), tiny) << what;
    }
  }

  std::mt19937 generator_;
  std::string deck_, released_;
  std::vector<Pin> pins_;
  std::vector<int> contacts_;
  double mu_s_ = 0, mu_k_ = 0;
};

TEST(Postures, KeepTheLawsOfAllThatTouchesAndRubs) {
  std::vector<unsigned> seeds = {6, 12, 49, 96};  // refused once
  // Of the first 1000 six are refused still: 27, 121, 715, 785, 887, 932.
  for (unsigned seed = 200; seed < 200 + postures(); ++seed) seeds.push_back(seed);
  for (const unsigned seed : seeds) {
    const Posture posture(seed);
    const test::RunResult one = done(posture.deck("FORM REDUCED")),
                          other = done(posture.deck("FORM FULL"));
    if (one.rows.empty() || other.rows.size() != one.rows.size()) continue;
    const std::string what = fmt::format("{}\n{}", seed, posture.deck(""));
    posture.check(one, what);
    posture.check(other, what);
    for (const std::size_t row : {0u, 2u})
      for (const char* name : {"a11_1", "a13_1", "v11_1", "v13_1", "contact31.n", "contact31.f"})
        EXPECT_NEAR(one.value(row, name), other.value(row, name),
                    1e-7 * (1 + std::fabs(one.value(row, name))))
            << name << " " << what;
  }
}

}  // namespace
}  // namespace mbs
