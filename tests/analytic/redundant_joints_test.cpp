// Loops of space that hold more than they need: planar loops of hinges, a door on two hinges,
// Bennett's linkage. Which rows follow from others is named, what is determined is right, what is
// not is left open.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/index.h"
#include "base/space_vector.h"
#include "run/frame/redundancy_watch.h"
#include "support/deck.h"
#include "support/good_run.h"

namespace mbs {
namespace {

int open_cells(const std::string& report) {
  int count = 0;
  for (std::size_t at = report.find(" -\n"); at != report.npos; at = report.find(" -\n", at + 1))
    ++count;
  return count;
}

// A four-bar of the plane: crank 0.2, coupler 0.5, rocker 0.4, ground 0.5; the crank is driven.
constexpr const char* kPlanar =
    "PLREV 1 1 2 3 4 0 0 -0.1 0\nPLREV 2 3 4 5 6 0.1 0 -0.25 0\nPLREV 3 5 6 7 8 0.25 0 0.2 0\n"
    "PLREV 4 1 2 7 8 0.5 0 -0.2 0\nX 1 0 0\nX 2 0\nX 3 0.1 0\nX 4 0\nX 5 0.372 0.217\nX 6 0.79\n"
    "X 7 0.523 0.199\nX 8 1.455\nFIX 1\nFIX 2\nINPUTX 4\nEND HALT\nINPUTX 4 1 = 0.2 + 3*t\nXM 3 1\n"
    "XM 4 0.01\nXM 5 2\nXM 6 0.05\nXM 7 1.5\nXM 8 0.02\nGRAVITY 0 -9.81\nTIMESTEP 2 20\nEND END\n";

// The same of REVOLUTEs about n, in the plane of x' and y', bodies of estimates at angle 0.
struct Plane {
  Vec3 x = {0.36, 0.48, -0.8}, y = {-0.8, 0.6, 0}, n = {0.48, 0.64, 0.6};
};
std::string in_space(const Plane& p) {
  const auto text = [](Vec3 a) { return fmt::format(" {:.17g} {:.17g} {:.17g}", a.x, a.y, a.z); };
  const auto node = [&](int number, double x, double y, double angle) {
    const Vec3 place = x * p.x + y * p.y;
    const Vec3 along = std::cos(angle) * p.x + std::sin(angle) * p.y;
    return fmt::format("X {}{}\nX {} AXES x{} z{}\n", number, text(place), number + 1, text(along),
                       text(p.n));
  };
  const auto joint = [&](int e, const char* bodies, double xi, double xj) {
    const std::string axis = std::string(bodies).starts_with("0 0") ? text(p.n) : " 0 0 1";
    const std::string first =
        std::string(bodies).starts_with("0 0") ? text(xi * p.x) : fmt::format(" {} 0 0", xi);
    const std::string second = std::string(bodies).starts_with("0 0") ? text(p.x) : " 1 0 0";
    return fmt::format("REVOLUTE {} {} {} {} 0 0 {}{} AXISJ 0 0 1 1 0 0\n", e, bodies, first, xj,
                       axis, second);
  };
  const auto gravity = -9.81 * p.y;
  return joint(1, "0 0 3 4", 0, -0.1) + joint(2, "3 4 5 6", 0.1, -0.25) +
         joint(3, "5 6 7 8", 0.25, 0.2) + joint(4, "0 0 7 8", 0.5, -0.2) + node(3, 0.1, 0.02, 0.2) +
         node(5, 0.37, 0.22, 0.8) + node(7, 0.52, 0.2, 1.45) +
         "INPUTE 1 1\nEND HALT\nINPUTE 1 1 = 0.2 + 3*t\nXM 3 1\nXM 4 0.01 0 0 0.01 0 0.01\nXM 5 2\n"
         "XM 6 0.05 0 0 0.05 0 0.05\nXM 7 1.5\nXM 8 0.02 0 0 0.02 0 0.02\nGRAVITY" +
         text(gravity) + "\nTIMESTEP 2 20\nEND END\n";
}

TEST(FourBarOfHinges, IsThePlanarOne) {
  const Plane plane;
  const auto flat = test::good_run(kPlanar);
  const auto run = test::good_run(in_space(plane));
  ASSERT_EQ(flat.rows.size(), run.rows.size());
  EXPECT_NE(run.report.find("3 of 20 held deformations follow"), std::string::npos);
  double motion = 0, forces = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    for (const int body : {5, 7}) {
      const Vec3 there = flat.value(k, fmt::format("x{}_1", body)) * plane.x +
                         flat.value(k, fmt::format("x{}_2", body)) * plane.y;
      const Vec3 speed = flat.value(k, fmt::format("a{}_1", body)) * plane.x +
                         flat.value(k, fmt::format("a{}_2", body)) * plane.y;
      for (int c = 0; c < 3; ++c) {
        motion = std::max(motion,
                          std::fabs(run.value(k, fmt::format("x{}_{}", body, c + 1)) - there[c]));
        motion = std::max(
            motion, 0.01 * std::fabs(run.value(k, fmt::format("a{}_{}", body, c + 1)) - speed[c]));
      }
    }
    // The moment of the drive, and the force of coupler on rocker: its size along v and w.
    forces = std::max(forces, std::fabs(run.value(k, "s1_1") + flat.value(k, "r4_1")));
    forces = std::max(forces, std::fabs(std::hypot(run.value(k, "s3_5"), run.value(k, "s3_6")) -
                                        std::hypot(flat.value(k, "s3_1"), flat.value(k, "s3_2"))));
  }
  EXPECT_LT(motion, 1e-11);
  EXPECT_LT(forces, 1e-9);
  // What is across the plane is open: two tilts and a force of each joint.
  EXPECT_EQ(open_cells(run.report), 16 * count_of(run.rows));
}

// Opposite links are alike: lengths a, b and twists alpha, beta with a sin(beta) = b sin(alpha). It
// moves although 20 equations hold 18 coordinates, with tan(t1/2) tan(t2/2) = sin((beta + alpha)/2)
// / sin((beta - alpha)/2). Link 41 is the ground, its joint 1 the origin.
constexpr double kAlpha = 0.6, kBeta = 1.1, kFirst = 1;
double bennett_ratio() { return std::sin((kBeta + kAlpha) / 2) / std::sin((kBeta - kAlpha) / 2); }
std::string bennett() {
  constexpr double a = 0.3;
  const double b = a * std::sin(kBeta) / std::sin(kAlpha);
  const double t2 = 2 * std::atan(bennett_ratio() / std::tan(kFirst / 2));
  // The next joint of a chain after a turn about its axis, a length and a twist about that.
  struct Joint {
    Vec3 o, x, z;
  };
  const auto next = [](const Joint& f, double turn, double length, double twist) {
    const Vec3 x = std::cos(turn) * f.x + std::sin(turn) * cross(f.z, f.x);
    return Joint{f.o + length * x, x, std::cos(twist) * f.z + std::sin(twist) * cross(x, f.z)};
  };
  const Joint one{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}, two = next(one, kFirst, a, kAlpha),
                                                    three = next(two, t2, b, kBeta),
                                                    four = next(three, -kFirst, a, kAlpha);
  const auto text = [](Vec3 v) { return fmt::format(" {:.17g} {:.17g} {:.17g}", v.x, v.y, v.z); };
  const auto link = [&](int node, const Joint& from, const Joint& to) {
    return fmt::format("X {}{}\nX {} AXES x{} z{}\n", node, text(from.o), node + 1, text(to.x),
                       text(from.z));
  };
  const auto joint = [&](int e, const char* bodies, double length, double twist, const char* axes_j,
                         double place_j) {
    return fmt::format(
        "REVOLUTE {} {} {:.17g} 0 0 {:.17g} 0 0 0 {:.17g} {:.17g} 1 0 0 AXISJ {} 1 0 0\n", e,
        bodies, length, place_j, -std::sin(twist), std::cos(twist), axes_j);
  };
  return joint(1, "0 0 3 4", 0, 0, "0 0 1", 0) + joint(2, "3 4 5 6", a, kAlpha, "0 0 1", 0) +
         joint(3, "5 6 7 8", b, kBeta, "0 0 1", 0) +
         joint(4, "7 8 0 0", a, kAlpha,
               fmt::format("0 {:.17g} {:.17g}", std::sin(kBeta), std::cos(kBeta)).c_str(), -b) +
         link(3, one, two) + link(5, two, three) + link(7, three, four) +
         "DYNE 1 1\nEND HALT\nXM 3 1\nXM 4 0.01 0 0 0.01 0 0.01\nXM 5 1\n"
         "XM 6 0.01 0 0 0.01 0 0.01\nXM 7 1\nXM 8 0.01 0 0 0.01 0 0.01\n" +
         fmt::format("STARTDE 1 1 {} 2\n", kFirst) +
         "INTEG DOP853 1e-11 1e-11\nTIMESTEP 1.5 15\nEND END\n";
}

TEST(BennettsLinkage, MovesByItsDimensions) {
  const auto run = test::good_run(bennett());
  ASSERT_FALSE(run.rows.empty());
  EXPECT_NE(run.report.find("3 of 20 held deformations follow"), std::string::npos)
      << run.report.substr(0, 2000);
  const double ratio = bennett_ratio();
  double worst = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double one = run.value(k, "e1_1"), two = run.value(k, "e2_1");
    worst = std::max(worst, std::fabs(std::sin(one / 2) * std::sin(two / 2) -
                                      ratio * std::cos(one / 2) * std::cos(two / 2)));
    worst = std::max(worst, std::fabs(run.value(k, "energy.balance")));
  }
  EXPECT_LT(worst, 1e-9);
  EXPECT_GT(std::fabs(run.rows.empty() ? 0 : run.value(15, "e1_1") - run.value(0, "e1_1")), 1);
}

