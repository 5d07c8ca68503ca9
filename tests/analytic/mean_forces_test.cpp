// Whatever the model of a contact and the dialect: over any stretch of time the ground gives what
// weight and momentum ask for, impacts included. INTEG and AVG of its force say so.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "support/good_run.h"

namespace mbs {
namespace {

constexpr double kWeight = 2 * 9.81, kEnd = 1.7;  // of 2 kg

// The integral and the mean of the ground's force against m (g T + v(T) - v(0)).
void expect_balance(const std::string& deck, double v0) {
  const test::RunResult run = test::good_run(deck);
  ASSERT_EQ(run.measures.size(), 3U) << run.messages;
  const double given = kWeight * kEnd + 2 * (run.measure("after") - v0);
  EXPECT_GT(given, 0.2 * kWeight) << deck;
  EXPECT_NEAR(run.measure("ground"), given, 1e-7 * kWeight * kEnd) << deck;
  EXPECT_NEAR(run.measure("mean"), given / kEnd, 1e-7 * kWeight) << deck;
}

std::string native(const std::string& contact, const std::string& more) {
  return fmt::format(
      "PLCLINE 1 1 9 8 9  0 0 0.1  0 0 1 0\nX 1 0 1\nX 8 0 0\nX 9 0\nFIX 8\nFIX 9\nDYNX 1\nEND "
      "HALT\nXM 1 2\nGRAVITY 0 -9.81\nSTARTVX 1 2 -1\nCONTACT 1 {}\nTIMES 0 {} {}\n{}"
      "MEASURE ground = INTEG contact1.n\nMEASURE mean = AVG contact1.n\nMEASURE after = LAST "
      "v1_2\nEND END\n",
      contact, kEnd, kEnd / 2, more);
}

TEST(MeanForces, OfEveryModelOfAContact) {
  for (const char* const contact :
       {"RIGID 0.6", "RIGID 0", "RIGID 1", "PENALTY 1e5 1.5 0.2", "IMPULSES 0.5 0.01"})
    for (const char* const more : {"", "INTEG DOP853 1e-10 1e-10\n", "FORM FULL\n"})
      expect_balance(native(contact, more), -1);
}

TEST(MeanForces, InTheOtherDialects) {
  for (const char* const contact : {"RIGID 0.6", "RIGID 0", "PENALTY 1e5 1.5 0.2"}) {
    expect_balance(
        fmt::format("2 0 0 1 0 0 0 0 0\n0 0 0\n0 1 0\n1\n0 {} {}\nMASS 2 2 0.1\nVEL 2 0 -1 0\nGRAV "
                    "0 -9.81\nCONTACT 2 1 LINE 0 0 0.1  0 0 1 0 {}\nMEASURE ground = INTEG "
                    "contact1.n\nMEASURE mean = AVG contact1.n\nMEASURE after = LAST body2.yd\n",
                    kEnd, kEnd / 2, contact),
        -1);
    expect_balance(
        fmt::format("SEGDYN\nSEGMENT 1 2 1 0.5 0.1\nSTATE 1 0 0\nBASE -0.5 1 0 -1\nFREE BASE\nGRAV "
                    "0 -9.81\nCONTACT 1 LINE 0.5 0 0.1  0 0 1 0 {}\nTIME 0 {} {}\nMEASURE ground = "
                    "INTEG contact1.n\nMEASURE mean = AVG contact1.n\nMEASURE after = LAST "
                    "cm.yd\nEND\n",
                    contact, kEnd, kEnd / 2),
        -1);
  }
}

}  // namespace
}  // namespace mbs
