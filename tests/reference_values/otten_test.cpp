// Otten's chains (2003, appendix) against R04: the full system with its names, forward dynamics
// over time, inverse dynamics at the start.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "linalg/lu.h"
#include "observe/matrices.h"
#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

using nlohmann::json;

struct Chain {
  const char* name;
  const char* key;
  int joints;
  std::size_t unknowns;
};
constexpr Chain kOpen{"open", "open_chain", 3, 20}, kClosed{"closed", "closed_four_bar", 4, 22};

std::string deck(const Chain& chain, const std::string& direction) {
  return test::read_all(std::string(MBSIM_ROOT) + "/decks/otten/" + chain.name + "_" + direction +
                        ".dat");
}
json reference(const Chain& chain) {
  return json::parse(test::read_all(std::string(MBSIM_ROOT) + "/tests/data/R04_otten.json"))
      .at(chain.key);
}

// Otten's name -> ours, and our sign: Fe acts on the world.
struct Unknown {
  std::string otten, name;
  double sign = 1;
};
std::vector<Unknown> unknowns(const Chain& chain) {
  std::vector<Unknown> out;
  auto add = [&](const std::string& otten, const std::string& name, double sign = 1) {
    out.push_back({otten, name, sign});
  };
  for (int k = 1; k <= chain.joints; ++k) {
    add("F" + std::to_string(k) + "x", "s" + std::to_string(k) + "_1");
    add("F" + std::to_string(k) + "y", "s" + std::to_string(k) + "_2");
  }
  for (int k = 1; k <= 4; ++k) {
    add("a" + std::to_string(k) + "x", "a" + std::to_string(k) + "_1");
    add("a" + std::to_string(k) + "y", "a" + std::to_string(k) + "_2");
    add("omd" + std::to_string(k), "a" + std::to_string(k + 10) + "_1");
  }
  add("Fex", "s5_1", -1);
  add("Fey", "s5_2", -1);
  return out;
}

class OttenChain : public testing::TestWithParam<Chain> {};

TEST_P(OttenChain, FullSystemHasOttensSizeAndSolution) {
  const test::Loaded loaded = test::load(deck(GetParam(), "forward"));
  ASSERT_TRUE(loaded.built.has_value());
  const Model& model = loaded.built->model;
  const Options options;
  Dynamics dynamics(model, loaded.built->phase, options, Form::full, false);
  State state(model.nx, model.ne);
  state.x = model.x0;
  state.v = model.v0;
  ASSERT_TRUE(dynamics.accelerate(dynamics.start(state), state).ok());
  NamedSystem system = full_system(model, loaded.built->phase, state, dynamics);
  ASSERT_EQ(system.columns.size(), GetParam().unknowns);
  const int n = static_cast<int>(system.columns.size());
  Lu lu(n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      lu.matrix()(i, j) = system.matrix[static_cast<std::size_t>(j * n + i)];
  ASSERT_LT(lu.factor(), 0);
  lu.solve(system.rhs.data());
  const json exact = reference(GetParam()).at("newton_euler_t0_physical");
  test::Error error;
  for (const Unknown& u : unknowns(GetParam())) {
    const auto it = std::find(system.columns.begin(), system.columns.end(), u.name);
    ASSERT_NE(it, system.columns.end()) << u.name;
    const double got = u.sign * system.rhs[static_cast<std::size_t>(it - system.columns.begin())];
    error.add(got, exact.at(u.otten).get<double>());
  }
  EXPECT_LT(error.relative(), 1e-13);  // seen 8.3e-16
}

TEST_P(OttenChain, ForwardOverTime) {
  const test::RunResult run = test::run(deck(GetParam(), "forward"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const json table = reference(GetParam()).at("table");
  ASSERT_EQ(run.rows.size(), table.size());
  test::Error angle, velocity, force, start;
  for (std::size_t k = 0; k < table.size(); ++k) {
    for (int i = 0; i < 4; ++i) {
      const std::string node = std::to_string(i + 11);
      angle.add(run.value(k, "x" + node + "_1"), table[k].at("angle")[static_cast<std::size_t>(i)]);
      velocity.add(run.value(k, "v" + node + "_1"),
                   table[k].at("omega")[static_cast<std::size_t>(i)]);
    }
    for (const Unknown& u : unknowns(GetParam())) {
      if (!table[k].at("forces").contains(u.otten)) continue;
      const double exact = table[k].at("forces").at(u.otten);
      force.add(u.sign * run.value(k, u.name), exact);
      if (k == 0) start.add(u.sign * run.value(k, u.name), exact);
    }
  }
  EXPECT_LT(start.relative(), 1e-14);     // seen 1.6e-16
  EXPECT_LT(angle.relative(), 1e-12);     // seen 9.6e-15
  EXPECT_LT(velocity.relative(), 1e-12);  // seen 4.6e-14
  EXPECT_LT(force.relative(), 1e-12);     // seen 6.2e-14
}

TEST_P(OttenChain, InverseGivesTheTorquesBack) {
  const test::RunResult run = test::run(deck(GetParam(), "inverse"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const json chain = reference(GetParam());
  const json T = chain.at("parameters");
  const double T1 = T.at("T1"), T2 = T.at("T2"), T3 = T.at("T3");
  const bool open = GetParam().joints == 3;
  test::Error error;
  // In the closed chain angles 3 and 4 follow: their torques are given.
  error.add(run.value(0, "r11_1"), T1);
  error.add(run.value(0, "r12_1"), T2 - T1);
  if (open) error.add(run.value(0, "r13_1"), T3 - T2);
  if (open) error.add(run.value(0, "r14_1"), -T3);
  const json forces = chain.at("newton_euler_t0_physical");
  test::Error joint;
  for (const Unknown& u : unknowns(GetParam()))
    joint.add(u.sign * run.value(0, u.name), forces.at(u.otten).get<double>());
  EXPECT_LT(error.relative(), 1e-13);  // seen 6.0e-16
  EXPECT_LT(joint.relative(), 1e-13);  // seen 2.3e-16
}

std::string chain_name(const testing::TestParamInfo<Chain>& chain) { return chain.param.name; }
INSTANTIATE_TEST_SUITE_P(R04, OttenChain, testing::Values(kOpen, kClosed), chain_name);

}  // namespace
}  // namespace mbs
