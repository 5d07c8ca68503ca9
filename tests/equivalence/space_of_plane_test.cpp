// --convert space: a deck of the plane and the deck of space that is made of it have the same
// numbers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "paths.h"
#include "support/deck.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

std::string in_space(const std::string& deck, const std::string& directory = ".") {
  Diagnostics diagnostics;
  std::string out = convert_deck_to_space({"deck", deck, directory, {}}, {}, diagnostics);
  EXPECT_EQ(diagnostics.format_all(), "") << deck;
  return out;
}

std::string refusal(const std::string& deck) {
  Diagnostics diagnostics;
  EXPECT_EQ(convert_deck_to_space({"deck", deck, ".", {}}, {}, diagnostics), "") << deck;
  return diagnostics.format_all();
}

// The channel of space of one of the plane; empty where it has another meaning there.
std::string of_space(const test::RunResult& plane, const std::string& name) {
  if (name == "momentum.angular") return "momentum.angularz";
  const std::size_t digits = name.find_first_of("0123456789"), bar = name.find('_');
  if (digits == 0 || digits == name.npos || bar == name.npos || bar < digits) return name;
  const std::string letters = name.substr(0, digits), node = name.substr(digits, bar - digits);
  if (letters.find_first_not_of("xvafr") != letters.npos || letters.size() > 1) return "";
  if (plane.has("x" + node + "_2")) return name;
  return letters == "x" && name.find('.') == name.npos
             ? ""
             : letters + node + "_3" + name.substr(bar + 2);
}

// Compares all channels of nodes, energies, momentum and the centre of mass by their ranges.
void expect_same(const std::string& plane_deck, const std::string& directory) {
  Diagnostics diagnostics;
  const std::string native = convert_deck({"deck", plane_deck, directory, {}}, {}, diagnostics);
  const test::RunResult plane = test::run(native, {}, directory);
  const test::RunResult space = test::run(in_space(plane_deck, directory), {}, directory);
  ASSERT_EQ(plane.status, ExitStatus::done) << plane.messages;
  ASSERT_EQ(space.status, ExitStatus::done) << space.messages;
  ASSERT_EQ(plane.rows.size(), space.rows.size());
  std::map<std::string, test::Error> of_kind;
  std::size_t compared = 0;
  for (const std::string& name : plane.names) {
    const std::string other = of_space(plane, name);
    // The balance is the rounding of all others.
    if (other.empty() || !space.has(other) || name == "energy.balance") continue;
    ++compared;
    const std::size_t point = name.find('.');
    const std::string kind = point == name.npos ? name.substr(0, 1) : name.substr(point);
    for (std::size_t k = 0; k < plane.rows.size(); ++k)
      of_kind[kind].add(space.value(k, other), plane.value(k, name));
  }
  EXPECT_GT(compared, plane.names.size() / 3);
  for (const auto& [kind, error] : of_kind)
    EXPECT_LT(std::min(error.relative(), error.absolute()), 1e-10) << kind;
}

class PlanarDeck : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(InSpace, PlanarDeck,
                         testing::Values("own/cam", "own/ten_rods", "own/let_go",
                                         "own/balanced_rods", "elements/differential",
                                         "elements/formula_cam", "own/spring_mass_damper",
                                         "elements/weld", "elements/trammel", "mechanisms/jansen",
                                         "mechanisms/offset_slider", "otten/closed_forward",
                                         "otten/closed_inverse", "spacar/appendix_auto",
                                         "own/ground_dampers"),
                         [](const auto& deck) {
                           std::string name = deck.param;
                           std::replace(name.begin(), name.end(), '/', '_');
                           return name;
                         });

TEST_P(PlanarDeck, HasTheNumbersOfThePlane) {
  const std::string root = std::string(MBSIM_ROOT) + "/decks/";
  const std::string folder = std::string(GetParam()).substr(0, std::string(GetParam()).find('/'));
  expect_same(test::read_all(root + GetParam() + ".dat"), root + folder);
}

