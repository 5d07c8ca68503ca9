// What a process inherits and does not want, put right before anything else is done.
#pragma once

namespace mbs {

// Descriptors 0 to 2 that are closed are opened, so that no file of the run gets their number; what
// is written to standard output then fails. A closed pipe and a file that is too large are errors
// of writing and end nothing. Signals that ask for an end are caught (base/interrupt.h), and the
// hard stop is enabled.
void begin_process();

}  // namespace mbs
