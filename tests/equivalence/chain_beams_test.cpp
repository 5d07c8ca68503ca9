// Beams of chains: against closed forms, and against the same mechanism in native words, where the
// ends of the beams are joined to the segments by pins and hinges in the place of welds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/deck.h"

namespace mbs {
namespace {

// A rigid body at the end of a clamped beam of length L: EI/L^3 [12 -6L; -6L 4L^2] in its
// deflection and angle, EA/L along the beam.
TEST(ChainBeams, BodyOnAClampedBeam) {
  const double m = 2.5, j = 0.04, L = 0.8, EA = 3e4, EI = 20, P = 1.5;
  const std::string deck = fmt::format(R"(SEGDYN
SEGMENT 1  {} 0.2 0.1 {}
BASE -0.1 0
STATE 1 0
FREE BASE
PLBEAM 0 1  {} 0  0 0  {} {}
)",
                                       m, j, -L, EA, EI);
  const test::RunResult run = test::run(deck + "EIGEN\nEND\n");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  ASSERT_EQ(run.rows.size(), 3u);
  const double k = EI / (L * L * L), a = 12 * k / m, d = 4 * k * L * L / j,
               b2 = 36 * k * k * L * L / (m * j);
  const double mean = (a + d) / 2, root = std::sqrt((a - d) * (a - d) / 4 + b2);
  std::vector<double> expected = {std::sqrt(mean - root), std::sqrt(mean + root),
                                  std::sqrt(EA / L / m)};
  std::sort(expected.begin(), expected.end());
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(run.value(i, "omega"), expected[i], 1e-10 * expected[i]) << i;

  // A small force across: P L^3 / 3 EI and P L^2 / 2 EI, which large bending changes in second
  // order.
  const test::RunResult bent = test::run(deck + fmt::format(R"(KNOWN FEXTY 1 {}
STATIC
END
)",
                                                            1e-4 * P));
  ASSERT_EQ(bent.status, ExitStatus::done) << bent.messages;
  const double force = 1e-4 * P;
  EXPECT_NEAR(bent.value(0, "phi1"), force * L * L / (2 * EI), 1e-12);
  EXPECT_NEAR(bent.value(0, "beam1.s1"), 0, 1e-8);
  EXPECT_NEAR(bent.value(0, "beam1.s2") * L, -force * L, 1e-9);
}

// Segment k of the chain is nodes 2k+1 and 2k+2 of the native deck; 1 and 2 are the ground.
const char* const kChain = R"(SEGDYN
SEGMENT 1  3.0 0.40 0.18 0.04
SEGMENT 2  2.0 0.35 0.15 0.03
STATE 1  -80deg 0.7
STATE 2  -100deg -0.4
GRAV 0.2 -9.81
PLBEAM 0 1   -0.05 0.02  -0.05 0.03   2e3 4
{} 1 2   0.1 -0.02  -0.08 -0.02   1e3 2  DAMP 5 0.01
PLBEAML 2 0   0 0   0.4 -0.8   1e3 3  DAMP 4 0.02  MASS 0.3 0.001
TIME 0 0.6 0.1
INTEG DOP853 1e-12 1e-12
)";

std::string in_native_words(const std::string& word, const std::string& motion) {
  const double phi1 = -80 * M_PI / 180, phi2 = -100 * M_PI / 180;
  const double x1 = 0.18 * std::cos(phi1), y1 = 0.18 * std::sin(phi1);
  const double x2 = 0.40 * std::cos(phi1) + 0.15 * std::cos(phi2),
               y2 = 0.40 * std::sin(phi1) + 0.15 * std::sin(phi2);
  auto place = [](double x, double y, double phi, double xi, double eta) {
    return fmt::format(" {:.17g} {:.17g}", x + std::cos(phi) * xi - std::sin(phi) * eta,
                       y + std::sin(phi) * xi + std::cos(phi) * eta);
  };
  std::string deck = R"(PLREV 1  1 2  3 4   0 0  -0.18 0
PLREV 2  3 4  5 6   0.22 0  -0.15 0
PLREV 3  3 4  7 8   -0.05 0.03  0 0
PLTOR 4  4 8
PLREV 5  3 4  9 10  0.1 -0.02  0 0
PLTOR 6  4 10
PLREV 7  5 6  11 12 -0.08 -0.02  0 0
PLTOR 8  6 12
PLBEAM 9  13 2  7 8
)";
  deck += word + " 10  9 10  11 12\nPLBEAML 11  5 6  14 2\n";
  deck += R"(X 1 0 0
X 2 0
X 13 -0.05 0.02
X 14 0.4 -0.8
)";
  deck += fmt::format(R"(X 3 {:.17g} {:.17g}
X 4 {:.17g}
X 5 {:.17g} {:.17g}
X 6 {:.17g}
)",
                      x1, y1, phi1, x2, y2, phi2);
  deck += "X 7" + place(x1, y1, phi1, -0.05, 0.03) + fmt::format("\nX 8 {:.17g}\n", phi1);
  deck += "X 9" + place(x1, y1, phi1, 0.1, -0.02) + fmt::format("\nX 10 {:.17g}\n", phi1);
  deck += "X 11" + place(x2, y2, phi2, -0.08, -0.02) + fmt::format("\nX 12 {:.17g}\n", phi2);
  deck += R"(FIX 1
FIX 2
FIX 13
FIX 14
)";
  deck += motion.empty() ? "DYNX 4\n" : "INPUTX 4 1\n";
  deck += R"(DYNX 6
RLSE 9
RLSE 10
RLSE 11
END HALT
)";
  deck += motion.empty() ? fmt::format("STARTDX 4 1 {:.17g} 0.7\n", phi1) : motion;
  deck += fmt::format("STARTDX 6 1 {:.17g} -0.4\n", phi2);
  deck += R"(XM 3 3
