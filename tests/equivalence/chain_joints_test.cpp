// Joints between segments of a chain, drives and friction, against the same mechanism in native
// words that are written by hand; echoed and converted.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "program/run_deck.h"
#include "support/deck.h"

namespace mbs {
namespace {

constexpr double kPhi[] = {-.6, .4, 1.1}, kLength[] = {.3, .35, .2}, kCentre[] = {.13, .15, .1};

// The point (xi, eta) of segment k at the start; 0: the ground.
std::array<double, 2> place(int k, double xi, double eta) {
  if (k == 0) return {xi, eta};
  double x = 0, y = 0;
  for (int i = 0; i < k - 1; ++i)
    x += kLength[i] * std::cos(kPhi[i]), y += kLength[i] * std::sin(kPhi[i]);
  const double c = std::cos(kPhi[k - 1]), s = std::sin(kPhi[k - 1]);
  xi += kCentre[k - 1];
  return {x + c * xi - s * eta, y + s * xi + c * eta};
}

std::string at(int k, double xi = 0, double eta = 0) {
  const auto [x, y] = place(k, xi, eta);
  return fmt::format(" {:.17g} {:.17g} ", x, y);
}

// The segments are nodes 3 4, 5 6 and 7 8 of the native deck, the ground is 1 2.
struct Case {
  std::string name, chain, kinematics, dynamics;
  std::vector<int> given;  // segments whose rates are given, as many as there are freedoms
  std::vector<std::pair<std::string, std::string>> channels;
  friend void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }
  bool gives(int k) const { return std::find(given.begin(), given.end(), k) != given.end(); }
};

const std::string kTimes = "0 .3 .05\nINTEG DOP853 1e-13 1e-13\n";
constexpr double kRate[] = {.7, -.9, .5};

std::string chain(const Case& c) {
  std::string out = R"(SEGDYN
SEGMENT 1 2 .3 .13 .02
SEGMENT 2 1.5 .35 .15 .02
SEGMENT 3 .8 .2 .1 .005
POINT 3 .05 .02
GRAV 0 -9.81
)";
  for (int k = 0; k < 3; ++k)
    out += c.gives(k + 1) ? fmt::format("STATE {} {} {}\n", k + 1, kPhi[k], kRate[k])
                          : fmt::format("STATE {} {}\n", k + 1, kPhi[k]);
  return out + c.chain + "TIME " + kTimes + "END\n";
}

std::string native(const Case& c) {
  std::string out = R"(PLREV 1  1 2  3 4   0 0   -.13 0
PLREV 2  3 4  5 6   .17 0  -.15 0
PLREV 3  5 6  7 8   .2 0   -.1 0
X 1 0 0
X 2 0
FIX 1
FIX 2
POINT 1 7 8 .05 .02
)";
  for (int k = 0; k < 3; ++k)
    out += fmt::format("X {}{}\nX {} {}\n", 2 * k + 3, at(k + 1), 2 * k + 4, kPhi[k]);
  out += c.kinematics + R"(END HALT
DOF AUTO
XM 3 2
XM 4 .02
XM 5 1.5
XM 6 .02
XM 7 .8
XM 8 .005
GRAVITY 0 -9.81
)";
  for (int k = 0; k < 3 && !c.given.empty(); ++k)
    if (c.gives(k + 1)) out += fmt::format("STARTDX {} 1 {} {}\n", 2 * k + 4, kPhi[k], kRate[k]);
  return out + c.dynamics + "TIMES " + kTimes + "END END\n";
}