// A door on two hinges on one line: the second holds what the first holds. Its forces are open,
// those of a spring are not.
std::string door(const std::string& more) {
  return "REVOLUTE 1 0 0 1 2 AT 0 0 0.2 0 0 1\nREVOLUTE 2 0 0 1 2 AT 0 0 1.8 0 0 1\n"
         "X 1 0.4 0 1\nDYNE 1 1\nEND HALT\nXM 1 20\nXM 2 6 0 0 7 0 1\nESTIFF 1 5 0 0 0 0 0\n"
         "STARTDE 1 1 0.5\nGRAVITY 0 0 -9.81\nINTEG DOP853 1e-12 1e-12\nTIMESTEP 1 10\n" +
         more + "END END\n";
}

TEST(DoorOnTwoHinges, SwingsAndNamesWhatIsOpen) {
  const auto run = test::good_run(door(""));
  // (1 + 20 * 0.16) e'' = -5 e
  const double rate = std::sqrt(5 / (1 + 20 * 0.16));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    EXPECT_NEAR(run.value(k, "e1_1"), 0.5 * std::cos(rate * run.time(k)), 1e-9);
    EXPECT_NEAR(run.value(k, "e2_1"), run.value(k, "e1_1"), 1e-12);
  }
  EXPECT_NE(
      run.report.find("5 of 10 held deformations follow from the others wherever the mechanism "
                      "goes: REVOLUTE 2: 2, 3, 4, 5, 6"),
      std::string::npos)
      << run.report.substr(0, 1500);
  EXPECT_EQ(open_cells(run.report), 12 * count_of(run.rows));
}

