// What counts from the start counts from the assembled start: estimates may be rough.
//
// One file above 400 lines: whatever counts from the start is asked the same question, exact
// estimates against rough ones.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "support/draws.h"
#include "support/good_run.h"

namespace mbs {
namespace {

// Rough estimates of what the mechanism determines change nothing, and the head says which
// references are not those of the estimates.
test::RunResult rough_run(const std::string& deck, const std::string& label) {
  test::RunResult run = test::good_run(deck);
  EXPECT_NE(run.report.find(label + " counts from the assembled start"), std::string::npos) << deck;
  return run;
}

TEST(AssembledStart, ElasticCouplingOfADrivenShaft) {
  for (const double estimate : {0.0, 0.3, 2.0}) {
    const test::RunResult run = rough_run(fmt::format(R"(3 0 0 1 4 1 0 0 0
0 0 0
0 0 {}
0 0 0.2
1
2 1
2 2
3 1
3 2
2 3  0.5 1 0
0 0.01 0.01
MASS 2 1 1
MASS 3 1 1
RELATION = body3.phi - body2.phi
LAW RELATION 1 = 100*e
)",
                                                      estimate),
                                          "RELATION 1");
    EXPECT_NEAR(run.value(0, "relation1.s"), 0, 1e-12);
    EXPECT_NEAR(run.value(0, "body3.phi"), 0.2, 1e-15);
    EXPECT_NEAR(run.value(0, "body3.phidd"), 0, 1e-12);
  }
}

// The driven crank stands upright, its end 1 m below the pulley; the block stays where it is drawn.
TEST(AssembledStart, RopeOfADrivenCrank) {
  for (const char* crank : {"0.5 0 0", "0.5 0 90deg", "0.1 0.6 70deg"}) {
    const test::RunResult run = rough_run(fmt::format(R"(3 1 0 1 2 1 0 0 0
0 0 0
{}
-0.3 -1 0
1 2   0 0   -0.5 0
1
3 1
3 3
2 3   90deg 1 0
0 0.5 0.5
PATH 2 0.5 0  1 0 2  3 0 0
)",
                                                      crank),
                                          "PATH 1");
    EXPECT_NEAR(run.value(0, "body3.y"), -1, 1e-14);
    const double free = 1 + std::hypot(0.3, 3) - std::hypot(std::sin(0.5), 2 - std::cos(0.5));
    EXPECT_NEAR(run.value(1, "body3.y"), 2 - std::sqrt(free * free - 0.09), 1e-13);
  }
}

TEST(AssembledStart, ArmWeldedToADrivenCrank) {
  for (const char* bodies : {"0.5 0 0\n1.3 0.75 30deg", "0.3 0.4 50deg\n1 1 30deg"}) {
    const test::RunResult run = rough_run(fmt::format(R"(3 1 0 1 0 1 0 0 0
0 0 0
{}
1 2   0 0   -0.5 0
1
2 3   30deg 1 0
0 1 1
WELD 2 3  0.5 0  -0.5 0
)",
                                                      bodies),
                                          "WELD 1");
    const double angle = std::acos(-1.0) / 6;
    for (const int k : {0, 1}) {
      EXPECT_NEAR(run.value(k, "body3.phi"), angle + k, 1e-14);
      EXPECT_NEAR(run.value(k, "body3.x"), 1.5 * std::cos(angle + k), 1e-14);
    }
  }
}

// Body 2 turns about the origin from 0.5 to 2.5 rad, body 3 is drawn at 0.4 rad or 0.25 m.
struct Transmission {
  const char* label;
  std::string joint;
  bool slides;   // body 3 along x; else it turns about (0.3, 0)
  double moved;  // by it
};

void PrintTo(const Transmission& t, std::ostream* out) { *out << t.label; }

class TransmissionStart : public testing::TestWithParam<Transmission> {};

