// A run that has to end well, without a word of complaint.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "support/deck.h"

namespace mbs::test {

inline RunResult good_run(const std::string& deck) {
  const RunResult out = run(deck);
  EXPECT_EQ(out.status, ExitStatus::done) << deck << out.messages;
  EXPECT_EQ(out.messages, "") << deck;
  return out;
}

}  // namespace mbs::test
