// The verbs of mbsim. Each function prints its output and messages and returns the exit status.
#pragma once

#include "command/arguments.h"

namespace mbs {

// Carries out the whole command line: --options, --template, a run, or a verb.
int run_command(Arguments& args);

// The verb average: a CSV, or coefficients, from the CSV files of several trials.
int run_average(const Arguments& args);

// The verb help.
int run_help(const Arguments& args);

// The verb sweep writes its table to standard output or to the file of -o.
int run_sweep(const Arguments& args, const DeckInput& input);

// The verbs draw and animate: a picture, a page.
int run_draw(Arguments& args, const DeckInput& input, Diagnostics& diagnostics);
int run_animate(Arguments& args, const DeckInput& input, Diagnostics& diagnostics);
// The verb plot; the input may be a CSV.
int run_plot(Arguments& args, const DeckInput& input, Diagnostics& diagnostics);

// Writes all of `text` to a file, or to standard output where there is no name. `read`: files that
// must not be overwritten. Returns the exit status.
int write_whole(const std::string& text, const std::string& name,
                const std::vector<std::string>& read);
// sweep --collect.
int run_collect(const Arguments& args);

// The verb sensitivity prints a line for each measure and parameter.
int run_sensitivity(const Arguments& args, const DeckInput& input);

// The verb solve prints its answer as -D options.
int run_solve(const Arguments& args, const DeckInput& input);

// The verb optimise prints its answer as -D options and writes its table to the file of -o.
int run_optimise(const Arguments& args, const DeckInput& input);

}  // namespace mbs
