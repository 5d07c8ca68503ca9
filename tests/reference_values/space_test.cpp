// Bodies of space against closed forms: the free asymmetric body (Jacobi's elliptic functions) and
// the heavy symmetric top, both tabled in tests/data/R13_spatial.json with 15 digits.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

using Table = std::vector<std::vector<double>>;

nlohmann::json reference(const char* problem) {
  std::ifstream file(MBSIM_ROOT "/tests/data/R13_spatial.json");
  return nlohmann::json::parse(file).at(problem);
}

Table table_of(const nlohmann::json& problem) { return problem.at("table").get<Table>(); }

// A deck of decks/space/ with another method.
test::RunResult run_deck_by(const std::string& name, const std::string& method) {
  std::string text = test::read_all(std::string(MBSIM_ROOT) + "/decks/space/" + name);
  const std::size_t at = text.find("INTEG");
  text.replace(at, text.find('\n', at) - at, "INTEG " + method);
  return test::run(text);
}

struct Method {
  const char* name;
  double digits;  // what the differences below must be less than
};
class Space : public testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(Methods, Space,
                         testing::Values(Method{"STEP 1e-13 1e-13", 1e-11},
                                         Method{"DOP853 1e-13 1e-13", 1e-11}),
                         [](const auto& method) {
                           const std::string name = method.param.name;
                           return name.substr(0, name.find(' '));
                         });

double norm_gap(const test::RunResult& run, std::size_t row, const std::string& node) {
  double sum = -1;
  for (int c = 1; c <= 4; ++c) {
    const double q = run.value(row, "x" + node + "_" + std::to_string(c));
    sum += q * q;
  }
  return std::fabs(sum);
}

TEST_P(Space, FreeAsymmetricBody) {
  const test::RunResult run = run_deck_by("free_body.dat", GetParam().name);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const Table expected = table_of(reference("free_asymmetric_body"));
  ASSERT_EQ(run.rows.size(), expected.size());
  double worst = 0, worst_q = 0, worst_norm = 0, worst_L = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const std::vector<double>& at = expected[k];
    for (std::size_t c = 0; c < 3; ++c)
      worst = std::max(worst, std::fabs(run.value(k, "v2_" + std::to_string(c + 1)) - at[1 + c]));
    double same = 0, opposite = 0;  // q and -q are one orientation
    for (std::size_t c = 0; c < 4; ++c) {
      const double q = run.value(k, "x2_" + std::to_string(c + 1));
      same = std::max(same, std::fabs(q - at[4 + c]));
      opposite = std::max(opposite, std::fabs(q + at[4 + c]));
    }
    worst_q = std::max(worst_q, std::min(same, opposite));
    worst_norm = std::max(worst_norm, norm_gap(run, k, "2"));
    // Without a moment the angular momentum stays what it was in space: J w at the start.
    const double L[] = {0.4, 3.0, 1.8};
    const char* const axes[] = {"x", "y", "z"};
    for (std::size_t c = 0; c < 3; ++c)
      worst_L = std::max(worst_L,
                         std::fabs(run.value(k, std::string("momentum.angular") + axes[c]) - L[c]));
  }
  EXPECT_LT(worst, GetParam().digits);    // seen 3.0e-13
  EXPECT_LT(worst_q, GetParam().digits);  // seen 2.8e-13
  EXPECT_LT(worst_L, GetParam().digits);  // seen 1.3e-12
  EXPECT_LT(worst_norm, 2e-15);           // seen 6.7e-16
  // Node 1 falls freely: seen 2.8e-11.
  EXPECT_NEAR(run.value(40, "x1_3"), 1 + 5 * 20 - 9.81 * 200, 1e-8);
}

TEST_P(Space, HeavySymmetricTop) {
  const test::RunResult run = run_deck_by("top.dat", GetParam().name);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const nlohmann::json problem = reference("heavy_symmetric_top");
  const Table expected = table_of(problem);
  ASSERT_EQ(run.rows.size(), expected.size());
  const double energy = problem.at("invariants").at("energy");
  double worst_axis = 0, worst_nutation = 0, worst_energy = 0, worst_norm = 0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    // The centre of mass lies 0.1 m along the axis of the top.
    for (std::size_t c = 0; c < 3; ++c)
      worst_axis = std::max(worst_axis, std::fabs(10 * run.value(k, "x3_" + std::to_string(c + 1)) -
                                                  expected[k][6 + c]));
    const double axis_rate = -std::sin(expected[k][1]) * expected[k][2];  // d/dt cos(theta)
    worst_nutation = std::max(worst_nutation, std::fabs(10 * run.value(k, "v3_3") - axis_rate));
    worst_energy = std::max(worst_energy, std::fabs(run.value(k, "energy.kinetic") +
                                                    run.value(k, "energy.potential") - energy));
    worst_norm = std::max(worst_norm, norm_gap(run, k, "2"));
    // About the axis of the top no moment acts, and about the vertical none either.
    EXPECT_NEAR(run.value(k, "v2_3"), 40, 1e-12);  // seen 0
    EXPECT_NEAR(run.value(k, "momentum.angularz"), problem.at("invariants").at("p_phi"),
                1e-12);  // seen 9e-14
  }
  EXPECT_LT(worst_axis, GetParam().digits);      // seen 4.3e-13
  EXPECT_LT(worst_nutation, GetParam().digits);  // seen 7.6e-13
  EXPECT_LT(worst_energy, 1e-12 * energy);       // seen 1e-14
  EXPECT_LT(worst_norm, 2e-15);                  // seen 7e-16
}

// Lines of a deck that a word says to leave out.
std::string without(const std::string& text, const std::vector<std::string>& words) {
  std::string out, line;
  for (std::istringstream in(text); std::getline(in, line);)
    if (std::none_of(words.begin(), words.end(),
                     [&](const std::string& word) { return line.find(word) != line.npos; }))
      out += line + "\n";
  return out;
}

// A top in one deck with ten bodies of the plane is the same top, and they are the same chain.
TEST(SpaceAndPlane, ATopBesideAChain) {
  const test::RunResult run = run_deck_by("top_and_chain.dat", "DOP853 1e-13 1e-13");
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const Table expected = table_of(reference("heavy_symmetric_top"));
  double worst = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    for (std::size_t c = 0; c < 3; ++c)
      worst = std::max(worst, std::fabs(10 * run.value(k, "x103_" + std::to_string(c + 1)) -
                                        expected.at(k)[6 + c]));
  EXPECT_LT(worst, 1e-12);  // seen 7.1e-14
  const std::string text =
      test::read_all(std::string(MBSIM_ROOT) + "/decks/space/top_and_chain.dat");
  const test::RunResult chain = test::run(without(text, {"101", "102", "103", "GRAVITY"}));
  ASSERT_EQ(chain.status, ExitStatus::done) << chain.messages;
  double apart = 0;
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    for (int node = 1; node <= 20; ++node) {
      const std::string name = "x" + std::to_string(node) + "_1";
      apart = std::max(apart, std::fabs(run.value(k, name) - chain.value(k, name)));
    }
  EXPECT_LT(apart, 1e-8);
}

}  // namespace
}  // namespace mbs
