// De and D2e(v, v) of formulas, relations, paths, cams and formulas of velocities against
// differences, at random positions.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "assembly/evaluation.h"
#include "support/deck.h"
#include "support/wheel_train.h"

namespace mbs {
namespace {

const std::string kNodes =
    R"(X 1 0.3 -0.2
X 2 0.4
X 3 1.5 0.7
X 4 -0.9
X 5 -1.2 2.1
X 6 0
FIX 6
POINT 1 1 2 0.3 -0.4
POINT 2 3 4 -0.7 0.2
)";

std::vector<double> dense_row(const Model& model, const Evaluation& at, int row) {
  std::vector<double> out(static_cast<std::size_t>(model.nx));
  for (std::size_t k = 0; k < model.entry_row.size(); ++k)
    if (model.entry_row[k] == row) out[static_cast<std::size_t>(model.entry_column[k])] += at.De[k];
  return out;
}

void expect_derivatives(const std::string& elements, const std::string& dynamics = "") {
  const test::Loaded loaded = test::load(
      elements + kNodes + (dynamics.empty() ? "" : "END HALT\n" + dynamics) + "END END\n");
  ASSERT_TRUE(loaded.built.has_value()) << elements;
  const Model& model = loaded.built->model;
  const auto n = static_cast<std::size_t>(model.nx);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> spread(-0.3, 0.3);
  Evaluation at(model), near(model);
  const double h = 5e-5;
  // Of fourth order, with the values of f at x + s (direction).
  const auto slope = [&](const std::vector<double>& x, const auto& direction, const auto& f) {
    double out = 0;
    for (const auto& [steps, weight] : {std::pair(-2, 1), {-1, -8}, {1, 8}, {2, -1}}) {
      std::vector<double> moved = x;
      for (std::size_t i = 0; i < n; ++i) moved[i] += steps * h * direction(i);
      evaluate_position(model, moved, near);
      out += weight * f() / (12 * h);
    }
    return out;
  };
  for (int pose = 0; pose < 10; ++pose) {
    std::vector<double> x = model.x0, v(n);
    for (std::size_t i = 0; i < n; ++i) x[i] += spread(random), v[i] = 3 * spread(random);
    evaluate_acceleration(model, x, v, at);
    for (int r = 0; r < model.ne; ++r) {
      const auto k = static_cast<std::size_t>(r);
      const std::vector<double> De = dense_row(model, at, r);
      for (std::size_t i = 0; i < n; ++i) {
        const double change = slope(
            x, [i](std::size_t j) { return i == j ? 1.0 : 0.0; }, [&] { return near.e[k]; });
        EXPECT_NEAR(De[i], change, 1e-9 + 1e-10 * std::fabs(change)) << elements << r << " " << i;
      }
      const double change = slope(
          x, [&v](std::size_t j) { return v[j]; },
          [&] {
            const std::vector<double> row = dense_row(model, near, r);
            double sum = 0;
            for (std::size_t i = 0; i < n; ++i) sum += row[i] * v[i];
            return sum;
          });
      EXPECT_NEAR(at.D2e_vv[k], change, 1e-8 + 1e-9 * std::fabs(change)) << elements << r;
      EXPECT_GE(at.size[k], std::fabs(at.e[k]));
    }
    evaluate_position(model, x, near);
    EXPECT_EQ(near.e, at.e);
    EXPECT_EQ(near.De, at.De);
  }
}

TEST(VariableArity, Formulas) {
  expect_derivatives(
      R"(FORMULA 1 = sin(x1_1*x3_2) + exp(0.3*x2_1)*point1.y - t^2*point2.x
FORMULA 2 = hypot(point1.x - point2.x, point1.y - point2.y)^1.5*cos(x4_1 - x2_1)
FORMULA 3 = x5_1 > 0 ? x5_2^3 : atan2(x5_2, 1 + x1_1^2) + log(3 + t)
)");
}

TEST(VariableArity, FormulasOfDeformations) {
  expect_derivatives(
      R"(PLTRUSS 1 1 3
PLREV 2 1 2 3 4 0.1 0.2 -0.3 0.1
PLBEAM 3 3 4 5 6
PATH 7 1 2 0 0 3 4 0.1 0
FORMULA 4 = e1_1*e2_2^2 + sin(e3_2)*x2_1 + e5_1*e7_1
RELATION 5 = 2*e2_1 - 3*x3_2 + 0.5*e3_3
RELATION 6 = e4_1 - e5_1 + point2.x
)");
}

// A type that the registry of the program does not have.
TEST(VariableArity, ATrialType) {
  const TrialElementType line(test::kWheelTrain);
  expect_derivatives("PLTRAIN 1 1 2 0.1 3 4 0.25 5 6 -0.3 1 4 0.2\n");
}

TEST(VariableArity, Paths) {
  // Straight, lifted off and wrapped both ways; a pulley that it goes round more than half a turn,
  // and two circles one behind the other.
  expect_derivatives(
      R"(PATH 1 1 2 0.1 0.2 3 4 -0.2 0.1 5 6 0 0
PATH 2 1 2 0.1 0.2 CIRCLE 5 6 0.3 0.4 0.2 LEFT 3 4 -0.2 0.1
PATH 3 1 2 0.1 0.2 CIRCLE 3 4 -0.2 0.6 0.8 LEFT 5 6 0 0
PATH 4 1 2 0.1 0.2 CIRCLE 3 4 -0.2 0.1 0.8 RIGHT 5 6 0 0
PATH 5 1 2 0.1 0.2 PULLEY 3 4 1 0.1 0.3 LEFT TURNS 2 5 6 0 0
PATH 6 1 2 0.1 0.2 PULLEY 5 6 1 -4 0.3 LEFT CIRCLE 3 4 3 0 0.5 RIGHT 3 4 2 2
)");
}

TEST(VariableArity, Cams) {
  // Closed and open curves, a hollow, behind an end, and bodies that share a node. The other way
  // round they rub, each in its own way: then the slip is a second deformation.
  const std::string ellipse = "X = 0.1 + 0.6*cos(u) ; Y = 0.3*sin(u) ; FROM -1 TO ${2*pi - 1}\n";
  const std::string cams = "CAM 1 1 2 3 4 ROLLER 0.3 -0.4 0.1 " + ellipse +
                           "CAM 2 1 2 3 4 FLAT 0.1 0.2 0.6 0.8 " + ellipse +
                           R"(CAM 3 3 4 5 6 POINT 0.2 0.1 RADIUS = 0.5 + 0.1*cos(3*u) + 0.05*sin(u)
CAM 4 1 2 5 6 POINT 0 0 X = u ; Y = 0.2*u^2 - 1 ; FROM -4 TO 4
CAM 5 1 2 5 6 POINT 0 3 X = u ; Y = 0.2*u^2 - 1 ; FROM -0.5 TO 0.5
CAM 6 1 2 5 6 FLAT 0 0.5 -1 0.1 X = -u ; Y = 0.3*u^2 ; FROM -3 TO 3
CAM 7 1 2 1 4 ROLLER 0.9 0.4 0.05 )" +
                           ellipse;
  expect_derivatives(cams);
  std::string frictions;
  for (int k = 1; k <= 7; ++k)
    frictions += "FRICTION " + std::to_string(k) + " " + std::to_string(k) + " 2 0.1\n";
  expect_derivatives(cams, frictions + "XM 1 1\nTIMESTEP 1 1\n");
}