XM 4 0.04
XM 5 2
XM 6 0.03
EM 11 0.3 0.001
ESTIFF 9 2e3 4
ESTIFF 10 1e3 2
EDAMP 10 5 0.01
ESTIFF 11 1e3 3
EDAMP 11 4 0.02
GRAVITY 0.2 -9.81
TIMES 0 0.6 0.1
INTEG DOP853 1e-12 1e-12
)";
  return deck;
}

void expect_same(const test::RunResult& chain, const test::RunResult& native,
                 const std::vector<std::pair<std::string, std::string>>& names, double accuracy) {
  ASSERT_EQ(chain.status, ExitStatus::done) << chain.messages;
  ASSERT_EQ(native.status, ExitStatus::done) << native.messages;
  ASSERT_EQ(chain.rows.size(), native.rows.size());
  for (const auto& [a, b] : names) {
    ASSERT_LT(chain.column(a), chain.names.size()) << a;
    ASSERT_LT(native.column(b), native.names.size()) << b;
    test::Error error;
    for (std::size_t k = 0; k < chain.rows.size(); ++k)
      error.add(chain.value(k, a), native.value(k, b));
    EXPECT_LT(error.relative(), accuracy) << a << " " << b;
  }
}

const std::vector<std::pair<std::string, std::string>> kSame = {
    {"phi1", "x4_1"},      {"phi2", "x6_1"},      {"phid1", "v4_1"},       {"phidd2", "a6_1"},
    {"frx1", "s1_1"},      {"fry2", "s2_2"},      {"beam1.e1", "e9_1"},    {"beam1.s2", "s9_2"},
    {"beam2.s1", "s10_1"}, {"beam2.s3", "s10_3"}, {"beam3.ed2", "ed11_2"}, {"beam3.s3", "s11_3"}};

TEST(ChainBeams, MotionIsThatInNativeWords) {
  for (const char* word : {"PLBEAM", "PLBEAMG", "PLBEAML"})
    for (const char* form : {"FORM REDUCED\n", "FORM FULL\n"})
      expect_same(test::run(fmt::format(fmt::runtime(kChain), word) + form + "END\n"),
                  test::run(in_native_words(word, "") + "END END\n"), kSame, 1e-9);
}

TEST(ChainBeams, EquilibriumAndModesAreThoseInNativeWords) {
  const std::string chain = fmt::format(fmt::runtime(kChain), "PLBEAMG"),
                    native = in_native_words("PLBEAMG", "");
  std::vector<std::pair<std::string, std::string>> names = kSame;
  std::erase_if(names, [](const auto& name) {
    return name.first.starts_with("phid") || name.first == "beam3.ed2";
  });
  expect_same(test::run(chain + "STATIC\nEND\n"), test::run(native + "STATIC\nEND END\n"), names,
              1e-10);
  expect_same(test::run(chain + R"(STATIC
EIGEN
END
)"),
              test::run(native + R"(STATIC
EIGEN
END END
)"),
              {{"omega", "omega"}, {"damping", "damping"}, {"real", "real"}}, 1e-10);
}

// The first segment turns as said, and its moment is found.
TEST(ChainBeams, InverseDynamicsIsThatInNativeWords) {
  const std::string chain = fmt::format(fmt::runtime(kChain), "PLBEAMG") +
                            R"(KNOWN PHIDD 1 = -1.5*cos(2*t)
UNKNOWN M 1
END
)";
  const std::string native =
      in_native_words("PLBEAMG", "INPUTX 4 1 = -80deg + 0.7*t - 0.375*(1 - cos(2*t))\n");
  auto names = kSame;
  names.push_back({"m1", "r4_1"});
  expect_same(test::run(chain), test::run(native + "END END\n"), names, 1e-8);
}

TEST(ChainBeams, EchoAndNativeFormGiveTheSameMotion) {
  const std::string chain = fmt::format(fmt::runtime(kChain), "PLBEAM") + "END\n";
  Diagnostics diagnostics;
  const std::string echo = echo_deck({"deck", chain, ".", {}}, {}, diagnostics),
                    native = convert_deck({"deck", chain, ".", {}}, {}, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
  RunSettings settings;
  settings.echo = false;
  const test::RunResult run = test::run(chain, settings);
  EXPECT_EQ(test::run(echo, settings).report, run.report) << echo;
  expect_same(run, test::run(native), {{"phi1", "x4_1"}, {"phi2", "x6_1"}, {"frx1", "s1_1"}},
              1e-10);
}

TEST(ChainBeams, Errors) {
  const std::string head = R"(SEGDYN
SEGMENT 1 1 1 0.5 0.1
STATE 1 0
TIME 0 1 1
)";
  const std::pair<const char*, const char*> wrong[] = {
      {"PLBEAM 1 1  0 0 0 0  1 1", "it joins a segment to itself"},
      {"PLBEAM 0 1  0 0 0 0  1 -1", "EI is -1"},
      {"PLBEAM 0 1  1 0 0 0  1 1 DAMPING 2 3", "is neither DAMP nor MASS"},
      {"PLBEAMG 0 1  1 0 0 0  1 1 MASS 2 MASS 3", "MASS is given twice"},
      {"PLBEAM 0 2  1 0 0 0  1 1", "segment j"},
      {"PLBEAML 0 1  0.5 0 0 0  1 1", "its two point nodes coincide"},
  };
  for (const auto& [line, message] : wrong) {
    const test::RunResult run = test::run(head + line + "\nEND\n");
    EXPECT_EQ(run.status, ExitStatus::deck_error) << line;
    EXPECT_NE(run.messages.find(message), std::string::npos) << run.messages;
  }
}

}  // namespace
}  // namespace mbs
