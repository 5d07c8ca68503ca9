// Contacts and joints with friction that stand, slide and take over together, against closed forms;
// by each form of the equations.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/good_run.h"
#include "support/happenings.h"

namespace mbs {
namespace {

constexpr double kG = 9.81;

using test::done;

constexpr const char* kForms[] = {"FORM REDUCED", "FORM FULL", ""};

// A plank of 5 kg, h = 0.1 m above its points at `at`, on a slope.
std::string plank(const std::vector<double>& at, double slope, const std::string& rest) {
  std::string points, contacts;
  for (std::size_t k = 0; k < at.size(); ++k) {
    points += fmt::format("PLCLINE {} 1 2 8 9 {} -0.1 0 0 0 1 0\n", k + 1, at[k]);
    contacts += fmt::format("CONTACT {} RIGID 0 0.5 0.4\n", k + 1);
  }
  return points +
         fmt::format("X 1 {} {}\nX 2 {}\nX 8 0 0\nX 9 {}\nFIX 8\nFIX 9\nEND HALT\nDOF AUTO\n",
                     -0.1 * std::sin(slope), 0.1 * std::cos(slope), slope, slope) +
         "XM 1 5\nXM 2 0.0833\nGRAVITY 0 -9.81\n" + contacts + rest + "\nEND END\n";
}

// The weight goes over from point to point under a growing moment, and the plank slides on: as many
// points as there are, numbered in any order.
TEST(TouchingTogether, PlankSlidesOnWhereAPointTakesOver) {
  const std::vector<std::vector<double>> all = {{-0.2, -0.03, 0.15},
                                                {0.15, -0.03, -0.2},
                                                {-0.03, 0.15, -0.2},
                                                {-0.2, -0.1, 0.05, 0.15},
                                                {0.15, 0.05, 0.1, -0.02, -0.2}};
  for (const std::vector<double>& at : all)
    for (const char* form : kForms) {
      const test::RunResult run = done(
          plank(at, 0, fmt::format("STARTVX 1 1 2\nXLAW 2 1 = 10*t\n{}\nTIMESTEP 0.4 8", form)));
      EXPECT_NEAR(run.value(8, "x1_1"), 0.8 - 0.4 * kG * 0.08, 1e-9) << form;
      EXPECT_NEAR(run.value(8, "v1_1"), 2 - 0.4 * kG * 0.4, 1e-9) << form;
      EXPECT_NEAR(run.value(8, "x2_1"), 0, 1e-12) << form;
    }
}

TEST(TouchingTogether, PlankOnThreePointsSlidesToRestAndRestsOnASlope) {
  for (const char* form : kForms) {
    const test::RunResult run =
        done(plank({-0.2, 0.02, 0.2}, 0, fmt::format("STARTVX 1 1 1\n{}\nTIMESTEP 0.5 5", form)));
    EXPECT_NEAR(run.time_of(ContactTurn::sticks), 1 / (0.4 * kG), 1e-9) << form;
    EXPECT_NEAR(run.value(5, "x1_1"), 0.5 / (0.4 * kG), 1e-9) << form;
    const test::RunResult slope =
        done(plank({-0.2, 0.02, 0.2}, 0.3, fmt::format("{}\nTIMESTEP 0.4 4", form)));
    EXPECT_NEAR(slope.value(4, "x1_1"), -0.1 * std::sin(0.3), 1e-12) << form;
    double N = 0, T = 0;
    for (const char* k : {"1", "2", "3"}) {
      N += slope.value(4, fmt::format("contact{}.n", k));
      T += slope.value(4, fmt::format("contact{}.f", k));
    }
    EXPECT_NEAR(N, 5 * kG * std::cos(0.3), 1e-9) << form;
    EXPECT_NEAR(std::fabs(T), 5 * kG * std::sin(0.3), 1e-9) << form;
  }
}

// A growing push: both corners let go together.
TEST(TouchingTogether, BoxOnTwoCornersLetsGo) {
  for (const char* form : kForms)
    for (const char* method : {"", "INTEG DOP853 1e-11 1e-11", "INTEG STIFF 1e-10 1e-10"}) {
      const test::RunResult run = done(fmt::format(R"(PLCLINE 1 1 2 8 9 -0.2 -0.1 0 0 0 1 0
PLCLINE 2 1 2 8 9 0.2 -0.1 0 0 0 1 0
X 1 0 0.1
X 8 0 0
FIX 8
FIX 9
END HALT
DOF AUTO
XM 1 1
XM 2 0.1
GRAVITY 0 -9.81
XLAW 1 1 = 3*t
CONTACT 1 RIGID 0 0.2 0.2
CONTACT 2 RIGID 0 0.2 0.2
TIMESTEP 2 4
{}
{}
END END
)",
                                                   form, method));
      EXPECT_NEAR(run.time_of(ContactTurn::slides), 0.2 * kG / 3, 1e-8) << form << method;
      EXPECT_NEAR(run.value(4, "x1_1"), std::pow(2 - 0.2 * kG / 3, 3) / 2, 1e-7) << form << method;
    }
}

// Two rods, the tip of the second on the ground; friction in the joints that `frictions` says.
std::string limb(double phi, double other, const std::string& rest) {
  const double x = 0.25 * std::cos(phi), y = 1 + 0.25 * std::sin(phi);
  const double x2 = 2 * x + 0.25 * std::cos(other),
               y2 = 1 + 0.5 * std::sin(phi) + 0.25 * std::sin(other);
  return fmt::format(R"(PLREV 1 8 9 10 11 0 1 -0.25 0
PLTOR 51 9 11
PLREV 2 10 11 12 13 0.25 0 -0.25 0
PLTOR 52 11 13
PLCLINE 31 12 13 8 9 0.25 0 0 0 {:.17g} 1 0
X 8 0 0
X 10 {:.17g} {:.17g}
X 11 {}
X 12 {:.17g} {:.17g}
X 13 {}
FIX 8
FIX 9
RLSE 51
RLSE 52
END HALT
DOF AUTO
XM 10 2
XM 11 0.03
XM 12 1
XM 13 0.03
GRAVITY 0 -9.81
CONTACT 31 RIGID 0 0.7 0.56
{}
END END
)",
                     y2 + 0.25 * std::sin(other), x, y, phi, x2, y2, other, rest);
}

