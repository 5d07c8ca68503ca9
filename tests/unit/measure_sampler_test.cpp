#include "run/measures/measure_sampler.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/diagnostics.h"
#include "text/parameters.h"

namespace mbs {
namespace {

// Channels t^2 and t^3, until a time from which on there are none.
struct Powers : MeasureSource {
  double until = 10;
  bool known = true;
  bool sample(double t, bool, Vector channels) override {
    channels[0] = t * t;
    channels[1] = t * t * t;
    at = t;
    return t < until;
  }
  bool rates(Vector out) override {
    out[0] = 2 * at;
    out[1] = 3 * at * at;
    return known;
  }
  bool knows_rates() const override { return known; }
  double at = 0;
};

TEST(MeasureSampler, SlotsAreParametersTimeAndChannels) {
  Parameters parameters;
  parameters.define({.name = "k", .value = 5, .where = {}});
  parameters.make_live("k");
  MeasureSampler sampler(parameters, 2, {});
  Powers source;
  sampler.set_source(source);
  ASSERT_TRUE(sampler.sample(3, false));
  EXPECT_EQ(sampler.first_channel(), 2);
  const double expected[] = {5, 3, 9, 27};
  for (int k = 0; k < 4; ++k) EXPECT_EQ(sampler.slots()[k], expected[k]);
  sampler.set_parameters(std::vector<double>{-1});
  EXPECT_EQ(sampler.parameters()[0], -1);
  EXPECT_TRUE(sampler.knows_rates());
}

// An OUT channel of rough samples is evaluated with its rate: t^2 + t^3 + t.
TEST(MeasureSampler, OutChannelsGoWithRoughSamples) {
  const std::string_view names[] = {"t", "a", "b", "sum"};
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  const auto sum = Expression::compile("a + b + t", {0, 1, 1}, names, {}, diagnostics, "");
  ASSERT_TRUE(sum);
  MeasureSampler sampler({}, 3, {{2, *sum}});
  struct WithSum : Powers {
    bool sample(double t, bool rough, Vector channels) override {
      return Powers::sample(t, rough, channels.first(2));
    }
    bool rates(Vector out) override { return Powers::rates(out.first(2)); }
  } source;
  sampler.set_source(source);
  ASSERT_TRUE(sampler.sample(2, true));
  EXPECT_EQ(sampler.slots()[3], 4 + 8 + 2);
  const double* const rates = sampler.rates();
  ASSERT_NE(rates, nullptr);
  EXPECT_EQ(rates[0], 1);
  EXPECT_EQ(rates[3], 4 + 12 + 1);
  // Samples and rates are kept until the source is set again.
  source.known = false;
  EXPECT_EQ(sampler.rates(), rates);
  sampler.set_source(source);
  ASSERT_TRUE(sampler.sample(2, true));
  EXPECT_EQ(sampler.rates(), nullptr);
}

TEST(MeasureSampler, TheFirstFailureEndsSampling) {
  MeasureSampler sampler({}, 2, {});
  Powers source;
  source.until = 1;
  sampler.set_source(source);
  EXPECT_TRUE(sampler.sample(0.5, false));
  EXPECT_TRUE(sampler.broken().empty());
  EXPECT_FALSE(sampler.sample(1.5, false));
  EXPECT_NE(sampler.broken().find("t = 1.5"), std::string::npos);
  EXPECT_FALSE(sampler.sample(0.5, false));
  sampler.give_up(0.1);
  EXPECT_NE(sampler.broken().find("t = 1.5"), std::string::npos);  // the first is told
}

// A run that its time limit has ended is no mechanism that cannot be evaluated.
TEST(MeasureSampler, TheEndOfTheRunIsToldAsSuch) {
  MeasureSampler sampler({}, 2, {});
  struct Ended : Powers {
    bool is_ended() const override { return true; }
  } source;
  source.until = 1;
  sampler.set_source(source);
  EXPECT_FALSE(sampler.sample(1.5, false));
  EXPECT_EQ(sampler.broken(), "the run was ended before t = 1.5");
}

}  // namespace
}  // namespace mbs