TEST(VariableArity, Curves) {
  // Bulging and hollow, closed and open, corners, straight ones, of a table, bodies that share a
  // node, far apart and through each other.
  const std::string ellipse = " X = 0.1 + 0.6*cos(u) ; Y = 0.3*sin(u) ; FROM -1 TO ${2*pi - 1} ";
  const std::string egg = " RADIUS = 0.5 + 0.1*cos(2*u) + 0.05*sin(u) ";
  const std::string bean = " RADIUS = 0.5 + 0.2*cos(2*u) + 0.05*sin(3*u) ";
  const std::string ground = " X = -u ; Y = 0.2*cos(u) - 1 ; FROM -9 TO 9 ";
  expect_derivatives(
      "CURVES 1 1 2 3 4" + ellipse + "; ON" + egg + "\nCURVES 2 1 2 5 6" + egg + "; ON" + ground +
      "\nCURVES 3 3 4 1 2" + bean + "; ON" + ellipse +
      "\nCURVES 4 5 6 3 4 X = -u ; Y = 0.1 ; FROM -20 TO 20 ; ON" + ellipse + "\nCURVES 5 1 2 5 6" +
      egg + "; ON X = -u ; Y = 0 ; FROM 0.9 TO 2" +
      "\nCURVES 6 1 2 3 4 X = u ; Y = 0.3*u^2 ; FROM -0.2 TO 0.2 ; ON" + egg +
      "\nCURVES 7 1 2 1 4 X = 2 + 0.3*cos(u) ; Y = 0.2*sin(u) ; FROM 0 TO 360deg ; ON" + egg +
      "\nCURVES 8 1 2 3 4" + egg + "; ON X = 4*cos(u) ; Y = -3*sin(u) ; FROM 0 TO 360deg\n");
}