std::vector<Case> cases() {
  const double rod = std::hypot(place(3, .05, .02)[0] - .2, place(3, .05, .02)[1] + .5);
  const double radius = std::hypot(place(3, .05, .02)[0] - .1, place(3, .05, .02)[1] - .3);
  const std::string line =
      fmt::format("0 0 .1 {:.17g} {:.17g} 1 0", place(3, 0, 0)[0] - .2, place(3, 0, 0)[1] - .1);
  const auto [px, py] = place(3, .05, .02);
  const std::string formula =
      fmt::format("{:.17g} + point1.x^2 + .3*point1.y*", -(px * px + .3 * py * kPhi[0]));
  const std::string slot = fmt::format(".05 .02{}1 .2", at(3, .05, .02));
  return {
      {"rod",
       fmt::format("ROD 3 0  .05 .02  .2 -.5  {:.17g}\n", rod),
       "PLSDA 10  7 8  1 2  .05 .02  .2 -.5\n",
       fmt::format("EREST 10 {:.17g}\n", rod),
       {1, 2},
       {{"rod1.s", "s10_1"}}},
      {"driven rod",
       fmt::format("ROD 3 0  .05 .02  .2 -.5  {:.17g}\nDRIVE ROD 1 = .02*rise_345(t/.25)\n", rod),
       "PLSDA 10  7 8  1 2  .05 .02  .2 -.5\nINPUTE 10\n",
       fmt::format("EREST 10 {:.17g}\nINPUTE 10 1 = .02*rise_345(t/.25)\n", rod),
       {1, 2},
       {{"rod1.s", "s10_1"}, {"rod1.ed", "ed10_1"}}},
      {"slot",
       "SLOT 3 0 " + slot + "\n",
       "PLSLOT 10  7 8  1 2 " + slot + "\n",
       "",
       {1, 2},
       {{"slot1.s", "s10_1"}}},
      {"slot in a segment",
       "SLOT 0 2 " + at(2, .04, .03) + " .04 .03  1 .3\n",
       "PLSLOT 10  1 2  5 6 " + at(2, .04, .03) + " .04 .03  1 .3\n",
       "",
       {1, 3},
       {{"slot1.s", "s10_1"}}},
      {"gear",
       "GEAR 3 0  0 0 .1  0 .1 .25\n",
       "PLGEAR 10  7 8  1 2  0 0 .1  0 .1 .25\n",
       "",
       {1, 2},
       {{"gear1.s", "s10_1"}}},
      {"gears of segments",
       "GEAR 1 2  0 0 .1  0 0 -.25\nBELT 2 3  0 .01 .1  0 0 .07\n",
       "PLGEAR 10  3 4  5 6  0 0 .1  0 0 -.25\nPLBELT 11  5 6  7 8  0 .01 .1  0 0 .07\n",
       "",
       {1},
       {{"gear1.s", "s10_1"}, {"belt1.s", "s11_1"}}},
      {"rack",
       "RACK 3 1  .02 0 .1  1 .4\n",
       "PLRACK 10  7 8  3 4  .02 0 .1  1 .4\n",
       "",
       {1, 2},
       {{"rack1.s", "s10_1"}}},
      {"screw",
       "SCREW 2 3 0  .01 .02  1 .3  .5\n",
       "PLSCREW 10  6  7 8  1 2  .01 .02  1 .3  .5\n",
       "",
       {1, 2},
       {{"screw1.s", "s10_1"}}},
      {"elastic screw",
       "SCREW 1 0 3  .01 .02  1 .3  .5\nLAW SCREW 1 = 300*e + 2*ed + phi2 + screw1.ed\n",
       "PLSCREW 10  4  1 2  7 8  .01 .02  1 .3  .5\nRLSE 10\n",
       "ELAW 10 1 = 300*e + 3*ed + x6_1\n",
       {1, 2, 3},
       {{"screw1.s", "s10_1"}, {"screw1.e", "e10_1"}}},
      {"rolling on a line",
       "ROLL 3 0 LINE " + line + "\n",
       "PLCLINE 10  7 8  1 2 " + line + "\n",
       "",
       {1},
       {{"roll1.s1", "s10_1"}, {"roll1.s2", "s10_2"}}},
      {"rolling on a disc",
       "ROLL 3 0 CIRCLE 0 0 .1" + at(3, .2, 0) + ".1\n",
       "PLCCIRC 10  7 8  1 2 0 0 .1" + at(3, .2, 0) + ".1\n",
       "",
       {1},
       {{"roll1.s1", "s10_1"}, {"roll1.s2", "s10_2"}}},
      {"weld that turns on a spring",
       "WELD 3 0  .05 .02" + at(3, .05, .02) + "\nLAW WELD 1 3 = 5*e + .1*ed\n",
       "PLWELD 10  7 8  1 2  .05 .02" + at(3, .05, .02) + "\nRLSE 10 3\n",
       "ELAW 10 3 = 5*e + .1*ed\n",
       {1},
       {{"weld1.s1", "s10_1"}, {"weld1.s2", "s10_2"}, {"weld1.s3", "s10_3"}}},
      {"pin",
       "REVOLUTE 0 3 " + at(3, .05, .02) + " .05 .02\n",
       "PLREV 10  1 2  7 8 " + at(3, .05, .02) + " .05 .02\n",
       "",
       {1},
       {{"rev1.fx", "s10_1"}, {"rev1.fy", "s10_2"}, {"rev1.angle", "rev10.angle"}}},
      {"slider",
       "TRANSLATIONAL 0 3 " + at(3, .05, .02) + at(3, .3, .02) + " .05 .02\n",
       "PLTRAN 10  1 2  7 8 " + at(3, .05, .02) + at(3, .3, .02) + " .05 .02\n",
       "",
       {1},
       {{"phi3", "x8_1"}}},
      {"cam",
       fmt::format("CAM 3 0  ROLLER .05 .02 .03  X = .1 + {0:.17g}*cos(u)*(1 + .1*sin(3*u)) ; "
                   "Y = .3 + {0:.17g}*sin(u) ; FROM -3 TO 3\n",
                   radius - .03),
       fmt::format(
           "CAM 10  7 8  1 2  ROLLER .05 .02 .03  X = .1 + {0:.17g}*cos(u)*(1 + .1*sin(3*u)) ; "
           "Y = .3 + {0:.17g}*sin(u) ; FROM -3 TO 3\n",
           radius - .03),
       "",
       {1, 2},
       {{"cam1.s", "s10_1"}, {"cam1.radius", "cam10.radius"}}},
      {"relation",
       "RELATION = 0.4*phi2 - 2*phi1 + phi3\n",
       "RELATION 10 = 0.4*x6_1 - 2*x4_1 + x8_1\n",
       "",
       {1, 2},
       {{"relation1.s", "s10_1"}}},
      {"formulas",
       std::string("GEAR 1 2  0 0 .1  0 0 -.25\nLAW GEAR 1 = 400*e\nFORMULA = ") + formula +
           "phi1 - gear1.e - .02*sin(5*t)\n",
       std::string("PLGEAR 11  3 4  5 6  0 0 .1  0 0 -.25\nRLSE 11\nFORMULA 10 = ") + formula +
           "x4_1 - e11_1 - .02*sin(5*t)\n",
       "ELAW 11 1 = 400*e\n",
       {1, 2},
       {{"formula1.s", "s10_1"}, {"gear1.s", "s11_1"}}},
      {"velocities",
       "VFORMULA = point1.xd*cos(phi3) + point1.yd*sin(phi2) - .2*phid1\n",
       "VFORMULA 10 = point1.xd*cos(x8_1) + point1.yd*sin(x6_1) - .2*v4_1\n",
       "",
       {1, 2},
       {{"vformula1.s", "s10_1"}}},
      {"driven joint",
       "DRIVE HINGE 2 = 1 - 1.6*t + .5*sin(3*t)^2\n",
       "PLTOR 10  6 4\nINPUTE 10\n",
       "EREST 10 0\nINPUTE 10 1 = -(1 - 1.6*t + .5*sin(3*t)^2)\n",
       {1, 3},
       {{"m2", "s10_1"}}},
      {"driven segment",
       "DRIVE PHI 2 = .4 - .9*t + .3*t^2\n",
       "INPUTX 6\n",
       "INPUTX 6 1 = .4 - .9*t + .3*t^2\n",
       {1, 3},
       {{"lock2.m", "r6_1"}}},
      {"driven pin",
       "REVOLUTE 0 3 " + at(3, .05, .02) + " .05 .02\nDRIVE REVOLUTE 1 = 1.1 + .4*t\n",
       "PLREV 10  1 2  7 8 " + at(3, .05, .02) + " .05 .02\nPLTOR 11  2 8\nINPUTE 11\n",
       "EREST 11 0\nINPUTE 11 1 = 1.1 + .4*t\n",
       {},
       {{"rev1.fx", "s10_1"}, {"formula1.s", "s11_1"}}},
      {"friction in a joint of the chain",
       "FRICTION JOINT 2 .05 .3 .2\nFRICTION JOINT 1 .04 .5\n",
       "PLTOR 10  4 6\nPLTOR 11  2 4\n",
       "FRICTION 2  10 1  .05 .3 .2\nFRICTION 1  11 1  .04 .5\n",
       {1, 2, 3},
       {{"friction1.f", "friction2.f"}, {"friction2.load", "friction1.load"}}},
      {"friction in a slot",
       "SLOT 3 0 " + slot + "\nFRICTION SLOT 1  .2 .1\n",
       "PLSLOT 10  7 8  1 2 " + slot + "\nPLCLINE 11  7 8  1 2  .05 .02 0" + at(3, .05, .02) +
           "1 .2\nRLSE 11 1\n",
       "FRICTION 10  11 2  .2 .1\n",
       {1, 2},
       {{"friction1.f", "friction10.f"}, {"slot1.s", "s10_1"}}},
      {"friction in a slider and a wheel",
       "TRANSLATIONAL 0 3 " + at(3, .05, .02) + at(3, .3, .02) +
           " .05 .02\nFRICTION TRANSLATIONAL 1 .2 .1\n",
       "PLTRAN 10  1 2  7 8 " + at(3, .05, .02) + at(3, .3, .02) +
           " .05 .02\nPLCLINE 11  7 8  1 2 " + " .05 .02 0" + at(3, .05, .02) +
           fmt::format("{:.17g} {:.17g}\nRLSE 11 1\n", std::cos(1.1), std::sin(1.1)),
       "FRICTION 10  11 2  .2 .1\n",
       {1},
       {{"friction1.f", "friction10.f"}}},
      {"rolling resistance",
       "ROLL 3 0 LINE " + line + "\nFRICTION ROLL 1 .01\n",
       "PLCLINE 10  7 8  1 2 " + line + "\nPLTOR 11  8 2\n",
       "FRICTION 10  11 1  .01\n",
       {1},
       {{"friction1.load", "friction10.load"}}},
  };
}

