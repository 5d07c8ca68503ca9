// --certify against closed forms: what is certified is there, and little that is there is missed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <string>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

// Digits by channel; -1 where a channel is zero and has none.
std::map<std::string, int> certified(const test::RunResult& run) {
  std::map<std::string, int> out;
  for (const CertifiedChannel& channel : run.certified)
    out[channel.name] = channel.digits.value_or(-1);
  return out;
}

// Of all channels that have digits; -1: none has.
int smallest(const test::RunResult& run) {
  int out = -1;
  for (const CertifiedChannel& channel : run.certified)
    if (channel.digits && (out < 0 || *channel.digits < out)) out = *channel.digits;
  return out;
}

test::RunResult certify(const std::string& deck, int digits = 0, double timeout = 0) {
  RunSettings settings;
  settings.certify = digits;
  settings.timeout = timeout;
  return test::run(deck, settings);
}

template <class Exact>
int true_digits(const test::RunResult& run, const std::string& name, Exact exact) {
  double error = 0, low = HUGE_VAL, high = -HUGE_VAL;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double right = exact(run.time(k));
    error = std::max(error, std::fabs(run.value(k, name) - right));
    low = std::min(low, right), high = std::max(high, right);
  }
  return static_cast<int>(std::floor(-std::log10(error / (high - low))));
}

template <class Exact>
void expect_honest(const test::RunResult& run, const std::string& name, Exact exact) {
  const int have = true_digits(run, name, exact), said = certified(run).at(name);
  EXPECT_LE(said, have + 1) << name;
  EXPECT_GE(said, have - 2) << name;
}

const char* const kMethods[] = {"DOP853 1e-6 1e-6", "DOP853 1e-10 1e-10",   "STEP 1e-5 1e-5",
                                "STEP 1e-9 1e-9",   "STIFF 1e-6 1e-6",      "RK4 0.05",
                                "HEUN 0.01",        "DOP853 1e-4 1e-4 0.02"};

std::string oscillator(const std::string& method) {
  return R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
FIX 2 2
DYNX 2 1
RLSE 1 1
END HALT
XM 2 1
ESTIFF 1 4
STARTDX 2 1 1.5 0
TIMESTEP 10 100
INTEG )" +
         method + "\nEND END\n";
}

TEST(Certify, Oscillator) {
  for (const std::string method : kMethods) {
    SCOPED_TRACE(method);
    const test::RunResult run = certify(oscillator(method));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    expect_honest(run, "x2_1", [](double t) { return 1 + 0.5 * std::cos(2 * t); });
    expect_honest(run, "v2_1", [](double t) { return -std::sin(2 * t); });
    expect_honest(run, "s1_1", [](double t) { return 2 * std::cos(2 * t); });
    EXPECT_EQ(certified(run).at("x2_2"), -1);  // it does not move
  }
}

// sn(u, k) by descending Landen transformations (Abramowitz and Stegun 16.4).
double elliptic_sn(double u, double k) {
  std::array<double, 12> a{}, c{};
  a[0] = 1, c[0] = k;
  double b = std::sqrt(1 - k * k);
  int n = 0;
  for (; n < 11 && std::fabs(c[static_cast<std::size_t>(n)]) > 1e-16; ++n) {
    const auto i = static_cast<std::size_t>(n);
    a[i + 1] = (a[i] + b) / 2;
    c[i + 1] = (a[i] - b) / 2;
    b = std::sqrt(a[i] * b);
  }
  double phi = std::ldexp(a[static_cast<std::size_t>(n)] * u, n);
  for (; n > 0; --n) {
    const auto i = static_cast<std::size_t>(n);
    phi = (phi + std::asin(c[i] / a[i] * std::sin(phi))) / 2;
  }
  return std::sin(phi);
}

