// Writes bytes to a descriptor, and messages to standard error. Nothing here throws. Nothing here
// uses a FILE, so no buffer holds bytes back.
#pragma once

#include <cstddef>
#include <string_view>

namespace mbs {

// Writes all of `text`. Returns 0 or an errno; `written` is the number of bytes written. The hard
// stop knows of a write that waits for a reader (base/hard_stop.h).
int write_all(int descriptor, std::string_view text, std::size_t& written);

// Writes as much of `text` as possible without waiting; for signal handlers. False: not all.
bool write_at_once(int descriptor, std::string_view text) noexcept;

// Writes a message to standard error; a failure is ignored.
void say(std::string_view text);

}  // namespace mbs
