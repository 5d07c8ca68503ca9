#include <gtest/gtest.h>

#include "run/events/deck_events.h"
#include "support/drawn.h"

namespace mbs::test {
namespace {

Impulses impulses(std::vector<double> R, std::vector<double> L, double before, double after) {
  Impulses out;
  out.R = std::move(R);
  out.L = std::move(L);
  out.kinetic_before = before;
  out.kinetic_after = after;
  return out;
}

TEST(Change, ImpulsesOfOneInstantAddUp) {
  Change effect;
  EXPECT_FALSE(effect.sets);
  effect.add(impulses({1, 2}, {3}, 10, 7));
  effect.add(impulses({0, -5}, {4}, 7, 6));
  EXPECT_TRUE(effect.sets);
  EXPECT_EQ(effect.impulses.R, (std::vector<double>{1, -3}));
  EXPECT_EQ(effect.impulses.L, std::vector<double>{7});
  EXPECT_EQ(effect.impulses.kinetic_before, 10);  // of the first
  EXPECT_EQ(effect.impulses.kinetic_after, 6);    // of the last
}

// What is earlier stands in front; of two impacts the later one counts.
TEST(Change, AnEarlierOneStandsInFront) {
  Change earlier, later;
  earlier.text = "one\n", later.text = "two\n";
  earlier.modes = {{"CONTACT 1"}}, later.modes = {{"CONTACT 2"}};
  earlier.impulses = impulses({1}, {}, 1, 0);
  later.put_before(earlier);
  EXPECT_EQ(later.text, "one\ntwo\n");
  ASSERT_EQ(later.modes.size(), 2u);
  EXPECT_EQ(later.modes[1].label, "CONTACT 2");
  EXPECT_EQ(later.impulses.R, std::vector<double>{1});
}

struct Hit {
  Drawn m{
      "PLTRUSS 1 1 2\nX 1 0 0\nX 2 3 4\nFIX 1\nEND HALT\nXM 2 2\nDOF AUTO\nTIMESTEP 1 1\nEND "
      "END\n"};
  EventRow row;
  State before = m.state(), after = before;
  Change effect;
  Hit() {
    effect.event.emplace();
    row.label = "EVENT hit";
    ActionRow fix, stop;
    fix.kind = ActionKind::fix;
    fix.targets = {{Target::coordinate, 1, 0}, {Target::deformation, 0, 0}};
    row.actions = {fix, fix, stop};
    before.v = {0, 0, -4, 3};
    after.t = 0.5;
    effect.add(impulses({0, 0, 8, -6}, {1e-15}, 25, 0));
  }
  EventRecord record() {
    complete_record(row, m.model(), before, after, 1e-9, 1, effect);
    return *effect.event;
  }
};

// What jumps stands for every coordinate; an impulse that is rounding is none.
TEST(CompleteRecord, AJumpHasItsVelocitiesAndImpulses) {
  const EventRecord record = Hit().record();
  EXPECT_EQ(record.t, 0.5);
  EXPECT_EQ(record.degrees, 1);
  ASSERT_TRUE(record.jumps);
  EXPECT_EQ(record.kinetic_before, 25);
  ASSERT_EQ(record.coordinates.size(), 4u);
  EXPECT_EQ(record.coordinates[2].name, "node 2 X");
  EXPECT_EQ(record.coordinates[2].velocity.before, -4);
  EXPECT_EQ(record.coordinates[2].velocity.after, 0);
  EXPECT_EQ(record.coordinates[3].impulse, -6);
  EXPECT_TRUE(record.stresses.empty());
}

TEST(CompleteRecord, ActionsOfOneKindStandTogether) {
  const std::string text = Hit().record().actions;
  EXPECT_EQ(text.find("FIX"), text.rfind("FIX")) << text;
  EXPECT_LT(text.find("node 2 X"), text.find("PLTRUSS 1")) << text;
  EXPECT_LT(text.find("PLTRUSS 1"), text.find("; STOP")) << text;
}

// A released bar: impulses that are rounding of what moves are no jump.
TEST(CompleteRecord, RoundingIsNoJump) {
  Hit hit;
  hit.after.v = hit.before.v;
  hit.after.v[2] += 1e-14;
  hit.effect.impulses = impulses({0, 0, 1e-14, 0}, {1e-14}, 25, 25);
  const EventRecord record = hit.record();
  EXPECT_FALSE(record.jumps);
  EXPECT_TRUE(record.coordinates.empty());
  EXPECT_EQ(record.kinetic_before, 0);
}

TEST(CompleteRecord, WithoutImpulsesNothingJumps) {
  Hit hit;
  hit.effect.impulses = {};
  EXPECT_FALSE(hit.record().jumps);
}

}  // namespace
}  // namespace mbs::test