// KABIOS decks become native ones first; their channels keep their meaning in measures.
TEST(KabiosInSpace, KeepsItsMeasures) {
  const std::string deck = R"(3 2 0 1 0 0 1 0 0
0 0 0
0.5 0 0
1.5 0 0
1 2   0 0  -0.5 0
2 3   0.5 0  -0.5 0
1
3 0.5 0.1
0 0.5 0.05
MASS 2  2 0.2
MASS 3  1 0.1
GRAV 0 -9.81
NAME BODY 3 lower
MEASURE p = MAX body2.phi
MEASURE q = MIN lower.yd
MEASURE r = MIN rev2.fx
MEASURE s = LAST rev2.angle
MEASURE u = AVG point1.xdd
MEASURE w = MIN momentum.angular
END
)";
  const test::RunResult plane = test::done(deck), space = test::done(in_space(deck));
  for (const char* name : {"p", "q", "r", "s", "u", "w"}) {
    if (std::string(name) != "p") {
      EXPECT_GT(std::fabs(plane.measure(name)), 1e-3) << name;
    }
    EXPECT_NEAR(space.measure(name), plane.measure(name), 1e-7) << name;
  }
}

// A crank that is turned, a slider on a spring, a hanging rod; names, laws and events.
const std::string kNative = R"(PLREV 1  1 2  3 4   0 0  -0.2 0
PLTRAN 2  1 2  5 6   0 -0.3  1 -0.3  0 0
PLSDA 3  3 4  5 6   0.2 0  0 0
PLTOR 4  2 8
PLREV 5  5 6  7 8   0.1 0  -0.3 0
X 1 0 0
X 2 0.4
X 3 0.2 0
X 5 ${cos(0.4)*0.9 + 0.3*sin(0.4)} ${sin(0.4)*0.9 - 0.3*cos(0.4)}
X 6 0.4
X 7 ${cos(0.4) + 0.3*sin(0.4)} ${sin(0.4) - 0.3*cos(0.4) - 0.3}
X 8 -1.5707963267948966
FIX 1
FIX 2
INPUTX 4
RLSE 3
DYNX 7 1
DYNX 8
RLSE 4
NAME NODE 4 crank
NAME ELEMENT 5 pin
POINT 1 7 8  0.3 0
END HALT
INPUTX 4 1 = 0.5*sin(3*t)
XM 3 0.5
XM 4 0.01
XM 5 2
XM 6 0.02
XM 7 1
XM 8 0.03
ESTIFF 3 150
EDAMP 3 2
ESTIFF 4 3
EREST 4 -1.8
ELAW 4 1 = 0.2*ed
XLAW 8 1 = 0.5*x*cos(2*t) - 0.05*v
XF 5 1 0
GRAVITY 0 -9.81
INTEG STEP 1e-11 1e-11
EVENT far WHEN e3_1 < -0.1 DO STOP
TIMESTEP 0.6 12
MEASURE p = MAX crank.phi
MEASURE q = MIN s3_1
MEASURE r = MAX ABS s2_1
MEASURE s = LAST x8_1
MEASURE u = MAX pin.s1
MEASURE w = MIN point1.yd
MEASURE y = MAX ABS s2_2
MEASURE z = MAX e4_1
MEASURE o = MAX r4_1
END END
)";

TEST(NativeInSpace, KeepsItsMeasures) {
  std::string deck = kNative;
  deck.erase(deck.find("EVENT"), deck.find("TIMESTEP") - deck.find("EVENT"));
  const test::RunResult plane = test::done(deck), space = test::done(in_space(deck));
  for (const char* name : {"p", "q", "r", "s", "u", "w", "y", "z", "o"}) {
    EXPECT_GT(std::fabs(plane.measure(name)), 1e-2) << name;
    EXPECT_NEAR(space.measure(name), plane.measure(name),
                1e-8 * (1 + std::fabs(plane.measure(name))))
        << name;
  }
}

TEST(NativeInSpace, KeepsItsEvents) {
  const test::RunResult plane = test::done(kNative), space = test::done(in_space(kNative));
  ASSERT_EQ(plane.events.size(), 1u);
  ASSERT_EQ(space.events.size(), 1u);
  EXPECT_NEAR(space.events[0].t, plane.events[0].t, 1e-9);
}

