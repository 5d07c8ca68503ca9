// What messages say of a name that expressions have for something else.
#pragma once

#include <string>
#include <string_view>

namespace mbs {

// "'T' is reserved: time (in laws), in any letter case".
std::string reserved_problem(std::string_view name);
// "choose another name, such as T_1".
std::string other_name(std::string_view name);
// The same of what a capital may name: of t, e, v and x the capital is free.
std::string free_name(std::string_view name);

}  // namespace mbs