TEST(DoorOnTwoHinges, RefusesWhatReadsAnOpenForce) {
  for (const char* line :
       {"MEASURE m = MAX s2_4\n", "OUT pull = 2*s2_4\n", "EVENT hard WHEN S1_4 > 5 DO STOP\n",
        "NAME ELEMENT 2 top\nOUT pull = 2*top.s_4\n"}) {
    const auto run = test::run(door(line));
    EXPECT_EQ(run.status, ExitStatus::deck_error) << line;
    EXPECT_NE(run.messages.find("undetermined"), std::string::npos) << line << run.messages;
  }
  EXPECT_EQ(test::run(door("MEASURE m = MAX s1_1\n")).status, ExitStatus::done);
}

// A crank of 0.5, a coupler of 0.9 and a rocker of 0.15 over a ground of 1.2 close at a crank angle
// of 1 and not at 0: the search begins where the drive does, an expression as well as numbers.
TEST(DrivenLoop, SearchBeginsWhereTheDriveDoes) {
  std::string joints;
  const double at[4] = {0, 0.5, 0.9, 1.2}, on[4] = {0, 0, 0.15, 0};
  const char* const bodies[4] = {"0 0  1 2", "1 2  3 4", "3 4  5 6", "0 0  5 6"};
  for (int k = 0; k < 4; ++k)
    joints += fmt::format("REVOLUTE {} {}  {} 0 0  {} 0 0  0 0 1  1 0 0  AXISJ 0 0 1  1 0 0\n",
                          k + 1, bodies[k], at[k], on[k]);
  const std::string start =
      "X 1 0 0 0\nX 2 ROT AXIS 0 0 1 1\nX 3 0.27 0.42 0\nX 4 ROT AXIS 0 0 1 -0.33\n"
      "X 5 1.2 0 0\nX 6 ROT AXIS 0 0 1 2.12\n";
  for (const char* motion : {"= 1 - 0.1*sin(t)", "1 -0.1 0"}) {
    const auto run = test::good_run(joints + start + "INPUTE 1 1\nEND HALT\nINPUTE 1 1 " + motion +
                                    "\nXM 3 1\nXM 4 0.1 0 0 0.1 0 0.1\nTIMESTEP 0.5 2\nEND END\n");
    EXPECT_NE(run.report.find("3 of 20 held deformations follow"), std::string::npos) << motion;
    // The coupler's far end is at 0.15 from the rocker's bearing.
    const double q0 = run.value(0, "x4_1"), q3 = run.value(0, "x4_4");
    const double x = std::cos(1) * 0.5 + 0.9 * (q0 * q0 - q3 * q3),
                 y = std::sin(1) * 0.5 + 0.9 * 2 * q0 * q3;
    EXPECT_NEAR(std::hypot(x - 1.2, y), 0.15, 1e-9) << motion;
    EXPECT_GT(y, 0) << motion;
  }
}