TEST(RefusedInSpace, NamesTheRecord) {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string deck = kNative;
    return deck.replace(deck.find(from), from.size(), to);
  };
  EXPECT_NE(refusal(with("XLAW 8", "XLAW 6 1 = e5_1\nXLAW 8")).find("'e5_1' has no counterpart"),
            std::string::npos);
  EXPECT_NE(refusal(with("MAX pin.s1", "MAX e5_1")).find("'e5_1' has no counterpart"),
            std::string::npos);
  EXPECT_NE(refusal(with("XF 5 1 0", "ESTIFF 5 100 200")).find("deck"), std::string::npos);
  EXPECT_NE(
      refusal("PLGEAR 1  1 2  3 4  0 0 0.1  0 0 0.2\nX 1 0 0\nX 3 0.3 0\nFIX 1\nFIX 3\nDYNX 2\n"
              "END HALT\nXM 2 1\nXM 4 1\nTIMESTEP 1 2\nEND END\n")
          .find("gears of space are a RELATION"),
      std::string::npos);
  EXPECT_NE(refusal("X 1 0 0 0\nDYNX 1\nEND HALT\nXM 1 1\nTIMESTEP 1 2\nEND END\n")
                .find("it is a node of space"),
            std::string::npos);
  // Lines of a deck that became a native one first are lines of that.
  EXPECT_NE(refusal(test::read_all(std::string(MBSIM_ROOT) + "/decks/kabios/desk_lamp_dynamic.dat"))
                .find("the converted deck:"),
            std::string::npos);
}

// What X lines estimate roughly is closed alike; a hinge counts from the assembled start.
TEST(NativeInSpace, CountsAnglesFromTheStart) {
  const std::string deck =
      "PLREV 1 1 2 3 4 0 0 -0.5 0\nPLREV 2 3 4 5 6 0.5 0 -0.5 0\nPLSLOT 3 5 6 1 2 0.5 0 0 0 1 0\n"
      "PLTOR 4 4 6\nX 1 0 0\nX 2 0\nX 3 0.25 0.4\nX 4 1\nX 5 0.8 0.4\nX 6 -0.9\nFIX 1\nFIX 2\n"
      "DYNX 4\nRLSE 4\nEND HALT\nXM 3 1\nXM 4 0.1\nXM 5 1\nXM 6 0.1\nESTIFF 4 5\n"
      "STARTDX 4 1 1.1\nTIMESTEP 0.5 10\nEND END\n";
  const test::RunResult plane = test::run(deck), space = test::run(in_space(deck));
  ASSERT_EQ(plane.rows.size(), 11u) << plane.messages;
  ASSERT_EQ(space.rows.size(), 11u) << space.messages;
  EXPECT_NE(plane.report.find("PLTOR 4 counts from the assembled start"), std::string::npos);
  for (std::size_t k = 0; k < plane.rows.size(); ++k) {
    EXPECT_NEAR(space.value(k, "e4_1"), plane.value(k, "e4_1"), 1e-10);
    EXPECT_NEAR(space.value(k, "s4_1"), plane.value(k, "s4_1"), 1e-9);
  }
}

