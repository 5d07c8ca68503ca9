// --timeout holds in every kind of run: each deck here would run for long, and ends within 0.1 s of
// the time it is given, with status 5 and the rows that it has done.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>

#include "support/cantilever.h"
#include "support/draws.h"
#include "support/process.h"

namespace mbs {
namespace {

constexpr double kTimeout = 0.3;
// Beyond the time given, starting the shell and the program included, on a machine that is on time
// itself [s].
constexpr double kLate = test::kSanitized ? 1 : 0.1;
// A busy machine may hold up any one run.
constexpr int kAttempts = 12;

std::string changed(std::string deck, const std::string& from, const std::string& to) {
  const std::size_t at = deck.rfind(from);
  EXPECT_NE(at, std::string::npos) << from;
  return deck.replace(at, from.size(), to);
}

// Kinematic: a row for each of ever so many times.
std::string many_rows() {
  return changed(test::deck_text("kabios/four_bar.dat"), "0.0250", "1E-9");
}

// Kinematic, all within one report step: the driver's acceleration takes ever smaller substeps.
std::string sub_steps() {
  return R"(4 3 1 1 0 1 1 0 0
0 0 0
0.1 0 0.3
0.4 0 -0.1
0.7 0 0
1 2 0 0 -0.1 0
2 3 0.1 0 -0.25 0
3 4 0.25 0 0 0
1 4 0 0 1 0 0 0
1
2 3 0.3 6 999999999
3 0 0.1
0 1 0.1
)";
}

// Kinematic: every other row lies in a flat position of a parallelogram and is interpolated.
std::string singular_rows() {
  const std::string deck =
      changed(test::deck_text("kabios/parallelogram.dat"), "30deg  6.0", "90deg 6.283185307179586");
  return changed(deck, "0 2.1 0.0125", "0 1e7 0.25");
}

std::string pendulums(const std::string& rest) {
  return R"(PLTRUSS 1 1 2
PLTRUSS 2 2 3
X 1 0 0
X 2 1 0
X 3 2 0
FIX 1
END HALT
DOF AUTO
XM 2 1
XM 3 1
GRAVITY 0 -9.81
)" + rest +
         "\nEND END\n";
}

std::string dynamic() { return pendulums("TIMESTEP 1e8 1"); }

std::string events() {
  return "PARAM k = 0\n" +
         pendulums(
             "TIMESTEP 1e8 1\nEVENT down WHEN x2_2 < -0.5 DO SET k = k + 1\nLIMIT EVENTS "
             "1000000000");
}

std::string large_dynamics() {
  return test::cantilever(250, 1e4, test::CantileverFreedoms::coordinates,
                          R"(GRAVITY 0 -1
INTEG STIFF 1e-8 1e-8
TIMESTEP 1 100
)");
}

std::string large_statics() {
  return test::cantilever(3000, 1e4, test::CantileverFreedoms::deformations,
                          R"(XF 6001 0 -3
ITERSTEP 50 50
STATIC
)");
}

std::string large_modes() {
  return test::cantilever(400, 1e4, test::CantileverFreedoms::coordinates, "EIGEN\n", 1);
}

std::string chain(const std::string& choice) {
  std::string deck = test::deck_text("chains/pendulum_chain.dat");
  return changed(changed(deck, "TIME 0 0.5 0.05", "TIME 0 1e7 0.05"), "INTEG", choice + "INTEG");
}

// Its motion has an end, after 1.2 s of its own time: more steps than can be made.
std::string chain_with_choice() {
  const std::string deck = chain("UNKNOWN M 2\nKNOWN PHIDD 2 0\n");
  const std::size_t begin = deck.find("INTEG"), end = deck.find('\n', begin);
  return deck.substr(0, begin) + "INTEG RK4 1e-8" + deck.substr(end);
}

std::string contacts() {
  return changed(test::deck_text("contact/ball_impulses.dat"), "TIMESTEP", "TIMESTEP 1e8 1\n#");
}

// The file is longer than can be read in the time.
std::string huge_deck() {
  std::string deck;
  for (int k = 0; k < 600'000; ++k) deck += fmt::format("PARAM p{} = {} * sin(0.5)\n", k, k);
  return deck + many_rows();
}

// A curve through that many points whose smoothness is searched for.
std::string huge_curve() {
  std::string deck =
      R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
RLSE 1
INPUTX 2
END HALT
INPUTX 2 2 0 1 0
INPUTX 2 1 TABLE SMOOTH)";
  for (int k = 0; k < 200'000; ++k)
    deck += fmt::format(" &\n{} {}", k, 1 + 1e-3 * ((k * 7919) % 1000));
  return deck + "\nTIMESTEP 10 10\nEND END\n";
}

struct Kind {
  const char* name;
  std::function<std::string()> deck;
  const char* options = "";
  bool has_rows = false;
};

// How late a process that only sleeps for the same time is here and now.
double lateness_of_machine() {
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(std::system(fmt::format("sleep {}", kTimeout).c_str()), 0);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count() - kTimeout;
}

class Timeout : public testing::TestWithParam<Kind> {};

TEST_P(Timeout, Holds) {
  const Kind& kind = GetParam();
  const test::Scratch scratch;
  test::write_all(scratch.file("deck.dat"), kind.deck());
  const std::string arguments =
      fmt::format("--timeout {} {} '{}'", kTimeout, kind.options, scratch.file("deck.dat"));
  double least = 1e9;
  for (int k = 0; k < kAttempts && least > kLate; ++k) {
    const double machine = k == 0 ? 0 : lateness_of_machine();
    const test::Finished done = test::mbsim(arguments);
    least = std::min(least, done.seconds - kTimeout - machine);
    ASSERT_EQ(done.status, 5) << done.err;
    EXPECT_NE(done.err.find("the time limit (--timeout)"), std::string::npos) << done.err;
    EXPECT_TRUE(!kind.has_rows || done.out.find(" TIME = ") != std::string::npos);
    // What is written is whole.
    EXPECT_TRUE(done.out.empty() || done.out.back() == '\n');
  }
  RecordProperty("late", fmt::format("{:.3f}", least));
  EXPECT_LE(least, kLate);
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, Timeout,
    testing::Values(Kind{"ManyRows", many_rows, "", true}, Kind{"SubSteps", sub_steps},
                    Kind{"SingularRows", singular_rows, "", true},
                    Kind{"Dynamic", dynamic, "", true}, Kind{"Events", events, "", true},
                    Kind{"Csv", dynamic, "--csv /dev/null", true},
                    Kind{"LargeDynamics", large_dynamics}, Kind{"Static", large_statics},
                    Kind{"Eigen", large_modes}, Kind{"CertifyKinematic", sub_steps, "--certify"},
                    Kind{"Certify", dynamic, "--certify", true},
                    Kind{"Chain", [] { return chain(""); }, "", true},
                    Kind{"CrossCheck", [] { return chain(""); }, "--cross-check", true},
                    Kind{"ChainWithChoice", chain_with_choice, "", true},
                    Kind{"Contacts", contacts, "", true}, Kind{"HugeDeck", huge_deck},
                    Kind{"HugeDeckEcho", huge_deck, "--echo"},
                    Kind{"HugeDeckConvert", huge_deck, "--convert native"},
                    Kind{"HugeCurve", huge_curve}, Kind{"HugeCurveCheck", huge_curve, "--check"}),
    [](const testing::TestParamInfo<Kind>& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace mbs
