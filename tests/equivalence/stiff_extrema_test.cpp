// STIFF where the length of a spring passes an extremum: there it is no coordinate, and two
// positions have one length. Numbers are those of DOP853, whose unknowns are the coordinates
// themselves.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <regex>

#include "support/deck.h"
#include "support/draws.h"
#include "support/process.h"

namespace mbs {
namespace {

test::RunResult with_method(const std::string& deck, const std::string& method) {
  return test::run(std::regex_replace(deck, std::regex("INTEG[^\n]*"), "INTEG " + method));
}

// Largest difference of all positions, or infinity where one of the runs has stopped.
double difference(const test::RunResult& a, const test::RunResult& b,
                  const std::vector<std::string>& channels) {
  if (a.status != ExitStatus::done || b.status != ExitStatus::done) return INFINITY;
  test::Error error;
  for (const std::string& channel : channels)
    for (std::size_t row = 0; row < a.rows.size(); ++row)
      error.add(a.value(row, channel), b.value(row, channel));
  return error.absolute();
}

// A mass on a bar swings below a spring: the spring is longest at the lowest point.
TEST(StiffExtrema, ASpringOverAPendulum) {
  const std::string deck =
      R"(PLTRUSS 1 1 2
PLTRUSS 2 3 2
X 1 0 0
X 2 1 0
X 3 0 1
FIX 1
FIX 3
RLSE 2
END HALT
XM 2 1
ESTIFF 2 10
GRAVITY 0 -9.81
DOF AUTO
TIMES 0 2 0.25
INTEG
END END
)";
  const test::RunResult fine = with_method(deck, "DOP853 1e-12 1e-12");
  for (const auto& [method, most] : {std::pair{"STIFF 1e-8 1e-8", 1e-8},      // seen 1.8e-9
                                     std::pair{"STIFF 1e-10 1e-10", 1e-10}})  // seen 1.5e-11
    EXPECT_LT(difference(with_method(deck, method), fine, {"x2_1", "x2_2"}), most) << method;
}

// The four-bar slider of the issue: the crank had gone to the other position of the same length.
TEST(StiffExtrema, ASliderWithASpringToItsCrank) {
  const std::string deck =
      R"(4 3 1 1 0 0 0 0 0
0 0 0
0.13 0.058 -0.75
0.7 0.078 0.65
1.1 0.04 0
1 2 0 0 -0.056 -0.13
2 3 0.056 0.13 -0.33 0.3
3 4 0.33 -0.3 0 0
1 4 -1 0.04 1 0.04 0 0
1
0 0.5 0.05
MASS 2 0.95 0.11
MASS 3 2.2 0.15
MASS 4 2.9 0.18
SDA 2 4 0.021 -0.29 -0.1 0.022 21 1.2 0
VEL 4 0.46 -0.5 0.96
INTEG
END
)";
  const test::RunResult fine = with_method(deck, "DOP853 1e-12 1e-12"),
                        stiff = with_method(deck, "STIFF 1e-8 1e-8");
  EXPECT_LT(difference(stiff, fine, {"body2.phi", "body3.phi", "body4.x"}), 3e-8);  // seen 5.4e-9
  EXPECT_NEAR(stiff.value(10, "body2.phi"), -1.923091182, 3e-8);
}

// A spring so stiff that it is an unknown, and stays one, on a mechanism that turns right round: a
// bar of 1e8 N/m on a crank, and a soft spring beside it that passes its extrema.
TEST(StiffExtrema, AStiffSpringBesideASoftOne) {
  const std::string deck =
      R"(PLTRUSS 1 1 2
PLTRUSS 2 3 2
X 1 0 0
X 2 1 0
X 3 0 1.5
FIX 1
FIX 3
RLSE 1
RLSE 2
END HALT
XM 2 1
ESTIFF 1 1e8
EDAMP 1 1e3
ESTIFF 2 10
GRAVITY 0 -9.81
STARTVX 2 2 8
DOF AUTO
TIMES 0 2 0.25
INTEG
END END
)";
  const test::RunResult fine = with_method(deck, "DOP853 1e-10 1e-10"),
                        stiff = with_method(deck, "STIFF 1e-8 1e-8");
  EXPECT_LT(difference(stiff, fine, {"x2_1", "x2_2"}), 2e-7);  // seen 2.8e-8
}

class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  double operator()(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_()) / 4294967296.0;
  }

 private:
  std::mt19937 engine_;
};

// A crank and a slider on the x axis with one to three springs anywhere.
std::string random_slider(unsigned seed) {
  Draw draw(seed);
  const double a = draw(0.2, 0.6), b = draw(0.8, 1.6), crank = draw(-3, 3);
  const double y = a * std::sin(crank), rod = std::asin(-y / b), x = a * std::cos(crank);
  const double end = x + b * std::cos(rod);
  std::string deck = fmt::format(
      R"(4 3 1 1 0 0 0 0 0
0 0 0
{} {} {}
{} {} {}
{} 0 0
1 2 0 0 {} 0
2 3 {} 0 {} 0
3 4 {} 0 0 0
1 4 -1 0 1 0 0 0
1
0 0.5 0.05
)",
      x / 2, y / 2, crank, (x + end) / 2, y / 2, rod, end, -a / 2, a / 2, -b / 2, b / 2);
  for (int body = 2; body <= 4; ++body)
    deck += fmt::format("MASS {} {} {}\n", body, draw(0.3, 3), draw(0.02, 0.2));
  const int springs = 1 + static_cast<int>(draw(0, 3));
  for (int k = 0; k < springs; ++k) {
    const int i = 1 + static_cast<int>(draw(0, 3)), j = i + 1 + static_cast<int>(draw(0, 4 - i));
    deck += fmt::format("SDA {} {} {} {} {} {} {} {} {}\n", i, j, draw(-0.6, 0.6), draw(-0.6, 0.6),
                        draw(-0.6, 0.6), draw(-0.6, 0.6), std::pow(10, draw(0, 3)), draw(0.2, 1.5),
                        draw(0, 2));
  }
  return deck + fmt::format(R"(GRAV 0 -9.81
VEL 2 0 0 {}
INTEG
END
)",
                            draw(-4, 4));
}

TEST(StiffExtrema, RandomSlidersWithSprings) {
  int stops = 0;
  for (unsigned seed = 1; seed <= unsigned(test::draws(40)); ++seed) {
    const std::string deck = random_slider(seed);
    const test::RunResult fine = with_method(deck, "DOP853 1e-10 1e-10"),
                          stiff = with_method(deck, "STIFF 1e-7 1e-7");
    ASSERT_EQ(fine.status, ExitStatus::done) << deck << fine.messages;
    stops += stiff.status != ExitStatus::done;
    EXPECT_LT(difference(stiff, fine, {"body2.phi", "body3.phi", "body4.x"}), 1e-6)  // seen 4.2e-8
        << "seed " << seed << "\n"
        << deck << stiff.messages;
  }
  EXPECT_EQ(stops, 0);
}

}  // namespace
}  // namespace mbs