// Angles that start whole turns from their X lines: what laws, springs and measures read of them.
TEST(NativeInSpace, KeepsTheTurnsOfTheStart) {
  const std::string body =
      "X 1 0 0\nX 2 {}\nDYNX 1\n{}END HALT\nXM 1 1\nXM 2 1\n{}"
      "MEASURE end = LAST x2_1\nMEASURE rate = LAST v2_1\nTIMESTEP 1 4\n"
      "INTEG STEP 1e-11 1e-11\nEND END\n";
  for (const double drawn : {0.0, 2.0, 7.0})
    for (const double start : {0.5, 3.5, 4.0, -9.0}) {
      const auto deck = [&](const char* names, const std::string& rest) {
        return fmt::format(fmt::runtime(body), drawn, names, rest);
      };
      for (const std::string& text :
           {deck("DYNX 2\n", fmt::format("STARTDX 2 1 {} 0.5\nXLAW 2 1 = -0.3*x\n", start)),
            deck("INPUTX 2\n", fmt::format("INPUTX 2 1 = {} + t\nXLAW 2 1 = -0.3*x\n", start)),
            deck("X 3 1\nFIX 3\nPLTOR 1 3 2\nDYNX 2\nRLSE 1\n",
                 fmt::format("STARTDX 2 1 {}\nESTIFF 1 10\nEREST 1 0.3\n", start)),
            deck("X 3 1\nFIX 3\nPLTOR 1 3 2\nDYNE 1\n",
                 fmt::format("STARTDE 1 1 {}\nESTIFF 1 10\nEREST 1 0.3\n", start)),
            deck("X 3 1\nFIX 3\nPLTOR 1 3 2\nINPUTE 1\n",
                 fmt::format("INPUTE 1 1 = {} + t^2\n", start))}) {
        Diagnostics diagnostics;
        const std::string converted =
            convert_deck_to_space({"deck", text, ".", {}}, {}, diagnostics);
        ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.format_all() << text;
        const test::RunResult plane = test::run(text), space = test::run(converted);
        ASSERT_EQ(plane.status, ExitStatus::done) << plane.messages;
        ASSERT_EQ(space.status, ExitStatus::done) << space.messages << converted;
        for (const char* name : {"end", "rate"})
          EXPECT_NEAR(space.measure(name), plane.measure(name), 1e-8) << text << converted;
      }
    }
}

// A double pendulum whose bodies start in other turns, with a spring between them, and a relation
// that counts from the X lines.
TEST(NativeInSpace, KeepsTheTurnsBetweenBodies) {
  const std::string text =
      "PLREV 1 5 6 1 2 0 0 -0.5 0\nPLREV 2 1 2 3 4 0.5 0 -0.5 0\nPLTOR 3 2 4\nX 1 0.5 0\nX 2 0\n"
      "X 3 1.5 0\nX 4 0\nX 5 0 0\nX 6 0\nFIX 5\nFIX 6\nDYNX 2\nDYNX 4\nRLSE 3\n"
      "RELATION 51 = x4_1 - 0.5*x2_1\nRLSE 51\nEND HALT\nXM 1 1\nXM 2 0.1\nXM 3 1\nXM 4 0.1\n"
      "ESTIFF 3 5\nEREST 3 0\nESTIFF 51 0.7\nSTARTDX 2 1 -9\nSTARTDX 4 1 2\n"
      "MEASURE moment = FIRST s3_1\nMEASURE tie = FIRST e51_1\nMEASURE angle = LAST rev2.angle\n"
      "MEASURE first = LAST x2_1\nMEASURE second = LAST x4_1\nTIMESTEP 0.5 2\n"
      "INTEG STEP 1e-11 1e-11\nEND END\n";
  Diagnostics diagnostics;  // warns of the wound spring
  const std::string converted = convert_deck_to_space({"deck", text, ".", {}}, {}, diagnostics);
  const test::RunResult plane = test::run(text), space = test::run(converted);
  ASSERT_EQ(plane.status, ExitStatus::done) << plane.messages;
  ASSERT_EQ(space.status, ExitStatus::done) << space.messages;
  EXPECT_NEAR(plane.measure("moment"), 55, 1e-9);
  EXPECT_NEAR(plane.measure("tie"), 2 + 4.5, 1e-9);
  for (const char* name : {"moment", "tie", "angle", "first", "second"})
    EXPECT_NEAR(space.measure(name), plane.measure(name), 1e-7) << name;
}

TEST(NativeInSpace, KeepsForcesAtPlaces) {
  expect_same(
      "X 1 0 0\nX 2 0.3\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 1\nXM 2 0.4\n"
      "PFORCE 1 1 2 AT 0.1 0.7 1 2\nTIMESTEP 1 4\nINTEG STEP 1e-11 1e-11\nEND END\n",
      ".");
}

