// Scripts by which a shell completes the command line of mbsim.
#pragma once

#include <string>
#include <string_view>

namespace mbs {

// For "bash", "zsh" or "fish"; empty for another name.
std::string shell_completion(std::string_view shell);

}  // namespace mbs
