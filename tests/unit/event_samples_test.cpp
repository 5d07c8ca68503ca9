#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "integrate/events.h"

namespace mbs {
namespace {

// Functions of t, given without a state.
struct Functions : EventFunctions {
  using Function = double (*)(double t);
  std::vector<Function> of_t;
  std::vector<EventReads> read;
  bool foretold = false;
  int evaluations = 0;
  std::array<double, 3> kept{};  // times

  Functions(std::vector<Function> functions, std::vector<EventReads> what, bool tells = false)
      : of_t(std::move(functions)), read(std::move(what)), foretold(tells) {}
  int count() const override { return static_cast<int>(of_t.size()); }
  EvalStatus evaluate(double t, ConstVector, Vector g) override {
    ++evaluations;
    for (std::size_t i = 0; i < g.size(); ++i) g[i] = of_t[i](t);
    return {};
  }
  EventReads reads(int i) const override { return read[i]; }
  double at_time(int i, double t) override { return of_t[i](t); }
  bool can_foretell() const override { return foretold; }
  void keep(double t) override { kept = {kept[1], kept[2], t}; }
  void foretell(double t, Vector g) override {
    for (std::size_t i = 0; i < g.size(); ++i) g[i] = of_t[i](t);
  }
};

EventSamples samples_of(Functions& f, int inside = 4) { return EventSamples(f, 0, inside); }

TEST(EventSamples, PointsLieEvenlyAndCloseToTheEnds) {
  Functions f{{[](double t) { return t - 3; }}, {EventReads::state}};
  EventSamples s = samples_of(f);
  ASSERT_TRUE(s.start(1, {}).ok());
  ASSERT_TRUE(s.fill({1, 3, 1, nullptr}, std::array{-1}).ok());
  ASSERT_EQ(s.size(), 8u);
  const double near = 2. / 1024;
  const double times[] = {1, 1 + near, 1.4, 1.8, 2.2, 2.6, 3 - near, 3};
  for (std::size_t j = 0; j < 8; ++j) {
    EXPECT_NEAR(s[j].t, times[j], 1e-15);
    EXPECT_NEAR(s[j].g[0], times[j] - 3, 1e-15);
  }
  EXPECT_EQ(s.range(0), 2);
  EXPECT_FALSE(s.is_quiet(0));
  EXPECT_TRUE(s.lost().ok());
  double g = 0;
  ASSERT_TRUE(s.value({1, 3, 1, nullptr}, 0, 2.5, g).ok());
  EXPECT_EQ(g, -0.5);
}

// A function of the time alone is asked for without the others.
TEST(EventSamples, AsksNoStateForWhatReadsTheTimeAlone) {
  Functions f{{[](double t) { return t - 1; }, [](double t) { return 2 * t; }},
              {EventReads::state, EventReads::linear_time}};
  EventSamples s = samples_of(f);
  double g = 0;
  EXPECT_TRUE(s.value({0, 1, 1, nullptr}, 1, 0.25, g).ok());
  EXPECT_EQ(g, 0.5);
  EXPECT_EQ(f.evaluations, 0);
  EXPECT_TRUE(s.value({0, 1, 1, nullptr}, 0, 0.25, g).ok());
  EXPECT_EQ(f.evaluations, 1);
}

// The range is the largest value inside the stretch, too.
TEST(EventSamples, RangeIsTheLargestValueInside) {
  Functions f{{[](double t) { return t * (1 - t); }}, {EventReads::state}};
  EventSamples s = samples_of(f, 3);
  ASSERT_TRUE(s.start(0, {}).ok());
  ASSERT_TRUE(s.fill({0, 1, 1, nullptr}, std::array{0}).ok());
  EXPECT_EQ(s.range(0), 0.25);  // in the middle, which is a point
}

// A line is quiet where its ends are on the side that is known; another function of the time never
// is.
TEST(EventSamples, ALinearFunctionIsQuietByItsEnds) {
  Functions f{{[](double t) { return t - 5; }, [](double t) { return t - 0.5; },
               [](double t) { return std::cos(t) + 2; }},
              {EventReads::linear_time, EventReads::linear_time, EventReads::time}};
  EventSamples s = samples_of(f);
  ASSERT_TRUE(s.start(0, {}).ok());
  ASSERT_TRUE(s.fill({0, 1, 1, nullptr}, std::array{-1, -1, 1}).ok());
  EXPECT_TRUE(s.is_quiet(0));
  EXPECT_FALSE(s.is_quiet(1));
  EXPECT_FALSE(s.is_quiet(2));
  ASSERT_TRUE(s.fill({1, 2, 1, nullptr}, std::array{0, 1, 1}).ok());
  EXPECT_FALSE(s.is_quiet(0));  // its side is not certain
  EXPECT_TRUE(s.is_quiet(1));
}

// sqrt(0.3 - t) has no value from 0.3 on: the points there are the last good one.
TEST(EventSamples, WhereAFunctionIsLostTheStretchEnds) {
  Functions f{{[](double t) { return 1 + std::sqrt(0.3 - t); }, [](double t) { return t; }},
              {EventReads::state, EventReads::state}};
  EventSamples s = samples_of(f);
  ASSERT_TRUE(s.start(0, {}).ok());
  ASSERT_TRUE(s.fill({0, 1, 1, nullptr}, std::array{1, 0}).ok());
  EXPECT_EQ(s.lost().kind, EvalKind::non_finite);
  EXPECT_EQ(s.lost().component, 0);
  EXPECT_NEAR(s.back().t, 0.3, 1e-15);
  EXPECT_NEAR(s.back().g[0], 1, 1e-7);
  EXPECT_EQ(s[3].t, s.back().t);
  EXPECT_EQ(s.range(1), s.back().t);
}

TEST(EventSamples, AStartWithoutAValueFails) {
  Functions f{{[](double) { return std::numeric_limits<double>::infinity(); }},
              {EventReads::state}};
  EventSamples s = samples_of(f);
  const EvalStatus status = s.start(0, {});
  EXPECT_EQ(status.kind, EvalKind::non_finite);
  EXPECT_EQ(status.component, 0);
}

TEST(EventSamples, NoFunctionsNeedNothing) {
  Functions f{{}, {}};
  EventSamples s = samples_of(f);
  ASSERT_TRUE(s.start(0, {}).ok());
  EXPECT_TRUE(s.fill({0, 1, 1, nullptr}, {}).ok());
}

// Far from zero and foretold, one look at the end of a stretch is enough; near zero all points are
// evaluated; after a jump what was before says nothing.
TEST(EventSamples, FarFromZeroOnlyTheEndIsLookedAt) {
  Functions f{{[](double t) { return 100 + std::sin(t); }}, {EventReads::state}, true};
  EventSamples s = samples_of(f);
  ASSERT_TRUE(s.start(0, {}).ok());
  const auto looks = [&](double from, double to) {
    const int before = f.evaluations;
    EXPECT_TRUE(s.fill({from, to, 1, nullptr}, std::array{1}).ok());
    return f.evaluations - before;
  };
  EXPECT_EQ(looks(0, 0.1), 7);
  EXPECT_FALSE(s.is_quiet(0));
  EXPECT_EQ(looks(0.1, 0.2), 1);
  EXPECT_TRUE(s.is_quiet(0));
  EXPECT_EQ(f.kept[2], 0.2);
  ASSERT_TRUE(s.restart(0.2, {}, true).ok());  // the same motion
  EXPECT_EQ(looks(0.2, 0.3), 1);
  ASSERT_TRUE(s.restart(0.3, {}, false).ok());
  EXPECT_EQ(looks(0.3, 0.4), 7);
  f.of_t[0] = [](double t) { return 0.01 + t * t; };
  ASSERT_TRUE(s.restart(0.4, {}, true).ok());  // has jumped, whatever is said
  EXPECT_EQ(looks(0.4, 0.5), 7);
}

}  // namespace
}  // namespace mbs
