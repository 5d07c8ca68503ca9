// A deck that disagrees, made smaller as long as it does.
#pragma once

#include "journey.h"

namespace hunt {

// Disagrees with these happenings (none: as it is).
Finding reduced(const Mechanism& m, const std::vector<Happening>& happenings, const Finding& found,
                const Runner& run);

}  // namespace hunt