TEST_P(TransmissionStart, KeepsWhatIsFree) {
  const Transmission& t = GetParam();
  for (const char* driven : {"0.02 -0.01 0", "0 0 1.1"}) {
    const std::string deck = fmt::format(
        R"(3 {} 0 1 {} 1 0 0 0
0 0 0
{}
{}
1 2  0 0  0 0
{}1
{}2 3  0.5 2 0
0 1 1
{}
)",
        t.slides ? 1 : 2, t.slides ? 2 : 0, driven, t.slides ? "0.25 0 0" : "0.28 0.03 0.4",
        t.slides ? "" : "1 3  0.3 0  0 0\n", t.slides ? "3 2\n3 3\n" : "", t.joint);
    const test::RunResult run = rough_run(deck, t.label);
    const char* channel = t.slides ? "body3.x" : "body3.phi";
    const double start = t.slides ? 0.25 : 0.4;
    EXPECT_NEAR(run.value(0, channel), start, 1e-13);
    EXPECT_NEAR(run.value(1, channel), start + t.moved, 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, TransmissionStart,
    testing::Values(Transmission{"GEAR 1", "GEAR 2 3  0 0 0.1  0 0 0.2", false, -1},
                    Transmission{"BELT 1", "BELT 2 3  0 0 0.1  0 0 0.2", false, 1},
                    Transmission{"RACK 1", "RACK 2 3  0 0 0.1  1 0", true, 0.2},
                    Transmission{"SCREW 1", "SCREW 2 3 1  0 0  1 0  0.314159265358979324", true,
                                 0.1},
                    Transmission{"RELATION 1", "RELATION = body3.phi + 2*body2.phi", false, -4}));

// A wheel of 0.1 m rolls on the ground, turned by a driver from 0.5 rad on.
TEST(AssembledStart, WheelThatRolls) {
  for (const char* wheel : {"0.7 0.13 0", "0.7 0.1 3"}) {
    const test::RunResult run = rough_run(fmt::format(R"(2 0 0 1 0 1 0 0 0
0 0 0
{}
1
2 3  0.5 2 0
0 1 1
ROLL 2 1 LINE  0 0 0.1  0 0  1 0
)",
                                                      wheel),
                                          "ROLL 1");
    EXPECT_NEAR(run.value(0, "body2.x"), 0.7, 1e-14);
    EXPECT_NEAR(run.value(0, "body2.y"), 0.1, 1e-14);
    EXPECT_NEAR(run.value(1, "body2.x"), 0.5, 1e-13);
  }
}

TEST(AssembledStart, CurvesThatRoll) {
  for (const double estimate : {0.0, 0.2}) {
    const test::RunResult run = rough_run(fmt::format(R"(3 2 0 1 0 1 0 0 0
0 0 0
0 0 {}
0.3 0 0.4
1 2  0 0  0 0
1 3  0.3 0  0 0
1
2 3  0.5 2 0
0 1 1
CURVES 2 3  RADIUS = 0.1 ; ON RADIUS = 0.2 ; TOOTHED
)",
                                                      estimate),
                                          "CURVES 1");
    EXPECT_NEAR(run.value(0, "body3.phi"), 0.4, 1e-12);
    EXPECT_NEAR(run.value(1, "body3.phi"), -0.6, 1e-9);
  }
}

// A chain whose tip is held: its joint angles follow, and the elastic path is slack.
TEST(AssembledStart, PathOfAChain) {
  const test::RunResult run = rough_run(R"(SEGDYN
SEGMENT 1 2 0.5 0.25 0.04
SEGMENT 2 2 0.5 0.25 0.04
STATE 1 50deg
STATE 2 -50deg
BASE 0 0
FIX TIP 0.8 0
PATH 0 0.4 -0.5  1 0.1 0
LAW PATH 1 = 100*e
TIME 0 0.1 0.1
END
)",
                                        "PATH 1");
  EXPECT_NEAR(run.value(0, "path1.s"), 0, 1e-11);
}

constexpr const char* kPendulum = R"(PLREV 1  8 9  1 2  0 0  -1 0
{}
X 8 0 0
X 9 0
X 1 {}
X 2 -90deg
FIX 8
FIX 9
RLSE 2
DYNX 2
END HALT
XM 1 1
XM 2 0.1
ESTIFF 2 100
{}
TIMES 0 0.1 0.1
END END
)";

