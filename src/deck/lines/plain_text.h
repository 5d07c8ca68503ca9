// Whether bytes are a text that a deck may be: UTF-8 or ASCII, lines that end in LF or CR LF.
#pragma once

#include <string_view>

#include "base/diagnostics.h"

namespace mbs {

// False, with an error at the first byte that no text has.
bool is_plain_text(std::string_view text, int file, Diagnostics& diagnostics);

}  // namespace mbs
