// KABIOS decks of bodies of space in tests, and runs that must have the same numbers.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "support/deck.h"
#include "support/process.h"

namespace mbs::test {

inline std::string kabios_space_deck(const std::string& name) {
  return deck_text("kabios_space/" + name + ".dat");
}

// The output of a verb or option for a deck's text.
inline std::string printed(const std::string& text, const std::string& option) {
  const Scratch scratch;
  const std::string file = scratch.file("deck.dat");
  write_all(file, text);
  const Finished done = mbsim(option + " '" + file + "'");
  EXPECT_EQ(done.status, 0) << done.err << text;
  return done.out;
}

// Every number of the two runs whose names agree; returns how many names that were.
inline int expect_same_numbers(const RunResult& a, const RunResult& b, double tolerance) {
  EXPECT_EQ(a.rows.size(), b.rows.size());
  int count = 0;
  for (const std::string& name : a.names) {
    if (!b.has(name)) continue;
    ++count;
    for (std::size_t k = 0; k < std::min(a.rows.size(), b.rows.size()); ++k)
      EXPECT_NEAR(a.value(k, name), b.value(k, name),
                  tolerance * std::max(1.0, std::fabs(b.value(k, name))))
          << name << " in row " << k;
  }
  return count;
}

}  // namespace mbs::test
