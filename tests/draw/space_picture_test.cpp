// Pictures of mechanisms of space.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "support/process.h"
#include "support/xml.h"

namespace mbs {
namespace {

struct Point {
  double x = 0, y = 0;
};

// Of the path of a picture: text begins with its first M.
std::vector<Point> points_of(const char* text) {
  std::vector<Point> line;
  while (*text == 'M' || *text == 'L') {
    char* next = nullptr;
    Point p;
    p.x = std::strtod(text + 1, &next);
    p.y = std::strtod(next, &next);
    line.push_back(p);
    text = next;
  }
  return line;
}

// The lines of a view (from 0) with this many points or more: springs are zigzags.
std::vector<std::vector<Point>> lines_of(const std::string& svg, int view, std::size_t points) {
  std::size_t at = 0;
  for (int k = 0; k <= view; ++k) at = svg.find("<g ", at + 1);
  const std::size_t end = svg.find("</g>", at);
  std::vector<std::vector<Point>> out;
  for (at = svg.find("d=\"M", at); at < end; at = svg.find("d=\"M", at + 1)) {
    std::vector<Point> line = points_of(svg.c_str() + at + 3);
    if (line.size() >= points) out.push_back(line);
  }
  return out;
}

// A spring of 1 m along x and one of 0.5 m along z from the origin, in all four views.
TEST(SpacePictures, ShowFourViews) {
  const test::Scratch scratch;
  test::write_all(
      scratch.file("two.dat"),
      "TRUSS 1 1 2\nTRUSS 2 1 3\nX 1 0 0 0\nX 2 1 0 0\nX 3 0 0 0.5\nFIX 1\nFIX 2\nFIX 3\n"
      "RLSE 1\nRLSE 2\nEND END\n");
  const test::Finished run = test::mbsim("draw '" + scratch.file("two.dat") + "'");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(test::read_xml(run.out).problem, "");
  for (const char* name : {"front: x z", "top: x y", "right: y z", "t = 0"})
    EXPECT_NE(run.out.find(name), std::string::npos) << name;
  const auto reach = [&](int view, std::size_t line) {
    const auto lines = lines_of(run.out, view, 10);
    EXPECT_EQ(lines.size(), 2u) << view;
    if (lines.size() != 2) return Point{};
    const std::vector<Point>& one = lines[line];
    return Point{one.back().x - one.front().x, one.front().y - one.back().y};
  };
  // Which of the two comes first depends on how far it is.
  const auto longest = [&](int view) {
    const Point a = reach(view, 0), b = reach(view, 1);
    return std::hypot(a.x, a.y) > std::hypot(b.x, b.y) ? std::pair(a, b) : std::pair(b, a);
  };
  const auto [along_x, along_z] = longest(1);
  EXPECT_GT(along_x.x, 100);
  EXPECT_NEAR(along_x.y, 0, 0.02);
  EXPECT_NEAR(along_z.x, 0, 0.02);
  EXPECT_NEAR(along_z.y, along_x.x / 2, 0.02);
  const auto [top_x, top_z] = longest(2);
  EXPECT_NEAR(top_x.x, along_x.x, 0.02);
  EXPECT_NEAR(std::hypot(top_z.x, top_z.y), 0, 0.02);
  const auto [right_z, right_x] = longest(3);
  EXPECT_NEAR(right_z.y, along_x.x / 2, 0.02);
  EXPECT_NEAR(std::hypot(right_x.x, right_x.y), 0, 0.02);
  // The axonometric view looks down: x goes to the right, z up, and z is shortened by cos 0.44.
  const auto [slanted_x, slanted_z] = longest(0);
  EXPECT_GT(slanted_x.x, 0);
  EXPECT_NEAR(slanted_z.x, 0, 0.02);
  EXPECT_NEAR(slanted_z.y, along_z.y * std::cos(0.44), 0.02);
}

TEST(SpacePictures, SeveralStates) {
  const test::Finished strip = test::mbsim("draw decks/space/bennett.dat --strip 3");
  EXPECT_EQ(strip.status, 0) << strip.err;
  EXPECT_NE(strip.out.find("t = 3.2"), std::string::npos);
  const test::Finished onion = test::mbsim("draw decks/space/bennett.dat --onion 5");
  EXPECT_EQ(onion.status, 0) << onion.err;
  EXPECT_NE(onion.out.find("t = 0 to 3.2"), std::string::npos);
  const test::Finished both = test::mbsim("draw decks/space/stewart_platform.dat");
  EXPECT_EQ(both.status, 0);
  EXPECT_NE(both.err.find("those of the plane are not drawn"), std::string::npos) << both.err;
}

// The bar of 1 m that hangs from the origin, along gravity: it goes downwards in the picture, and
// across it lies the other one.
TEST(SpacePictures, StandUprightByGravity) {
  const test::Scratch scratch;
  struct Case {
    const char *gravity, *below, *beside, *front, *top, *right;
  };
  for (const Case& of :
       {Case{"0 0 -9.81", "0 0 -1", "0.5 0 0", "front: x z", "top: x y", "right: y z"},
        Case{"0 -9.81 0", "0 -1 0", "0.5 0 0", "front: x y", "top: x -z", "right: -z y"},
        Case{"0 0 9.81", "0 0 1", "0.5 0 0", "front: x -z", "top: x -y", "right: -y -z"},
        Case{"-9.81 2 0", "-1 0 0", "0 0.5 0", "front: y x", "top: y z", "right: z x"},
        Case{"0 9.81 -3", "0 1 0", "0.5 0 0", "front: x -y", "top: x z", "right: z -y"},
        Case{"9.81 0 0", "1 0 0", "0 0.5 0", "front: y -x", "top: y -z", "right: -z -x"}}) {
    test::write_all(scratch.file("two.dat"),
                    fmt::format("TRUSS 1 1 2\nTRUSS 2 1 3\nX 1 0 0 0\nX 2 {}\nX 3 {}\nFIX 1\n"
                                "RLSE 1\nRLSE 2\nDYNX 2\nDYNX 3\nEND HALT\nXM 2 1\nXM 3 1\n"
                                "GRAVITY {}\nTIMESTEP 0.1 1\nEND END\n",
                                of.below, of.beside, of.gravity));
    const test::Finished run = test::mbsim("draw '" + scratch.file("two.dat") + "'");
    ASSERT_EQ(run.status, 0) << run.err;
    for (const char* name : {of.front, of.top, of.right})
      EXPECT_NE(run.out.find(name), std::string::npos) << name << of.gravity;
    double down = 0;
    for (const auto& line : lines_of(run.out, 1, 10)) {
      const double x = line.back().x - line.front().x, y = line.back().y - line.front().y;
      if (std::fabs(y) > std::fabs(x)) down = y;
    }
    EXPECT_GT(down, 60) << of.gravity;
  }
  // In letters and in pages, too.
  const test::Finished letters = test::mbsim("draw decks/space/walking_leg.dat --ascii --at 0");
  ASSERT_EQ(letters.status, 0) << letters.err;
  EXPECT_LT(letters.out.find('o'), letters.out.find('*'));  // the hip lies above the toe
  const test::Finished page = test::mbsim("animate decks/space/walking_leg.dat");
  EXPECT_NE(page.out.find("upright:[1,1]"), std::string::npos);
}

// A POINT is a red dot, a net joint a ball with a dot.
TEST(SpacePictures, NetJointsAndPoints) {
  const test::Scratch scratch;
  test::write_all(scratch.file("led.dat"),
                  "X 1 0 0 0\nX 2 ROT xyz 0 0 0\nFIX 1\nFIX 2\nPOINT 1 1 2 0.3 0 0\nEND HALT\n"
                  "XM 1 2\nGRAVITY 0 0 -9.81\nNETJOINT 1 1 2 0 0 0 0 0.2\nTIMESTEP 1 1\n"
                  "END END\n");
  const test::Finished run = test::mbsim("draw '" + scratch.file("led.dat") + "'");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("fill=\"#c0392b\""), std::string::npos);
  const test::Finished letters = test::mbsim("draw '" + scratch.file("led.dat") + "' --ascii");
  EXPECT_NE(letters.out.find('*'), std::string::npos) << letters.out;
  EXPECT_NE(letters.out.find('o'), std::string::npos) << letters.out;
}

// A block of 2 kg on an incline of 0.3 rad, drawn by 9 N: its weight across the incline and the
// friction, 0.5 of it, are 20.96 N together.
TEST(SpacePictures, ForcesLettersAndOneThatMoves) {
  const test::Finished forces = test::mbsim("draw decks/space/incline.dat --forces --at 1");
  EXPECT_EQ(forces.status, 0) << forces.err;
  EXPECT_NE(forces.out.find(">21<"), std::string::npos) << forces.out;
  EXPECT_NE(forces.out.find(">9<"), std::string::npos);
  const test::Finished moving = test::mbsim("draw decks/space/incline.dat --moving 5");
  EXPECT_EQ(moving.status, 0) << moving.err;
  EXPECT_NE(moving.out.find("values=\"hidden;visible;hidden;hidden;hidden\""), std::string::npos);
  const test::Finished letters = test::mbsim("draw decks/space/arm.dat --ascii --at 0");
  EXPECT_EQ(letters.status, 0) << letters.err;
  EXPECT_NE(letters.out.find('A'), std::string::npos);
  EXPECT_EQ(letters.out.find('<'), std::string::npos);
}

// Where arrows begin, in the four views, and how long they are against the longest: a PFORCE beside
// the point of its body, one at a place of space, measured ones, and the load of a net joint.
std::vector<std::vector<Point>> arrows_of(const std::string& deck, int view) {
  const test::Scratch scratch;
  test::write_all(scratch.file("deck.dat"), deck);
  const test::Finished run =
      test::mbsim("draw '" + scratch.file("deck.dat") + "' --forces --at 0.5");
  EXPECT_EQ(run.status, 0) << run.err << deck;
  std::size_t at = 0;
  for (int k = 0; k <= view; ++k) at = run.out.find("<g ", at + 1);
  const std::size_t end = run.out.find("</g>", at);
  std::vector<std::vector<Point>> out;
  for (at = run.out.find("<path", at); at < end; at = run.out.find("<path", at + 1)) {
    const std::string path = run.out.substr(at, run.out.find('>', at) - at);
    if (path.find("#c0392b") == path.npos && path.find("#b3005e") == path.npos) continue;
    out.push_back(points_of(path.c_str() + path.find("d=\"M") + 3));
  }
  return out;
}

TEST(SpacePictures, ForcesActWhereTheyAct) {
  // Two bars show the scale of the front view: from the origin 1 m along x and 1 m along z.
  const std::string frame =
      "TRUSS 11 11 12\nTRUSS 12 11 13\nX 11 0 0 0\nX 12 1 0 0\nX 13 0 0 1\n"
      "FIX 11\nFIX 12\nFIX 13\nRLSE 11\nRLSE 12\n";
  const std::string body =
      "X 1 0.2 0 0.3\nX 2 1 0 0 0\nINPUTX 1\nINPUTX 2\nEND HALT\nXM 1 1\n"
      "XM 2 1 0 0 1 0 1\nTIMESTEP 1 2\n";
  const auto origin_and_scale = [&](const std::string& deck) {
    const test::Scratch scratch;
    test::write_all(scratch.file("deck.dat"), deck);
    const auto lines = lines_of(
        test::mbsim("draw '" + scratch.file("deck.dat") + "' --forces --at 0.5").out, 1, 10);
    EXPECT_EQ(lines.size(), 2u);
    return std::pair(lines.at(0).front(), lines.at(0).back().x - lines.at(0).front().x);
  };
  const struct {
    std::string load;
    double x, z;  // where it acts
  } cases[] = {{"PFORCE 1 1 2 0.3 0 0.1  5 0 0\n", 0.5, 0.4},
               {"PFORCE 1 1 2 AT 0.7 0 0.1  5 0 0\n", 0.7, 0.1},
               {"PFORCE 1 1 2 0.3 0 0.1  5 0 0 IN BODY\n", 0.5, 0.4},
               {"PFORCE 1 1 2 0.3 0 0.2 TABLE 0 5 0 0 1 5 0 0\n", 0.5, 0.5},
               {"PFORCE 1 1 2 TABLE 0 5 0 0 0.6 0 0 1 5 0 0 0.8 0 0.2\n", 0.7, 0.1},
               {"XF 1 5 0 0\nNETJOINT 1 1 2 0 0  -0.1 0 0.3\n", 0.1, 0.6}};
  for (const auto& one : cases) {
    const std::string deck = frame + body + one.load + "END END\n";
    const auto [origin, metre] = origin_and_scale(deck);
    bool found = false;
    for (const std::vector<Point>& arrow : arrows_of(deck, 1))
      found = found || (std::fabs(arrow.front().x - origin.x - one.x * metre) < 1 &&
                        std::fabs(origin.y - arrow.front().y - one.z * metre) < 1);
    EXPECT_TRUE(found) << one.load;
  }
}

// The path of a point in all views, the axes of bodies, a body that is nothing but its mass, and
// the outline of an egg.
TEST(SpacePictures, PathsAxesAndEggs) {
  const auto count = [](const std::string& text, const std::string& what) {
    int n = 0;
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++n;
    return n;
  };
  const test::Finished plain = test::mbsim("draw decks/space/gyroscope.dat");
  EXPECT_EQ(plain.status, 0) << plain.err;
  EXPECT_EQ(plain.err, "");
  const test::Finished arm = test::mbsim("draw decks/space/arm.dat --path x11 --axes");
  EXPECT_EQ(arm.status, 0) << arm.err;
  EXPECT_EQ(count(arm.out, "stroke-dasharray=\"5 3\""), 4);  // one in each view
  const test::Finished bare = test::mbsim("draw decks/space/arm.dat");
  EXPECT_GT(count(arm.out, "<path"), count(bare.out, "<path") + 4 * 3 * 6);
  const test::Finished egg = test::mbsim("draw decks/space/rattleback.dat");
  EXPECT_GT(count(egg.out, "<path"), 4 * 60) << egg.err;
  const test::Finished plane = test::mbsim("draw decks/own/cam.dat --axes");
  EXPECT_EQ(plane.status, 0);
  EXPECT_NE(plane.err.find("--axes shows those of bodies of space"), std::string::npos);
}

}  // namespace
}  // namespace mbs
