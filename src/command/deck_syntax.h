// Syntax files that colour decks in editors, made from the table of words.
#pragma once

#include <string>
#include <string_view>

namespace mbs {

// For "vim" or "textmate"; empty for another name.
std::string deck_syntax(std::string_view editor);

}  // namespace mbs
