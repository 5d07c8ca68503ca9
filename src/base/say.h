// Bytes to a descriptor, and messages to standard error. Nothing here throws, and nothing here
// writes to a FILE: what was written was written.
#pragma once

#include <cstddef>
#include <string_view>

namespace mbs {

// All of `text`. 0, or the errno of what the system refuses; `written`: how much it has taken. A
// write that waits for a reader is known to the hard stop (base/hard_stop.h).
int write_all(int descriptor, std::string_view text, std::size_t& written);

// As much of `text` as is taken without waiting; for signal handlers. False: not all.
bool write_at_once(int descriptor, std::string_view text) noexcept;

// A message to standard error. That it cannot be written changes nothing.
void say(std::string_view text);

}  // namespace mbs
