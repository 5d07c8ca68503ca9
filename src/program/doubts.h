// Doubts: warnings about input that is valid but most likely not meant so; never errors. A comment
// "meant", "ok", "intended" or "on purpose" on the line of the deck silences its warning.
#pragma once

#include <string>

#include "base/diagnostics.h"
#include "model/built.h"

namespace mbs {

struct Tables;

// text: the deck itself; its comments silence warnings.
void warn_of_doubts(const std::string& text, const Tables& tables, const Built& built,
                    Diagnostics& diagnostics);

}  // namespace mbs
