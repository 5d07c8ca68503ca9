// VFORMULA: Chaplygin's sleigh, a car whose wheels roll, rolling without slip, belts that drive and
// drag, in closed form and beside elements of positions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/good_run.h"
#include "support/sleigh.h"

namespace mbs {
namespace {

// Three ways to say where the edge is: by the velocities of the body, by that of a point of it.
TEST(VelocityFormulas, ChaplyginsSleigh) {
  const test::Sleigh start = test::sleigh_at(0);
  const char* edges[] = {"VFORMULA 1 = -sin(x2_1)*v1_1 + cos(x2_1)*v1_2 - 0.4*v2_1\n",
                         "VFORMULA 1 = (point1.yd - tan(x2_1)*point1.xd)*3\n"
                         "POINT 1 1 2 -0.4 0\n"};
  for (const char* how :
       {"INTEG DOP853 1e-12 1e-12\nFORM REDUCED", "INTEG DOP853 1e-12 1e-12\nFORM FULL",
        "INTEG STEP 1e-12 1e-12", "INTEG RK4 1e-3"})
    for (const bool by_point : {false, true}) {
      // tan(phi) grows without end at a right angle: until then.
      const test::RunResult run = test::good_run(fmt::format(
          R"({}X 1 0 0
X 2 0
END HALT
XM 1 {}
XM 2 {}
STARTVX 1 1 {}
STARTVX 1 2 {}
STARTVX 2 1 {}
DOF AUTO
TIMES 0 {} 0.2
{}
END END
)",
          edges[by_point ? 1 : 0], test::Sleigh::kMass, test::Sleigh::kInertia, start.v,
          test::Sleigh::kBehind * start.w, start.w, by_point ? 0.8 : 4, how));
      double worst = 0;
      for (std::size_t k = 0; k < run.rows.size(); ++k) {
        const test::Sleigh at = test::sleigh_at(run.time(k));
        const double c = std::cos(at.phi), s = std::sin(at.phi),
                     across = test::Sleigh::kBehind * at.w;
        worst =
            std::max({worst, std::fabs(run.value(k, "x2_1") - at.phi),
                      std::fabs(run.value(k, "v2_1") - at.w),
                      std::fabs(run.value(k, "v1_1") - (c * at.v - s * across)),
                      std::fabs(run.value(k, "v1_2") - (s * at.v + c * across)),
                      std::fabs(run.value(k, "ed1_1")), std::fabs(run.value(k, "energy.work")),
                      std::fabs(run.value(k, "energy.kinetic") - run.value(0, "energy.kinetic"))});
      }
      EXPECT_LT(worst, 1e-10) << how << edges[by_point ? 1 : 0];
      EXPECT_NE(run.report.find("degrees of freedom 2 of velocity, 3 of position: "),
                std::string::npos);
    }
}

// A car on two wheels, the front one steered by d: it goes round a circle of radius L/tan(d) about
// the rear one. A force along it: m v' + (J + m b^2) tan(d)^2/L^2 v' = F with b from the rear wheel
// to the mass centre; steady in everything else.
TEST(VelocityFormulas, ACarGoesRoundACircle) {
  const double L = 1.2, b = 0.5, d = 0.3, F = 4, m = 3, J = 0.4;
  const double bend = std::tan(d) / L, mass = m + (J + m * b * b) * bend * bend;
  const std::string deck = fmt::format(
      R"(PARAM d = {}
VFORMULA 1 = -sin(x2_1)*point1.xd + cos(x2_1)*point1.yd
VFORMULA 2 = -sin(x2_1 + x3_1)*point2.xd + cos(x2_1 + x3_1)*point2.yd
X 1 {} 0
X 2 0
X 3 ${{d}}
FIX 3
POINT 1 1 2 {} 0
POINT 2 1 2 {} 0
DYNX 2
END HALT
XM 1 {}
XM 2 {}
STARTVX 2 1 {}
PFORCE 1 1 2 0 0 FX = {} ; FY = 0 ; IN BODY
TIMES 0 6 0.5
INTEG DOP853 1e-12 1e-12
)",
      d, b, -b, L - b, m, J, bend, F);
  for (const char* form : {"REDUCED", "FULL"}) {
    const test::RunResult run = test::good_run(deck + "FORM " + form + "\nEND END\n");
    double worst = 0;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double t = run.time(k), s = t + F / mass * t * t / 2, phi = bend * s;
      worst = std::max({worst, std::fabs(run.value(k, "x2_1") - phi),
                        std::fabs(run.value(k, "point1.x") - std::sin(phi) / bend),
                        std::fabs(run.value(k, "point1.y") - (1 - std::cos(phi)) / bend),
                        std::fabs(run.value(k, "energy.work") - F * s),
                        std::fabs(run.value(k, "energy.balance"))});
    }
    EXPECT_LT(worst, 1e-9) << form;
    EXPECT_GT(run.value(run.rows.size() - 1, "x2_1"), 6);
  }
}