// Angles of bodies that no joint on the ground holds, in laws, formulas and events, from rough
// estimates, and by the names of NAME lines.
TEST(NativeInSpace, LawsReadAnglesOfAllBodies) {
  const std::string deck =
      "PLREV 1 1 2 3 4 0 0 -0.5 0\nPLREV 2 3 4 5 6 0.5 0 -0.5 0\nPLSLOT 3 5 6 1 2 0.5 0 0 0 1 0\n"
      "VFORMULA 4 = -sin(x8_1)*v7_1 + cos(x8_1)*v7_2 - 0.1*cos(x6_1)*v6_1\n"
      "X 1 0 0\nX 2 0\nX 3 0.25 0.4\nX 4 1\nX 5 0.8 0.4\nX 6 -0.9\nX 7 2 1\nX 8 0.3\nFIX 1\n"
      "FIX 2\nDYNX 4\nDYNX 7 1\nDYNX 8\nNAME NODE 6 rod\nEND HALT\nXM 3 1\nXM 4 0.1\nXM 5 1\nXM 6 "
      "0.1\nXM 7 2\n"
      "XM 8 0.2\nXLAW 6 1 = -20*sin(x) - 3*cos(2*x8_1)\nXLAW 8 1 = 2*rod.phi - 0.3*v\n"
      "XLAW 7 1 = 1 + x8_1\nSTARTDX 4 1 1.1\nTIMESTEP 0.5 10\nINTEG STEP 1e-11 1e-11\n"
      "END END\n";
  const test::RunResult plane = test::done(deck), space = test::done(in_space(deck));
  ASSERT_EQ(plane.rows.size(), space.rows.size());
  for (std::size_t k = 0; k < plane.rows.size(); ++k)
    for (const char* node : {"4", "6", "8"})
      EXPECT_NEAR(space.value(k, "v" + std::string(node) + "_3"),
                  plane.value(k, "v" + std::string(node) + "_1"), 1e-8)
          << node;
}

// What SUBJECT lines make are OUT and MEASURE lines in space, and measured forces keep their place.
TEST(SubjectInSpace, HasTheSameNumbers) {
  const std::string deck =
      "X 1 0 0.75\nX 2 -1.5\nX 3 0.05 0.35\nX 4 -1.7\nX 5 0.1 0.05\nX 6 0\nINPUTX 1\nINPUTX 2\n"
      "INPUTX 3\nINPUTX 4\nINPUTX 5\nINPUTX 6\nSUBJECT MASS 70\nSUBJECT KNEE 1 2 3 4\n"
      "SUBJECT ANKLE 3 4 5 6\nSUBJECT RESIDUAL 1 2\nREPORT t knee.angle knee.moment\n"
      "MEASURE most = MAX knee.moment\nEND HALT\n"
      "INPUTX 1 1 = 0.4*t\nINPUTX 1 2 = 0.75 + 0.02*sin(8*t)\nINPUTX 2 1 = -1.5 + 0.4*sin(5*t)\n"
      "INPUTX 3 1 = 0.05 + 0.5*t\nINPUTX 3 2 = 0.35 + 0.03*sin(6*t)\n"
      "INPUTX 4 1 = -1.7 + 0.6*sin(5*t - 1)\nINPUTX 5 1 = 0.1 + 0.3*t\n"
      "INPUTX 6 1 = 0.5*sin(6*t)\nXM 1 8\nXM 2 0.13\nXM 3 3.5\nXM 4 0.05\nXM 5 1\nXM 6 0.004\n"
      "GRAVITY 0 -9.81\nPFORCE 1 5 6 TABLE 0 50 600 0.2 0 0.5 -40 700 0.3 0\n"
      "NETJOINT 1 3 4 1 2  0 0.2\nNETJOINT 2 5 6 3 4  -0.06 0.03\nNETJOINT 3 1 2 0 0  0 0.2\n"
      "TIMESTEP 0.5 10\nEND END\n";
  const std::string there = in_space(deck);
  const test::RunResult plane = test::good_run(deck), space = test::good_run(there);
  for (std::size_t row = 0; row < plane.rows.size(); ++row)
    for (const auto& [name, other] :
         {std::pair{"knee.angle", "knee_angle"}, std::pair{"knee.moment", "knee_moment"},
          std::pair{"knee.power", "knee_power"}, std::pair{"ankle.moment", "ankle_moment"},
          std::pair{"residual.fx", "residual_fx"}, std::pair{"residual.m", "residual_m"},
          std::pair{"force1.x", "force1.x"}, std::pair{"force1.fy", "force1.fy"}})
      EXPECT_NEAR(space.value(row, other), plane.value(row, name),
                  1e-9 * (1 + std::fabs(plane.value(row, name))))
          << name << "\n"
          << there;
  for (const char* name :
       {"most", "knee_work_positive", "ankle_work_negative", "residual_force_rms"})
    EXPECT_NEAR(space.measure(name), plane.measure(name),
                1e-7 * (1 + std::fabs(plane.measure(name))))
        << name;
}

