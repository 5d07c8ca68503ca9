// What `mbsim --version` says: nothing of when and where it was built, so that two builds of one
// commit are the same program.
#pragma once

#include <string>

namespace mbs {

std::string describe_version();

}  // namespace mbs
