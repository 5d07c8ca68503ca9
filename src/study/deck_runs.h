// Runs of one deck with other values of its parameters, in one process and from any number of
// threads: the basis of sweeps, of searches for a root or an optimum, and of sensitivities. A run
// gives the same bits as the single run `mbsim measure -D a=... -D b=...`: runs share no data that
// they write, and files are read once for all runs.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "deck/lines/deck_input.h"
#include "run/frame/run.h"

namespace mbs {

struct PreparedRun;

// The result of one run.
struct RunResult {
  ExitStatus status = ExitStatus::deck_error;
  std::vector<double> measures;  // values of the deck's measures; nan: no value
  // the first error, else the first measure without a value and why
  std::string message;
  std::optional<double> t_end;        // empty before the motion begins
  std::vector<std::string> happened;  // Outcome::happened
  bool late = false;                  // ended by a time limit, so the moment of its end is chance
  bool ok() const { return status == ExitStatus::done; }
};

class DeckRuns {
 public:
  // Receives the report, messages and outcome of a run that are to be kept.
  using Keep = std::function<void(std::string_view report, const Diagnostics&, const Outcome&)>;

  // names: the parameters to which run() gives values. measures: the number of measures of a run of
  // the deck.
  DeckRuns(DeckInput deck, const RunSettings& settings, std::vector<std::string> names,
           std::size_t measures);

  // Receives the CSV of each STRIDE line of a run that has ended with `done`.
  using KeepStrides = std::function<void(const std::vector<std::string>& csv)>;

  // Any number of threads may call run(). The report is made only where `keep` is not empty.
  RunResult run(std::span<const double> values) const;
  // values: as -D takes them. columns: of the CSV of strides.
  RunResult run(const std::vector<std::string>& values, const Keep& keep,
                const KeepStrides& keep_strides = {},
                const std::vector<std::string>& columns = {}) const;
  // Starts the runs in order on `threads` threads (0: one for each core). Runs after a signal have
  // status `interrupted`.
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

// The number of threads: `asked`, or one for each core where `asked` is 0; at most `runs`.
int thread_count(int asked, long long runs);

// Reads and builds the deck and begins a run, which finds all errors of the deck. Empty after an
// error.
std::optional<PreparedRun> check_deck(const DeckInput& deck, const RunSettings& settings,
                                      Diagnostics& diagnostics);

// Whether the deck has parameters of these names that no -D sets; the others are errors. Where an
// error of the deck may explain a missing parameter, `messages` get it.
bool parameters_exist(const DeckInput& deck, const std::vector<std::string>& names,
                      Diagnostics& diagnostics, std::string& messages);

// "-D a=1 -D b=2", ready for a command line; the values read back to the same bits.
std::string as_defines(const std::vector<std::string>& names, std::span<const double> values);

}  // namespace mbs
