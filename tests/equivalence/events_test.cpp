// The same deck meets the same events in the reduced and in the full form.
#include <gtest/gtest.h>

#include "paths.h"
#include "support/deck.h"
#include "support/happenings.h"
#include "support/names.h"
#include "support/process.h"

namespace mbs {
namespace {

class Forms : public testing::TestWithParam<const char*> {};

TEST_P(Forms, MeetTheSameEvents) {
  const std::string text = test::read_all(std::string(MBSIM_ROOT) + "/decks/events/" + GetParam());
  const std::size_t at = std::min(text.find("\nTIMESTEP"), text.find("\nINTEG")) + 1;
  const auto with = [&](const char* form) {
    return test::events_of(test::run(text.substr(0, at) + "FORM " + form + "\n" + text.substr(at)));
  };
  const auto reduced = with("REDUCED"), full = with("FULL");
  ASSERT_EQ(reduced.size(), full.size());
  EXPECT_FALSE(reduced.empty());
  for (std::size_t k = 0; k < full.size(); ++k) {
    EXPECT_EQ(reduced[k].label, full[k].label) << k;
    EXPECT_NEAR(reduced[k].t, full[k].t, 1e-10) << k;  // seen 2e-12
  }
}

// Body coordinates and equations of joints, or nodes and deformations: the channels have other
// names, so the conditions are translated by hand.
TEST(Dialects, MeetTheSameEvents) {
  const std::string kabios =
      test::read_all(std::string(MBSIM_ROOT) + "/decks/events/hinge_breaks.dat");
  Diagnostics diagnostics;
  std::string native = convert_deck({"deck", kabios, ".", {}}, {}, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
  const std::pair<const char*, const char*> names[] = {
      {"body3.phi", "x6_1"}, {"body3.yd", "v5_2"}, {"body3.y", "x5_2"}};
  for (const auto& [from, to] : names)
    for (std::size_t at = native.find(from); at != std::string::npos; at = native.find(from))
      native.replace(at, std::string(from).size(), to);
  const auto a = test::events_of(test::run(kabios));
  const test::RunResult run = test::run(native);
  const auto b = test::events_of(run);
  ASSERT_EQ(a.size(), b.size()) << run.messages << native;
  EXPECT_EQ(a.size(), 5u);
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a[k].label, b[k].label);
    EXPECT_NEAR(a[k].t, b[k].t, 1e-10) << a[k].label;
  }
}

INSTANTIATE_TEST_SUITE_P(Decks, Forms,
                         testing::Values("bouncing_ball.dat", "rod_end.dat", "rod_flat.dat",
                                         "capped.dat", "energetic.dat", "switch.dat", "jump.dat",
                                         "take_off.dat", "hinge_breaks.dat"),
                         test::name_of_text);

}  // namespace
}  // namespace mbs