// A POINT stays one, and laws and formulas read it there, too.
TEST(PointsInSpace, AreReadByLawsAndFormulas) {
  const std::string deck =
      "PLREV 1 1 2 3 4  0 0 -0.5 0\nPLREV 2 3 4 5 6  0.5 0 -0.4 0\nPOINT 1 5 6 0.4 0.1\n"
      "FORMULA 3 = point1.y + 0.3*point1.x^2\nX 1 0 0\nX 2 0\nX 3 0.4 0.3\nX 4 0.6\nX 5 1.1 0\n"
      "X 6 -0.8\nFIX 1\nFIX 2\nDYNX 4\nEND HALT\nXM 3 2\nXM 4 0.2\nXM 5 1\nXM 6 0.1\n"
      "XLAW 4 1 = -2*point1.xd\nPFORCE 1 5 6 0.4 0.1 FX = -3*point1.x ; FY = -point1.yd\n"
      "GRAVITY 0 -9.81\nMEASURE far = MAX point1.x\nMEASURE held = LAST s3_1\n"
      "INTEG STEP 1e-11 1e-11\nTIMESTEP 0.5 4\nEND END\n";
  const std::string there = in_space(deck);
  EXPECT_NE(there.find("POINT 1 5 6 0.4 0.1 0"), std::string::npos) << there;
  const test::RunResult plane = test::good_run(deck), space = test::good_run(there);
  for (const char* name : {"x3_1", "x5_2", "v4_1", "point1.x", "point1.yd", "point1.xdd", "s3_1"})
    EXPECT_NEAR(space.value(4, std::string(name) == "v4_1" ? "v4_3" : name), plane.value(4, name),
                1e-8)
        << name;
  for (const char* name : {"far", "held"})
    EXPECT_NEAR(space.measure(name), plane.measure(name), 1e-8) << name;
}

// Friction of a pin, which slips and sticks, and a constant one.
TEST(FrictionInSpace, OfPins) {
  const std::string deck =
      "PLREV 1 1 2 3 4  0 0 -0.5 0\nPLTOR 2 2 4\nPLREV 3 3 4 5 6  0.5 0 -0.4 0\nPLTOR 4 4 6\n"
      "X 1 0 0\nX 2 0\nX 3 0.5 0\nX 4 0\nX 5 1.4 0\nX 6 0\nFIX 1\nFIX 2\nDYNX 4\nDYNX 6\n"
      "END HALT\nXM 3 2\nXM 4 0.2\nXM 5 1\nXM 6 0.1\nGRAVITY 0 -9.81\n"
      "FRICTION 1 2 1 0.05 0.3 0.2\nFRICTION 3 4 1 CONSTANT 0.8\nINTEG STEP 1e-11 1e-11\n"
      "TIMESTEP 3 12\nEND END\n";
  const std::string there = in_space(deck);
  EXPECT_NE(there.find("FRICTION 1 1 1 0.05 0.3 0.2"), std::string::npos) << there;
  const test::RunResult plane = test::good_run(deck), space = test::good_run(there);
  ASSERT_EQ(plane.rows.size(), space.rows.size());
  for (std::size_t row = 0; row < plane.rows.size(); ++row)
    for (const auto& [name, other] :
         {std::pair{"x3_1", "x3_1"}, std::pair{"x5_2", "x5_2"}, std::pair{"v4_1", "v4_3"},
          std::pair{"v6_1", "v6_3"}, std::pair{"friction1.load", "friction1.load"}})
      EXPECT_NEAR(space.value(row, other), plane.value(row, name), 1e-6) << name << row;
}

}  // namespace
}  // namespace mbs
