// Lines in a file of other units, and the same lines in the deck: stiffness, damping, gaps and
// places. What a test writes down in SI is multiplied by hand here, field by field.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "support/good_run.h"
#include "support/process.h"
#include "support/unit_system.h"

namespace mbs {
namespace {

using test::System, test::kSi, test::kDegree;
const System kSystems[] = {
    test::kMillimetre, test::kCentimetre, {"UNITS mm kg ms kN deg\n", 1000, 1, 1000, 1 / kDegree}};

// A deck in m, kg, s whose lines part(u) stand in a file of units u gives the channels of the deck
// in which part(SI) stands itself.
void same_in_files(const std::string& before, const std::function<std::string(const System&)>& part,
                   const std::string& behind, const std::vector<const char*>& channels,
                   double error = 1e-11) {
  const test::Scratch scratch;
  const test::RunResult own = test::run(before + part(kSi) + behind);
  ASSERT_EQ(own.status, ExitStatus::done) << own.messages << part(kSi);
  for (const System& u : kSystems) {
    test::write_all(scratch.file("part.dat"), u.line + part(u));
    const test::RunResult run =
        test::run(before + "INCLUDE part.dat\n" + behind, {}, scratch.file(""));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages << u.line << part(u);
    ASSERT_EQ(run.rows.size(), own.rows.size());
    for (const char* const name : channels) {
      double worst = 0, largest = 0;
      for (std::size_t k = 0; k < own.rows.size(); ++k) {
        worst = std::max(worst, std::fabs(run.value(k, name) - own.value(k, name)));
        largest = std::max(largest, std::fabs(own.value(k, name)));
      }
      EXPECT_GT(largest, 0) << name;
      EXPECT_LE(worst, error * largest) << u.line << name;
    }
  }
}

// The upper triangle of the matrix of a BUSHING: N/m, N/rad (N m/m is the same number) and N m/rad.
std::string triangle(const System& u) {
  const double n = u.n(), nm = u.nm();
  return fmt::format("{} {} {} {} 0 0  {} 0 0 {} 0  {} 0 0 0  {} 0 0  {} {}  {}", 400 * n / u.m,
                     20 * n / u.m, 5 * n / u.m, 9 * n / u.rad, 300 * n / u.m, 7 * n / u.rad,
                     350 * n / u.m, 6 * nm / u.rad, 5 * nm / u.rad, 0.4 * nm / u.rad,
                     4 * nm / u.rad);
}
std::string dampers(const System& u) {
  return fmt::format("{0} {0} {0} {1} {1} {1}", 2 * u.n() * u.s / u.m, 0.05 * u.nm() * u.s / u.rad);
}

// KABIOS: a body on a bushing, with a torsional spring about one of its axes beside it.
TEST(UnitsOfFiles, BushingOfBodiesOfSpace) {
  const auto part = [](const System& u) {
    return fmt::format("BUSHING 1 2  0 0 0  0 0 0  1 0 0 0 1 0  STIFFNESS {}  DAMPING {}\n",
                       triangle(u), dampers(u)) +
           fmt::format("RSDA 1 5  {} {} {}\nBDAMP 2 {} 0 0 0 {} 0\n", 3 * u.nm() / u.rad,
                       0.1 * u.rad, 0.01 * u.nm() * u.s / u.rad, 0.3 * u.n() * u.s / u.m,
                       0.02 * u.nm() * u.s / u.rad);
  };
  const std::string before =
      "SPACE\n2 0 1 0 0 0 0 0\n1  0 0 0  1 0 0 0\n2  0 0 0  1 0 0 0\n1\n0 0.3 0.05\n"
      "MASS 2  2  0.05 0 0 0.06 0 0.07\nVEL 2  1 -0.5 0.4  2 1 -1\nGRAV 0 0 -9.81\n";
  same_in_files(before, part, "INTEG RK4 1e-3\nEND\n",
                {"body2.x", "body2.y", "body2.z", "body2.wx", "body2.wy", "body2.wz"});
  // A deck with UNITS takes 21 numbers as well.
  const test::RunResult si = test::good_run(before + part(kSi) + "INTEG RK4 1e-3\nEND\n");
  const System u = kSystems[0];
  const test::RunResult mm = test::good_run(
      u.line +
      fmt::format("SPACE\n2 0 1 0 0 0 0 0\n1  0 0 0  1 0 0 0\n2  0 0 0  1 0 0 0\n1\n0 0.3 0.05\n"
                  "MASS 2  0.002  50 0 0 60 0 70\nVEL 2  1000 -500 400  {} {} {}\n"
                  "GRAV 0 0 -9810\n",
                  2 / kDegree, 1 / kDegree, -1 / kDegree) +
      part(u) + "INTEG RK4 1e-3\nEND\n");
  for (std::size_t k = 0; k < si.rows.size(); ++k) {
    EXPECT_NEAR(mm.value(k, "body2.x"), 1000 * si.value(k, "body2.x"), 1e-9);
    EXPECT_NEAR(mm.value(k, "body2.wy"), si.value(k, "body2.wy"), 1e-11);
  }
}

// A torsional spring beside a bushing of 21 numbers adds to the diagonal of its matrix: about v,
// k55 = 5 and 3 are 8.
TEST(UnitsOfFiles, SpringBesideABushingOf21Numbers) {
  const auto deck = [](const std::string& matrix, const std::string& beside) {
    return "SPACE\n2 0 1 0 0 0 0 0\n1  0 0 0  1 0 0 0\n2  0 0 0  1 0 0 0\n1\n0 0.3 0.05\n"
           "MASS 2  2  0.05 0 0 0.06 0 0.07\nVEL 2  1 -0.5 0.4  2 1 -1\n"
           "BUSHING 1 2  0 0 0  0 0 0  1 0 0 0 1 0  STIFFNESS " +
           matrix + beside + "\nINTEG RK4 1e-3\nEND\n";
  };
  const std::string first = "400 20 0 0 0 0  300 0 0 7 0  350 0 0 0  6 0 0  ";
  const test::RunResult one = test::good_run(deck(first + "5 0.4  4", "\nRSDA 1 5  3 0 0"));
  const test::RunResult other = test::good_run(deck(first + "8 0.4  4", ""));
  for (std::size_t k = 0; k < one.rows.size(); ++k)
    for (const char* name : {"body2.x", "body2.wx", "body2.wy", "body2.wz"})
      EXPECT_EQ(one.value(k, name), other.value(k, name)) << name;
}

TEST(UnitsOfFiles, StopsOfAnglesAndTravels) {
  same_in_files(
      "CYLINDRICAL 1  0 0  1 2  AT 0 0 0  0 0 1\nX 1  0 0 0\nDYNE 1 1 2\nEND HALT\nXM 1  2\n"
      "XM 2  0.1 0 0 0.1 0 0.1\nSTARTDE 1 1  0 2\nSTARTDE 1 2  0 3\n",
      [](const System& u) {
        std::string out;
        out += fmt::format("STOPS 1 1  MIN {} MAX {} PENALTY {} 1.5 {}\n", -0.1 * u.rad,
                           0.2 * u.rad, 30 * u.nm() / std::pow(u.rad, 1.5), 0.1 * u.s / u.rad);
        return out + fmt::format("STOPS 1 2  MAX {} PENALTY {} 2 {}\n", 0.3 * u.m,
                                 800 * u.n() / (u.m * u.m), 0.2 * u.s / u.m);
      },
      "INTEG STEP 1e-12 1e-12\nTIMESTEP 0.5 5\nEND END\n", {"e1_1", "ed1_1", "e1_2", "ed1_2"},
      1e-8);
}

// The hinge swings into a spring of k = 30 N m a radian and back: half a period of it. In degrees
// the deck itself says 30 kDegree.
TEST(UnitsOfFiles, SoftStopOfAnAngleInDegrees) {
  const double J = 0.3, k = 30, v = 2, at = 0.5, w = std::sqrt(k / J), pi = std::acos(-1.0);
  const test::RunResult run = test::good_run(fmt::format(
      "UNITS m kg s deg\nPLTOR 1  1 2\nX 1  0\nX 2  0\nFIX 1\nDYNE 1 1\nEND HALT\nXM 2  {}\n"
      "STARTDE 1 1  0 {}\nSTOPS 1 1  MAX {} PENALTY {} 1 0\nINTEG STEP 1e-12 1e-12\n"
      "TIMESTEP 0.8 16\nEND END\n",
      J, v / kDegree, at / kDegree, k * kDegree));
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    const double t = run.value(row, "t") - at / v;
    const double angle = t < 0        ? at + v * t
                         : w * t < pi ? at + v / w * std::sin(w * t)
                                      : at - v * (t - pi / w);
    EXPECT_NEAR(run.value(row, "e1_1"), angle, 1e-9) << row;
  }
}

// Friction of a constant value: a moment in a pin, where an angle is none of its unit, and a force
// along a slider; the same slips named in a native deck.
TEST(UnitsOfFiles, ConstantFriction) {
  const auto at_rest_and_running = [](double unit) {
    return fmt::format("CONSTANT {} {}\n", 0.6 * unit, 0.5 * unit);
  };
  same_in_files(
      "2 1 0 1 0 0 0 0 0\n0 0 0\n0.3 0 0\n1 2 0 0 -0.3 0\n1\n0 1 0.25\n",
      [&](const System& u) { return "FRICTION REVOLUTE 1 " + at_rest_and_running(u.nm()); },
      "MASS 2 2 0.1\nGRAV 0 -9.81\nINTEG DOP853\nEND\n", {"body2.phi", "friction1.f"}, 1e-9);
  same_in_files(
      "CYLINDRICAL 1  0 0  1 2  AT 0 0 0  0 0 1\nX 1  0 0 0\nDYNE 1 1 2\nEND HALT\nXM 1  2\n"
      "XM 2  0.1 0 0 0.1 0 0.1\nSTARTDE 1 1  0 2\nSTARTDE 1 2  0 3\n",
      [&](const System& u) { return "FRICTION 1  1 2 " + at_rest_and_running(u.n()); },
      "INTEG DOP853\nTIMESTEP 0.5 5\nEND END\n", {"e1_1", "ed1_1", "e1_2", "ed1_2"}, 1e-9);
}

// Dampers of all turns of one orientation against another.
TEST(UnitsOfFiles, DampersOfSpins) {
  same_in_files(
      "SPHERICAL 1  0 0  1 2  0 0 0  0 0 0.3\nSPIN 2  0 2\nX 1  0 0 -0.3\nDYNX 2 2 3 4\nEND "
      "HALT\nXM 1  2\n"
      "XM 2  0.1 0 0 0.12 0 0.15\nSTARTVX 2  2 1 -1\nGRAVITY 0 0 -9.81\n",
      [](const System& u) {
        const double c = u.nm() * u.s / u.rad;
        return fmt::format("EDAMP 2  {} {} {}\n", 0.1 * c, 0.2 * c, 0.3 * c);
      },
      "INTEG RK4 1e-3\nTIMESTEP 0.4 4\nEND END\n", {"x1_1", "x1_2", "v2_1", "v2_2", "v2_3"});
}

// The third coordinate of a place on a body of space.
TEST(UnitsOfFiles, PointsOfBodiesOfSpace) {
  same_in_files("REVOLUTE 1  0 0  1 2  AT 0 0 0  1 0 0\nX 1  0 0 0\nDYNE 1 1\n",
                [](const System& u) {
                  return fmt::format("POINT 1  1 2  {} {} {}\n", 0.1 * u.m, 0.2 * u.m, 0.3 * u.m);
                },
                "END HALT\nXM 1  1\nXM 2  0.1 0 0 0.1 0 0.1\nSTARTDE 1 1  0 2\nINTEG RK4 1e-2\n"
                "TIMESTEP 0.4 4\nEND END\n",
                {"point1.x", "point1.y", "point1.z"});
}

// The unit of a FORMULA that is a gap is known to nobody, so plain numbers of its contact are
// refused in a file of other units; numbers with units are right there.
TEST(UnitsOfFiles, GapsByFormulas) {
  const test::Scratch scratch;
  const std::string before =
      "FORMULA 2 = x1_2 - 0.1\nX 1  0 0.5\nDYNX 1\nEND HALT\nXM 1  2\nGRAVITY 0 -9.81\n";
  const std::string behind = "INTEG STEP 1e-12 1e-12\nTIMESTEP 0.6 6\nEND END\n";
  const test::RunResult own = test::run(before + "CONTACT 2 PENALTY 4000 1 0.3\n" + behind);
  ASSERT_EQ(own.status, ExitStatus::done) << own.messages;
  const auto included = [&](const std::string& line) {
    test::write_all(scratch.file("part.dat"), "UNITS mm N ms\n" + line + "\n");
    return test::run(before + "INCLUDE part.dat\n" + behind, {}, scratch.file(""));
  };
  const test::RunResult plain = included("CONTACT 2 PENALTY 4 1 0.3");
  EXPECT_EQ(plain.status, ExitStatus::deck_error);
  EXPECT_NE(plain.messages.find("part.dat:2:19: error: CONTACT 2: stiffness k cannot be converted"),
            plain.messages.npos)
      << plain.messages;
  EXPECT_EQ(included("CONTACT 2 RIGID 0 CLOSED 5").status, ExitStatus::deck_error);
  const test::RunResult said = included("CONTACT 2 PENALTY 4N/mm 1 0.3s/m");
  ASSERT_EQ(said.status, ExitStatus::done) << said.messages;
  for (std::size_t k = 0; k < own.rows.size(); ++k)
    EXPECT_EQ(own.value(k, "x1_2"), said.value(k, "x1_2"));
  EXPECT_LT(own.value(own.rows.size() - 1, "x1_2"), 0.5);
}

// No unit has a power that is not whole: 5N would be N for mm^1.5 here and for m^1.5 elsewhere.
TEST(UnitsOfFiles, StiffnessOfABrokenPowerHasNoUnit) {
  const test::RunResult run = test::run(
      "PLTOR 1  1 2\nX 1  0\nX 2  0\nFIX 1\nDYNE 1 1\nEND HALT\nXM 2  1\n"
      "STOPS 1 1  MAX 0.5 PENALTY 30Nm 1.5 0\nTIMESTEP 0.8 16\nEND END\n");
  EXPECT_EQ(run.status, ExitStatus::deck_error);
  EXPECT_NE(run.messages.find("stiffness k is '30Nm', and the exponent is 1.5"), run.messages.npos)
      << run.messages;
}

}  // namespace
}  // namespace mbs
