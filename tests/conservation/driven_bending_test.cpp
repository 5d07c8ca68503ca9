// A beam one of whose bendings is driven, or held at another value than 0, while the other is a
// spring: what the coupling of the two does is work. Found by the hunt.
#include <gtest/gtest.h>

#include "support/deck.h"

namespace mbs::test {
namespace {

double largest_balance(const std::string& bending, const std::string& tail) {
  const RunResult result = run("PLBEAM 1 1 2 3 4\nX 1 0 0\nX 3 1 0\nFIX 1\nFIX 2\n" + bending +
                               "END HALT\nXM 3 1\nXM 4 0.1\nESTIFF 1 40 15\nEM 1 0.4\n" + tail +
                               "GRAVITY 0 -9.81\nDOF AUTO\nTIMES 0 0.5 0.1\nEND END\n");
  EXPECT_EQ(result.status, ExitStatus::done) << result.messages;
  double worst = 0;
  for (std::size_t row = 0; row < result.rows.size(); ++row)
    worst = std::max(worst, std::fabs(result.value(row, "energy.balance")));
  return worst;
}

TEST(DrivenBending, DoesWorkOnTheOtherBending) {
  // The wrong potential left 0.49 J and 1.02 J.
  EXPECT_LT(largest_balance("INPUTE 1 2\nRLSE 1 3\n", "INPUTE 1 2  0 1 1\n"),
            1e-8);                                                                  // seen 5.4e-10
  EXPECT_LT(largest_balance("RLSE 1 2\nINPUTE 1 3\n", "INPUTE 1 3  0.1\n"), 1e-8);  // 5.4e-10
}

}  // namespace
}  // namespace mbs::test
