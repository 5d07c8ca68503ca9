#include "run/frame/ranges.h"

#include <gtest/gtest.h>

#include "support/drawn.h"

namespace mbs::test {
namespace {

// A chain of beams of 1 m, clamped at one end.
std::string beams(int count) {
  std::string deck = "X 1 0 0\nFIX 1\nFIX 101\n", dynamics;
  for (int k = 1; k <= count; ++k) {
    deck += "PLBEAM " + std::to_string(k) + " " + std::to_string(k) + " " +
            std::to_string(100 + k) + " " + std::to_string(k + 1) + " " + std::to_string(101 + k) +
            "\nX " + std::to_string(k + 1) + " " + std::to_string(k) + " 0\nRLSE " +
            std::to_string(k) + " 1 2 3\n";
    dynamics += "ESTIFF " + std::to_string(k) + " 1e3 1\nXM " + std::to_string(k + 1) + " 1\nXM " +
                std::to_string(101 + k) + " 1\n";
  }
  return deck + "END HALT\n" + dynamics + "DOF AUTO\nTIMESTEP 1 1\nEND END\n";
}

struct Bent {
  Drawn m;
  RangeWatch watch;
  explicit Bent(int count) : m(beams(count)), watch(m.model()) {}
  // The angle behind beam k.
  void bend(int k, double angle, double t) {
    std::vector<double> x = m.model().x0;
    x[m.coordinate(101 + k)] = angle;
    evaluate_position(m.model(), x, m.at);
    watch.note(m.at, t);
  }
  std::string warnings(std::string_view when = "") {
    Diagnostics diagnostics;
    diagnostics.add_file("d");
    warn_of_ranges(m.model(), watch, when, diagnostics);
    return diagnostics.format_all();
  }
};

TEST(Ranges, AStraightBeamIsInRange) {
  Bent b(1);
  b.bend(1, 0, 0);
  EXPECT_EQ(b.warnings(), "");
  Diagnostics diagnostics;
  EXPECT_TRUE(within_ranges(b.m.model(), b.watch, 0, diagnostics));
  EXPECT_EQ(b.watch.most().used, 0);
}

TEST(Ranges, ARoughBeamIsWarnedOfFromItsTime) {
  Bent b(1);
  for (const auto& [angle, t] : {std::pair{0.1, 1.}, {0.6, 2.}, {0.65, 3.}}) b.bend(1, angle, t);
  ASSERT_GT(b.watch.most().used, b.m.model().elements[0].type->fair_range);
  ASSERT_LT(b.watch.most().used, 1);
  const std::string text = b.warnings();
  EXPECT_NE(text.find("warning: PLBEAM 1"), std::string::npos) << text;
  EXPECT_NE(text.find("from t = 2 on"), std::string::npos) << text;
  EXPECT_NE(b.warnings("in equilibrium").find("in equilibrium"), std::string::npos);
  Diagnostics diagnostics;
  EXPECT_TRUE(within_ranges(b.m.model(), b.watch, 3, diagnostics));
}

TEST(Ranges, BeyondItsRangeIsAnError) {
  Bent b(1);
  b.bend(1, 2, 4);
  ASSERT_GT(b.watch.most().used, 1);
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  EXPECT_FALSE(within_ranges(b.m.model(), b.watch, 4, diagnostics));
  EXPECT_TRUE(diagnostics.has_errors());
  EXPECT_NE(diagnostics.format_all().find("at t = 4 "), std::string::npos);
}

// The three worst are named, and the rest counted.
TEST(Ranges, TheWorstFewAreNamed) {
  Bent b(5);
  std::vector<double> x = b.m.model().x0;
  for (int k = 1; k <= 5; ++k) x[b.m.coordinate(101 + k)] = (k % 2 ? 0.3 : -0.3) - 0.02 * k * k;
  evaluate_position(b.m.model(), x, b.m.at);
  b.watch.note(b.m.at, 0);
  const std::string text = b.warnings();
  std::size_t named = 0;
  for (std::size_t at = text.find("warning: PLBEAM"); at != text.npos;
       at = text.find("warning: PLBEAM", at + 1))
    ++named;
  EXPECT_EQ(named, 3u) << text;
  std::vector<std::pair<double, int>> used;
  for (const RangeWatch::Use& use : b.watch.uses()) used.push_back({-use.used, use.element + 1});
  std::sort(used.begin(), used.end());
  ASSERT_EQ(used.size(), 5u);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_NE(text.find("PLBEAM " + std::to_string(used[k].second) + ":"), text.npos) << text;
  EXPECT_NE(text.find("other elements, less far"), std::string::npos) << text;
}

// As many elements as share the bending, so that each is within its fair range.
TEST(Ranges, TheRemedyIsMoreElements) {
  const Bent b(1);
  const ElementType& type = *b.m.model().elements[0].type;
  const int needed = elements_needed(type, 0.9);
  EXPECT_GT(needed, 1);
  EXPECT_NE(range_remedy(b.m.model(), 0, 0.9).find(std::to_string(needed) + " elements"),
            std::string::npos);
}

}  // namespace
}  // namespace mbs::test