// A pendulum from its lowest place with the speed of an amplitude of 2 asin k.
TEST(Certify, Pendulum) {
  const double w = std::sqrt(9.81), k = 0.8;
  ASSERT_NEAR(elliptic_sn(std::comp_ellint_1(k), k), 1, 1e-15);
  for (const std::string method : kMethods) {
    SCOPED_TRACE(method);
    const test::RunResult run = certify(fmt::format(R"(PLTRUSS 1 1 2
X 1 0 0
X 2 0 -1
FIX 1
END HALT
XM 2 1
GRAVITY 0 -9.81
STARTVX 2 1 {:.17g}
DOF AUTO
TIMESTEP 8 80
INTEG {}
END END
)",
                                                    2 * k * w, method));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const auto angle = [=](double t) { return 2 * std::asin(k * elliptic_sn(w * t, k)); };
    const auto place = [=](double t) { return std::sin(angle(t)); };
    if (run.verdict.bad()) {  // fixed steps that are too long
      EXPECT_LE(true_digits(run, "x2_1", place), 1);
      EXPECT_TRUE(run.certified.empty());
      continue;
    }
    expect_honest(run, "x2_1", place);
    expect_honest(run, "x2_2", [=](double t) { return -std::cos(angle(t)); });
    expect_honest(run, "s1_1", [=](double t) {
      const double sine = k * elliptic_sn(w * t, k);  // v^2 = 4 w^2 (k^2 - sine^2)
      return 4 * w * w * (k * k - sine * sine) + 9.81 * std::cos(angle(t));
    });
  }
}

// The bounds on digits hold for coarse steps too: few digits are said to be few.
TEST(Certify, HeunHasFewDigits) {
  const test::RunResult run = certify(oscillator("HEUN 0.01"));
  EXPECT_GE(smallest(run), 2);
  EXPECT_LE(smallest(run), 3);
}

TEST(Certify, ChaosHasASmallNumber) {
  std::string chain = R"(PLTRUSS 1 1 2
PLTRUSS 2 2 3
X 1 0 0
X 2 1 0
X 3 2 0
FIX 1
)";
  std::string masses = "XM 2 1\nXM 3 1\n";
  for (int links = 2; links <= 3; ++links) {
    SCOPED_TRACE(links);
    const test::RunResult run = certify(chain + "END HALT\n" + masses +
                                        R"(GRAVITY 0 -9.81
DOF AUTO
INTEG STEP 1e-8 1e-8
TIMESTEP 30 150
END END
)");
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const int digits = smallest(run);
    EXPECT_GE(digits, 0);
    EXPECT_LE(digits, 3);  // seen 0
    chain.insert(0, "PLTRUSS 3 3 4\nX 4 3 0\n");
    masses += "XM 4 1\n";
  }
}

// A ladder whose foot is pushed: the height of its top is a closed form, nothing is integrated.
TEST(Certify, Kinematic) {
  const test::RunResult run = certify(
      R"(PLTRUSS 1 1 2
X 1 0 4
X 2 3 0
X 3 0
POINT 1 1 3 0 0
FIX 1 1
FIX 2 2
FIX 3
INPUTX 2 1
END HALT
INPUTX 2 1 3 0.5
TIMESTEP 3.5 35
END END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NE(run.report.find("feps 1e-13, positions between"), std::string::npos) << run.report;
  EXPECT_NE(
      run.report.find("report times a third apart               agrees with these tables to 1"),
      std::string::npos)
      << run.report;
  const auto foot = [](double t) { return 3 + 0.5 * t; };
  const auto height = [=](double t) { return std::sqrt((5 - foot(t)) * (5 + foot(t))); };
  expect_honest(run, "point1.y", height);
  expect_honest(run, "point1.yd", [=](double t) { return -0.5 * foot(t) / height(t); });
  EXPECT_GE(certified(run).at("point1.ydd"), 12);
}

TEST(Certify, KinematicFourBar) {
  const test::RunResult run =
      certify(test::read_all(std::string(MBSIM_ROOT) + "/decks/kabios/four_bar.dat"), 10);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_GE(smallest(run), 12);  // seen 13
  EXPECT_EQ(test::mbsim("--certify=15 decks/kabios/four_bar.dat").status, 4);
}

TEST(Certify, DigitsAskedFor) {
  EXPECT_EQ(certify(oscillator("DOP853 1e-9 1e-9"), 6).status, ExitStatus::done);
  const test::RunResult run = certify(oscillator("DOP853 1e-7 1e-7"), 8);
  EXPECT_EQ(run.status, ExitStatus::check_failed);
  EXPECT_EQ(run.rows.size(), 101u);  // the report is complete
  EXPECT_NE(run.messages.find("deck: error: certify: "), std::string::npos) << run.messages;
  EXPECT_NE(run.messages.find("certified digits of 8 asked for; the run with DOP853 abs 1e-"),
            std::string::npos)
      << run.messages;
}

// The rows are those of the deck's own tolerance, byte for byte.
TEST(Certify, LeavesTheReportAsItIs) {
  const std::string deck = oscillator("STEP 1e-6 1e-6");
  const test::RunResult plain = test::run(deck), run = certify(deck);
  EXPECT_EQ(run.report.substr(0, plain.report.size()), plain.report);
  EXPECT_EQ(run.rows, plain.rows);
  EXPECT_EQ(run.report.substr(plain.report.size(), 15), "\n# certificate\n");
}

// A rigid contact that is closed at the start changes classes, and with them the numbers of a row:
// the certificate has the names of the run, not those of the deck.
TEST(Certify, AContactThatIsClosedAtTheStart) {
  const std::string mass_on_floor = R"(
PLCLINE 1  1 9  8 9   0 0  0   8 0  1 0
X 1  0 1
X 8  0 1
X 9  0
FIX 8
FIX 9
DYNX 1
END HALT
XM 1  1
XF 1  1 -10
DOF AUTO
CONTACT 1 RIGID  0.8
TIMESTEP 1 10
END END
)";
  const test::RunResult run = certify(mass_on_floor);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const std::map<std::string, int> digits = certified(run);
  EXPECT_EQ(digits.size() + 1, run.names.size());
  for (std::size_t k = 1; k < run.names.size(); ++k)
    EXPECT_EQ(digits.count(run.names[k]), 1u) << run.names[k];
  // The mass slides along under 1 N: x = t^2 / 2.
  EXPECT_GE(digits.at("x1_1"), 12);
  EXPECT_NEAR(run.value(run.rows.size() - 1, "x1_1"), 0.5, 1e-12);
}

