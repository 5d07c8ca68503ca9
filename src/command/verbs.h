// What mbsim can be asked to do with a deck; each prints what it has to say and returns the exit
// status.
#pragma once

#include "command/arguments.h"

namespace mbs {

// --options and --template, a run, measure, sweep or diff.
int run_command(Arguments& args);

// The verb sweep: its table to standard output or to the file of -o.
int run_sweep(const Arguments& args, const DeckInput& input);

}  // namespace mbs
