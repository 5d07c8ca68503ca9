// Pictures of mechanisms, read as a person reads them: pins are circles, the scale bar says how
// long 1 is.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "support/process.h"
#include "support/xml.h"

namespace mbs {
namespace {

struct Pin {
  double x, y;
};

double number(const test::XmlElement& element, const char* name) {
  const auto found = element.attributes.find(name);
  return found == element.attributes.end() ? NAN : std::stod(found->second);
}

// White circles with a dark rim.
std::vector<Pin> pins(const test::XmlPage& page) {
  std::vector<Pin> out;
  for (const test::XmlElement* circle : page.all("circle"))
    if (circle->attributes.at("fill") == "#ffffff" && circle->attributes.at("stroke") == "#333333")
      out.push_back({number(*circle, "cx"), number(*circle, "cy")});
  return out;
}

// Pixels of a metre: the bar "M14 870v4h23.66v-4" stands before the text "0.5".
double pixels_of_metre(const test::XmlPage& page) {
  for (std::size_t k = 1; k < page.elements.size(); ++k) {
    const test::XmlElement& bar = page.elements[k - 1];
    if (page.elements[k].name != "text" || bar.name != "path") continue;
    const std::string& path = bar.attributes.at("d");
    if (path.find("v4h") == path.npos || !path.ends_with("v-4")) continue;
    return std::stod(path.substr(path.find('h') + 1)) / std::stod(page.elements[k].text);
  }
  return NAN;
}

test::XmlPage drawn(const std::string& arguments) {
  const test::Finished run = test::mbsim("draw " + arguments);
  EXPECT_EQ(run.status, 0) << run.err;
  test::XmlPage page = test::read_xml(run.out);
  EXPECT_EQ(page.problem, "") << arguments;
  return page;
}

// The nearest pin to a place given in metres from another pin, y upwards; its distance in metres.
double miss(const std::vector<Pin>& all, Pin from, double dx, double dy, double metre) {
  double nearest = HUGE_VAL;
  for (const Pin& pin : all)
    nearest = std::min(
        nearest, std::hypot(pin.x - from.x - dx * metre, pin.y - from.y + dy * metre) / metre);
  return nearest;
}

// Crank 0.2 m, rod 0.5 m, slider at the height 0.05 m; phi = 0.3 + 2 pi t.
TEST(Draw, JointsOfTheSliderCrankStandWhereGeometryHasThem) {
  for (const double t : {0.0, 0.13, 0.62}) {
    const test::XmlPage page =
        drawn("decks/kabios/slider_crank.dat --width 1200 --at " + std::to_string(t));
    const std::vector<Pin> all = pins(page);
    const double metre = pixels_of_metre(page);
    const double phi = 0.3 + 2 * M_PI * t;
    const double x = 0.2 * std::cos(phi), y = 0.2 * std::sin(phi);
    const double slider = x + std::sqrt(0.25 - (0.05 - y) * (0.05 - y));
    double best = HUGE_VAL;  // of all pins that may be the bearing of the crank
    for (const Pin& bearing : all)
      best = std::min(
          best, std::max(miss(all, bearing, x, y, metre), miss(all, bearing, slider, 0.05, metre)));
    EXPECT_LT(best, 1e-4) << "at t = " << t;  // seen 5e-5: hundredths of a pixel, in the bar too
  }
}

// An --at time between two report times is no neighbour of it: 0.13 above is none of k 0.025.
TEST(Draw, TimesOutsideTheRunAreRefused) {
  const test::Finished run = test::mbsim("draw decks/kabios/slider_crank.dat --at 1.2");
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err, "mbsim: error: --at 1.2: the run goes from t = 0 to 1\n");
  EXPECT_EQ(run.out, "");
}

TEST(Draw, EveryDeckHasAWellFormedPictureOrSaysWhyNot) {
  int pictures = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(std::string(MBSIM_ROOT) + "/decks")) {
    const std::string path = entry.path().string();
    if (!path.ends_with(".dat") || path.find("/bad/") != path.npos ||
        path.find("/bench/") != path.npos)
      continue;
    const test::Finished run = test::mbsim("draw '" + path + "' --strip 3");
    EXPECT_TRUE(run.status == 0 || run.status == 3 || run.status == 5) << path << run.err;
    if (run.out.empty()) {
      EXPECT_NE(run.err, "") << path;
      continue;
    }
    EXPECT_EQ(test::read_xml(run.out).problem, "") << path;
    EXPECT_EQ(run.out.find("nan"), std::string::npos) << path;
    EXPECT_EQ(run.out.find("inf"), std::string::npos) << path;
    ++pictures;
  }
  EXPECT_GT(pictures, 100);
}

TEST(Draw, TheSameBytesInAnotherLocale) {
  const std::string arguments = "draw decks/kabios/six_bar.dat --onion 5 --path point1";
  const test::Finished a = test::mbsim(arguments), b = test::mbsim(arguments, "LC_ALL=de_DE.UTF-8");
  EXPECT_EQ(a.status, 0);
  EXPECT_FALSE(a.out.empty());
  EXPECT_EQ(a.out, b.out);
}

