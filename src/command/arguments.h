// The command line: what was asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command/picture_arguments.h"
#include "program/run_deck.h"
#include "report/diff.h"
#include "study/search/optimise.h"
#include "study/search/solve.h"
#include "study/sensitivity.h"
#include "study/sweep/slurm.h"
#include "study/sweep/sweep.h"

namespace mbs {

enum class Verb {
  run,
  measure,
  sweep,
  solve,
  optimise,
  sensitivity,
  diff,
  average,
  draw,
  plot,
  animate,
  channels,
  help
};

// The verb average: files of trials, and what is made of them.
struct AverageRequest {
  std::vector<std::string> files;
  std::string output;        // of -o; empty: standard output
  int points = 101;          // of trials whose first columns differ
  bool correlation = false;  // --cmc: the coefficients in place of the table
};

struct Arguments {
  std::string deck;
  std::vector<std::string> defines, sets;
  std::string csv, template_name, convert, certify;
  std::vector<std::string> columns;
  Verb verb = Verb::run;
  bool check = false, echo = false, no_echo = false, no_report = false, options = false,
       audit = false, quiet = false;
  RunSettings settings;
  SweepSettings sweep_settings;
  DrawSettings draw;
  PlotSettings plot;
  AnimateSettings animate;
  SolveRequest solve;
  OptimiseRequest optimise;
  SensitivityRequest sensitivity;
  SlurmRequest slurm;   // of sweep
  std::string collect;  // the folder of --collect
  std::string array;    // the folder of --array
  long long task = 0;   // of --task
  bool no_submit = false;
  std::string help_word, help_table, help_completion, help_syntax;
  bool help_words = false, help_listing = false;
  DiffOptions diff;
  std::string diff_a, diff_b;
  AverageRequest average;
};

// Fills `args`; the exit status where there is nothing more to do (--help, a usage error, which has
// been printed then).
std::optional<int> parse_arguments(int argc, char** argv, Arguments& args);

// The verb that a deck which cannot be read may be instead: "; did you mean the verb 'sweep'?".
std::string verb_meant(const std::string& deck);

// What -D, --set and --certify give goes to the input and the settings. Empty, or what is wrong.
std::string read_given(Arguments& args, DeckInput& input);

}  // namespace mbs
