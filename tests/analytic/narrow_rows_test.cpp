// Rows of narrow smooth forces along the way of a body: each is seen by every method that chooses
// its steps, whatever lies beside it and whatever a trial step passes over. The work of each force
// is known in closed form, so at the end the energy of 1 kg follows from where it is.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "support/draws.h"
#include "support/good_run.h"

namespace mbs {
namespace {

enum class Shape { gauss, lorentz, cosh };

struct Peak {
  Shape shape;
  double at, width, force;

  std::string law(const char* place) const {
    const std::string u = fmt::format("(({} - {:.17g})/{:.17g})", place, at, width);
    const char* const form = shape == Shape::gauss     ? "{:.17g}*exp(-{}^2)"
                             : shape == Shape::lorentz ? "{:.17g}/(1 + {}^2)"
                                                       : "{:.17g}/cosh({})^2";
    return fmt::format(fmt::runtime(form), force, u);
  }
  double work(double from, double to) const {
    const auto potential = [&](double x) {
      const double u = (x - at) / width;
      return shape == Shape::gauss     ? std::sqrt(M_PI) / 2 * std::erf(u)
             : shape == Shape::lorentz ? std::atan(u)
                                       : std::tanh(u);
    };
    return force * width * (potential(to) - potential(from));
  }
};

struct Row {
  double speed;
  std::vector<Peak> peaks;

  std::string law(const char* place) const {
    std::string out;
    for (const Peak& peak : peaks) out += (out.empty() ? "" : " + ") + peak.law(place);
    return out;
  }
  double smallest_work() const {
    double out = HUGE_VAL;
    for (const Peak& peak : peaks) out = std::min(out, std::fabs(peak.work(-1e9, 1e9)));
    return out;
  }
  double end() const { return (peaks.back().at + 0.5) / speed * 1.3; }
};

// The energy at the end, by the part of the smallest work of a peak.
void expect_energy(const Row& row, const std::string& deck, double part) {
  RunSettings settings;
  settings.timeout = test::patience(10);
  const test::RunResult run = test::run(deck, settings);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages << deck;
  ASSERT_EQ(run.measures.size(), 2U);
  const double x = run.measures[0].value, v = run.measures[1].value;
  double energy = 0.5 * row.speed * row.speed;
  for (const Peak& peak : row.peaks) energy += peak.work(0, x);
  EXPECT_NEAR(0.5 * v * v, energy, part * row.smallest_work()) << deck << run.messages;
}

std::string native(const Row& row, const std::string& method) {
  return "X 1 0\nDYNX 1\nEND HALT\nXM 1 1\nXLAW 1 1 = " + row.law("x") +
         fmt::format(
             "\nSTARTVX 1 1 {0:.17g} # meant\nTIMES 0 {1:.17g} {2:.17g}\nMEASURE place = "
             "LAST x1_1\nMEASURE speed = LAST v1_1\nINTEG {3}\nEND END\n",
             row.speed, row.end(), row.end() / 2, method);
}

std::string body(const Row& row, const std::string& method) {
  return fmt::format(
      "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 {1:.17g} {2:.17g}\nMASS 2 1 1\nVEL 2 {0:.17g} 0 0\n"
      "FORCE 2 0 0 FX = {4} ; FY = 0\nMEASURE place = LAST body2.x\nMEASURE speed = LAST "
      "body2.xd\nINTEG {3}\nEND\n",
      row.speed, row.end(), row.end() / 2, method, row.law("body2.x"));
}

using enum Shape;
const Row kRows[] = {
    // STEP kept a high order over a step that had been cut to a thousandth.
    {0.836537,
     {{cosh, 2.2329, 2.48522e-06, 6398.29},
      {lorentz, 3.21994, 4.30176e-05, -78.6494},
      {cosh, 3.25482, 4.43326e-05, 7.1285},
      {lorentz, 3.27045, 4.33878e-05, -3.56452},
      {gauss, 3.33965, 4.23551e-05, 10.0677}}},
    // Steps began within a peak and went on far behind it.
    {0.396142,
     {{lorentz, 2.03443048, 4.94180687e-06, -1070.43448},
      {lorentz, 2.04038343, 5.37507509e-06, 11.6780834},
      {lorentz, 2.0563629, 3.86413783e-06, 1729.48826},
      {lorentz, 2.05872685, 6.45605417e-06, 249.414796},
      {lorentz, 2.05949963, 1.86365018e-06, 131.427668},
      {lorentz, 2.06044548, 0.00072248921, -0.569442142}}},
    {0.442836,
     {{cosh, 1.43254, 2.9931e-05, 348.441},
      {lorentz, 1.76625, 1.9327e-05, 3.20048},
      {lorentz, 3.57589, 2.70129e-05, 13.5496},
      {gauss, 3.60684, 1.21907e-05, 608.231},
      {gauss, 3.60827, 0.000857353, -3.78498},
      {gauss, 4.05035, 4.21539e-05, -132.921}}},
};

TEST(NarrowRows, EachPeakIsSeen) {
  for (const Row& row : kRows)
    for (const std::string method : {"STEP", "DOP853", "STIFF", "GALPHA"})
      for (const std::string tolerance : {"1e-6", "1e-9"}) {
        const std::string integ = method + " " + tolerance + " " + tolerance;
        const double part = method == "GALPHA" ? 0.3 : tolerance == "1e-6" ? 0.25 : 0.02;
        expect_energy(row, native(row, integ), part);
        if (tolerance == "1e-6") expect_energy(row, body(row, integ), part);
      }
}

// Rows by chance: 2 to 6 peaks of widths from 1e-6 to 1e-2, from side by side to far apart.
Row random_row(std::mt19937_64& random) {
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  const auto decades = [&](double low, double high) { return std::pow(10, uniform(low, high)); };
  Row row{decades(-0.5, 1.5), {}};
  const double energy = 0.5 * row.speed * row.speed;
  double left = energy, x = uniform(0.3, 3);
  const double base = decades(-6, -2);
  const int count = static_cast<int>(uniform(2, 7));
  for (int k = 0; k < count; ++k) {
    const double width = uniform(0, 1) < 0.5 ? base * decades(-0.3, 0.3) : decades(-6, -2);
    double part = decades(-2.3, -0.5) * (uniform(0, 1) < 0.5 ? 1 : -1);
    if (left + part * energy < 0.3 * energy) part = -part;
    left += part * energy;
    Peak peak{static_cast<Shape>(static_cast<int>(uniform(0, 3))), x, width, 1};
    peak.force = part * energy / peak.work(-1e9, 1e9);
    row.peaks.push_back(peak);
    const double gap = uniform(0, 1);
    x += gap < 0.3   ? width * uniform(3, 50)
         : gap < 0.6 ? width * uniform(50, 3000)
                     : uniform(0.05, 2);
  }
  return row;
}

TEST(NarrowRows, ByChance) {
  std::mt19937_64 random(35);
  for (int k = 0; k < 12; ++k) {
    const Row row = random_row(random);
    for (const std::string method : {"STEP 1e-6 1e-6", "DOP853 1e-6 1e-6", "STIFF", "DOP853"})
      expect_energy(row, native(row, method), 0.1);
    expect_energy(row, native(row, "GALPHA"), 0.3);
  }
}

}  // namespace
}  // namespace mbs
