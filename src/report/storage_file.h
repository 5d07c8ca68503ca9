// Files of columns over time as OpenSim reads them: .sto and .mot.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mbs {

// The text of a CSV as a storage file: the same numbers, digit by digit, between tabs. angles are
// in radians, and the head says so. Empty if the first column is not the time.
std::optional<std::string> storage_of(std::string_view csv, std::string_view title);

}  // namespace mbs
