// What is right to a machine and most likely not what the writer of a deck meant: warnings, never
// an error. A comment on the line that says "meant", "ok", "intended" or "on purpose" silences one.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "model/built.h"

namespace mbs {

struct Tables;

// text: of the deck itself, whose comments count.
void warn_of_doubts(const std::string& text, const Tables& tables, const Built& built,
                    Diagnostics& diagnostics);

}  // namespace mbs
