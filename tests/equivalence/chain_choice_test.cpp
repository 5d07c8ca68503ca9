// Known and unknown variables of a chain: the paper's matrix against the two lines, forward against
// inverse, and Otten's open chain (2003, appendix) against R04.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>

#include "paths.h"
#include "support/chain_oracle.h"
#include "support/process.h"

namespace mbs {
namespace {

using enum ChainVariable;
using nlohmann::json;
using test::ChainChoice;
using test::ChainSolution;

using Way = ChainSolution (*)(const std::vector<ChainSegment>&, const ChainChoice&);
constexpr Way kWays[] = {test::solve_by_matrix, test::solve_by_deck};

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Random {
 public:
  double number(double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(engine_);
  }
  std::vector<ChainSegment> chain(int n) {
    std::vector<ChainSegment> out(at(n));
    for (ChainSegment& s : out) {
      s.m = number(0.5, 5);
      s.l = number(0.2, 0.6);
      s.d = s.l * number(0.2, 0.8);
      s.j = s.m * s.l * s.l * number(0.05, 0.12);
      s.phi = number(-3, 3);
      s.phid = number(-4, 4);
    }
    return out;
  }
  // 3n unknowns; the other variables have values.
  ChainChoice choice(int n) {
    ChainChoice out(n);
    std::vector<int> order(out.value.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), engine_);
    for (int k = 0; k < 3 * n; ++k) out.unknown[at(order[at(k)])] = 1;
    for (int j = 0; j < chain_variable_count(n); ++j)
      if (!out.unknown[at(j)]) out.value[at(j)] = number(-10, 10);
    return out;
  }

 private:
  std::mt19937 engine_{7};
};

void unknown(ChainChoice& choice, int n, ChainVariable variable, int from, int to) {
  for (int i = from; i < to; ++i) choice.unknown[at(chain_variable_column(variable, i, n))] = 1;
}

// Random choices as a user writes them.
TEST(ChainChoice, MatrixAndTwoLinesAgree) {
  Random random;
  int compared = 0, refused = 0;
  double worst = 0;
  for (int trial = 0; trial < 1200; ++trial) {
    const int n = 1 + trial % 8;
    const std::vector<ChainSegment> chain = random.chain(n);
    const ChainChoice choice = random.choice(n);
    const ChainSolution a = test::solve_by_matrix(chain, choice);
    const ChainSolution b = test::solve_by_deck(chain, choice);
    if (!b.ok()) {
      EXPECT_FALSE(b.undetermined.empty());
      EXPECT_LT(a.rcond, 1e-8);
      ++refused;
      continue;
    }
    if (a.rcond < 1e-8) continue;
    ++compared;
    worst = std::max(worst, chain_difference(a.value, b.value, n));
  }
  EXPECT_GT(compared, 250);
  EXPECT_GT(refused, 250);
  EXPECT_LT(worst, 1e-10);
}

// Known moments give accelerations; these, known, give the moments back.
TEST(ChainChoice, InverseReturnsTheMomentsOfForward) {
  Random random;
  double worst = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 1 + trial % 8;
    const std::vector<ChainSegment> chain = random.chain(n);
    ChainChoice forward(n), inverse(n);
    for (double& v : forward.value) v = random.number(-10, 10);
    unknown(forward, n, frx, 0, n);
    unknown(forward, n, fry, 0, n);
    inverse = forward;
    unknown(forward, n, phidd, 0, n);
    unknown(inverse, n, m, 0, n);
    for (Way solve : kWays) {
      const ChainSolution there = solve(chain, forward);
      ASSERT_TRUE(there.ok());
      inverse.value = there.value;
      for (std::size_t j = 0; j < inverse.value.size(); ++j)
        if (inverse.unknown[j]) inverse.value[j] = 0;
      const ChainSolution back = solve(chain, inverse);
      ASSERT_TRUE(back.ok());
      for (int i = 0; i < n; ++i) {
        const std::size_t j = at(chain_variable_column(m, i, n));
        worst = std::max(worst, std::fabs(back.value[j] - forward.value[j]));
      }
    }
  }
  EXPECT_LT(worst, 1e-10);  // seen 4.6e-13
}

