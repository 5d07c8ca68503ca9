// The request that the command line makes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "deck/lines/deck_input.h"
#include "draw/plot/plot_request.h"
#include "report/diff.h"
#include "run/frame/run.h"
#include "study/search/optimise.h"
#include "study/search/solve.h"
#include "study/sensitivity.h"
#include "study/sweep/slurm.h"
#include "study/sweep/sweep.h"

namespace CLI {
class App;
}

namespace mbs {

// Options of the verbs draw, plot and animate.
struct DrawSettings {
  std::vector<double> at;          // --at
  int strip = 0, onion = 0;        // frames; 0: not asked for
  int moving = 0;                  // frames of --moving
  int mode = 0;                    // --mode; 0: not asked for
  std::vector<std::string> paths;  // --path
  bool forces = false, ascii = false, axes = false;
  double width = 0;  // pixels; 0: the default
  std::string output;
};

struct AnimateSettings {
  std::vector<std::string> curves, paths;
  std::string output;
};

void add_draw_options(CLI::App& app, std::string& deck, DrawSettings& settings);
void add_plot_options(CLI::App& app, std::string& file, PlotSettings& settings);
void add_animate_options(CLI::App& app, std::string& deck, AnimateSettings& settings);

// Reads numbers separated by commas; for another text the result is empty and `problem` is set.
std::vector<double> numbers_of(const std::string& text, std::string& problem);

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

// Request of the verb average: files of trials and the form of the result.
struct AverageRequest {
  std::vector<std::string> files;
  std::string output;        // of -o; empty: standard output
  int points = 101;          // number of points, for trials whose first columns differ
  bool correlation = false;  // --cmc: coefficients of multiple correlation in place of the table
};

struct Arguments {
  std::string deck;
  std::vector<std::string> defines, sets;
  std::string csv, strides, template_name, convert, certify;
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

// Fills `args`. Returns the exit status where nothing is left to do: after --help, or after a usage
// error, which has been printed.
std::optional<int> parse_arguments(int argc, char** argv, Arguments& args);

// "; did you mean the verb 'sweep'?" where the name of an unreadable deck is near to a verb; else
// empty.
std::string verb_meant(const std::string& deck);

// Copies the values of -D, --set and --certify to the input and the settings. Returns the problem,
// or empty.
std::string read_given(Arguments& args, DeckInput& input);

// The text of `mbsim --version`. It contains neither time nor place of the build, so that two
// builds of one commit are the same program.
std::string describe_version();

}  // namespace mbs
