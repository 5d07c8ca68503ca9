// De and D2e(v, v) of formulas, relations and paths against differences, at random positions.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "assembly/evaluation.h"
#include "support/deck.h"

namespace mbs {
namespace {

const std::string kNodes =
    "X 1 0.3 -0.2\nX 2 0.4\nX 3 1.5 0.7\nX 4 -0.9\nX 5 -1.2 2.1\nX 6 0\nFIX 6\nPOINT 1 1 2 0.3 "
    "-0.4\n"
    "POINT 2 3 4 -0.7 0.2\n";

std::vector<double> dense_row(const Model& model, const Evaluation& at, int row) {
  std::vector<double> out(static_cast<std::size_t>(model.nx));
  for (std::size_t k = 0; k < model.entry_row.size(); ++k)
    if (model.entry_row[k] == row) out[static_cast<std::size_t>(model.entry_column[k])] += at.De[k];
  return out;
}

void expect_derivatives(const std::string& elements) {
  const test::Loaded loaded = test::load(elements + kNodes + "END END\n");
  ASSERT_TRUE(loaded.built.has_value()) << elements;
  const Model& model = loaded.built->model;
  const auto n = static_cast<std::size_t>(model.nx);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> spread(-0.3, 0.3);
  Evaluation at(model), ahead(model), behind(model);
  const double h = 1e-5;
  for (int pose = 0; pose < 10; ++pose) {
    std::vector<double> x = model.x0, v(n), xa(n), xb(n);
    for (std::size_t i = 0; i < n; ++i) x[i] += spread(random), v[i] = 3 * spread(random);
    evaluate_acceleration(model, x, v, at);
    for (int r = 0; r < model.ne; ++r) {
      const auto k = static_cast<std::size_t>(r);
      const std::vector<double> De = dense_row(model, at, r);
      for (std::size_t i = 0; i < n; ++i) {
        xa = xb = x;
        xa[i] += h, xb[i] -= h;
        evaluate_position(model, xa, ahead);
        evaluate_position(model, xb, behind);
        EXPECT_NEAR(De[i], (ahead.e[k] - behind.e[k]) / (2 * h), 1e-8) << elements << r << " " << i;
      }
      for (std::size_t i = 0; i < n; ++i) xa[i] = x[i] + h * v[i], xb[i] = x[i] - h * v[i];
      evaluate_position(model, xa, ahead);
      evaluate_position(model, xb, behind);
      double change = 0;
      const auto a = dense_row(model, ahead, r), b = dense_row(model, behind, r);
      for (std::size_t i = 0; i < n; ++i) change += (a[i] - b[i]) * v[i] / (2 * h);
      EXPECT_NEAR(at.D2e_vv[k], change, 1e-7) << elements << r;
      EXPECT_GE(at.size[k], std::fabs(at.e[k]));
    }
    evaluate_position(model, x, ahead);
    EXPECT_EQ(ahead.e, at.e);
    EXPECT_EQ(ahead.De, at.De);
  }
}

TEST(VariableArity, Formulas) {
  expect_derivatives(
      "FORMULA 1 = sin(x1_1*x3_2) + exp(0.3*x2_1)*point1.y - t^2*point2.x\n"
      "FORMULA 2 = hypot(point1.x - point2.x, point1.y - point2.y)^1.5*cos(x4_1 - x2_1)\n"
      "FORMULA 3 = x5_1 > 0 ? x5_2^3 : atan2(x5_2, 1 + x1_1^2) + log(3 + t)\n");
}

TEST(VariableArity, FormulasOfDeformations) {
  expect_derivatives(
      "PLTRUSS 1 1 3\nPLREV 2 1 2 3 4 0.1 0.2 -0.3 0.1\nPLBEAM 3 3 4 5 6\nPATH 7 1 2 0 0 3 4 0.1 "
      "0\n"
      "FORMULA 4 = e1_1*e2_2^2 + sin(e3_2)*x2_1 + e5_1*e7_1\nRELATION 5 = 2*e2_1 - 3*x3_2 + "
      "0.5*e3_3\n"
      "RELATION 6 = e4_1 - e5_1 + point2.x\n");
}

TEST(VariableArity, Paths) {
  // Straight, lifted off and wrapped both ways; a pulley that it goes round more than half a turn,
  // and two circles one behind the other.
  expect_derivatives(
      "PATH 1 1 2 0.1 0.2 3 4 -0.2 0.1 5 6 0 0\n"
      "PATH 2 1 2 0.1 0.2 CIRCLE 5 6 0.3 0.4 0.2 LEFT 3 4 -0.2 0.1\n"
      "PATH 3 1 2 0.1 0.2 CIRCLE 3 4 -0.2 0.6 0.8 LEFT 5 6 0 0\n"
      "PATH 4 1 2 0.1 0.2 CIRCLE 3 4 -0.2 0.1 0.8 RIGHT 5 6 0 0\n"
      "PATH 5 1 2 0.1 0.2 PULLEY 3 4 1 0.1 0.3 LEFT TURNS 2 5 6 0 0\n"
      "PATH 6 1 2 0.1 0.2 PULLEY 5 6 1 -4 0.3 LEFT CIRCLE 3 4 3 0 0.5 RIGHT 3 4 2 2\n");
}

}  // namespace
}  // namespace mbs