// Accelerations of the limb that slides from rest with friction in the elbow only, from Newton's
// equations of the two rods: nine equations in (x1, y1, phi1, x2, y2, phi2)dd and the forces of
// shoulder and elbow and N.
struct LimbSolution {
  double alpha1, N;
};
LimbSolution sliding_limb(double phi, double other, double way, double mu, double elbow) {
  // Unknowns: a1, a2 (angular accelerations), N. With r = 0.25:
  //   elbow E = S + 2 r (cos phi, sin phi), tip = E + 2 r (cos other, sin other)
  // and virtual work of both rods with weights m g, friction -way mu N at the tip and a couple
  // `elbow` between the rods.
  const double r = 0.25, m1 = 2, m2 = 1, I = 0.03;
  const double c1 = std::cos(phi), s1 = std::sin(phi), c2 = std::cos(other), s2 = std::sin(other);
  const double M11 = I + m1 * r * r + m2 * 4 * r * r, M22 = I + m2 * r * r,
               M12 = m2 * 2 * r * r * (c1 * c2 + s1 * s2);
  // Gap rate 2 r (c1 w1 + c2 w2), slip rate -2 r (s1 w1 + s2 w2).
  const double n1 = 2 * r * c1, n2 = 2 * r * c2, t1 = -2 * r * s1, t2 = -2 * r * s2;
  const double g1 = -m1 * kG * r * c1 - m2 * kG * 2 * r * c1, g2 = -m2 * kG * r * c2;
  // M a = g + N (n - way mu t) + couple (elbow on rod 2, -elbow on rod 1); n a = 0 at rest.
  const double p1 = n1 - way * mu * t1, p2 = n2 - way * mu * t2;
  const double det = M11 * M22 - M12 * M12;
  const auto solve = [&](double b1, double b2) {
    return std::pair((M22 * b1 - M12 * b2) / det, (M11 * b2 - M12 * b1) / det);
  };
  const auto [a1, a2] = solve(g1 - elbow, g2 + elbow);
  const auto [d1, d2] = solve(p1, p2);
  const double N = -(n1 * a1 + n2 * a2) / (n1 * d1 + n2 * d2);
  return {a1 + N * d1, N};
}

// Without friction in the elbow the problem is linear; with it, its couple is 0.05 (0.2) F with the
// force F of the elbow, and the report's own F closes the loop.
TEST(TouchingTogether, LimbSlidesWithFrictionInItsElbow) {
  for (const char* form : kForms) {
    const test::RunResult run = done(
        limb(-1.3, -1.0, fmt::format("FRICTION 2 52 1 0.05 0.2 0.2\n{}\nTIMESTEP 0.1 1", form)));
    const double slip = run.value(0, "contact31.f"), couple = -run.value(0, "friction2.f");
    EXPECT_NEAR(std::fabs(couple), 0.05 * 0.2 * run.value(0, "friction2.load"), 1e-10) << form;
    const LimbSolution right = sliding_limb(-1.3, -1.0, slip > 0 ? -1 : 1, 0.56, couple);
    EXPECT_NEAR(run.value(0, "contact31.n"), right.N, 1e-8) << form;  // 2.0571
    EXPECT_NEAR(run.value(0, "a11_1"), right.alpha1, 1e-8) << form;   // -4.9552
    // It slides away as its acceleration says, and friction is against that.
    EXPECT_GT(-slip * run.value(1, "contact31.slipd"), 0) << form;
    EXPECT_GT(-run.value(0, "friction2.f") * -run.value(1, "friction2.slipd"), 0) << form;
  }
}