TEST(AssembledStart, NativeSprings) {
  const auto deck = [](const char* spring, const char* place, const char* more) {
    return fmt::format(fmt::runtime(kPendulum), spring, place, more);
  };
  const char* const distance = "PLSDA 2  8 9  1 2  0 2  0 0";
  EXPECT_NEAR(rough_run(deck(distance, "0.2 -1.3", ""), "PLSDA 2").value(0, "s2_1"), 0, 1e-12);
  // EREST is what it is, wherever the estimates are.
  EXPECT_NEAR(test::good_run(deck(distance, "0.2 -1.3", "EREST 2 2.9")).value(0, "s2_1"), 10,
              1e-11);
  // X is where elements are undeformed, STARTDX where the motion begins.
  const test::RunResult moved = rough_run(deck(distance, "0.2 -1.3", "STARTDX 2 1 0"), "PLSDA 2");
  EXPECT_NEAR(moved.value(0, "x1_1"), 1, 1e-14);
  EXPECT_NEAR(moved.value(0, "s2_1"), 100 * (std::sqrt(5.0) - 3), 1e-11);
}

TEST(AssembledStart, NativeHingeOfADrivenAngle) {
  const test::RunResult run = rough_run(R"(PLTOR 1  1 2
X 1 0
X 2 0.1
RLSE 1
INPUTX 1
DYNX 2
END HALT
INPUTX 1 1  0.5 0
XM 2 1
ESTIFF 1 100
TIMES 0 0.1 0.1
END END
)",
                                        "PLTOR 1");
  EXPECT_NEAR(run.value(0, "s1_1"), 0, 1e-12);
  EXPECT_NEAR(run.value(1, "x2_1"), 0.1, 1e-12);
}

// A torsional spring between bodies of 350 and 10 degrees is wound by a turn, and says so.
TEST(AssembledStart, WoundSpringIsSaid) {
  const auto deck = [](const char* angle) {
    return fmt::format(R"(3 2 0 1 0 0 0 0 0
0 0 0
0.5 0 350deg
1.5 0 {}
1 2  0 0  -0.5 0
2 3  0.5 0  -0.5 0
1
0 0.2 0.1
MASS 2 1 0.1
MASS 3 1 0.1
RSDA 2 3 5 0 0
)",
                       angle);
  };
  const test::RunResult wound = test::run(deck("10deg"));
  EXPECT_EQ(wound.status, ExitStatus::done);
  EXPECT_NE(wound.messages.find("RSDA 1: it starts wound by -0.9444 turns"), std::string::npos)
      << wound.messages;
  EXPECT_NE(wound.messages.find("body 3 PHI = 370deg"), std::string::npos) << wound.messages;
  test::good_run(deck("370deg"));
}

