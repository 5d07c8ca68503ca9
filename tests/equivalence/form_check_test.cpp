// --cross-check outside chains with a choice: reduced form against the two lines, in every dialect,
// with contacts and events; that it sees a difference is shown by a state that is none of the run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "paths.h"
#include "run/dynamic/dynamic_judge.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

TEST(FormCheck, DecksOfEveryDialectAgree) {
  for (const char* name :
       {"own/andrews", "own/elastic_four_bar", "own/double_pendulum_rods",
        "kabios/arm_swing_dynamic", "kabios/vertical_jump_dynamic", "chains/landing", "chains/jump",
        "contact/landing", "contact/plank", "contact/wheel_rigid", "contact/wheel_penalty",
        "contact/rod_and_wall", "events/hinge_breaks", "events/take_off_kabios", "elements/belt",
        "space/top_and_chain"}) {
    const std::string file = fmt::format("{}/decks/{}.dat", MBSIM_ROOT, name);
    RunSettings settings;
    settings.cross_check = true;
    const test::RunResult run =
        test::run(test::read_all(file), settings, file.substr(0, file.rfind('/')));
    ASSERT_EQ(run.status, ExitStatus::done) << name << run.messages;
    const CrossCheck& check = run.cross_check.value();
    EXPECT_EQ(check.by_matrix, std::string(name) == "chains/jump") << name;
    if (check.by_matrix) continue;
    EXPECT_LT(check.difference, 1e-11) << name;  // seen 1.6e-13
    EXPECT_EQ(check.unsolved, 0) << name;
  }
}

// The report is that without the option but for the line of the audit.
TEST(FormCheck, ChangesNothingElse) {
  const std::string deck = test::read_all(std::string(MBSIM_ROOT) + "/decks/contact/plank.dat");
  RunSettings settings;
  const std::string plain = test::run(deck, settings).report;
  settings.cross_check = true;
  std::string checked = test::run(deck, settings).report;
  const std::size_t begin = checked.find("# cross-check:");
  ASSERT_NE(begin, std::string::npos);
  checked.erase(begin, checked.find('\n', begin) + 1 - begin);
  EXPECT_EQ(checked, plain);
}

TEST(FormCheck, CountsRowsThatOneOfThemCannotSolve) {
  const test::Loaded deck = test::load(R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
DYNX 2 2
END HALT
XM 2 1
GRAVITY 0 -9.81
TIMESTEP 1 4
END END
)");
  const Built& built = deck.built.value();
  FormCheck check(built.model, {}, false);
  State state = test::initial_state(deck);
  check.note(state, built.phase);
  EXPECT_LT(check.result().difference, 1e-14);
  EXPECT_NE(check.describe().find("in 1 rows"), std::string::npos);
  state.x[2] = state.x[3] = NAN;
  state.t = 2;
  check.note(state, built.phase);
  EXPECT_NE(check.describe().find("no solution at 1 report times, the first t = 2"),
            std::string::npos)
      << check.describe();
}

TEST(FormCheck, OnlyOfDynamicRuns) {
  RunSettings settings;
  settings.cross_check = true;
  const test::RunResult run = test::run(
      R"(PLTOR 1 1 2
X 1 0
X 2 0
FIX 1
DYNX 2 1
RLSE 1
END HALT
XM 2 1
ESTIFF 1 3
STATIC
END END
)",
      settings);
  EXPECT_EQ(run.status, ExitStatus::deck_error);
  EXPECT_NE(run.messages.find("only a dynamic run is solved in two ways"), std::string::npos);
}

}  // namespace
}  // namespace mbs
