// The text of `mbsim --version`. It contains neither time nor place of the build, so that two
// builds of one commit are the same program.
#pragma once

#include <string>

namespace mbs {

std::string describe_version();

}  // namespace mbs
