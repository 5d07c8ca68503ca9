// Where the manual and the decks of the project speak of a word that is no keyword.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mbs {

// The headings of the manual and the heads of decks that hold all of these words, at most `most` of
// each kind, one a line with its place; then how many more there are. Empty: none.
std::string found_titles(std::string_view words, std::size_t most);

}  // namespace mbs
