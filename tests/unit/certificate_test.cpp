// The rules of the certificate on numbers made by hand.
#include "run/frame/certificate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace mbs {
namespace {

using Kind = Certificate::Kind;

constexpr int kRows = 200;

// Runs of the given channels at errors 1, 1/10, 1/100 of the first: value(t, error).
template <class... Value>
Certificate certificate_of(std::vector<Channel> channels, int runs, Value... value) {
  Certificate out(std::move(channels), kRows);
  for (int run = 0; run < runs; ++run) {
    out.begin_run();
    for (int k = 0; k < kRows; ++k) {
      const double t = 0.05 * k;
      const std::vector<double> row = {value(t, std::pow(10.0, -run))...};
      out.row(row);
    }
    out.end_run();
  }
  return out;
}

TEST(Certificate, DigitsOfTheRange) {
  // Range 2 about 1000: the offset brings no digits.
  const Certificate c = certificate_of({{"body2.x", unit::metre}}, 3, [](double t, double e) {
    return 1000 + std::sin(t) + 3e-6 * e * t / 10;
  });
  const Certificate::Digits x = c.digits()[0];
  EXPECT_EQ(x.kind, Kind::moving);
  EXPECT_NEAR(x.scale, 2, 1e-3);
  EXPECT_NEAR(x.error, 3e-6, 0.4e-6);  // seen 3.3e-6: the last step is added
  EXPECT_EQ(x.digits, 5);
  EXPECT_NEAR(c.agreement().digits, std::log10(2 / 2.7e-7), 0.01);  // seen 6.87
}

TEST(Certificate, RoundingIsNeverDigits) {
  const Certificate c = certificate_of(
      {{"body2.x", unit::metre}, {"body3.x", unit::metre}}, 2,
      [](double t, double) { return 1e6 + std::sin(t); },
      [](double t, double) { return std::sin(t); });
  EXPECT_EQ(c.digits()[0].digits, 9);  // of 16 six are spent on the offset, one on rounding
  EXPECT_EQ(c.digits()[1].digits, 15);
}

TEST(Certificate, ConstantsAndZeros) {
  const Certificate c = certificate_of(
      {{"momentum.x", unit::newton * unit::second},
       {"body2.x", unit::metre},
       {"body2.y", unit::metre},
       {"body3.y", unit::metre},
       {"energy.kinetic", unit::joule},
       {"energy.balance", unit::joule},
       {"m1", unit::unknown}},
      3, [](double t, double e) { return 3 + 1e-6 * e * std::sin(t); },
      [](double t, double) { return std::sin(t); },
      [](double t, double e) { return 1e-11 * e * std::cos(9 * t); },
      [](double, double) { return 0.0; },
      [](double t, double e) { return 1 + std::cos(t) + 1e-6 * e; },
      [](double t, double e) { return 1e-5 * e * t / 10; },
      [](double t, double e) { return 1e-17 * std::cos(t * 100 / e); });
  const std::vector<Certificate::Digits> all = c.digits();
  EXPECT_EQ(all[0].kind, Kind::constant);
  EXPECT_EQ(all[0].digits, 6);  // of its value 3
  EXPECT_EQ(all[1].kind, Kind::moving);
  EXPECT_EQ(all[2].kind, Kind::small);
  EXPECT_EQ(all[2].digits, 10);  // of the range of body2.x
  EXPECT_EQ(all[3].kind, Kind::zero);
  EXPECT_EQ(all[5].kind, Kind::small);  // the balance counts in energies
  EXPECT_EQ(all[5].digits, 5);
  EXPECT_EQ(all[6].kind, Kind::zero);  // noise, and nothing else of its kind
}

// Accelerations of a steady motion: noise, of which one agrees with itself by chance. The kind as a
// whole says so.
TEST(Certificate, NoiseOfAKindThatAgreesByChance) {
  const Certificate c = certificate_of(
      {{"body2.x", unit::metre},
       {"body2.phidd", unit::radian / (unit::second * unit::second)},
       {"body3.phidd", unit::radian / (unit::second * unit::second)}},
      3, [](double t, double) { return std::sin(t); },
      [](double t, double e) { return 1e-14 * std::cos(9 * t / e); },
      [](double t, double) { return 1e-15 * std::cos(5 * t); });
  const std::vector<Certificate::Digits> all = c.digits();
  EXPECT_EQ(all[0].kind, Kind::moving);
  EXPECT_EQ(all[1].kind, Kind::zero);
  EXPECT_EQ(all[2].kind, Kind::zero);
}

TEST(Certificate, ChaosHasNoDigits) {
  const Certificate c = certificate_of({{"body2.phi", unit::radian}}, 3, [](double t, double e) {
    return std::sin(t + t * t * t / 900 * std::cos(1 / e));
  });
  EXPECT_EQ(c.digits()[0].kind, Kind::moving);
  EXPECT_EQ(c.digits()[0].digits, 0);
}

TEST(Certificate, NotANumberHasNoDigits) {
  const Certificate c = certificate_of(
      {{"a", unit::unknown}, {"b", unit::unknown}}, 2, [](double t, double) { return t; },
      [](double t, double e) { return e < 1 && t == 5.0 ? std::nan("") : t; });
  EXPECT_EQ(c.digits()[0].digits, 15);
  EXPECT_EQ(c.digits()[1].digits, 0);
}

TEST(Certificate, ARunThatFailedIsForgotten) {
  Certificate c =
      certificate_of({{"a", unit::unknown}}, 2, [](double t, double e) { return t + 1e-6 * e; });
  const double error = c.digits()[0].error;
  c.begin_run();
  c.row(std::vector<double>{1e9});
  EXPECT_EQ(c.digits()[0].error, error);
  EXPECT_EQ(c.rows_missing(), 0);
}

TEST(Certificate, RunsOfDifferentLength) {
  for (const int rows : {3, 7}) {
    Certificate c({{"a", unit::unknown}}, 5);
    for (const int count : {5, rows}) {
      c.begin_run();
      for (int k = 0; k < count; ++k) c.row(std::vector<double>{1.0 * k});
      c.end_run();
    }
    EXPECT_EQ(c.rows_missing(), rows - 5);
    EXPECT_EQ(c.digits()[0].digits, 15);  // what can be compared is the same
  }
}

TEST(Certificate, ARowOfAnotherLayoutIsAnInternalError) {
  for (const int run : {1, 2}) {
    Certificate c = certificate_of(
        {{"a", unit::unknown}, {"b", unit::unknown}}, run - 1, [](double t, double) { return t; },
        [](double t, double) { return t; });
    c.begin_run();
    EXPECT_THROW(c.row(std::vector<double>{1}), std::logic_error);
    EXPECT_THROW(c.row(std::vector<double>{1, 2, 3}), std::logic_error);
  }
}

TEST(Certificate, FiguresStay) {
  const Certificate c = certificate_of({{"a", unit::unknown}}, 2,
                                       [](double t, double e) { return 10 * t + 1e-5 * e; });
  EXPECT_TRUE(c.figures_stay(0));  // three decimals
  EXPECT_TRUE(c.figures_stay(7));  // of 99.5
  EXPECT_FALSE(c.figures_stay(9));
}

TEST(Certificate, Memory) { EXPECT_EQ(Certificate::bytes(1e6, 40), 6.4e8); }

}  // namespace
}  // namespace mbs
