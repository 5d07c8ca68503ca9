// Many degrees of freedom whose masses are those of elements: the two lines as one sparse system
// against the reduced form with all entries.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "solve/forces/dynamics.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

// A cantilever of n beams with mass, bent and moving; every third joint carries a rod that hangs
// from it with a mass at its end.
std::string beams(int n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::string nodes = "X 1 0 0\n", elements, classes = "FIX 1\nFIX 10001\n", dynamics;
  for (int k = 1; k <= n; ++k) {
    nodes += fmt::format("X {} {} {}\n", k + 1, k, 0.02 * uniform(random));
    elements += fmt::format("PLBEAM {} {} {} {} {}\n", k, k, 10000 + k, k + 1, 10001 + k);
    classes += fmt::format("RLSE {} 1 2 3\n", k);
    dynamics += fmt::format(R"(EM {} 1.2 1e-3
ESTIFF {} 1e6 2e3
STARTVX {} 2 {}
)",
                            k, k, k + 1, 0.1 * uniform(random));
    if (k % 3) continue;
    nodes += fmt::format("X {} {} {}\n", 20000 + k, k + 0.3, -1);
    elements += fmt::format("PLTRUSS {} {} {}\n", 20000 + k, k + 1, 20000 + k);
    dynamics += fmt::format("XM {} 0.5\n", 20000 + k);
  }
  return nodes + elements + classes + "END HALT\n" + dynamics +
         R"(GRAVITY 0 -9.81
DOF AUTO
TIMESTEP 1 1
END END
)";
}

struct Solved {
  State state;
  std::vector<double> S;
};

Solved solve(const test::Loaded& deck, double path, Form form) {
  Options options;
  options.path = path;
  Dynamics dynamics(deck.built->model, deck.built->phase, options, form, true);
  State state = test::initial_state(deck);
  EXPECT_TRUE(dynamics.accelerate(dynamics.start(state), state).ok());
  return {state, {dynamics.stresses().begin(), dynamics.stresses().end()}};
}

double apart(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = 0, largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    worst = std::max(worst, std::fabs(a[k] - b[k]));
    largest = std::max(largest, std::fabs(a[k]));
  }
  return std::isfinite(worst) ? worst / largest : 1e300;
}

TEST(TwoLines, AgreeWithTheReducedForm) {
  double worst = 0;
  for (const int n : {3, 10, 30, 60}) {
    const test::Loaded deck = test::load(beams(n, static_cast<unsigned>(n)));
    ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
    const Solved reduced = solve(deck, kPathDense, Form::reduced);
    for (const auto& [path, form] :
         {std::pair{kPathAuto, Form::automatic}, std::pair{kPathDense, Form::full},
          std::pair{kPathSparse, Form::full}}) {
      const Solved other = solve(deck, path, form);
      worst = std::max({worst, apart(reduced.state.a, other.state.a), apart(reduced.S, other.S)});
    }
  }
  RecordProperty("worst", std::to_string(worst * 1e12));
  EXPECT_LT(worst, 1e-9);  // seen 1.3e-12
}

TEST(TwoLines, EntriesGrowLikeTheMechanism) {
  auto entries = [](int n) {
    const test::Loaded deck = test::load(beams(n, 1));
    EXPECT_TRUE(deck.built) << deck.diagnostics.format_all();
    const Model& model = deck.built->model;
    const Phase& phase = deck.built->phase;
    Evaluation here(model);
    evaluate_acceleration(model, model.x0, model.v0, here);
    Inertia inertia(model);
    inertia.evaluate(model, model.x0, model.v0, here);
    const std::vector<int> rows = constrained_deformations(phase);
    JacobianBlock block(model, rows, free_coordinates(phase));
    block.choose_scales(model, here);
    TwoLines lines(model, phase, inertia, block, static_cast<int>(rows.size()), {});
    EXPECT_TRUE(lines.is_sparse());
    EXPECT_GT(lines.factor(here, inertia, block), 0);
    return static_cast<double>(lines.entry_count());
  };
  const double few = entries(30), many = entries(600);
  RecordProperty("exponent", std::to_string(std::log(many / few) / std::log(20.0)));
  EXPECT_LT(std::log(many / few) / std::log(20.0), 1.05);  // seen 1.014
}

// N four-bars whose legs are four beams each: the masses couple what the joints couple.
TEST(TwoLines, FlexibleFourBarsFillUpLikeTheMechanism) {
  const auto entries_of_each_unknown = [](int n) {
    std::string nodes, beams, rods, pins, freedoms, masses;
    int node = 1, element = 1;
    std::vector<int> tops;
    for (int leg = 0; leg <= n; ++leg) {
      pins += fmt::format("FIX {}\n", node);
      for (int k = 0; k <= 4; ++k, node += 2) {
        nodes += fmt::format("X {} {:.17g} {:.17g}\n", node, leg + 0.125 * k,
                             0.125 * std::sqrt(3.0) * k);
        if (k == 4) continue;
        beams +=
            fmt::format("PLBEAM {} {} {} {} {}\n", element, node, node + 1, node + 2, node + 3);
        freedoms += fmt::format("RLSE {} 1 2 3\n", element);
        masses += fmt::format("EM {0} 1\nESTIFF {0} 1e6 100\n", element++);
      }
      tops.push_back(node - 2);
    }
    for (std::size_t k = 1; k < tops.size(); ++k)
      rods += fmt::format("PLTRUSS {} {} {}\n", element++, tops[k - 1], tops[k]);
    for (const int top : tops) masses += fmt::format("XM {} 1\n", top);
    const test::Loaded deck = test::load(nodes + beams + rods + pins + freedoms + "END HALT\n" +
                                         masses + "DOF AUTO\nTIMES 0 1 0.2\nEND END\n");
    EXPECT_TRUE(deck.built) << deck.diagnostics.format_all();
    const Model& model = deck.built->model;
    const Phase& phase = deck.built->phase;
    Evaluation here(model);
    evaluate_acceleration(model, model.x0, model.v0, here);
    Inertia inertia(model);
    inertia.evaluate(model, model.x0, model.v0, here);
    const std::vector<int> rows = constrained_deformations(phase);
    JacobianBlock block(model, rows, free_coordinates(phase));
    block.choose_scales(model, here);
    TwoLines lines(model, phase, inertia, block, static_cast<int>(rows.size()), {});
    EXPECT_TRUE(lines.is_sparse());
    EXPECT_GT(lines.factor(here, inertia, block), 0);
    return static_cast<double>(lines.entry_count()) / lines.size();
  };
  EXPECT_LT(entries_of_each_unknown(4), 11);   // 708 of 69
  EXPECT_LT(entries_of_each_unknown(16), 11);  // 2207 of 237; 13 087 in an order by sums of cliques
}

// With 2000 degrees of freedom.
TEST(TwoLines, LargeFlexibleChain) {
  const test::Loaded deck = test::load(beams(600, 5));
  ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
  const Solved solved = solve(deck, kPathAuto, Form::automatic);
  for (double a : solved.state.a) ASSERT_TRUE(std::isfinite(a));
}

}  // namespace
}  // namespace mbs