// What is a degree of freedom begins where the deck has it on a base that is led away from its X:
// the same with both hinges, or rails, as with one alone.
TEST(DrivenBase, RedundantJointsBeginAsOneDoes) {
  const char* const rest =
      "X 1 0.4 0 1\nX 3 0 0 0\nINPUTX 3\nINPUTX 4\nDYNE 1 1\nEND HALT\n{}"
      "BODYMASS 1 2  20  0 0 0  6 0 0  7 0  1.2\nGRAVITY 0 0 -9.81\nINTEG STEP 1e-11 1e-11\n"
      "TIMESTEP 1 4\nEND END\n";
  const char* const turned = "INPUTX 3 2 0.3\nINPUTX 4 ROT zyx a = 1.5 + t ; b = 1.2 ; c = 0.3*t\n";
  for (const auto& [joint, drives] :
       {std::pair("REVOLUTE {} 3 4 1 2 AT 0 0 {}  0 0 1\n", turned),
        std::pair("PRISMATIC {} 3 4 1 2 AT 0.4 0 {}  1 0 0\n", "INPUTX 3 1 0.5 0.1 0\n")}) {
    const auto make = [rest, joint = joint, drives = drives](const char* let_go) {
      return fmt::format(fmt::runtime(joint), 1, 0.2) + fmt::format(fmt::runtime(joint), 2, 1.8) +
             let_go + fmt::format(fmt::runtime(rest), drives);
    };
    const auto both = test::good_run(make("")), one = test::good_run(make("RLSE 2 2 3 4 5 6\n"));
    EXPECT_NE(both.report.find("5 of 10 held deformations follow"), std::string::npos);
    for (std::size_t k = 0; k < both.rows.size(); ++k)
      for (const char* name : {"x1_1", "x1_2", "x1_3", "e1_1", "ed1_1"})
        EXPECT_NEAR(both.value(k, name), one.value(k, name), 1e-8) << joint << name;
    EXPECT_NEAR(both.value(0, "e1_1"), 0, 1e-9) << joint;
  }
}

