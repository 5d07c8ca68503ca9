#include "run/frame/happening.h"

#include <gtest/gtest.h>

namespace mbs {
namespace {

std::string turn(ContactTurn turn, bool was_open, bool is_joint = false) {
  return text_of(ModeChange{"CONTACT 1", turn, was_open, is_joint});
}

// docs/contact.md: what closes may slide or stick at once.
TEST(Happening, TurnsInWords) {
  EXPECT_EQ(turn(ContactTurn::closes, true), "closes");
  EXPECT_EQ(turn(ContactTurn::sticks, true), "closes and sticks");
  EXPECT_EQ(turn(ContactTurn::sticks, false), "sticks");
  EXPECT_EQ(turn(ContactTurn::lifts_off, false), "lifts off");
  EXPECT_EQ(turn(ContactTurn::is_carried, false), "is carried along");
  EXPECT_EQ(turn(ContactTurn::is_carried, false, true), "is held by others");
}

TEST(Happening, AStrikeShowsItsNumbers) {
  ContactStrike strike;
  strike.label = "CONTACT 1";
  strike.bounce = 3;
  strike.gap = {-2, 1};
  strike.impulse = 6;
  const std::string smooth = text_of(strike, 0.5);
  EXPECT_EQ(smooth, "CONTACT 1 at t = 0.5: bounce 3, gap rate -2 -> 1, impulse 6\n");
  strike.has_friction = true;
  strike.slip = {4, 0};
  strike.friction = -1.5;
  strike.rests_after = 7;
  const std::string rough = text_of(strike, 0.5);
  EXPECT_NE(rough.find("slip rate 4 -> 0, impulse -1.5"), std::string::npos) << rough;
  EXPECT_NE(rough.find("after 7 bounces"), std::string::npos) << rough;
  strike.kind = StrikeKind::rubs;
  EXPECT_EQ(text_of(strike, 0.5).find("gap"), std::string::npos);
}

// An event without a jump takes one line more, one with a jump a line for each coordinate.
TEST(Happening, AnEventWithAndWithoutAJump) {
  EventRecord event;
  event.label = "EVENT hit";
  event.actions = " STOP";
  event.t = 0.25;
  event.degrees = 2;
  event.notes = {"k 2 -> 3"};
  const std::string quiet = text_of(event);
  EXPECT_NE(quiet.find("k 2 -> 3; no velocity jumps, degrees of freedom 2"), std::string::npos)
      << quiet;
  EXPECT_EQ(std::count(quiet.begin(), quiet.end(), '\n'), 2);
  event.jumps = true;
  event.coordinates = {{"node 1 Y", 0, {-3, 1.5}, 9}, {"node 2 Y", 1, {0, 0}, 0}};
  event.stresses = {{"PLTRUSS 1", -2}};
  const std::string jump = text_of(event);
  EXPECT_EQ(std::count(jump.begin(), jump.end(), '\n'), 6);
  EXPECT_NE(jump.find("-3.000000000e+00 ->"), std::string::npos) << jump;
  EXPECT_EQ(jump.find("no velocity jumps"), std::string::npos);
}

}  // namespace
}  // namespace mbs
