// Whole files, up to a bound: what has no end, such as a device or a pipe, is refused there.
#pragma once

#include <cstddef>
#include <string>

namespace mbs {

// A file that is no deck may be so large [bytes].
inline constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;

// Empty, or why the file, or more than `most` bytes of it, cannot be read.
std::string read_file(const std::string& path, std::size_t most, std::string& text);
// The same of an open file.
std::string read_descriptor(int descriptor, std::size_t most, std::string& text);

}  // namespace mbs
