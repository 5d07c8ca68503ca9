#include <gtest/gtest.h>

#include "plan/plan.h"
#include "run/dynamic/event_run.h"

namespace mbs {
namespace {

struct Limits {
  Plan plan;
  RunSettings settings;
  Diagnostics diagnostics;
  Limits() {
    diagnostics.add_file("d");
    plan.time = {0, 10, 1, {}};
  }
};

TEST(EventLimits, TheOptionCounts) {
  Limits l;
  l.settings.options.max_events = 3;
  EventLimits limits(l.plan, l.settings, l.diagnostics);
  for (int k = 0; k < 3; ++k) EXPECT_TRUE(limits.may_happen({0, 5, 1}, "EVENT hit", k));
  EXPECT_FALSE(limits.exhausted());
  EXPECT_EQ(l.diagnostics.format_all(), "");
  EXPECT_FALSE(limits.may_happen({0, 5, 1}, "EVENT hit", 3.5));
  EXPECT_TRUE(limits.exhausted());
  EXPECT_EQ(l.diagnostics.format_all().rfind("d:5:1: error: EVENT hit: at t = 3.5 ", 0), 0u)
      << l.diagnostics.format_all();
}

// Events that come within a millionth of the run again and again are an endless repetition; those
// that are farther apart are not, however many.
TEST(EventLimits, EndlessRepetitionIsAnError) {
  const std::string one = "EVENT up", other = "CONTACT 1";
  const auto until_refused = [&](double apart) {
    Limits l;
    EventLimits limits(l.plan, l.settings, l.diagnostics);
    for (int k = 0; k < 5000; ++k)
      if (!limits.may_be_repeated({0, 5, 1}, k % 2 == 0 ? one : other, 2 + k * apart,
                                  [] { return false; })) {
        const std::string text = l.diagnostics.format_all();
        EXPECT_NE(text.find("CONTACT 1, EVENT up"), std::string::npos) << text;
        return k;
      }
    return -1;
  };
  EXPECT_GT(until_refused(0), 10);
  EXPECT_GT(until_refused(1e-12), 10);
  EXPECT_EQ(until_refused(1e-3), -1);
}

}  // namespace
}  // namespace mbs
