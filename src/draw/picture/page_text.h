// Numbers and texts in the script of a page.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mbs {

// The alphabet of packed numbers.
std::string_view page_letters();
std::string js_number(double value);  // seven digits
// ["low","high",letters]: each number is coded by its place between low and high, in two or three
// letters; a number that is not finite becomes spaces.
std::string packed(const std::vector<double>& values, int letters);
// A string for the script; it contains no end tag.
std::string js_text(const std::string& text);

}  // namespace mbs
