// decks/own/spring_mass_damper.dat against its closed form.
#include <gtest/gtest.h>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

// m e" + c e' + k e = F sin(w t) from e0 at rest.
TEST(SpringMassDamper, ClosedForm) {
  const double m = 2, c = 2, k = 50, F = 4, w = 3, e0 = 0.3;
  const double stiff = k - m * w * w, size = stiff * stiff + c * c * w * w;
  const double S = F * stiff / size, C = -F * c * w / size;  // steady: S sin wt + C cos wt
  const double decay = c / (2 * m), own = std::sqrt(k / m - decay * decay);
  const double A = e0 - C, B = (decay * A - S * w) / own;

  const test::RunResult run =
      test::run(test::read_all(std::string(MBSIM_ROOT) + "/decks/own/spring_mass_damper.dat"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 41u);
  test::Error elongation, stress;
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.time(row), fade = std::exp(-decay * t);
    const double sine = std::sin(own * t), cosine = std::cos(own * t);
    const double e = fade * (A * cosine + B * sine) + S * std::sin(w * t) + C * std::cos(w * t);
    const double ed = fade * ((B * own - decay * A) * cosine - (A * own + decay * B) * sine) +
                      w * (S * std::cos(w * t) - C * std::sin(w * t));
    elongation.add(run.value(row, "e1_1"), e);
    stress.add(run.value(row, "s1_1"), k * e + c * ed);
  }
  EXPECT_LT(elongation.relative(), 1e-10);  // seen 5.8e-13
  EXPECT_LT(stress.relative(), 1e-10);      // seen 5.8e-13
}

}  // namespace
}  // namespace mbs
