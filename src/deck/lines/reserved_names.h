// Messages about a name that is reserved in expressions.
#pragma once

#include <string>
#include <string_view>

namespace mbs {

// "'T' is reserved: time (in laws), in any letter case".
std::string reserved_problem(std::string_view name);
// "choose another name, such as T_1".
std::string other_name(std::string_view name);
// The same advice, for things that may have a capital name: for t, e, v and x it suggests the
// capital.
std::string free_name(std::string_view name);

}  // namespace mbs
