// Event functions at states and within a stretch.
#include "integrate/event_probe.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mbs {
namespace {

// g_0 = y_0 - 1, g_1 = 2 t: the second one needs no state.
struct Functions {
  int asked = 0;
  EvalStatus events(double t, ConstVector y, Vector g) {
    ++asked;
    g[0] = y.size() > 0 ? y[0] - 1 : 0;
    g[1] = 2 * t;
    return {};
  }
  EventReads event_reads(int i) const {
    return i == 0 ? EventReads::state : EventReads::linear_time;
  }
  double event_at_time(int, double t) const { return 2 * t; }
};

TEST(EventProbe, AsksNoStateForWhatReadsTheTimeAlone) {
  Functions functions;
  EventProbe probe(event_functions(2, functions), 1);
  EXPECT_EQ(probe.count(), 2);
  EXPECT_FALSE(probe.can_foretell());
  double g = 0;
  EXPECT_TRUE(probe.value({0, 1, 1, nullptr}, 1, 0.25, g).ok());
  EXPECT_EQ(g, 0.5);
  EXPECT_EQ(functions.asked, 0);
  EXPECT_TRUE(probe.value({0, 1, 1, nullptr}, 0, 0.25, g).ok());
  EXPECT_EQ(functions.asked, 1);
}

TEST(EventProbe, NamesAFunctionThatIsNotFinite) {
  Functions functions;
  EventProbe probe(event_functions(2, functions), 1);
  const double y[1] = {NAN};
  double g[2];
  const EvalStatus status = probe.evaluate(0, {y, 1}, {g, 2});
  EXPECT_EQ(status.kind, EvalKind::non_finite);
  EXPECT_EQ(status.component, 0);
}

}  // namespace
}  // namespace mbs
