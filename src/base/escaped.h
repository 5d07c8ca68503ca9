// Names that come from outside, such as those of files, in messages and commands that are shown:
// control characters and bytes that are no UTF-8 never reach a terminal as they are.
#pragma once

#include <string>
#include <string_view>

namespace mbs {

// The bytes of the character at the start of the text, if it is UTF-8 and not a control character;
// else 0.
std::size_t shown_character(std::string_view text);

// Each other byte as \xNN.
std::string escaped(std::string_view text);

// A word of the shell bash, which gives the text whatever bytes it has: in single quotes, or as
// $'...' where it has bytes that are not to be shown.
std::string shell_quoted(std::string_view text);

}  // namespace mbs
