// Corrects what the process has inherited (closed descriptors, signal actions) before anything
// else.
#pragma once

namespace mbs {

// Opens closed descriptors 0 to 2, so that no file of the run gets their number; writing to a
// standard output that was closed still fails. Ignores SIGPIPE and SIGXFSZ, so that a closed pipe
// or a too large file is only an error of writing. Catches signals that ask for an end
// (base/interrupt.h) and enables the hard stop.
void begin_process();

}  // namespace mbs