// Rolling without slip down a slope as a constraint of positions and as one of velocities.
TEST(VelocityFormulas, RollingLikeTheContactElement) {
  const std::string rest =
      R"(X 1 0 0.3
X 2 0
X 3 0 0
X 4 0
FIX 3
FIX 4
DYNX 2
END HALT
XM 1 2
XM 2 0.05
GRAVITY 2 -9.6
STARTVX 2 1 -0.7
XLAW 2 1 = 0.1*cos(3*t)
TIMES 0 2 0.25
INTEG DOP853 1e-12 1e-12
END END
)";
  const test::RunResult held = test::good_run("PLCLINE 1 1 2 3 4 0 0 0.3 0 0 1 0\n" + rest);
  const test::RunResult rate = test::good_run(
      R"(PLCLINE 1 1 2 3 4 0 0 0.3 0 0 1 0
RLSE 1 2
VFORMULA 2 = v1_1 + 0.3*v2_1
)" + rest);
  for (std::size_t k = 0; k < held.rows.size(); ++k) {
    EXPECT_NEAR(rate.value(k, "a2_1"), held.value(k, "a2_1"), 1e-12);
    EXPECT_NEAR(rate.value(k, "x1_1"), held.value(k, "x1_1"), 1e-10);
    EXPECT_NEAR(std::fabs(rate.value(k, "s2_1")), std::fabs(held.value(k, "s1_2")), 1e-11);
  }
}

// A belt that takes a block along with it, and one that drags it: v = u (1 - exp(-c t/m)).
TEST(VelocityFormulas, DrivenAndViscous) {
  const test::RunResult driven = test::good_run(
      R"(VFORMULA 1 = v1_1
X 1 0 0
FIX 1 2
INPUTE 1
END HALT
INPUTE 1 1 0 0.5 0.2
XM 1 2
TIMES 0 2 0.5
END END
)");
  for (std::size_t k = 0; k < driven.rows.size(); ++k) {
    const double t = driven.time(k);
    EXPECT_NEAR(driven.value(k, "x1_1"), 0.5 * t + 0.1 * t * t, 1e-9);
    EXPECT_NEAR(std::fabs(driven.value(k, "s1_1")), 0.4, 1e-12);
    EXPECT_NEAR(driven.value(k, "energy.balance"), 0, 1e-9);
  }
  const test::RunResult viscous = test::good_run(
      R"(VFORMULA 1 = v1_1
X 1 0 0
FIX 1 2
RLSE 1
DYNX 1 1
END HALT
ELAW 1 1 = 3*(ed - 0.5)
XM 1 2
TIMES 0 2 0.5
INTEG DOP853 1e-12 1e-12
END END
)");
  for (std::size_t k = 0; k < viscous.rows.size(); ++k)
    EXPECT_NEAR(viscous.value(k, "v1_1"), 0.5 * (1 - std::exp(-1.5 * viscous.time(k))), 1e-11);
}

// Without a degree of freedom of velocity: the wheel is turned, and where it goes is integrated.
TEST(VelocityFormulas, NoVelocityIsFree) {
  const test::RunResult run = test::good_run(
      R"(VFORMULA 1 = v1_1 + 0.3*v2_1
X 1 0.1 0
X 2 0
FIX 1 2
INPUTX 2
END HALT
INPUTX 2 1 = 2*t + 0.3*sin(4*t)
XM 1 2
XM 2 0.1
TIMES 0 2 0.5
END END
)");
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);
    EXPECT_NEAR(run.value(k, "x1_1"), 0.1 - 0.3 * (2 * t + 0.3 * std::sin(4 * t)), 1e-8);
    EXPECT_NEAR(std::fabs(run.value(k, "s1_1")),
                2 * 0.3 * 0.3 * 16 * std::fabs(std::sin(4 * t)) / 1, 1e-11);
  }
}

// A trailer on its wheels behind a pinned sledge, in two dialects: the pin stays closed.
TEST(VelocityFormulas, TrailerInTwoDialects) {
  const test::RunResult native = test::good_run(
      R"(PLREV 1 1 2 3 4 -0.5 0 0.6 0
VFORMULA 2 = -sin(x2_1)*v1_1 + cos(x2_1)*v1_2
VFORMULA 3 = -sin(x4_1)*v3_1 + cos(x4_1)*v3_2
X 1 0 0
X 2 0.2
X 3 ${-0.5*cos(0.2)-0.6*cos(0.5)} ${-0.5*sin(0.2)-0.6*sin(0.5)}
X 4 0.5
END HALT
DOF AUTO
XM 1 3
XM 2 0.2
XM 3 2
XM 4 0.3
XLAW 1 1 = 2
XLAW 2 1 = 0.5*sin(t)
TIMES 0 4 1
INTEG DOP853 1e-11 1e-11
END END
)");
  const test::RunResult kabios = test::good_run(
      R"(2 1 0 0 0 0 0 0 0
0 0 0.2
${-0.5*cos(0.2)-0.6*cos(0.5)} ${-0.5*sin(0.2)-0.6*sin(0.5)} 0.5
1 2 -0.5 0 0.6 0
0 4 1
VFORMULA = -sin(body1.phi)*body1.xd + cos(body1.phi)*body1.yd
VFORMULA = -sin(body2.phi)*body2.xd + cos(body2.phi)*body2.yd
MASS 1 3 0.2
MASS 2 2 0.3
LAW BODY 1 1 = 2
LAW BODY 1 3 = 0.5*sin(t)
INTEG DOP853 1e-11 1e-11
FORM FULL
END
)");
  for (std::size_t k = 0; k < native.rows.size(); ++k) {
    EXPECT_NEAR(native.value(k, "e1_1"), 0, 1e-11);
    EXPECT_NEAR(native.value(k, "e1_2"), 0, 1e-11);
    for (const auto& [a, b] : {std::pair("x1_1", "body1.x"), std::pair("x2_1", "body1.phi"),
                               std::pair("x4_1", "body2.phi"), std::pair("v3_2", "body2.yd"),
                               std::pair("s3_1", "vformula2.s")})
      EXPECT_NEAR(native.value(k, a), kabios.value(k, b), 2e-9) << a << " " << k;
    EXPECT_NEAR(native.value(k, "energy.balance"), 0, 1e-9);
  }
}

}  // namespace
}  // namespace mbs
