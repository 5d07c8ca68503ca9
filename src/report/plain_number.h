// A number of a table whose columns are not known before its last row.
#pragma once

#include <string>

namespace mbs {

// digits: significant figures; 0 or less: digits that suit `size`. Without leading blanks.
std::string plain_number(double value, double size, int digits);

}  // namespace mbs
