// Files that make shells complete and editors colour the words of decks and the options.
#pragma once

#include <string>
#include <string_view>

namespace mbs {

// For "bash", "zsh" or "fish"; empty for another name.
std::string shell_completion(std::string_view shell);

// For "vim" or "textmate"; empty for another name.
std::string deck_syntax(std::string_view editor);

}  // namespace mbs
