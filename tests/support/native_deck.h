// Tables of small native decks.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "support/tables.h"

namespace mbs::test {

// Of a deck without errors or warnings.
inline Tables tables_of(const std::string& text) {
  ReadDeck deck = read_tables(text);
  EXPECT_EQ(deck.diagnostics.format_all(), "") << text;
  return std::move(deck.tables);
}

// Two trusses of which the first and the third node are held, but for X of the third.
inline std::string kinematics(const std::string& more = "") {
  return "PLTRUSS 1 1 2\nPLTRUSS 2 2 3\nX 1 0 0\nX 2 3 4\nX 3 6 0\nFIX 1\nFIX 3 2\n" + more;
}

}  // namespace mbs::test
