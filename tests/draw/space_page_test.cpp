// The page of `mbsim animate` in space: its size, and that places, turns and angular velocities
// packed into it are those of the run. How it plays is tested by tools/test_page.sh in a browser.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/process.h"

namespace mbs {
namespace {

// Ten bodies that hang from each other on spherical joints and move in all directions.
std::string chain_of_ten(int rows) {
  std::string deck, masses;
  for (int k = 0; k < 10; ++k) {
    const int p = 2 * k + 3, a = p + 1;
    deck += fmt::format("SPHERICAL {} {} {} {} {}  {} 0 0  -0.1 0 0\nX {} {} 0 0\nDYNX {}\n", k + 1,
                        p - 2, a - 2, p, a, k == 0 ? 0.0 : 0.1, p, 0.1 + 0.2 * k, a);
    masses += fmt::format("XM {} 1\nXM {} 2e-3 0 0 4e-3 0 5e-3\nSTARTVX {} {} {} {}\n", p, a, a,
                          0.5 * k, -0.3 * k, 0.2 * k);
  }
  return "X 1 0 0 0\nX 2 1 0 0 0\nFIX 1\nFIX 2\n" + deck + "END HALT\n" + masses +
         fmt::format("GRAVITY 0 0 -9.81\nINTEG DOP853 1e-4 1e-4\nTIMESTEP 1 {}\nEND END\n", rows);
}

std::string page_of(const std::string& deck, const std::string& more = "") {
  const test::Scratch scratch;
  test::write_all(scratch.file("deck.dat"), deck);
  const test::Finished run = test::mbsim("animate '" + scratch.file("deck.dat") + "' " + more);
  EXPECT_EQ(run.status, 0) << run.err;
  return run.out;
}

// The columns of `x:[...]`, each unpacked.
std::vector<std::vector<double>> columns_of(const std::string& page) {
  const std::size_t letters_at = page.find("const letters=\"") + 15;
  const std::string letters = page.substr(letters_at, page.find('"', letters_at) - letters_at);
  std::vector<std::vector<double>> out;
  std::size_t at = page.find("\nx:[") + 4;
  const std::size_t end = page.find("],\ncurves:", at);
  while (at < end) {
    char* next = nullptr;
    const double low = std::strtod(page.c_str() + at + 1, &next);
    const double high = std::strtod(next + 1, &next);
    const std::size_t quote = page.find('"', at), last = page.find('"', quote + 1);
    std::vector<double> column;
    for (std::size_t k = quote + 1; k + 1 < last; k += 2)
      column.push_back(low + static_cast<double>(letters.find(page[k]) * letters.size() +
                                                 letters.find(page[k + 1])) /
                                 (80 * 80 - 1) * (high - low));
    if (column.empty()) column.push_back(low);
    out.push_back(column);
    at = last + 4;
  }
  return out;
}

TEST(SpacePage, TenBodiesAndThousandStatesStayBelow300KB) {
  const std::string page = page_of(chain_of_ten(1000), "x21_1 x21_3");
  EXPECT_LT(page.size(), 300'000u);
  EXPECT_GT(page.size(), 150'000u);  // all of them are there
  std::size_t longest = 0;
  for (const auto& column : columns_of(page)) longest = std::max(longest, column.size());
  EXPECT_GE(longest, 900u);
}

TEST(SpacePage, NeedsNoNetwork) {
  std::string page = page_of(chain_of_ten(10), "--path x21");
  const std::string space = "http://www.w3.org/2000/svg";  // a name, not an address
  for (std::size_t at = page.find(space); at != page.npos; at = page.find(space))
    page.erase(at, space.size());
  for (const char* word : {"http", "//cdn", "src=", "@import", "url(", "fetch("})
    EXPECT_EQ(page.find(word), page.npos) << word;
}

// A body without forces that turns about its third axis with 2 rad/s and flies along x with 3 m/s:
// place, q = (cos t, 0, 0, sin t) and w have closed forms.
TEST(SpacePage, HoldsTheMotion) {
  const std::string page = page_of(
      "PINBODY 1 1 2 3\nX 1 0 0 0\nX 2 1 0 0 0\nX 3 0.5 0 0\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 2\n"
      "XM 2 1 0 0 2 0 2.5\nSTARTVX 1 1 3\nSTARTVX 2 0 0 2\nTIMESTEP 1 400\nEND END\n");
  const auto columns = columns_of(page);
  const std::size_t n = 401;
  int places = 0, scalars = 0, thirds = 0, rates = 0;
  for (const auto& column : columns) {
    if (column.size() == 1) {
      rates += column[0] == 2;
      continue;
    }
    ASSERT_EQ(column.size(), n);
    double place = 0, scalar = 0, third = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const double t = static_cast<double>(k) / 400;
      place = std::max(place, std::fabs(column[k] - 3 * t));
      scalar = std::max(scalar, std::fabs(column[k] - std::cos(t)));
      third = std::max(third, std::fabs(column[k] - std::sin(t)));
    }
    places += place < 5e-4, scalars += scalar < 1e-4, thirds += third < 1e-4;
  }
  EXPECT_EQ(places, 1);
  EXPECT_EQ(scalars, 1);
  EXPECT_EQ(thirds, 1);
  EXPECT_EQ(rates, 1);  // a constant has no letters
}

// The solid of a body without a shape has its mass and inertia: that of a box of 0.4, 0.2 and 0.1
// m.
TEST(SpacePage, SolidsHaveTheInertiaOfTheBody) {
  const double m = 3, a = 0.4, b = 0.2, c = 0.1;
  const std::string page = page_of(fmt::format(
      "PINBODY 1 1 2 3\nX 1 0 0 0\nX 2 1 0 0 0\nX 3 0.5 0 0\nDYNX 1\nDYNX 2\nEND HALT\nXM 1 {}\n"
      "XM 2 {} 0 0 {} 0 {}\nTIMESTEP 1 4\nEND END\n",
      m, m * (b * b + c * c) / 12, m * (a * a + c * c) / 12, m * (a * a + b * b) / 12));
  const std::size_t at = page.find("[\"box\",");
  ASSERT_NE(at, page.npos);
  const std::string box = page.substr(at, page.find('\n', at) - at);
  for (const char* edge : {"0.2,", ",0.1,", ",0.05"})
    EXPECT_NE(box.find(edge), std::string::npos) << edge << " of " << box;
}

TEST(SpacePage, PathsHaveThreeChannels) {
  const std::string page = page_of(chain_of_ten(10), "--path x21");
  EXPECT_NE(page.find("\npaths:[["), page.npos);
  const test::Scratch scratch;
  test::write_all(scratch.file("deck.dat"), chain_of_ten(10));
  const test::Finished run =
      test::mbsim("animate '" + scratch.file("deck.dat") + "' --path nothing");
  EXPECT_NE(run.status, 0);
  EXPECT_NE(run.err.find("no channel of the run is called so"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace mbs
