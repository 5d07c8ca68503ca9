// The same deck meets the same events in the reduced and in the full form.
#include <gtest/gtest.h>

#include "paths.h"
#include "support/deck.h"
#include "support/event_blocks.h"
#include "support/process.h"

namespace mbs {
namespace {

class Forms : public testing::TestWithParam<const char*> {};

TEST_P(Forms, MeetTheSameEvents) {
  const std::string text = test::read_all(std::string(MBSIM_ROOT) + "/decks/events/" + GetParam());
  const std::size_t at = text.find("\nTIMESTEP") + 1;
  const auto with = [&](const char* form) {
    return test::event_blocks(
        test::run(text.substr(0, at) + "FORM " + form + "\n" + text.substr(at)).report);
  };
  const auto reduced = with("REDUCED"), full = with("FULL");
  ASSERT_EQ(reduced.size(), full.size());
  EXPECT_FALSE(reduced.empty());
  for (std::size_t k = 0; k < full.size(); ++k) {
    EXPECT_EQ(reduced[k].name, full[k].name) << k;
    EXPECT_NEAR(reduced[k].time, full[k].time, 1e-10) << k;  // seen 2e-12
  }
}

INSTANTIATE_TEST_SUITE_P(Decks, Forms,
                         testing::Values("bouncing_ball.dat", "rod_end.dat", "rod_flat.dat",
                                         "capped.dat", "energetic.dat", "switch.dat", "jump.dat",
                                         "take_off.dat"));

}  // namespace
}  // namespace mbs
