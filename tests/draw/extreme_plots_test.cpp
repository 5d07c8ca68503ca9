// Plots of numbers of any size: they end, and every number in the picture is one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "draw/plot/ticks.h"
#include "support/process.h"
#include "support/xml.h"
#include "text/time_table.h"

namespace mbs {
namespace {

using test::Finished;

void expect_ticks(const Ticks& ticks, long double low, long double high) {
  ASSERT_FALSE(ticks.at.empty());
  EXPECT_LE(ticks.at.size(), 24u);
  ASSERT_EQ(ticks.labels.size(), ticks.at.size());
  for (std::size_t k = 0; k < ticks.at.size(); ++k) {
    EXPECT_TRUE(std::isfinite(ticks.at[k]));
    const long double room = 1e-6L * (high - low);
    EXPECT_TRUE(ticks.at[k] >= low - room && ticks.at[k] <= high + room)
        << ticks.at[k] << " of " << static_cast<double>(low) << " " << static_cast<double>(high);
    if (k > 0) {
      EXPECT_LT(ticks.at[k - 1], ticks.at[k]);
      EXPECT_NE(ticks.labels[k - 1], ticks.labels[k]);
    }
    EXPECT_NEAR(std::strtod(ticks.labels[k].c_str(), nullptr) / ticks.at[k],
                ticks.at[k] == 0 ? NAN : 1, 1e-6)
        << ticks.labels[k];
  }
}

TEST(ExtremePlots, TicksOfAnySpan) {
  for (int power = -307; power <= 307; power += 7)
    for (const double factor : {1.0, 3.3, 9.7}) {
      const double high = factor * std::pow(10.0, power);
      const Ticks ticks = linear_ticks(0.21 * high, high, 8);
      expect_ticks(ticks, 0.21 * high, high);
      EXPECT_GE(ticks.at.size(), 3u) << high;
    }
  EXPECT_GE(linear_ticks(-1.7e308L, 1.7e308L, 8).at.size(), 3u);
  EXPECT_GE(linear_ticks(-1e308L, 1e308L, 8).at.size(), 3u);
  for (const double high : {5e-324, 2e-323, 1e-320, 1e-310})
    EXPECT_GE(linear_ticks(0, high, 8).at.size(), 1u) << high;
  // A span of some roundings: steps below the rounding of the numbers.
  EXPECT_LE(linear_ticks(1, 1 + 4e-16L, 8).at.size(), 24u);
  expect_ticks(log_ticks(1e-300L, 1e300L, 8), 1e-300L, 1e300L);
  expect_ticks(log_ticks(1e-307L, 1.7e308L, 8), 1e-307L, 1.7e308L);
}

Finished plot(const std::string& csv, const std::string& how) {
  const test::Scratch scratch;
  test::write_all(scratch.file("t.csv"), csv);
  return test::mbsim(fmt::format("plot '{}' {}", scratch.file("t.csv"), how),
                     "ulimit -t 5 &&");  // seconds of the processor
}

void expect_picture(const std::string& csv, const std::string& how) {
  const Finished done = plot(csv, how);
  ASSERT_EQ(done.status, 0) << csv << how << done.err;
  for (const char* word : {"nan", "inf"})
    EXPECT_EQ(done.out.find(word), std::string::npos) << csv << how;
  EXPECT_EQ(test::read_xml(done.out).problem, "");
}

TEST(ExtremePlots, Curves) {
  for (const char* how : {"t a", "t a --log y", "a t --points"}) {
    expect_picture("t,a\n0,1e-300\n1,2e-300\n2,3e-300\n", how);
    expect_picture("t,a\n0,5e-324\n1,1e-323\n2,4e-323\n", how);
    expect_picture("t,a\n0,1\n1,1e308\n2,-1e308\n", how);
    expect_picture("t,a\n-1e308,1\n0,2\n1e308,3\n", how);
    expect_picture("t,a\n1.7e308,1.7e308\n1.7e308,1.7e308\n", how);
    expect_picture("t,a\n1,1\n1.0000000000000002,1.0000000000000002\n", how);
  }
  expect_picture("t,a\n0,1\n1,2\n", "t a --xrange 0,1e-300");
  expect_picture("t,a\n0,1\n1,2\n", "t a --yrange -1e308,1e308");
}

// A number that is none is a gap: two pieces of the curve.
TEST(ExtremePlots, Gaps) {
  const Finished done = plot("t,a\n0,1\n1,2\n2,nan\n3,1\n4,inf\n5,-inf\n6,2\n7,3\n", "t a");
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(done.out.find("nan"), std::string::npos);
  bool found = false;
  const test::XmlPage page = test::read_xml(done.out);
  for (const test::XmlElement* path : page.all("path"))
    if (const auto width = path->attributes.find("stroke-width");
        width != path->attributes.end() && width->second == "1.7") {
      const std::string& d = path->attributes.at("d");
      EXPECT_EQ(std::count(d.begin(), d.end(), 'M'), 3) << d;
      found = true;
    }
  EXPECT_TRUE(found);
}

TEST(ExtremePlots, BarsAndMaps) {
  expect_picture("k,a\none,1e308\ntwo,-1e308\nthree,nan\n", "k a --bars");
  expect_picture("k,a\none,1e-320\ntwo,-1e-310\n", "k a --bars");
  expect_picture("x,y,z\n-1.7e308,0,1\n1.7e308,0,2\n-1.7e308,1e-320,1e308\n1.7e308,1e-320,-1e308\n",
                 "x y z --map");
}

TEST(ExtremePlots, MechanismsOfAnySize) {
  for (const char* size : {"1e-300", "1e-12", "1e150"}) {
    const test::Scratch scratch;
    test::write_all(
        scratch.file("deck.dat"),
        fmt::format(
            "2 1 0 1 0 1 0 0 0\n0 0 0\n{0} 0 0\n1 2 0 0 ${{-{0}}} 0\n1\n2 3 0 1 0\n0 1 0.1\n",
            size));
    for (const std::string how : {"draw '{}'", "animate '{}' body2.x -o '{}'"}) {
      const Finished done = test::mbsim(
          fmt::format(fmt::runtime(how), scratch.file("deck.dat"), scratch.file("page.html")),
          "ulimit -t 5 &&");
      EXPECT_EQ(done.status, 0) << size << done.err;
      EXPECT_EQ(done.out.find("nan"), std::string::npos) << size;
    }
  }
}

}  // namespace
}  // namespace mbs
