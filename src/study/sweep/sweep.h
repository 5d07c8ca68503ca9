// Many runs of one deck, with other values of its parameters in each, in one process: a row of a
// CSV for each run (study/deck_runs.h).
#pragma once

#include <functional>
#include <string>

#include "program/run_deck.h"
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
  std::string sound;  // of a task: as in PreparedSweep, of the whole array
};

struct SweepProgress {
  long long done = 0, runs = 0;
  long long computed = 0;  // of the done ones, here and now
  double seconds = 0;
};

struct SweepOutputs {
  // Whole rows, in order, and how many; what went wrong, or empty. The first row of the table comes
  // first, as no row.
  std::function<std::string(std::string_view text, long long count)> rows;
  // The rows of an earlier sweep, one after the other, from the first run on; empty after the last.
  // Those that say `timeout` are computed again. May be empty.
  std::function<std::string()> old_row;
  // Called now and then by the thread that called sweep(); may be empty.
  std::function<void(const SweepProgress&)> progress;
};

// A deck and the list of its runs, found to be sound.
struct PreparedSweep {
  DeckInput deck;
  RunSettings run;
  RunList runs;
  std::vector<std::string> measures;
  std::vector<std::string> files;  // that were read, by names that open them
  std::string header;              // first row of the table
  std::string keep, folder;        // as in SweepSettings
  // The values, each with a comma behind it, with which the deck was found to be sound; empty: its
  // own.
  std::string sound;
};

// Empty where deck, parameters or runs are wrong. `messages`: all that is to be said, in lines.
std::optional<PreparedSweep> prepare_sweep(const DeckInput& deck, const RunSettings& run,
                                           const SweepSettings& settings, std::string& messages);

// Whether the row, with its line feed, can be that of run k.
bool is_row_of(const PreparedSweep& prepared, long long k, std::string_view row);

// What decides the numbers of runs: the program, the deck, the files that it reads, -D, options.
SweepFacts deck_facts(const DeckInput& deck, const std::vector<std::string>& read,
                      const RunSettings& run);
// A text without line feeds.
std::string one_line(std::string text);

// All that decides the bytes of the table.
SweepFacts sweep_facts(const PreparedSweep& sweep, const RunRequest& request);

// Makes the runs. The status is 0 where all ended with 0, 4 where none ended worse than with 4,
// 5 where a signal ended the sweep, 2 where a row could not be written, else 3. With 5 a thread may
// still be inside its run: the process should end without waiting for it.
ExitStatus sweep(const PreparedSweep& prepared, int threads, const SweepOutputs& outputs,
                 std::string& messages);

}  // namespace mbs