// A four-bar linkage, its crank driven, with elastic paths and relations that have a tension of
// their own: estimates that are off by a third and 0.3 rad give the forces of exact ones.
TEST(AssembledStart, RandomLinkagesHaveTheForcesOfExactEstimates) {
  std::mt19937 random(37);
  const auto within = [&random](double low, double high) {
    return std::uniform_real_distribution(low, high)(random);
  };
  int elsewhere = 0;
  constexpr int kLinkages = 60;
  for (int k = 0; k < kLinkages; ++k) {
    const double a = within(0.2, 0.4), b = within(0.9, 1.3), c = within(0.8, 1.2), g = 1;
    const double crank = within(-3, 3);
    const double ax = a * std::cos(crank), ay = a * std::sin(crank);
    // The coupler from A to B, the rocker from (g, 0) to B, on the left of the way from A to D.
    const double dx = g - ax, dy = -ay, d = std::hypot(dx, dy);
    const double along = (b * b - c * c + d * d) / (2 * d);
    const double across = std::sqrt(b * b - along * along);
    const double bx = ax + (along * dx - across * dy) / d;
    const double by = ay + (along * dy + across * dx) / d;
    const double coupler = std::atan2(by - ay, bx - ax), rocker = std::atan2(by, bx - g);
    const std::array<double, 9> exact{ax / 2,  ay / 2,       crank,  (ax + bx) / 2, (ay + by) / 2,
                                      coupler, (g + bx) / 2, by / 2, rocker};
    const std::string elastic = fmt::format(
        "PATH 2 {} {}  3 {} {}  1 {} {}\nRELATION = {}*body3.phi - {}*body4.phi + body2.phi\n"
        "LAW PATH 1 = 40*e + 3\nLAW RELATION 1 = 20*e - 2\n",
        within(-.1, .1), within(-.1, .1), within(-.3, .3), within(-.3, .3), within(-1, 1),
        within(1, 2), within(.5, 2), within(.5, 2));
    const auto deck = [&](double part, double angle) {
      std::string bodies;
      for (std::size_t i = 0; i < 9; ++i) {
        const double off = i % 3 == 2 ? within(-angle, angle) : within(-part, part);
        bodies += fmt::format("{:.17g}{}", exact[i] + off, i % 3 == 2 ? "\n" : " ");
      }
      return fmt::format(R"(4 4 0 1 0 1 0 0 0
0 0 0
{}1 2  0 0  {} 0
2 3  {} 0  {} 0
3 4  {} 0  {} 0
1 4  1 0  {} 0
1
2 3  {:.17g} 1 0
0 0.01 0.01
MASS 3 1 0.1
MASS 4 1 0.1
{})",
                         bodies, -a / 2, a / 2, -b / 2, b / 2, c / 2, -c / 2, crank, elastic);
    };
    const test::RunResult right = test::good_run(deck(0, 0)), rough = test::run(deck(0.1, 0.3));
    ASSERT_EQ(rough.status, ExitStatus::done) << rough.messages;
    if (std::fabs(rough.value(0, "body4.phi") - right.value(0, "body4.phi")) > 1e-6) {
      ++elsewhere;
      continue;
    }
    for (const char* channel : {"path1.s", "relation1.s", "driver1.f"})
      EXPECT_NEAR(rough.value(0, channel), right.value(0, channel),
                  1e-10 * (1 + std::fabs(right.value(0, channel))))
          << channel << " of linkage " << k;
    EXPECT_NEAR(right.value(0, "path1.s"), 3, 1e-9);
  }
  EXPECT_LE(elsewhere, kLinkages / 10);
}

// References that hang on one another: a body welded to the driven crank, a planet on the crank
// geared to the ground, a wheel that a relation turns by the planet, paths over all of them. Their
// lines stand in any order, and rough estimates of what the crank places give the forces of exact
// ones.
TEST(AssembledStart, ReferencesThatHangOnOneAnother) {
  std::mt19937 random(3712);
  const auto within = [&random](double low, double high) {
    return std::uniform_real_distribution(low, high)(random);
  };
  for (int k = 0; k < test::draws(40); ++k) {
    const double crank = within(0.2, 2.2), tip = within(.5, 1.5), r1 = within(.2, .5),
                 r4 = within(.1, .3), welded = within(-1, 1), planet = within(-1, 1),
                 wheel = within(-1, 1), xi = within(-.3, .3);
    const double px = within(1, 2), py = within(-1, 1), c = r1 + r4;
    const std::array<double, 12> exact{
        0,
        0,
        crank,
        tip * std::cos(crank) - xi * std::cos(welded) + 0.1 * std::sin(welded),
        tip * std::sin(crank) - xi * std::sin(welded) - 0.1 * std::cos(welded),
        welded,
        c * std::cos(crank),
        c * std::sin(crank),
        planet,
        px,
        py,
        wheel};
    std::array<std::string, 5> lines{
        fmt::format("WELD 2 3  {} 0  {} 0.1\n", tip, xi),
        fmt::format("GEAR 1 4  0 0 {}  0 0 {}\n", r1, r4),
        fmt::format("RELATION = body5.phi - {}*body4.phi\n", within(-2, 2)),
        fmt::format("PATH 3 0.2 0.1  5 {} 0\n", within(.1, .4)),
        "PATH 4 0.1 0  3 0.1 0.3  1 3 1\n"};
    // The paths keep their order, which numbers them.
    std::shuffle(lines.begin(), lines.begin() + 3, random);
    std::swap(lines[static_cast<std::size_t>(k % 3)], lines[3]);
    const std::string rest =
        fmt::format("{}{}{}{}{}LAW PATH 1 = -300*e - 5\nLAW PATH 2 = -200*e - 2\nGRAV 0 -9.81\n",
                    lines[0], lines[1], lines[2], lines[3], lines[4]);
    const auto deck = [&](double part, double angle) {
      std::string bodies;
      for (std::size_t i = 0; i < exact.size(); ++i) {
        const bool kept = i == 5 || i == 8 || i == 11;  // what nothing places keeps its estimate
        const double off = kept ? 0 : i == 2 ? within(-angle, angle) : within(-part, part);
        bodies += fmt::format("{:.17g}{}", exact[i] + off, i % 3 == 2 ? "\n" : " ");
      }
      return fmt::format(R"(5 3 0 1 0 1 0 0 0
0 0 0
{}1 2  0 0  0 0
2 4  {:.17g} 0  0 0
1 5  {:.17g} {:.17g}  0 0
1
2 3  {:.17g} 2 0
0 0.02 0.01
MASS 2 1 0.1
MASS 3 0.7 0.05
MASS 4 0.6 0.02
MASS 5 2 0.2
{})",
                         bodies, c, px, py, crank, rest);
    };
    const test::RunResult right = test::good_run(deck(0, 0)),
                          rough = rough_run(deck(0.3, 0.3), "WELD 1");
    ASSERT_EQ(rough.names, right.names);
    for (std::size_t i = 1; i < right.names.size(); ++i)
      EXPECT_NEAR(rough.rows[0][i], right.rows[0][i], 1e-10 * (1 + std::fabs(right.rows[0][i])))
          << right.names[i] << deck(0, 0);
    EXPECT_NEAR(right.value(0, "path1.s"), -5, 1e-9);
    EXPECT_NEAR(right.value(0, "path2.s"), -2, 1e-9);
  }
}