// On a base that begins far from its X the sines of the tilts would close after half a turn, too.
TEST(DrivenBase, RailsAreNotTurnedByHalfATurn) {
  const auto make = [](const char* second) {
    return "PRISMATIC 1 3 4 1 2 AT 0.4 0 0.2 1 0.2 0\n" + std::string(second) +
           "X 1 0.4 0 1\nX 2 ROT xyz -0.61 -0.209 0.125\nX 3 0.1 -0.1 0.2\nINPUTX 3\nINPUTX 4\n"
           "DYNE 1 1\nEND HALT\nINPUTX 3 2 = -0.491*cos(2*t)\n"
           "INPUTX 4 ROT xyz a = 1.836 - 0.946*t ; b = 1 + 0.35*t^2 ; c = 0.695*sin(t)\n"
           "STARTDE 1 1 -0.152 0.58\nBODYMASS 1 2 2 0.1 0 0.1 0.6 0 0.1 0.7 0 0.3\n"
           "GRAVITY 1 2 -9\nINTEG STEP 1e-11 1e-11\nTIMESTEP 1 4\nEND END\n";
  };
  const auto both = test::good_run(make("PRISMATIC 2 3 4 1 2 AT 0.4 0.1 1.8 1 0.2 0\n"));
  const auto one = test::good_run(make(""));
  for (std::size_t k = 0; k < both.rows.size(); ++k)
    for (const char* name : {"x1_1", "x1_2", "x1_3", "v2_1", "v2_2", "v2_3", "e1_1", "ed1_1"})
      EXPECT_NEAR(both.value(k, name), one.value(k, name), 1e-8) << name;
  // The scalar part of q_4* o q_2 is that of the X lines, where q_4 is 1: they turn together.
  const auto against_base = [](const test::RunResult& run, std::size_t row) {
    double sum = 0;
    for (const char* c : {"1", "2", "3", "4"})
      sum += run.value(row, std::string("x4_") + c) * run.value(row, std::string("x2_") + c);
    return std::fabs(sum);
  };
  const double c1 = std::cos(0.305), c2 = std::cos(0.1045), c3 = std::cos(0.0625),
               s1 = std::sin(-0.305), s2 = std::sin(-0.1045), s3 = std::sin(0.0625);
  for (std::size_t k = 0; k < both.rows.size(); ++k)
    EXPECT_NEAR(against_base(both, k), c1 * c2 * c3 - s1 * s2 * s3, 1e-9);
}

// Both hinges of a tree hold their own bodies: nothing is shed.
TEST(Trees, KeepAllTheyHold) {
  const auto run = test::good_run(
      "REVOLUTE 1 0 0 1 2 AT 0 0 0 0 1 0\nREVOLUTE 2 1 2 3 4 AT 0.4 0 0 0 1 0\nX 1 0.2 0 0\n"
      "X 3 0.6 0 0\nDYNE 1 1\nDYNE 2 1\nEND HALT\nXM 1 1\nXM 2 0.01 0 0 0.01 0 0.01\nXM 3 1\n"
      "XM 4 0.01 0 0 0.01 0 0.01\nGRAVITY 0 0 -9.81\nTIMESTEP 0.5 5\nEND END\n");
  EXPECT_EQ(run.report.find("held deformations follow"), std::string::npos);
}

// A row that has moved is redundant no longer.
TEST(RedundancyWatch, NamesTheRowThatMoves) {
  const test::Loaded deck = test::load(door(""));
  const Model& model = deck.built.value().model;
  Phase phase = deck.built.value().phase;
  phase.e_class[8] = Class::calculable;
  phase.e_origin[8].label = "REDUNDANT";
  Evaluation here(model);
  evaluate_position(model, model.x0, here);
  Diagnostics diagnostics;
  EXPECT_TRUE(redundancy_holds(model, phase, here, 0.5, diagnostics));
  here.e[8] = 1e-3;
  EXPECT_FALSE(redundancy_holds(model, phase, here, 0.5, diagnostics));
  EXPECT_NE(diagnostics.format_all().find("REVOLUTE 2"), std::string::npos);
  EXPECT_NE(diagnostics.format_all().find("t = 0.5"), std::string::npos);
}

}  // namespace
}  // namespace mbs
