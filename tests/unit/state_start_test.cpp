#include "run/motion/state_start.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mbs {
namespace {

// States by their names; a star: EQUILIBRIUM.
Model states(const std::vector<std::string>& names) {
  Model model;
  for (const std::string& name : names) {
    StateEquation state;
    state.equilibrium = name.back() == '*';
    state.name = state.equilibrium ? name.substr(0, name.size() - 1) : name;
    state.origin = {"ODE " + state.name, {0, 3, 1}};
    model.states.push_back(state);
  }
  return model;
}

// One state with the rate f and its derivative.
RatesOfStates rates_of(double (*f)(double), double (*slope)(double)) {
  RatesOfStates out;
  out.rates = [f](ConstVector z, Vector zd) { zd[0] = f(z[0]); };
  out.derivatives = [slope](ConstVector z, Matrix by) { by(0, 0) = slope(z[0]); };
  out.missing_value = [] { return std::optional<MissingValue>(); };
  return out;
}

struct Started {
  bool ok = false;
  std::vector<double> z, zd;
  std::string messages;
};

Started start(const Model& model, const RatesOfStates& rates, std::vector<double> z) {
  Started out;
  out.z = std::move(z);
  out.zd.assign(out.z.size(), std::nan(""));
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  out.ok = start_states(model, rates, 0.25, out.z, out.zd, diagnostics);
  out.messages = diagnostics.format_all();
  return out;
}

// a' = 2 - a + b + c and b' = 1 + a - 3 b with c = 4 kept: a - b = 6 and 3 b - a = 1, so b = 7/2.
TEST(StateStart, LinearRatesAreSolvedAndOthersKept) {
  RatesOfStates rates;
  rates.rates = [](ConstVector z, Vector zd) {
    zd[0] = 2 - z[0] + z[2] + z[1];
    zd[1] = -z[1];
    zd[2] = 1 + z[0] - 3 * z[2];
  };
  rates.derivatives = [](ConstVector, Matrix by) {
    const double rows[3][3] = {{-1, 1, 1}, {0, -1, 0}, {1, 0, -3}};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) by(i, j) = rows[i][j];
  };
  rates.missing_value = [] { return std::optional<MissingValue>(); };
  const Started s = start(states({"a*", "c", "b*"}), rates, {0, 4, 0});
  ASSERT_TRUE(s.ok) << s.messages;
  EXPECT_NEAR(s.z[2], 3.5, 1e-14);
  EXPECT_NEAR(s.z[0], 9.5, 1e-14);
  EXPECT_EQ(s.z[1], 4);
  EXPECT_NEAR(s.zd[0], 0, 1e-13);
  EXPECT_EQ(s.zd[1], -4);
}

// Newton's method for atan(z) diverges from guesses beyond 1.39; damped it does not.
TEST(StateStart, FarGuessesAreDamped) {
  for (const double guess : {1.0, 3.0, -200.0}) {
    const Started s = start(states({"z*"}),
                            rates_of([](double z) { return -std::atan(z - 0.5); },
                                     [](double z) { return -1 / (1 + (z - 0.5) * (z - 0.5)); }),
                            {guess});
    ASSERT_TRUE(s.ok) << guess << s.messages;
    EXPECT_NEAR(s.z[0], 0.5, 1e-13) << guess;
  }
}

TEST(StateStart, ARateThatIsNeverZeroIsNamed) {
  const Started s =
      start(states({"z*"}),
            rates_of([](double z) { return z * z + 1; }, [](double z) { return 2 * z; }), {0.3});
  EXPECT_FALSE(s.ok);
  EXPECT_EQ(s.messages.rfind("d:3:1: error: ODE z: ", 0), 0u) << s.messages;
  EXPECT_NE(s.messages.find("t = 0.25"), std::string::npos) << s.messages;
}

TEST(StateStart, ARateThatDependsOnNothingIsNotDetermined) {
  const Started s = start(states({"z*"}),
                          rates_of([](double) { return 1.0; }, [](double) { return 0.0; }), {0.3});
  EXPECT_FALSE(s.ok);
  EXPECT_EQ(s.z[0], 0.3);
}

TEST(StateStart, NotANumberIsNoBalance) {
  const auto nan = [](double) { return std::nan(""); };
  EXPECT_FALSE(start(states({"z*"}), rates_of(nan, nan), {0.3}).ok);
  // Of a state with a start the rate is the deck's own affair here.
  EXPECT_TRUE(start(states({"z"}), rates_of(nan, nan), {0.3}).ok);
  EXPECT_TRUE(start(states({}), rates_of(nan, nan), {}).ok);
}

TEST(StateStart, ATableThatIsLeftIsTheReason) {
  const auto nan = [](double) { return std::nan(""); };
  RatesOfStates rates = rates_of(nan, nan);
  rates.missing_value = [] {
    return std::optional<MissingValue>(
        {{0, 7, 2}, "u = 12 lies outside the table", "a longer one"});
  };
  const Started s = start(states({"z*"}), rates, {0.3});
  EXPECT_FALSE(s.ok);
  EXPECT_NE(s.messages.find("u = 12 lies outside the table"), std::string::npos) << s.messages;
}

TEST(StateStart, ANameOfAnotherChannelIsAnError) {
  const Model model = states({"alpha", "beta"});
  Layout layout;
  for (const char* name : {"alpha", "alpha.rate", "beta", "beta.rate", "BETA"})
    layout.add(name, unit::unknown);
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  check_state_names(model, layout, diagnostics);
  const std::string messages = diagnostics.format_all();
  EXPECT_NE(messages.find("ODE beta"), std::string::npos) << messages;
  EXPECT_EQ(messages.find("ODE alpha"), std::string::npos) << messages;
}

}  // namespace
}  // namespace mbs
