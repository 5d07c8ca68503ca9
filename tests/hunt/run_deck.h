// The program that is hunted: mbsim's library.
#pragma once

#include "compare.h"

namespace hunt {

Table run_deck(const std::string& deck);
// With --set path=...
Table run_by(const std::string& path, const std::string& deck);
// --echo and --convert native. Empty if it is refused.
std::string echo(const std::string& deck);
std::string convert(const std::string& deck);

}  // namespace hunt
