// Runs that have to end well.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "support/deck.h"

namespace mbs::test {

// Whatever it may say on the way.
inline RunResult done(const std::string& deck) {
  RunResult out = run(deck);
  EXPECT_EQ(out.status, ExitStatus::done) << out.messages << deck;
  return out;
}

// Without a word of complaint.
inline RunResult good_run(const std::string& deck) {
  const RunResult out = run(deck);
  EXPECT_EQ(out.status, ExitStatus::done) << deck << out.messages;
  EXPECT_EQ(out.messages, "") << deck;
  return out;
}

}  // namespace mbs::test