void expect_near(double a, double b, double tolerance, const std::string& what) {
  EXPECT_NEAR(a, b, tolerance * (1 + std::fabs(b))) << what;
}

class ChainJoints : public testing::TestWithParam<Case> {};

TEST_P(ChainJoints, AgreeWithNativeWords) {
  const Case& c = GetParam();
  const test::RunResult in_chain = test::run(chain(c)), by_hand = test::run(native(c));
  ASSERT_EQ(in_chain.status, ExitStatus::done) << in_chain.messages << chain(c);
  ASSERT_EQ(by_hand.status, ExitStatus::done) << by_hand.messages << native(c);
  ASSERT_EQ(in_chain.rows.size(), 7U);
  ASSERT_EQ(by_hand.rows.size(), 7U);
  auto channels = c.channels;
  for (int k = 1; k <= 3; ++k) {
    for (const auto& [of_chain, letter] :
         {std::pair{"phi", 'x'}, std::pair{"phid", 'v'}, std::pair{"phidd", 'a'}})
      channels.emplace_back(fmt::format("{}{}", of_chain, k),
                            fmt::format("{}{}_1", letter, 2 * k + 2));
    for (int d : {1, 2})
      channels.emplace_back(fmt::format("fr{}{}", d == 1 ? 'x' : 'y', k),
                            fmt::format("s{}_{}", k, d));
  }
  for (std::size_t r = 0; r < 7; ++r)
    for (const auto& [a, b] : channels) {
      ASSERT_LT(in_chain.column(a), in_chain.names.size()) << a;
      ASSERT_LT(by_hand.column(b), by_hand.names.size()) << b;
      expect_near(in_chain.value(r, a), by_hand.value(r, b), 1e-10,
                  fmt::format("{} {} at {}", c.name, a, r));
    }
}