// It stands: friction of the tip and of both pins hold it together, each with the same part of its
// bound, and the moments are in balance.
TEST(TouchingTogether, LeaningLimbStands) {
  const double phi = -2.076064629378114, other = -1.8086525992115097;
  for (const char* form : kForms) {
    const test::RunResult run = done(limb(
        phi, other,
        fmt::format("FRICTION 1 51 1 0.05 0.4 0.3\nFRICTION 2 52 1 0.05 0.4 0.3\n{}\nTIMESTEP 1 4",
                    form)));
    EXPECT_NEAR(run.value(4, "x11_1"), phi, 1e-12) << form;
    const double N = run.value(4, "contact31.n"), T = run.value(4, "contact31.f");
    const double shoulder = run.value(4, "friction1.f"), elbow = run.value(4, "friction2.f");
    const double part = std::fabs(T) / (0.7 * N);
    EXPECT_LT(part, 0.3) << form;
    EXPECT_NEAR(std::fabs(shoulder), part * 0.02 * run.value(4, "friction1.load"), 1e-10) << form;
    EXPECT_NEAR(std::fabs(elbow), part * 0.02 * run.value(4, "friction2.load"), 1e-10) << form;
    const double r = 0.25;
    // Moments of rod 2 about the elbow, and of both about the shoulder.
    EXPECT_NEAR(-kG * r * std::cos(other) + 2 * r * (N * std::cos(other) - T * std::sin(other)),
                elbow, 1e-9)
        << form;
    EXPECT_NEAR(
        -2 * kG * r * std::cos(phi) - kG * (2 * r * std::cos(phi) + r * std::cos(other)) +
            2 * r * (N * (std::cos(phi) + std::cos(other)) - T * (std::sin(phi) + std::sin(other))),
        shoulder, 1e-9)
        << form;
  }
}

// It slides to rest and stands: from then on contact and elbow have the same part of their bounds.
TEST(TouchingTogether, LimbComesToRestOnTipAndElbow) {
  for (const char* form : kForms) {
    const test::RunResult run = done(
        limb(-1.3, -1.0,
             fmt::format(
                 "FRICTION 2 52 1 0.05 0.2 0.2\nSTARTVX 11 1 -1\nSTARTVX 13 1 0.4950910364796225\n"
                 "XLAW 11 1 = 3*t\n{}\nTIMESTEP 0.6 12",
                 form)));
    const std::size_t last = 12;
    EXPECT_NEAR(run.value(last, "v11_1"), 0, 1e-9) << form;
    const double part =
        std::fabs(run.value(last, "contact31.f")) / (0.7 * run.value(last, "contact31.n"));
    EXPECT_LT(part, 1) << form;
    EXPECT_NEAR(std::fabs(run.value(last, "friction2.f")),
                part * 0.01 * run.value(last, "friction2.load"), 1e-9)
        << form;
  }
}

// The tip stands, slides when a moment grows, and lifts off.
TEST(TouchingTogether, TipSlidesAndLiftsOff) {
  for (const char* form : kForms) {
    const test::RunResult run =
        done(limb(-1.3, -1.0, fmt::format("XLAW 11 1 = -3*t\n{}\nTIMESTEP 2 20", form)));
    EXPECT_NEAR(run.time_of(ContactTurn::slides), 1.26864772, 1e-6) << form;
    EXPECT_NEAR(run.time_of(ContactTurn::lifts_off), 1.9265, 1e-4) << form;
    for (std::size_t row = 0; row <= 20; ++row) EXPECT_GE(run.value(row, "contact31.n"), 0) << form;
  }
}

// A car that stands on three wheels in a row on a slope rolls down on all of them, whichever two
// carry it: each turns with the ground and adds I/r^2 to the mass.
TEST(TouchingTogether, CarRollsOnThreeWheels) {
  const double slope = 0.3, c = std::cos(slope), s = std::sin(slope);
  std::string lines, masses;
  const double at[] = {-0.5, 0.1, 0.5};
  for (int k = 0; k < 3; ++k) {
    lines += fmt::format(
        "PLREV {0} 1 2 {1} {2} {3} -0.2 0 0\nPLCLINE {4} {1} {2} 8 9 0 0 0.1 0 0 1 0\n"
        "X {1} {3} 0.1\nX {2} 0\n",
        20 + k, 10 + 2 * k, 11 + 2 * k, at[k], k + 1);
    masses += fmt::format("XM {} 1\nXM {} 0.005\nCONTACT {} RIGID 0 0.8 0.7\n", 10 + 2 * k,
                          11 + 2 * k, k + 1);
  }
  for (const char* form : kForms) {
    const test::RunResult run = done(
        "X 1 0 0.3\n" + lines +
        "X 2 0\nX 8 0 0\nX 9 0\nFIX 8\nFIX 9\nEND HALT\nDOF AUTO\nXM 1 20\n" + "XM 2 1\n" + masses +
        fmt::format("GRAVITY {:.17g} {:.17g}\n{}\nTIMESTEP 1 4\nEND END\n", -kG * s, -kG * c,
                    form));
    const double a = -23 * kG * s / (23 + 1.5);
    EXPECT_NEAR(run.value(4, "x1_1"), a / 2, 1e-8) << form;
    for (const char* wheel : {"v11_1", "v13_1", "v15_1"})
      EXPECT_NEAR(run.value(4, wheel), -a / 0.1, 1e-7) << form;
  }
}

}  // namespace
}  // namespace mbs
