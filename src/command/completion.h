// What the table of words and the options become for shells and editors.
#pragma once

#include <string>
#include <string_view>

namespace mbs {

// For "bash", "zsh" or "fish"; empty for another name.
std::string shell_completion(std::string_view shell);

// For "vim" or "textmate"; empty for another name.
std::string deck_syntax(std::string_view editor);

}  // namespace mbs