TEST(Certify, TooMuchMemoryIsSaid) {
  std::string deck = oscillator("STEP 1e-6 1e-6");
  deck.replace(deck.find("10 100"), 6, "10 100000000");
  const test::RunResult run = certify(deck);
  EXPECT_EQ(run.status, ExitStatus::deck_error);
  EXPECT_NE(run.messages.find("two runs of 100000001 report times"), std::string::npos)
      << run.messages;
}

TEST(Certify, NoRoomBelowTheTightestTolerance) {
  const test::RunResult run = certify(oscillator("DOP853 1e-14 1e-14"), 3);
  EXPECT_EQ(run.status, ExitStatus::check_failed);
  EXPECT_NE(run.messages.find("no digits are certified; tolerances below 1e-14"), std::string::npos)
      << run.messages;
}

TEST(Certify, CommandLine) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("a.dat");
  test::write_all(deck, oscillator("DOP853 1e-7 1e-7"));
  EXPECT_EQ(test::mbsim("--certify " + deck).status, 0);
  EXPECT_EQ(test::mbsim("--certify 3 " + deck).status, 0);
  EXPECT_EQ(test::mbsim("--certify=12 " + deck).status, 4);
  for (const char* wrong : {"0", "16"}) {
    const test::Finished refused = test::mbsim(fmt::format("--certify {} {}", wrong, deck));
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.err.find("expected a number of digits from 1 to 15"), std::string::npos);
  }
}

TEST(Thresholds, TurnTheExitStatus) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("a.dat");
  test::write_all(deck, oscillator("HEUN 0.05"));
  const test::Finished plain = test::mbsim(deck);
  EXPECT_EQ(plain.status, 0) << plain.err;
  const test::Finished strict = test::mbsim("--set energy=1e-6 " + deck);
  EXPECT_EQ(strict.status, 4);
  EXPECT_EQ(test::without_options(strict.out), plain.out);
  EXPECT_NE(strict.err.find("error: audit: the energy balance over the largest energy is "),
            std::string::npos)
      << strict.err;
  EXPECT_EQ(test::mbsim("--set energy=0.5 --set residual=1e-6 " + deck).status, 0);
  EXPECT_EQ(test::mbsim("--set residual=1e-18 decks/kabios/four_bar.dat").status, 4);
}

}  // namespace
}  // namespace mbs
