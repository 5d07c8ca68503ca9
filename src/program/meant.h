// Comments that say that a line of a deck is meant as it stands.
#pragma once

#include <string>
#include <string_view>

namespace mbs {

// Whether the comment behind `#` has the word meant, ok or intended, or the words on purpose.
bool says_meant(std::string_view line);

// A line of a file, counted from 1, without its end; empty where there is none.
std::string line_of_file(const std::string& path, int line);

}  // namespace mbs
