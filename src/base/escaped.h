// Escapes names from outside (of files, say) in messages and in commands that are shown: no control
// character and no byte that is not UTF-8 reaches a terminal.
#pragma once

#include <string>
#include <string_view>

namespace mbs {

// Number of bytes of the first character of the text; 0 if it is not UTF-8 or a control character.
std::size_t shown_character(std::string_view text);

// The text with \xNN for each byte for which shown_character() is 0.
std::string escaped(std::string_view text);

// The text as one word of the shell bash: in single quotes, or as $'...' if it has bytes that must
// not be shown.
std::string shell_quoted(std::string_view text);

}  // namespace mbs