TEST(VariableArity, Outlines) {
  // Sides and corners of bodies that turn, behind a side, a point, a segment, and bodies that share
  // a node.
  const std::string square = "-0.3 -0.2 -0.3 0.4 0.5 0.4 0.5 -0.2\n";
  expect_derivatives("PLCPOLY 1 1 2 3 4 POLYGON 0.3 -0.4 0.1 " + square +
                     "PLCPOLY 2 3 4 1 2 POLYGON 0.3 -0.4 0 " + square +
                     R"(PLCPOLY 3 1 2 3 4 SEGMENT 0.1 0.2 0.3  -0.1 -0.2 0 0.1
PLCPOLY 4 3 4 5 6 POLYLINE 0.1 0.2 0.3  -9 -3 0 9 9 -4
PLCPOLY 5 1 2 1 4 POLYGON 0.9 0.4 0.05 )" +
                     square);
}

// A formula of velocities that is the rate of a formula has its De and D2e(v, v).
TEST(VariableArity, VelocityFormulas) {
  const test::Loaded loaded = test::load(
      R"(PLTRUSS 7 1 3
FORMULA 1 = sin(x1_1)*point1.y + t*x2_1
VFORMULA 2 = cos(x1_1)*v1_1*point1.y + sin(x1_1)*point1.yd + t*v2_1
FORMULA 3 = e7_1^2*exp(x4_1 - x2_1)
VFORMULA 4 = exp(x4_1 - x2_1)*(2*e7_1*ed7_1 + (v4_1 - v2_1)*e7_1^2)
)" + kNodes +
      R"(END HALT
XM 1 1
TIMES 0 1 1
END END
)");
  ASSERT_TRUE(loaded.built.has_value()) << loaded.diagnostics.format_all();
  const Model& model = loaded.built->model;
  const auto n = static_cast<std::size_t>(model.nx), clock = static_cast<std::size_t>(model.clock);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> spread(-0.5, 0.5);
  Evaluation at(model), still(model);
  const auto row = [&](int number) {
    for (const ElementRange& element : model.elements)
      if (element.number == number) return element.first;
    return -1;
  };
  for (int pose = 0; pose < 20; ++pose) {
    std::vector<double> x = model.x0, v(n);
    for (std::size_t i = 0; i < n; ++i) x[i] += spread(random), v[i] = 3 * spread(random);
    v[clock] = 1;
    evaluate_acceleration(model, x, v, at);
    for (const auto& [position, velocity] :
         {std::pair(row(1), row(2)), std::pair(row(3), row(4))}) {
      const std::vector<double> a = dense_row(model, at, position),
                                b = dense_row(model, at, velocity);
      for (std::size_t i = 0; i < n; ++i)
        if (i != clock) {
          EXPECT_NEAR(a[i], b[i], 1e-14 + 1e-14 * std::fabs(a[i]));
        }
      // Of t x2_1 the clock's own column x2_1 is in the one and not in the other: t v2_1 + x2_1.
      const double missing = position == row(1) ? v[2] : 0;
      EXPECT_NEAR(at.D2e_vv[static_cast<std::size_t>(position)],
                  at.D2e_vv[static_cast<std::size_t>(velocity)] + missing, 1e-12);
    }
    evaluate_position(model, x, still);
    EXPECT_EQ(still.De, at.De);
  }
}

}  // namespace
}  // namespace mbs
