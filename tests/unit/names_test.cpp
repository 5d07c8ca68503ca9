#include "observe/names.h"

#include <gtest/gtest.h>

#include "model/model.h"
#include "observe/out_channels.h"
#include "plan/plan.h"
#include "support/channels.h"
#include "text/expression.h"

namespace mbs::test {
namespace {

OutRow out_row(std::string name, std::string text) {
  OutRow row;
  row.name = std::move(name);
  row.text = std::move(text);
  row.text_at = row.where = {0, 1, 1};
  row.label = "OUT " + row.name;
  return row;
}

// Two bodies, of which the second is called rocker.
Layout bodies() {
  Layout layout;
  layout.add("body1.phi", unit::radian, {Of::body, 0, 2});
  layout.add("body2.phi", unit::radian, {Of::body, 1, 2});
  layout.add("body2.x", unit::metre, {Of::body, 1, 0});
  TableLayout table{"", " BODY", {"PHI"}, {}};
  table.rows = {{"    1", 0}, {"    2", 1}};
  layout.tables.push_back(table);
  return layout;
}

// Bodies and points 1 and 2.
Model two_bodies() {
  Model model;
  model.bodies = {{1, 0, 2}, {2, 3, 5}};
  model.points = {{1, 0, 2}, {2, 3, 5}};
  return model;
}

Plan rocker() {
  Plan plan;
  NameRow row;
  row.kind = "BODY";
  row.channels = "body";
  row.number = 2;
  row.name = "rocker";
  plan.names = {row};
  return plan;
}

TEST(Names, ChannelsAndRowsGetTheName) {
  Layout layout = bodies();
  add_names(rocker(), two_bodies(), layout);
  ASSERT_EQ(layout.aliases.size(), 2u);
  EXPECT_EQ(layout.aliases[0].name, "rocker.phi");
  EXPECT_EQ(layout.aliases[0].channel, 1);
  EXPECT_EQ(layout.aliases[1].channel, 2);
  EXPECT_EQ(layout.tables[0].label_heads, " BODY NAME  ");
  EXPECT_EQ(layout.tables[0].rows[0].labels, "    1       ");
  EXPECT_EQ(layout.tables[0].rows[1].labels, "    2 rocker");
}

TEST(Names, WithoutNamesNothingChanges) {
  Layout layout = bodies();
  add_names({}, two_bodies(), layout);
  EXPECT_TRUE(layout.aliases.empty());
  EXPECT_EQ(layout.tables[0].label_heads, " BODY");
}

// Points and contacts have the same head of labels; what a row is of tells them apart.
TEST(Names, ContactsAreNotPoints) {
  Plan plan = rocker();
  plan.vocabulary = kKabiosVocabulary;
  plan.names[0].kind = "POINT";
  plan.names[0].channels = "point";
  Layout layout;
  layout.add("contact2.gap", unit::metre, {Of::contact, 2});
  layout.add("point2.x", unit::metre, {Of::point, 1});
  for (const int first : {0, 1}) {
    TableLayout table{"", "  NO.", {"X"}, {}};
    table.rows = {{"    2", first}};
    layout.tables.push_back(table);
  }
  add_names(plan, two_bodies(), layout);
  EXPECT_EQ(layout.tables[0].rows[0].labels, "    2");
  EXPECT_EQ(layout.tables[1].rows[0].labels, "    2 rocker");
}

TEST(Names, ExpressionsSeeTimeChannelsAndNames) {
  Layout layout = bodies();
  add_names(rocker(), two_bodies(), layout);
  const VariableNames names = channel_names(layout);
  ASSERT_EQ(names.names().size(), 6u);
  EXPECT_EQ(names.names()[0], "t");
  EXPECT_EQ(names.find("t"), 0);
  EXPECT_EQ(names.find("T"), -1);  // where a deck declares it; else t is looked for
  EXPECT_EQ(names.names()[4], "rocker.phi");
  EXPECT_EQ(names.find("Rocker.PHI"), names.find(names.names()[2]));
  EXPECT_EQ(names.find("rocker"), -1);
}

// 2 phi + t, and a channel that reads the one before.
TEST(OutChannels, AreFilledInTheirOrder) {
  Plan plan = rocker();
  plan.outs = {out_row("twice", "2*rocker.phi + t"), out_row("square", "twice^2")};
  ChannelRow row;
  row.layout = bodies();
  add_names(plan, two_bodies(), row.layout);
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  OutChannels outs(plan, row.layout, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "");
  EXPECT_EQ(outs.first(), 3);
  row.fill([&](Vector values) {
    values[0] = 7, values[1] = 0.5, values[2] = 9;
    outs.observe(4, {}, values);
  });
  EXPECT_EQ(row["twice"], 5);
  EXPECT_EQ(row["square"], 25);
  EXPECT_FALSE(row.layout.channels[3].unit.known);
}

TEST(OutChannels, UnknownAndTakenNamesAreErrors) {
  Plan plan;
  plan.outs = {out_row("a", "body3.phi"), out_row("BODY1.phi", "1")};
  Layout layout = bodies();
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  OutChannels outs(plan, layout, diagnostics);
  const std::string messages = diagnostics.format_all();
  EXPECT_NE(messages.find("OUT a"), std::string::npos) << messages;
  EXPECT_NE(messages.find("'BODY1.phi' is a channel"), std::string::npos) << messages;
  EXPECT_EQ(layout.count(), 5);
}

TEST(OutChannels, NoneFillNothing) {
  Layout layout = bodies();
  Diagnostics diagnostics;
  OutChannels outs({}, layout, diagnostics);
  std::vector<double> values(3, 1.0);
  outs.observe(0, {}, values);
  EXPECT_EQ(values, std::vector<double>(3, 1.0));
}

}  // namespace
}  // namespace mbs::test
