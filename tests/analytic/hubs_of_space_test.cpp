// STATIC and EIGEN of bodies of space on springs in a hub that turns, no degree of freedom named: a
// closed form, and an independent model in the frame of the hub.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

// A body of mass m on springs k1 and k2 in a hub of space that turns with w: it stands at
// k1 / (k1 - m w^2) times its distance, and its motions in the plane have
// (k1/m - w^2 - s)(k2/m - w^2 - s) = 4 w^2 s. No degree of freedom is named.
TEST(HubsOfSpace, ABodyOnABushingInAHubOfSpace) {
  const std::string deck =
      "HINGE 1  2 3  0 0 1\nX 1 0 0 0\nX 2 1 0 0 0\nX 3 1 0 0 0\n"
      "BUSHING 2  1 3  4 5  1 0 0  0 0 0  1 0 0\nX 4 1 0 0\nX 5 1 0 0 0\nFIX 1\nFIX 2\n"
      "INPUTE 1 1\nRLSE 2\nEND HALT\nXM 4 2\nXM 5 0.1 0 0 0.1 0 0.1\n"
      "ESTIFF 2 500 600 700 100 100 100\nINPUTE 1 1 = 4*t\nDOF AUTO\nSTATIC\n";
  const test::RunResult rows = test::good_run(deck + "TIMES 0 1 0.5\nEND END\n");
  ASSERT_EQ(rows.rows.size(), 3u);
  for (std::size_t row = 0; row < rows.rows.size(); ++row) {
    const double r = 500. / (500 - 2 * 16), turned = 4 * rows.time(row);
    EXPECT_NEAR(rows.value(row, "x4_1"), r * std::cos(turned), 1e-9);
    EXPECT_NEAR(rows.value(row, "x4_2"), r * std::sin(turned), 1e-9);
  }
  const test::RunResult modes = test::good_run(deck + "EIGEN\nEND END\n");
  // s^2 - 582 s + 66456 = 0
  EXPECT_NEAR(modes.value(0, "omega"), std::sqrt(156.), 1e-7);
  EXPECT_NEAR(modes.value(2, "omega"), std::sqrt(426.), 1e-7);
}

// Two elastic joints and a BUSHING behind one another, on a hub that turns and speeds up: the place
// of the last body by a model of its own in the frame of the hub, where moments of the springs and
// of inertia are in balance. The degrees of freedom stay those of the shape on the way there.
TEST(HubsOfSpace, AChainOfElasticJoints) {
  const test::RunResult run = test::good_run(R"(
X 1 0 0 0
X 2 1 0 0 0
X 3 -0.33487443552152985 0.15634311511937038 0.19360450106525376
X 4 ROT VECTOR 0.588 -0.176 -0.143
REVOLUTE 1 1 2 3 4 -0.277 0.068 0.051 0.055 -0.148 -0.081 0.6771508001702312 -0.675644346777194 0.2914987315527024 0.6880350253830605 0.4408946121596383 -0.5763850664397311
RLSE 1 2 3
X 5 -0.16457469835967137 0.015732536488410997 0.38683687303040726
X 6 ROT VECTOR 0.547 0.52 -0.205
REVOLUTE 2 1 2 5 6 -0.021 0.239 0.163 0.228 0.134 -0.225 0.787812541109812 0.5755277246430961 -0.2193609770156063 0.06137381872814688 0.28102680806696134 0.9577354475649421
RLSE 2 2 3
X 7 -0.12829737279456577 -0.022741263069431084 0.6746454211738431
X 8 ROT VECTOR 0.308 0.186 -0.035
BUSHING 3 5 6 7 8 0.068 0.323 0.154 0.197 0.203 -0.098 0.31988649630264954 -0.8191408729610483 -0.4761101340318505 0.7990360765524884 0.5032740580648968 -0.32902366304947855
INPUTX 1
INPUTX 2
END HALT
GRAVITY 2.827 -2.884 -8.184
XM 3 1.894
XM 4 0.098216 -0.008149 -0.000558 0.093715 0.008055 0.086068
ESTIFF 1 13.0719 6.0342 16.9611 0 0 0
EDAMP 1 0.091 0.18 0.002 0 0 0
XM 5 0.586
XM 6 0.119959 0.001185 0.002348 0.120309 0.001861 0.117732
ESTIFF 2 6.6369 4.4961 3.5097 0 0 0
EDAMP 2 0.114 0.156 0.177 0 0 0
XM 7 1.068
XM 8 0.111394 0.001258 -0.013995 0.106293 -0.003264 0.142313
ESTIFF 3 168.09269999999998 143.2305 104.7456 8.5125 14.074499999999999 10.011899999999999
EDAMP 3 2.548 0.0 0.0 0.0 0.0 0.0
INPUTX 1 1 = -1.082+-0.405*(t-0.5)+-0.312*(t-0.5)^2
INPUTX 1 2 = 0.685
INPUTX 1 3 = 1.948*cos(0.717*t)
INPUTX 2 ROT AXIS 0.474 -0.438 1.0 = 12.724+3.001*(t-0.5)+0/2*(t-0.5)^2
DOF AUTO
STATIC
TIMES 0.5 0.6 0.1
END END
)");
  EXPECT_NEAR(run.value(0, "x5_1"), -0.865730, 1e-6);
  EXPECT_NEAR(run.value(0, "x5_2"), 0.959174, 1e-6);
  EXPECT_NEAR(run.value(0, "x5_3"), 1.797317, 1e-6);
}

}  // namespace
}  // namespace mbs