// What the loop determines is read where the assembly has moved it; what the relation places by it
// keeps its estimate, whatever that of the loop was. Before, the relation kept the value that the
// estimates gave it, and moved a wheel that was drawn right.
TEST(AssembledStart, ARelationPlacesABodyByWhatTheLoopDetermines) {
  const double drawn = 41 * std::acos(-1.0) / 180;
  constexpr const char* kCoupled[] = {"RELATION = body5.phi - 0.5*body4.phi\n",
                                      "RELATION = body5.phi - 0.5*body4.phi - 2*body3.x\n"};
  for (const char* relation : kCoupled)
    for (const double estimate : {90.0, 100.0, 106.0, 120.0}) {
      const test::RunResult run = test::run(fmt::format(R"(5 5 0 1 0 1 0 0 0
0 0 0
-0.02 0.08 93deg
0.47 0.66 30deg
0.79 0.65 {}deg
2 0 41deg
1 2 0 0 -0.2 0
2 3 0.2 0 -0.5 0
3 4 0.5 0 0.53 0
4 1 -0.53 0 0.86 0
1 5 2 0 0 0
1
2 3 102deg 1.3 0
0 .01 .01
MASS 5 1 1
{}END
)",
                                                        estimate, relation));
      ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
      EXPECT_NEAR(run.value(0, "body5.phi"), drawn, 1e-10) << relation << estimate;
    }
}

// Of a chain that the estimates do not close the degree of freedom that is named in the head keeps
// its start, in any unit of length.
TEST(AssembledStart, TheDegreeOfFreedomKeepsItsStart) {
  for (const double scale : {0.1, 1.0, 10.0, 12.0, 1000.0}) {
    const auto length = [scale](double metres) { return metres * scale; };
    const test::RunResult run = test::run(fmt::format(
        "SEGDYN\nSEGMENT 1 2 {} {} {}\nSEGMENT 2 1.5 {} {} {}\nSTATE 1 -0.3 -1\nSTATE 2 0.8 -3\n"
        "ROD 1 2 {} {} {} {} {}\nTIME 0 0.1 0.1\nEND\n",
        length(0.4), length(0.2), 0.05 * scale * scale, length(0.4), length(0.2),
        0.03 * scale * scale, length(0.1), length(0.05), length(0.02), length(0.1), length(0.25)));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    const bool first = run.report.find("degrees of freedom 1: segment 1 PHI") != std::string::npos;
    EXPECT_NEAR(run.value(0, first ? "phi1" : "phi2"), first ? -0.3 : 0.8, 1e-9) << scale;
    EXPECT_NEAR(run.value(0, first ? "phid1" : "phid2"), first ? -1 : -3, 1e-9) << scale;
  }
}

}  // namespace
}  // namespace mbs
