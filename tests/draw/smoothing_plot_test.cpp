// plot --raw and --residual: the rows, curves and residuals of smoothed tables.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include "support/process.h"
#include "support/xml.h"

namespace mbs {
namespace {

class SmoothingPlot : public testing::Test {
 protected:
  // sin 6t with noise of 0.01 at 100 Hz, three frames hidden; the numbers of the rows in order.
  std::vector<double> write_deck(const std::string& words) {
    std::mt19937_64 random(4);
    std::normal_distribution<double> noise(0, 0.01);
    std::vector<double> rows;
    std::ofstream out(scratch_.file("marker.dat"));
    out << "1 0 0 0 0 0 0 0 0\n0 0 0\n0.2 1.8 0.1\nMASS 1 1 1\nNETJOINT 1 0 0 0\nMOTION 1 TABLE "
        << words << " GAPS FILL";
    for (int k = 0; k <= 200; ++k) {
      const double t = 0.01 * k, x = std::sin(6 * t) + noise(random);
      const bool hidden = k >= 50 && k < 53;
      if (!hidden) rows.push_back(x);
      out << " &\n" << t << " " << (hidden ? "NaN" : fmt::format("{}", x)) << " 0 0";
    }
    return rows;
  }
  test::Finished plot(const std::string& words, const std::string& file = "marker.dat") {
    return test::mbsim("plot '" + scratch_.file(file) + "' " + words);
  }
  test::Scratch scratch_;
};

// The data blocks of a gnuplot script: rows of two numbers.
std::vector<std::array<double, 2>> block(const std::string& script, const std::string& name) {
  std::vector<std::array<double, 2>> out;
  std::istringstream in(script.substr(script.find("$" + name + " << END\n")));
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line) && line != "END") {
    std::istringstream numbers(line);
    out.emplace_back();
    numbers >> out.back()[0] >> out.back()[1];
  }
  return out;
}

TEST_F(SmoothingPlot, RawRowsAreThoseThatWereMeasured) {
  const std::vector<double> rows = write_deck("SMOOTH CUTOFF 6");
  const test::Finished run = plot("--raw body1.x --gnuplot");
  ASSERT_EQ(run.status, 0) << run.err;
  const auto measured = block(run.out, "measured1"), curve = block(run.out, "curve1");
  ASSERT_EQ(measured.size(), rows.size());
  for (std::size_t k = 0; k < rows.size(); ++k) EXPECT_NEAR(measured[k][1], rows[k], 1e-12);
  ASSERT_EQ(curve.size(), 601u);
  for (const auto& [t, x] : curve) {
    if (t > 0.1 && t < 1.9) {
      EXPECT_NEAR(x, std::sin(6 * t), 0.02) << t;
    }
  }
  const test::Finished picture = plot("--raw body1.x");
  ASSERT_EQ(picture.status, 0) << picture.err;
  EXPECT_EQ(test::read_xml(picture.out).problem, "");
}

// White noise s: what a filter of cut-off f takes away is s sqrt(1 - 2 f c) with the share c f that
// it keeps; the line reaches the standard deviation at 0.
TEST_F(SmoothingPlot, TheLineOfNoiseHasItsDeviation) {
  write_deck("SMOOTH CUTOFF 6");
  const test::Finished run = plot("--residual body1.x --gnuplot");
  ASSERT_EQ(run.status, 0) << run.err;
  const auto residual = block(run.out, "curve1"), noise = block(run.out, "curve2");
  ASSERT_EQ(noise.size(), 2u);
  EXPECT_EQ(noise[0][0], 0);
  EXPECT_NEAR(noise[0][1], 0.01, 0.001);
  EXPECT_LT(residual.back()[0], 40.1);  // 0.401 of the rate is the highest cut-off
  EXPECT_GT(residual.front()[1], 0.3);  // nearly the whole wave
  for (std::size_t k = 1; k < residual.size(); ++k)
    EXPECT_LT(residual[k][1], residual[k - 1][1] * 1.02);
  EXPECT_NE(run.out.find("'body1.x: 6'"), std::string::npos) << "the cut-off of the deck";
}

TEST_F(SmoothingPlot, SaysWhatIsWrong) {
  write_deck("SMOOTH QUINTIC FOR x NATURAL FOR y phi");
  const test::Finished unknown = plot("--raw body1.phi");
  EXPECT_EQ(unknown.status, 2);
  EXPECT_NE(unknown.err.find("'body1.phi' is no smoothed table; expected body1.x"),
            std::string::npos)
      << unknown.err;
  EXPECT_EQ(plot("--raw --residual").status, 2);
  EXPECT_EQ(plot("--raw --points").status, 2);
  test::write_all(scratch_.file("run.csv"), "t,x\n0,1\n1,2\n");
  EXPECT_NE(plot("--raw x", "run.csv").err.find("are for a deck"), std::string::npos);
  write_deck("NATURAL");
  EXPECT_NE(plot("--residual").err.find("the deck smooths no table"), std::string::npos);
}

}  // namespace
}  // namespace mbs
