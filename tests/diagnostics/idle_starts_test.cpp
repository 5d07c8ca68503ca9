// STARTDE of a deformation that is no degree of freedom has no effect: a warning says so.
#include <gtest/gtest.h>

#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

// A block of 1 kg on a spring of 50 N/m along a line; the slip along the line starts at `start`.
std::string block(const std::string& kinematics, const std::string& dynamics,
                  const std::string& start) {
  return "PLCLINE 1  1 2  8 9   0 0 0   0 0 1 0\nX 1 0 0\nX 2 0\nX 8 0 0\nX 9 0\nFIX 2\nFIX 8\n"
         "FIX 9\n" +
         kinematics + "END HALT\n" + dynamics +
         "XM 1 1\nESTIFF 1 0 50\nTIMES 0 0.5 0.5\nSTARTDE 1 2 " + start + "\nEND END\n";
}

TEST(IdleStarts, ValueAndRateOfWhatFollows) {
  for (const bool rubs : {false, true}) {
    const std::string messages =
        test::done(rubs ? block("", "DOF AUTO\nFRICTION 1 1 2 CONSTANT 3\n", "0.5")
                        : block("RLSE 1 2\n", "DOF AUTO\n", "0.5"))
            .messages;
    EXPECT_NE(messages.find("warning: STARTDE 1 2: PLCLINE 1 (line 1), equation 2 is no degree of "
                            "freedom: it is 0 at the start, not 0.5; name it by DYNE, or give "
                            "coordinates by STARTDX"),
              std::string::npos)
        << messages;
  }
  const std::string rate = test::done(block("RLSE 1 2\nDYNX 1 1\n", "", "0 2")).messages;
  EXPECT_NE(rate.find("its rate is 0 at the start, not 2;"), std::string::npos) << rate;
}

// No warning where the start is kept, or agrees with the coordinates.
TEST(IdleStarts, NoneOfWhatIsKept) {
  EXPECT_EQ(test::good_run(block("DYNE 1 2\n", "", "0.5 1")).value(0, "e1_2"), 0.5);
  EXPECT_EQ(test::good_run(block("DYNE 1 2\n", "FRICTION 1 1 2 CONSTANT 3\n", "0.5"))
                .value(0, "friction1.slip"),
            0.5);
  test::good_run(block("RLSE 1 2\nDYNX 1 1\n", "STARTDX 1 1 0.5 1\n", "0.5 1"));
}

}  // namespace
}  // namespace mbs