TEST_P(ChainJoints, AreEchoedAndConverted) {
  const std::string deck = chain(GetParam());
  const test::RunResult first = test::run(deck);
  Diagnostics diagnostics;
  const DeckInput input{"deck", deck, ".", {}};
  const std::string echo = echo_deck(input, {}, diagnostics);
  const test::RunResult again = test::run(echo);
  ASSERT_EQ(again.status, ExitStatus::done) << again.messages << echo;
  EXPECT_EQ(again.names, first.names);
  EXPECT_EQ(again.rows, first.rows);
  EXPECT_EQ(echo_deck({"deck", echo, ".", {}}, {}, diagnostics), echo);
  const std::string native = convert_deck(input, {}, diagnostics);
  const test::RunResult converted = test::run(native);
  ASSERT_EQ(converted.status, ExitStatus::done) << converted.messages << native;
  EXPECT_EQ(diagnostics.format_all(), "");
  ASSERT_EQ(converted.rows.size(), first.rows.size());
  for (std::size_t r = 0; r < first.rows.size(); ++r)
    for (const char* name : {"point1.x", "point1.yd", "point1.xdd", "energy.potential"})
      if (first.column(name) < first.names.size())
        expect_near(converted.value(r, name), first.value(r, name), 1e-10, name);
}

