#include "observe/matrices.h"

#include <gtest/gtest.h>

#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

// A rod of 5 m on the axes, ends at (3, 0) and (0, 4), that moves with (1.6, 0) and (0, -1.2): the
// velocity across it is 2 m/s.
constexpr const char* kTrammel =
    "PLTRUSS 1 1 2\nX 1 3 0\nX 2 0 4\nFIX 1 2\nFIX 2 1\nDYNX 1 1\nEND HALT\nXM 1 2\nXM 2 4\n"
    "GRAVITY 0 -10\nSTARTVX 1 1 1.6\nTIMESTEP 1 1\nEND END\n";

TEST(Matrices, TheTwoLinesOfATrammel) {
  DynamicMechanism m(kTrammel, Form::reduced);
  ASSERT_TRUE(m.accelerate());
  const NamedSystem s = full_system(m.model(), m.phase(), m.state, *m.dynamics);
  EXPECT_EQ(s.rows, (std::vector<std::string>{"x1_1", "x2_2", "e1_1"}));
  EXPECT_EQ(s.columns, (std::vector<std::string>{"a1_1", "a2_2", "s1_1"}));
  const double matrix[] = {2, 0, 0.6, 0, 4, 0.8, 0.6, 0.8, 0}, rhs[] = {0, -40, -4 / 5.};
  for (std::size_t k = 0; k < 9; ++k) EXPECT_NEAR(s.matrix[k], matrix[k], 1e-14) << k;
  for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(s.rhs[k], rhs[k], 1e-14) << k;
  // What the report says of a and S fulfils it.
  const double z[] = {m.a(1), m.a(2, 1), m.S(1)};
  for (std::size_t i = 0; i < 3; ++i) {
    double sum = -s.rhs[i];
    for (std::size_t j = 0; j < 3; ++j) sum += s.matrix[j * 3 + i] * z[j];
    EXPECT_NEAR(sum, 0, 1e-12) << i;
  }
}

// A driven end: its acceleration and that of the length go to the right side.
TEST(Matrices, WhatIsPrescribedStandsOnTheRight) {
  DynamicMechanism m(
      "PLTRUSS 1 1 2\nX 1 3 0\nX 2 0 4\nFIX 1 2\nFIX 2 1\nINPUTX 1 1\nINPUTE 1\n"
      "END HALT\nXM 1 2\nXM 2 4\nINPUTX 1 1 3 0 0.5\nINPUTE 1 1 0 0 0.25\n"
      "TIMESTEP 1 1\nEND END\n");
  ASSERT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
  const NamedSystem s = full_system(m.model(), m.phase(), m.state, *m.dynamics);
  EXPECT_EQ(s.rows, (std::vector<std::string>{"x2_2", "e1_1"}));
  EXPECT_NEAR(s.rhs[1], 0.25 - 0.6 * 0.5, 1e-14);
}

// y = sqrt(25 - x^2): slope -3/4, and -25/64 v^2 behind it.
TEST(Matrices, TransferFunctionsOfATrammel) {
  DynamicMechanism m(kTrammel, Form::reduced);
  ASSERT_TRUE(m.accelerate());
  const NamedSystem s = transfer_functions(m.model(), m.state, *m.dynamics);
  EXPECT_EQ(s.columns, std::vector<std::string>{"x1_1"});
  EXPECT_EQ(s.rows, (std::vector<std::string>{"x1_1", "x1_2", "x2_1", "x2_2"}));
  EXPECT_NEAR(s.matrix[3], -0.75, 1e-15);
  EXPECT_NEAR(s.rhs[3], -25. / 64 * 2.56, 1e-13);
  EXPECT_NEAR(s.rhs[0], 0, 1e-13);
}

TEST(Matrices, ASystemIsWrittenRowByRow) {
  const NamedSystem s{{"x1_1", "e1_1"}, {"a1_1", "s1_1"}, {1, -0.0, 2, 0.5}, {-3, -0.0}};
  EXPECT_EQ(write_system(s, " TITLE", "RIGHT"),
            " TITLE\n"
            "                     a1_1           s1_1          RIGHT\n"
            "x1_1         1.000000e+00   2.000000e+00  -3.000000e+00\n"
            "e1_1         0.000000e+00   5.000000e-01   0.000000e+00\n");
}

// A top: a of the state fulfils the lines, whose rows are those of its angular velocities.
TEST(Matrices, AnOrientation) {
  DynamicMechanism m(
      "PINBODY 1  1 2 3\nX 1  0 0 0\nX 2  0.6 0.8 0 0\nX 3  0 -0.48 -0.14\nFIX 1\nDYNX 2\n"
      "END HALT\nXM 3  1\nXM 2  0.25 0 0  0.25 0  0.125\nSTARTVX 2 3  40\nGRAVITY 0 0 -10\n"
      "TIMESTEP 1 1\nEND END\n",
      Form::reduced);
  ASSERT_TRUE(m.accelerate());
  const NamedSystem s = full_system(m.model(), m.phase(), m.state, *m.dynamics);
  EXPECT_EQ(s.rows, (std::vector<std::string>{"v2_1", "v2_2", "v2_3", "x3_1", "x3_2", "x3_3",
                                              "e1_1", "e1_2", "e1_3"}));
  std::vector<double> z;
  for (const int node : {2, 3})
    for (int c = 0; c < 3; ++c) z.push_back(m.a(node, c));
  for (int c = 0; c < 3; ++c) z.push_back(m.S(1, c));
  for (std::size_t i = 0; i < 9; ++i) {
    double sum = -s.rhs[i];
    for (std::size_t j = 0; j < 9; ++j) sum += s.matrix[j * 9 + i] * z[j];
    EXPECT_NEAR(sum, 0, 1e-10) << i;
  }
}

}  // namespace
}  // namespace mbs::test
