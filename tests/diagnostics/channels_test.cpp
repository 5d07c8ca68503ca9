// mbsim channels: the list of what a deck shows is the header of its CSV, with units and meanings.
#include "program/channels.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

std::string list(const std::string& text, const std::string& directory = ".",
                 const std::vector<std::string>& names = {}) {
  Diagnostics diagnostics;
  DeckInput input;
  input.name = "deck";
  input.text = text;
  input.directory = directory;
  const std::string out = list_channels(input, names, {}, diagnostics);
  return diagnostics.has_errors() ? diagnostics.format_all() : out;
}

struct Line {
  std::string name, unit, meaning;
};
std::vector<Line> lines_of(const std::string& text) {
  std::vector<Line> out;
  std::istringstream in(text);
  for (std::string row; std::getline(in, row);) {
    Line& line = out.emplace_back();
    const std::size_t name = row.find(' '), unit = row.find_first_not_of(' ', name);
    const std::size_t gap = row.find("  ", unit), meaning = row.find_first_not_of(' ', gap);
    line.name = row.substr(0, name);
    line.unit = row.substr(unit, gap - unit);
    line.meaning = meaning == row.npos ? "" : row.substr(meaning);
  }
  return out;
}

void expect_line(const std::string& list, const std::string& name, const std::string& unit,
                 const std::string& meaning) {
  for (const Line& line : lines_of(list))
    if (line.name == name) {
      EXPECT_EQ(line.unit, unit) << name;
      EXPECT_EQ(line.meaning, meaning) << name;
      return;
    }
  ADD_FAILURE() << "no line of " << name << "\n" << list;
}

// One of every kind of decks: kinematic and dynamic, three dialects, joints, contacts, friction,
// beams, cams, curves, states, muscles, measured forces, a choice of knowns, space.
TEST(Channels, AreTheColumnsOfTheCsv) {
  for (const char* const name :
       {"kabios/four_bar.dat", "own/four_bar_1.dat", "own/ground_dampers.dat", "own/arm_swing.dat",
        "own/named_pendulum.dat", "own/cantilever_static.dat", "chains/held_arm.dat",
        "chains/let_go.dat", "elements/cam_lift_off.dat", "elements/car.dat",
        "friction/sign_of_v.dat", "contact/kerb.dat", "muscles/quick_release.dat",
        "muscles/static_optimisation.dat", "space/top_and_chain.dat", "space/door.dat",
        "states/pid_crank_kabios.dat"}) {
    const std::string text = test::deck_text(name);
    const std::string folder =
        (std::filesystem::path(MBSIM_ROOT) / "decks" / name).parent_path().string();
    const std::string listed = list(text, folder);
    RunSettings settings;
    settings.check_only = true;
    const test::RunResult run = test::run(text, settings, folder);
    std::vector<std::string> names;
    for (const Line& line : lines_of(listed)) {
      if (line.meaning.starts_with("another name of ")) continue;
      names.push_back(line.name);
      EXPECT_NE(line.meaning, "") << name << ": " << line.name;
      EXPECT_NE(line.unit, "") << name << ": " << line.name;
    }
    EXPECT_EQ(names, run.names) << name << listed;
  }
}

TEST(Channels, SayWhatTheyAre) {
  const std::string native = list(
      "PLREV 3 1 2 4 5 0 0 0 0\nX 1 0 0\nX 2 0\nX 4 0 0\nX 5 0.5\nFIX 1\nFIX 2\nDYNX 5\n"
      "END HALT\nXM 5 1\nOUT twice = 2*x5_1\nTIMES 0 1 1\nEND END\n");
  EXPECT_EQ(native.find("t "), 0u) << native;
  expect_line(native, "x5_1", "rad", "angle of node 5");
  expect_line(native, "v1_2", "m/s", "rate of y of node 1");
  expect_line(native, "a5_1", "rad/s^2", "second rate of angle of node 5");
  expect_line(native, "r2_1", "N m", "reaction on the angle of node 2");
  expect_line(native, "f4_1", "N", "load on x of node 4");
  expect_line(native, "energy.kinetic", "J", "kinetic energy");
  expect_line(native, "twice", "-", "OUT: an expression of the deck");
  const std::string kabios =
      list("2 1 0 1 0 0 0 0 0\n0 0 0\n0.5 0 0\n1 2 0 0 -0.5 0\n1\n0 1 0.5\nMASS 2 1 0.1\nEND\n");
  expect_line(kabios, "body2.phid", "rad/s", "rate of angle of body 2");
  expect_line(kabios, "rev1.fy", "N", "REVOLUTE 1, force along y of body 1 on body 2");
  expect_line(kabios, "ground1.m", "N m", "moment of GROUND 1");
  const std::string chain =
      list("SEGDYN\nSEGMENT 1 2 0.4 0.2 0.1\nSTATE 1 0 0\nBASE 0 0\nTIME 0 1 1\nEND\n");
  expect_line(chain, "phidd1", "rad/s^2", "second rate of angle of segment 1");
  expect_line(chain, "m1", "N m", "joint moment of joint 1");
  expect_line(chain, "fexty1", "N", "external force along y of segment 1");
}

// mm and N: what is shown is in the units of the deck.
TEST(Channels, AreInTheUnitsOfTheDeck) {
  const std::string out =
      list("UNITS mm N s\nX 1 0 0\nDYNX 1\nEND HALT\nXM 1 1\nTIMES 0 1 1\nEND END\n");
  expect_line(out, "v1_1", "mm/s", "rate of x of node 1");
  expect_line(out, "t", "s", "time");
}

// A crank too short to reach: no run, but a list.
TEST(Channels, OfADeckThatDoesNotAssemble) {
  const std::string deck =
      "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nX 1 0 0\nX 2 0.5 0\nX 3 3 0\nFIX 1\nFIX 3\nDYNX 2 1\n"
      "END HALT\nXM 2 1\nEREST 1 1\nEREST 2 1\nTIMES 0 1 1\nEND END\n";
  EXPECT_NE(test::run(deck).status, ExitStatus::done);
  expect_line(list(deck), "x2_1", "m", "x of node 2");
}

TEST(Channels, SomeOfThem) {
  const std::string deck = test::deck_text("kabios/four_bar.dat");
  const std::vector<Line> some = lines_of(list(deck, ".", {"body2.phi*", "t"}));
  ASSERT_EQ(some.size(), 4u);
  EXPECT_EQ(some[0].name, "body2.phi");
  EXPECT_EQ(some[3].name, "t");
  EXPECT_NE(list(deck, ".", {"body2.phy"})
                .find("no channel is named 'body2.phy'; did you mean "
                      "'body2.phi'?"),
            std::string::npos);
  EXPECT_NE(list("rubbish").find("error"), std::string::npos);
}

TEST(Channels, TheVerb) {
  const test::Finished good = test::mbsim("channels decks/kabios/four_bar.dat body1.x");
  EXPECT_EQ(good.status, 0) << good.err;
  EXPECT_EQ(good.out, "body1.x  m          x of body 1\n");
  EXPECT_EQ(test::mbsim("channels decks/kabios/four_bar.dat nothing").status, 2);
  EXPECT_EQ(test::mbsim("channels --csv x.csv decks/kabios/four_bar.dat").status, 2);
  EXPECT_NE(test::mbsim("chanels decks/kabios/four_bar.dat").err.find("did you mean 'channels'?"),
            std::string::npos);
}

}  // namespace
}  // namespace mbs
