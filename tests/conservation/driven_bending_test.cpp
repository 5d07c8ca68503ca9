// A beam one of whose bendings is driven, or held at another value than 0, while the other is a
// spring: what the coupling of the two does is work. Found by the hunt.
#include <gtest/gtest.h>

#include "support/deck.h"

namespace mbs::test {
namespace {

double largest_balance(const std::string& bending, const std::string& tail) {
  const RunResult result = run(R"(PLBEAM 1 1 2 3 4
X 1 0 0
X 3 1 0
FIX 1
FIX 2
)" + bending +
                               R"(END HALT
XM 3 1
XM 4 0.1
ESTIFF 1 40 15
EM 1 0.4
)" + tail +
                               R"(GRAVITY 0 -9.81
DOF AUTO
TIMES 0 0.5 0.1
END END
)");
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