// Otten's T_i is -M(i+1), his Fe acts on the world.
class OttensOpenChain : public testing::TestWithParam<Way> {
 protected:
  static constexpr int n = 4;
  OttensOpenChain()
      : file_(json::parse(test::read_all(std::string(MBSIM_ROOT) + "/tests/data/R04_otten.json"))
                  .at("open_chain")),
        segments_(4) {
    const json& p = file_.at("parameters");
    for (int i = 0; i < n; ++i) {
      ChainSegment& s = segments_[at(i)];
      const std::string number = std::to_string(i + 1);
      s.m = p.at("m" + number);
      s.l = p.at("L" + number);
      s.d = s.l / 2;
      s.j = s.m * s.l * s.l / 12;
      s.phi = file_.at("initial_angle").at(at(i));
      s.phid = file_.at("initial_omega").at(at(i));
    }
    for (int i = 0; i < n; ++i) set(fexty, i, -9.8 * segments_[at(i)].m);
    for (ChainVariable v : {frx, fry}) unknown(choice_, n, v, 0, n);
  }
  void set(ChainVariable v, int i, double value) {
    choice_.value[at(chain_variable_column(v, i, n))] = value;
  }
  double torque(int i) const { return file_.at("parameters").at("T" + std::to_string(i)); }
  double exact(const std::string& name) const {
    return file_.at("newton_euler_t0_physical").at(name);
  }
  void check_joint_forces(const ChainSolution& solution, test::Error& error) const {
    auto value = [&](ChainVariable v, int i) {
      return solution.value[at(chain_variable_column(v, i, n))];
    };
    for (int i = 1; i < n; ++i) {
      error.add(value(frx, i), exact("F" + std::to_string(i) + "x"));
      error.add(value(fry, i), exact("F" + std::to_string(i) + "y"));
    }
    error.add(value(frx, 0), -exact("Fex"));
    error.add(value(fry, 0), -exact("Fey"));
  }
  json file_;
  std::vector<ChainSegment> segments_;
  ChainChoice choice_{n};
};

TEST_P(OttensOpenChain, Forward) {
  unknown(choice_, n, phidd, 0, n);
  for (int i = 1; i < n; ++i) set(m, i, -torque(i));
  const ChainSolution solution = GetParam()(segments_, choice_);
  ASSERT_TRUE(solution.ok());
  test::Error force, acceleration;
  check_joint_forces(solution, force);
  for (int i = 0; i < n; ++i)
    acceleration.add(solution.value[at(chain_variable_column(phidd, i, n))],
                     exact("omd" + std::to_string(i + 1)));
  EXPECT_LT(force.relative(), 1e-12);         // seen 1.9e-16
  EXPECT_LT(acceleration.relative(), 1e-12);  // seen 1.9e-15
}

TEST_P(OttensOpenChain, Inverse) {
  unknown(choice_, n, m, 0, n);
  for (int i = 0; i < n; ++i) set(phidd, i, exact("omd" + std::to_string(i + 1)));
  const ChainSolution solution = GetParam()(segments_, choice_);
  ASSERT_TRUE(solution.ok());
  test::Error force, moment;
  check_joint_forces(solution, force);
  for (int i = 0; i < n; ++i)
    moment.add(solution.value[at(chain_variable_column(m, i, n))], i == 0 ? 0 : -torque(i));
  EXPECT_LT(force.relative(), 1e-12);   // seen 1.5e-16
  EXPECT_LT(moment.relative(), 1e-12);  // seen 2.3e-15
}

INSTANTIATE_TEST_SUITE_P(BothWays, OttensOpenChain, testing::ValuesIn(kWays), [](const auto& i) {
  return std::string(i.param == kWays[0] ? "Matrix" : "Deck");
});

TEST(ChainChoice, NamesWhatCannotBeFound) {
  Random random;
  constexpr int n = 2;
  const std::vector<ChainSegment> chain = random.chain(n);
  auto names = [](const ChainSolution& solution) {
    EXPECT_FALSE(solution.ok());
    return solution.undetermined;
  };
  ChainChoice few(n);
  unknown(few, n, frx, 0, n);
  unknown(few, n, fry, 0, n);
  unknown(few, n, mext, 0, 1);
  // Both act on segment 1 alone and balance each other in any amount.
  ChainChoice singular = few;
  unknown(singular, n, m, 0, 1);
  // M 2 and the external moments beside it do so too: seven unknowns for six equations.
  ChainChoice many = few;
  unknown(many, n, m, 1, 2);
  unknown(many, n, mext, 1, 2);
  EXPECT_EQ(names(test::solve_by_matrix(chain, few)), "");
  for (Way solve : kWays) EXPECT_EQ(names(solve(chain, singular)), "M 1, MEXT 1");
  EXPECT_EQ(names(test::solve_by_matrix(chain, many)), "M 2, MEXT 1, MEXT 2");
}

}  // namespace
}  // namespace mbs