TEST(Draw, NamesAreEscaped) {
  const test::Scratch scratch;
  const std::string file = scratch.file("a<b>&\"c\".dat");
  test::write_all(file, test::deck_text("kabios/four_bar.dat"));
  for (const char* verb : {"draw", "animate"}) {
    const test::Finished run = test::mbsim(std::string(verb) + " '" + file + "'");
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out.find("<b>&"), std::string::npos);
    EXPECT_NE(run.out.find("<title>a&lt;b&gt;&amp;&quot;c&quot;</title>"), std::string::npos);
  }
}

// A straight cantilever bent to a circle by two elements: the top is 1/pi above the clamp.
TEST(Draw, ABeamIsBentAsItsElementIs) {
  const test::XmlPage page = drawn("decks/own/cantilever_circle.dat --width 900");
  const double metre = pixels_of_metre(page);
  double left = HUGE_VAL, right = -HUGE_VAL;
  for (const test::XmlElement* path : page.all("path")) {
    const auto fill = path->attributes.find("stroke");
    if (fill == path->attributes.end() || fill->second != "#0072b2") continue;
    std::string d = path->attributes.at("d");
    for (char& c : d)
      if (c == 'M' || c == 'L') c = ' ';
    std::istringstream in(d);
    for (double x = 0, y = 0; in >> x >> y;) left = std::min(left, x), right = std::max(right, x);
  }
  EXPECT_NEAR((right - left) / metre, 1 / M_PI, 1e-3);  // seen 2e-5: of a polygon
}

// Supports, weight 10 N at the tip: the clamp carries it.
TEST(Draw, ForcesAreNamedWithTheirSize) {
  const test::XmlPage page = drawn("decks/own/cantilever_static.dat --forces");
  int named = 0;
  for (const test::XmlElement* text : page.all("text")) named += text->text == "10" ? 1 : 0;
  EXPECT_EQ(named, 2);
}

TEST(Draw, WhatCannotBeAssembledIsDrawnAsEstimated) {
  const test::Finished run = test::mbsim("draw decks/kabios/scissor_redundant.dat");
  EXPECT_EQ(run.status, 3);
  EXPECT_NE(run.err.find("the estimates of the deck are drawn"), std::string::npos);
  const test::XmlPage page = test::read_xml(run.out);
  EXPECT_EQ(page.problem, "");
  EXPECT_GT(pins(page).size(), 4u);
}

TEST(Draw, AMechanismWithoutExtentHasAPicture) {
  const test::Scratch scratch;
  const std::string file = scratch.file("point.dat");
  test::write_all(file, R"(X 1  2 3
END HALT
XM 1  1
DOF AUTO
TIMESTEP 1 2
END END
)");
  for (const char* way : {"", " --strip 3", " --onion 3", " --moving 3", " --ascii"}) {
    const test::Finished run = test::mbsim("draw '" + file + "'" + way);
    EXPECT_EQ(run.status, 0) << run.err;
    if (std::string(way) != " --ascii") {
      EXPECT_EQ(test::read_xml(run.out).problem, "") << way;
    }
    EXPECT_EQ(run.out.find("nan"), std::string::npos);
  }
}

TEST(Draw, TenThousandBodies) {
  const test::Scratch scratch;
  const std::string file = scratch.file("many.dat");
  std::ofstream out(file);
  for (int k = 1; k <= 10000; ++k)
    out << "X " << k << "  " << k % 100 << " " << k / 100 << "\nXM " << k << " 1\n";
  out << R"(END HALT
DOF AUTO
GRAVITY 0 -9.81
TIMESTEP 0.1 1
INTEG RK4 0.1
END END
)";
  out.close();
  std::string text = test::read_all(file);
  const std::size_t head = text.find("END HALT");
  std::string nodes, masses;
  std::istringstream lines(text.substr(0, head));
  for (std::string line; std::getline(lines, line);)
    (line.starts_with("XM") ? masses : nodes) += line + "\n";
  test::write_all(file, nodes + "END HALT\n" + masses + text.substr(head + 9));
  const test::Finished run = test::mbsim("draw '" + file + "'");
  EXPECT_EQ(run.status, 0) << run.err.substr(0, 400);
  EXPECT_GE(test::read_xml(run.out).all("circle").size(), 10000u);
}

TEST(Draw, AnUnknownPathIsRefused) {
  const test::Finished run = test::mbsim("draw decks/kabios/four_bar.dat --path pont1");
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("did you mean 'point1.x'?"), std::string::npos) << run.err;
}

TEST(Draw, LettersForATerminal) {
  const test::Finished run = test::mbsim("draw decks/kabios/four_bar.dat --ascii");
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), 'A'), 2);  // two bearings
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), 'o'), 2);  // two other pins
  EXPECT_EQ(run.out.find_first_not_of("oA*/\\|- t=0s\n"), std::string::npos) << run.out;
}

// A spring pulls both its bodies with the force that the run tells.
TEST(Draw, ForcesOfSprings) {
  const test::Finished run =
      test::mbsim("--no-report --csv - --columns t,sda1.f decks/chains/reach.dat");
  const std::size_t row = run.out.find("\n0.1,");
  ASSERT_NE(row, std::string::npos) << run.out;
  char label[32];
  std::snprintf(label, sizeof label, ">%.3g<", std::stod(run.out.substr(row + 5)));
  const std::string page = test::mbsim("draw decks/chains/reach.dat --forces --at 0.1").out;
  const std::size_t first = page.find(label);
  ASSERT_NE(first, std::string::npos) << label;
  EXPECT_NE(page.find(label, first + 1), std::string::npos) << label;
}

}  // namespace
}  // namespace mbs
