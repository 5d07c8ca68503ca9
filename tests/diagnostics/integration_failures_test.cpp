// Runs that cannot go on: exit status 3, the time, the component, the last good state, the rows so
// far, and never a number that is none. The times have closed forms.
#include <gtest/gtest.h>

#include <regex>

#include "support/names.h"
#include "support/process.h"

namespace mbs {
namespace {

class Failures : public testing::TestWithParam<const char*> {
 protected:
  test::Finished run(const std::string& deck) {
    test::write_all(scratch_.file("deck.dat"), deck);
    return test::mbsim("'" + scratch_.file("deck.dat") + "'");
  }
  static double stopping_time(const std::string& messages) {
    std::smatch found;
    if (!std::regex_search(messages, found, std::regex("stopped at t = ([0-9.]+)"))) return -1;
    return std::stod(found[1]);
  }
  static void expect_complete(const test::Finished& run, const std::string& rows) {
    EXPECT_EQ(run.status, 3);
    EXPECT_NE(run.err.find("worst in "), std::string::npos) << run.err;
    EXPECT_NE(run.err.find("last good state, t = "), std::string::npos) << run.err;
    EXPECT_NE(run.out.find("# report times done: " + rows), std::string::npos) << run.out;
    const std::regex none("\\b(nan|inf)\\b", std::regex::icase);
    EXPECT_FALSE(std::regex_search(run.out, none)) << run.out;
    EXPECT_FALSE(std::regex_search(run.err, none)) << run.err;
  }

 private:
  test::Scratch scratch_;
};

// x" = x^2 from rest at 1: t = integral of dx / sqrt(2/3 (x^3 - 1)) from 1 on.
TEST_P(Failures, MotionBeyondAllBounds) {
  const test::Finished done = run(R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
FIX 2 2
DYNX 2 1
RLSE 1
END HALT
XM 2 1
XLAW 2 1 = x^2
TIMESTEP 4 8
INTEG )" + std::string(GetParam()) +
                                  " 1e-9 1e-9\nEND END\n");
  expect_complete(done, "6 of 9");
  EXPECT_NE(done.err.find("the motion grows beyond all bounds"), std::string::npos) << done.err;
  EXPECT_NEAR(stopping_time(done.err), 2.974477426, 1e-7);  // seen 6e-9
}

// x" = -1/x^2 from rest at 1: it falls into the centre at pi / sqrt(8).
TEST_P(Failures, TheStepBecomesTooSmall) {
  const test::Finished done = run(R"(X 1 1 0
FIX 1 2
DYNX 1 1
END HALT
XM 1 1
XLAW 1 1 = -exp(-2*log(abs(x)))
TIMESTEP 2 8
INTEG )" + std::string(GetParam()) +
                                  " 1e-9 1e-9\nEND END\n");
  expect_complete(done, "5 of 9");
  EXPECT_NE(done.err.find("the step would become too small"), std::string::npos) << done.err;
  EXPECT_NEAR(stopping_time(done.err), 1.1107207345, 1e-8);  // seen 5e-10
}

INSTANTIATE_TEST_SUITE_P(Methods, Failures, testing::Values("STEP", "DOP853", "STIFF"),
                         test::name_of_text);

using OneFailure = Failures;
INSTANTIATE_TEST_SUITE_P(Fixed, OneFailure, testing::Values("RK4 0.01"), test::name_of_text);

// A fixed step runs into infinite numbers.
TEST_P(OneFailure, FixedStep) {
  const test::Finished done = run(R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
FIX 2 2
DYNX 2 1
RLSE 1
END HALT
XM 2 1
XLAW 2 1 = x^2
TIMESTEP 4 8
INTEG )" + std::string(GetParam()) +
                                  "\nEND END\n");
  expect_complete(done, "7 of 9");
  EXPECT_NE(done.err.find("the motion grows beyond all bounds"), std::string::npos) << done.err;
}

}  // namespace
}  // namespace mbs
