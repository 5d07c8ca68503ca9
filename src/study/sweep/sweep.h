// A sweep: many runs of one deck in one process, each with other values of its parameters. Each run
// gives a row of a CSV (study/deck_runs.h).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "deck/lines/deck_input.h"
#include "plan/strides.h"
#include "run/frame/run.h"
#include "study/run_list.h"
#include "study/sweep/sweep_file.h"

namespace mbs {

struct SweepSettings {
  RunRequest runs;
  int threads = 0;     // 0: one for each core
  std::string output;  // of -o; empty: standard output
  bool resume = false;
  // --keep: "reports" of all runs or of the "failed" ones only, and the folder they go to as
  // run_1.txt, run_2.txt ...; empty: none.
  std::string keep, folder;
  // --strides: the file for the strides of each run, with ${parameters}; empty: none. columns: of
  // --columns, for them.
  std::string strides;
  std::vector<std::string> columns;
  std::string sound;  // for a task of an array: PreparedSweep::sound of the whole array
};

struct SweepProgress {
  long long done = 0, runs = 0;
  long long computed = 0;  // runs that this process made; the others are old rows
  double seconds = 0;
};

struct SweepOutputs {
  // Takes `count` whole rows, in order. Returns the problem, or empty. The head row of the table
  // comes first, with count 0.
  std::function<std::string(std::string_view text, long long count)> rows;
  // Gives the rows of an earlier sweep one after the other, from the first run on; empty after the
  // last. Rows with `timeout` are computed again. The function may be empty.
  std::function<std::string()> old_row;
  // Called now and then by the thread that called sweep(); may be empty.
  std::function<void(const SweepProgress&)> progress;
};

// A deck and the list of its runs, both checked.
struct PreparedSweep {
  DeckInput deck;
  RunSettings run;
  RunList runs;
  std::vector<std::string> measures;
  std::vector<std::string> files;  // names that open the files which were read
  std::string header;              // first row of the table
  std::string keep, folder;        // as in SweepSettings
  std::string strides;             // as in SweepSettings
  std::vector<std::string> columns;
  // The files of --strides of each run, one for each STRIDE line of the deck; none of a run whose
  // parameters are wrong.
  std::vector<std::vector<std::string>> stride_files;
  // Values of the parameters, each followed by a comma, for which the deck was found to have no
  // error; empty: the values in the deck.
  std::string sound;
};

// Empty where deck, parameters or runs have an error. messages: all errors and warnings, in lines.
std::optional<PreparedSweep> prepare_sweep(const DeckInput& deck, const RunSettings& run,
                                           const SweepSettings& settings, std::string& messages);

// The files of --strides of each run, as PreparedSweep has them. Each file must be of one run:
// empty after an error.
std::vector<std::vector<std::string>> name_stride_files(const DeckInput& deck, const RunList& runs,
                                                        const std::string& pattern,
                                                        const std::vector<StrideRow>& strides,
                                                        Diagnostics& diagnostics);

// Whether the row, with its line feed, can be the row of run k.
bool is_row_of(const PreparedSweep& prepared, long long k, std::string_view row);

// All facts that decide the numbers of runs: program, deck, files that it reads, -D, options.
SweepFacts deck_facts(const DeckInput& deck, const std::vector<std::string>& read,
                      const RunSettings& run);
std::pair<std::string, std::string> stride_fact(const PreparedSweep& sweep);
// The text without line feeds.
std::string one_line(std::string text);

// All facts that decide the bytes of the table.
SweepFacts sweep_facts(const PreparedSweep& sweep, const RunRequest& request);

// Makes the runs. Status 0: all runs ended with 0. 4: no run ended worse than with 4. 5: a signal
// ended the sweep; a thread may still be inside its run, so the process should end without waiting
// for it. 2: a row could not be written. 3: otherwise.
ExitStatus sweep(const PreparedSweep& prepared, int threads, const SweepOutputs& outputs,
                 std::string& messages);

}  // namespace mbs
