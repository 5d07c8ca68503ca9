#include "run/events/event_list.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "plan/plan.h"
#include "text/parameters.h"

namespace mbs {
namespace {

EventRow event(const std::string& name, const std::string& function, Passing passing) {
  EventRow row;
  row.name = name;
  row.text = row.function = function;
  row.passing = passing;
  row.label = "EVENT " + name;
  row.text_at = row.where = {0, 1, 1};
  return row;
}

// Channels a, b, c, of which c is called height as well; k is a live parameter of 2.
struct Events {
  Plan plan;
  Layout layout;
  Diagnostics diagnostics;
  Events() {
    diagnostics.add_file("d");
    for (const char* name : {"a", "b", "c"}) layout.add(name, unit::metre);
    layout.aliases.push_back({"height", 2});
    Parameters parameters;
    parameters.define({.name = "k", .value = 2, .where = {}});
    parameters.make_live("k");
    plan.parameters = std::make_shared<const Parameters>(std::move(parameters));
  }
  void fill(EventList& list) {
    const Vector channels = list.channels();
    ASSERT_EQ(channels.size(), 3u);
    channels[0] = 10, channels[1] = 20, channels[2] = 30;
  }
};

TEST(EventList, FunctionsOfChannelsTimeAndParameters) {
  Events e;
  e.plan.events = {event("one", "height - k*a", Passing::rising),
                   event("two", "t - 4", Passing::falling),
                   event("three", "sin(t)*k", Passing::both)};
  EventList list(e.plan, e.layout, e.diagnostics);
  EXPECT_EQ(e.diagnostics.format_all(), "");
  ASSERT_EQ(list.count(), 3);
  EXPECT_EQ(list.direction(0), Crossing::rising);
  EXPECT_EQ(list.direction(1), Crossing::falling);
  EXPECT_EQ(list.direction(2), Crossing::both);
  e.fill(list);
  std::array<double, 3> g{};
  list.evaluate(1, g);
  EXPECT_EQ(g[0], 10);
  EXPECT_EQ(g[1], -3);
  EXPECT_NEAR(g[2], 2 * std::sin(1.0), 1e-15);
  list.set_parameters(std::vector<double>{5});
  list.evaluate(2, g);
  EXPECT_EQ(g[0], -20);
  EXPECT_EQ(list.evaluate_at_time(1, 9), 5);
}

// Between looks channels lie on parabolas; functions of the time alone are not foretold.
TEST(EventList, ForetellsByTheLastThreeLooks) {
  Events e;
  e.plan.events = {event("one", "height", Passing::both), event("two", "t", Passing::both)};
  EventList list(e.plan, e.layout, e.diagnostics);
  for (const double t : {9.0, 0.0, 1.0, 3.0}) {
    list.channels()[2] = t * t;
    list.keep(t);
  }
  std::array<double, 2> g = {7, 7};
  list.foretell(2, g);
  EXPECT_NEAR(g[0], 4, 1e-14);
  EXPECT_EQ(g[1], 7);
}

TEST(EventList, WhatEachFunctionReads) {
  Events e;
  e.plan.events = {event("one", "b + height", Passing::both),
                   event("two", "3*t - k", Passing::both), event("three", "t^2 - k", Passing::both),
                   event("four", "k - 1", Passing::both)};
  EventList list(e.plan, e.layout, e.diagnostics);
  EXPECT_EQ(list.reads_of(0), EventReads::state);
  EXPECT_EQ(list.reads_of(1), EventReads::linear_time);
  EXPECT_EQ(list.reads_of(2), EventReads::time);
  EXPECT_EQ(list.reads_of(3), EventReads::linear_time);  // a constant is a line, too
  EXPECT_EQ(list.read_by_functions(), (std::vector<int>{1, 2}));
}

TEST(EventList, SetsHaveValuesOfTheirOwn) {
  Events e;
  EventRow row = event("one", "a", Passing::both);
  ActionRow stop, set;
  set.kind = ActionKind::set;
  set.parameter = "k";
  set.text = "k + height";
  set.text_at = {0, 1, 1};
  row.actions = {stop, set};
  e.plan.events = {row};
  EventList list(e.plan, e.layout, e.diagnostics);
  e.fill(list);
  EXPECT_EQ(list.new_value(0, 1).value(list.slots().data()), 32);
  EXPECT_EQ(list.parameter(set), 0u);
  EXPECT_EQ(list.read_by_functions(), std::vector<int>{0});
  EXPECT_EQ(list.reads(), (std::vector<int>{0, 2}));
  EXPECT_FALSE(list.missing_value(0));
}

TEST(EventList, UnknownChannelsAreErrors) {
  Events e;
  e.plan.events = {event("one", "depth", Passing::both)};
  EventList list(e.plan, e.layout, e.diagnostics);
  EXPECT_NE(e.diagnostics.format_all().find("EVENT one"), std::string::npos);
}

TEST(EventList, NoEventsNoFunctions) {
  Events e;
  EventList list(e.plan, e.layout, e.diagnostics);
  EXPECT_EQ(list.count(), 0);
  EXPECT_TRUE(list.reads().empty());
}

}  // namespace
}  // namespace mbs