const auto name_of = [](const auto& instance) {
  std::string name = instance.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
};
INSTANTIATE_TEST_SUITE_P(All, ChainJoints, testing::ValuesIn(cases()), name_of);

// A free carriage on a guide, moved by a screw that turns on it against the ground.
TEST(ChainJointsAlone, ScrewOfAFreeBase) {
  const double k = .05 / (2 * 3.14159265358979323846), m = 4.5, J = .02, M = .3;
  const test::RunResult run = test::run(R"(SEGDYN
SEGMENT 1  4.0 0.2 0.05 0.05
SEGMENT 2  0.5 0.1 0 0.02
ATTACH 2 1 0.05
STATE 1  0 0
STATE 2  0
BASE 0.1 0.2
FREE BASE
TRANSLATIONAL 0 1  0 .2  1 .2  0 0
SCREW 2 1 0  0 0  1 0  .05
KNOWN MEXT 2 .3
TIME 0 1 1
END
)");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const double alpha = M / (J + m * k * k);
  EXPECT_NEAR(run.value(0, "phidd2"), alpha, 1e-11 * alpha);
  EXPECT_NEAR(run.value(0, "xdd"), k * alpha, 1e-11 * alpha);
  EXPECT_NEAR(run.value(0, "screw1.s"), -m * k * alpha, 1e-11 * alpha);
  EXPECT_NEAR(run.value(1, "x"), .1 + k * alpha / 2, 1e-9);
  EXPECT_NEAR(run.value(1, "y"), .2, 1e-12);
}

// STATIC, EIGEN and events of a chain with joints are those of native words.
TEST(ChainJointsAlone, StandStillAndAreLetGo) {
  const auto chain = [](const std::string& joints, const std::string& rest) {
    return R"(SEGDYN
SEGMENT 1 2 .3 .13 .02
SEGMENT 2 1.5 .35 .15 .02
STATE 1 -.6
STATE 2 .4
GRAV 0 -9.81
RSDA 0 1 20 -.6 .5
)" + joints +
           rest + "END\n";
  };
  const std::string slot = "SLOT 2 0  .2 0  0 .054 1 .2\n";
  const test::RunResult still = test::run(chain(slot, "STATIC\n"));
  ASSERT_EQ(still.status, ExitStatus::done) << still.messages;
  // Moments about the joints: the slot pushes across its line.
  const double p1 = still.value(0, "phi1"), p2 = still.value(0, "phi2"), g = 9.81;
  const double S = still.value(0, "slot1.s"), size = std::hypot(1, .2);
  const double fx = S * .2 / size, fy = -S / size;  // of the slot on the pin
  EXPECT_NEAR(-1.5 * g * .15 * std::cos(p2) + .35 * (fy * std::cos(p2) - fx * std::sin(p2)), 0,
              1e-9);
  EXPECT_NEAR(-2 * g * .13 * std::cos(p1) - 1.5 * g * .3 * std::cos(p1) +
                  .3 * (fy * std::cos(p1) - fx * std::sin(p1)) - 20 * (p1 + .6),
              0, 1e-9);
  const test::RunResult let_go =
      test::run(chain(slot, "EVENT lets WHEN t > .2 DO RELEASE SLOT 1\nTIME 0 .4 .1\n"));
  ASSERT_EQ(let_go.status, ExitStatus::done) << let_go.messages;
  EXPECT_NE(let_go.value(1, "slot1.s"), 0);
  EXPECT_NEAR(let_go.value(2, "slot1.e"), 0, 1e-12);
  EXPECT_EQ(let_go.value(4, "slot1.s"), 0);
  EXPECT_GT(std::fabs(let_go.value(4, "slot1.e")), 1e-3);
}

}  // namespace
}  // namespace mbs
