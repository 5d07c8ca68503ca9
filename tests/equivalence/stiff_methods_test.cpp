// STIFF against the explicit methods on mechanisms with stiff springs: the same motion in far fewer
// steps.
#include <gtest/gtest.h>

#include <regex>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

std::string with_method(const std::string& text, const std::string& method) {
  return std::regex_replace(text, std::regex("INTEG [^\n]*"), "INTEG " + method);
}

long steps_of(const test::RunResult& run) {
  return run.integrated.accepted + run.integrated.rejected;
}

test::RunResult done(const std::string& text, const std::string& method) {
  test::RunResult run = test::run(with_method(text, method));
  EXPECT_EQ(run.status, ExitStatus::done) << method << "\n" << run.messages;
  return run;
}

// Largest difference of the channels, absolute.
double difference(const test::RunResult& a, const test::RunResult& b,
                  std::initializer_list<const char*> channels) {
  test::Error error;
  for (const char* channel : channels)
    for (std::size_t row = 0; row < a.rows.size(); ++row)
      error.add(a.value(row, channel), b.value(row, channel));
  return error.absolute();
}

TEST(StiffMethods, AFiftiethOfTheStepsOnAStiffPendulum) {
  const std::string deck = test::read_all(MBSIM_ROOT "/decks/own/stiff_pendulum.dat");
  const test::RunResult stiff = done(deck, "STIFF 1e-7 1e-7");
  const long steps = steps_of(stiff);
  EXPECT_GT(steps, 50);
  for (const char* method : {"STEP 1e-7 1e-7", "DOP853 1e-7 1e-7"}) {
    const test::RunResult explicit_run = done(deck, method);
    EXPECT_GT(steps_of(explicit_run), 50 * steps) << method;  // seen 460 and 96 times 380
    EXPECT_LT(difference(stiff, explicit_run, {"x2_1", "x2_2"}), 1e-6) << method;  // seen 1.1e-7
    EXPECT_LT(difference(stiff, explicit_run, {"v2_1", "v2_2"}), 1e-5) << method;  // seen 3.6e-6
  }
  // A rigid pendulum released from the horizontal pulls with 3 m g times its depth.
  for (std::size_t row = 1; row < stiff.rows.size(); ++row) {
    const double pull = -3 * 9.81 * stiff.value(row, "x2_2");
    EXPECT_NEAR(stiff.value(row, "s1_1"), pull, 5e-3) << row;  // seen 1.1e-3
  }
}

// Four beams that stretch, bend and damp, turned about one end.
TEST(StiffMethods, ABeamThatStretches) {
  std::string deck = R"(X 1 0 0
X 2 2 0
X 3 4 0
X 4 6 0
X 5 8 0
FIX 1
INPUTX 11
)";
  for (int k = 1; k <= 4; ++k)
    deck += fmt::format("PLBEAM {} {} {} {} {}\nRLSE {}\n", k, k, k + 10, k + 1, k + 11, k);
  deck += "END HALT\n";
  for (int k = 1; k <= 4; ++k)
    deck += fmt::format(R"(EM {} 1.2
ESTIFF {} 2.8e7 1.4e4
EDAMP {} 2.8e4 14
)",
                        k, k, k);
  deck += R"(INPUTX 11 1 POLY 0 0 0 0.25
DOF AUTO
TIMESTEP 1 10
INTEG STIFF 1e-6 1e-6
END END
)";
  const test::RunResult stiff = done(deck, "STIFF 1e-6 1e-6"),
                        fine = done(deck, "DOP853 1e-6 1e-6");
  EXPECT_LT(difference(stiff, fine, {"x5_1", "x5_2", "x15_1"}), 1e-5);  // seen 1e-6
  EXPECT_GT(steps_of(fine), 20 * steps_of(stiff));                      // seen 34 times
}

// A body on a stiff spring and damper of a KABIOS deck, turning right round: the coordinates beside
// the spring's length must be chosen again on the way.
TEST(StiffMethods, ASpringOfAKabiosDeck) {
  const std::string deck =
      R"(2 0 0 1 0 0 0 0 0
0 0 0
1.2 0 0
1
0 2 0.25
MASS 2 1 0.1
VEL 2 0 7 7
GRAV 0 -9.81
SDA 1 2 0 0 -0.2 0 1e7 1 1e4
INTEG STIFF 1e-7 1e-7
END
)";
  const test::RunResult stiff = done(deck, "STIFF 1e-7 1e-7"),
                        fine = done(deck, "DOP853 1e-9 1e-9");
  EXPECT_LT(difference(stiff, fine, {"body2.x", "body2.y", "body2.phi"}), 1e-5);  // seen 8e-7
  EXPECT_LT(difference(stiff, fine, {"body2.xd", "body2.yd"}), 1e-4);             // seen 6e-6
}

}  // namespace
}  // namespace mbs
