// Runs of one deck with other values of its parameters, in one process and from any number of
// threads: what a sweep, a search for a root or an optimum, and sensitivities are made of. A run is
// the single run that `mbsim measure -D a=... -D b=...` makes, to the last bit: nothing that a run
// writes is shared, and files are read once for all runs.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "program/run_deck.h"

namespace mbs {

// What one run gives.
struct RunResult {
  ExitStatus status = ExitStatus::deck_error;
  std::vector<double> measures;       // of the deck; nan where there is no value
  std::string message;                // its first error; else which measure has no value and why
  std::optional<double> t_end;        // none before there is a motion
  std::vector<std::string> happened;  // Outcome::happened
  bool late = false;                  // a time limit has ended it, so that its end is chance
  bool ok() const { return status == ExitStatus::done; }
};

class DeckRuns {
 public:
  // What a run has written, for those who keep it.
  using Keep = std::function<void(std::string_view report, const Diagnostics&, const Outcome&)>;

  // `names`: the parameters that the values of a run belong to. The measures are those of a run of
  // the deck.
  DeckRuns(DeckInput deck, const RunSettings& settings, std::vector<std::string> names,
           std::size_t measures);

  // Any number of threads may call it. keep: may be empty; with it the report is made too.
  RunResult run(std::span<const double> values, const Keep& keep = {}) const;
  // One after another in order, each by one of so many threads (0: one for each core). What comes
  // after a signal has status `interrupted`.
  std::vector<RunResult> run_all(const std::vector<std::vector<double>>& points, int threads) const;

  const std::vector<std::string>& names() const { return names_; }
  std::size_t measures() const { return measures_; }
  const DeckInput& deck() const { return deck_; }

 private:
  DeckInput deck_;
  RunSettings settings_;
  std::vector<std::string> names_;
  std::size_t measures_;
};

// So many threads as were asked for, one for each core where that is 0, and no more than `runs`.
int thread_count(int asked, long long runs);

// Reads, builds and begins a run, which finds all that is wrong with the deck. Empty after an
// error.
std::optional<PreparedRun> check_deck(const DeckInput& deck, const RunSettings& settings,
                                      Diagnostics& diagnostics);

// Whether the deck has parameters of these names that -D leaves free; errors say which have not.
// Where the deck has an error that may explain a missing one, `messages` get that.
bool parameters_exist(const DeckInput& deck, const std::vector<std::string>& names,
                      Diagnostics& diagnostics, std::string& messages);

// "-D a=1 -D b=2", ready for a command line; the values read back to the same bits.
std::string as_defines(const std::vector<std::string>& names, std::span<const double> values);

}  // namespace mbs
