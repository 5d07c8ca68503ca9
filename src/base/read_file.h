// Reads whole files up to a bound; an endless file (a device, a pipe) is refused at the bound.
#pragma once

#include <cstddef>
#include <string>

namespace mbs {

// Largest size of a file that is no deck [bytes].
inline constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;

// Returns an empty string, or why the file cannot be read. A file above `most` bytes is an error.
std::string read_file(const std::string& path, std::size_t most, std::string& text);
// Reads an open file in the same way.
std::string read_descriptor(int descriptor, std::size_t most, std::string& text);

}  // namespace mbs
