// mbsim optimise: finds values of parameters that make a measure as large or as small as possible,
// within bounds and under conditions on other measures.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "study/asked.h"
#include "study/study.h"
#include "study/sweep/sweep_file.h"

namespace mbs {

struct OptimiseRequest {
  std::vector<std::string> parameters;  // texts of -p
  std::string least, most;              // --min or --max: a text as behind MEASURE name =
  std::vector<std::string> subjects;    // 'mumin > 40deg'
  std::string method = "cma";
  long long evaluations = 1000;  // runs at most
  std::uint64_t seed = 1;
  int threads = 0;     // 0: one for each core
  std::string output;  // of -o, the table of all runs; empty: none
  bool resume = false;
};

struct PreparedOptimise {
  Study study;
  std::vector<Relation> subjects;
  bool maximise = false;
  std::string method;
  long long evaluations = 0;
  std::uint64_t seed = 1;
  std::string header;  // first row of the table
};

// Empty after an error.
std::optional<PreparedOptimise> prepare_optimise(const DeckInput& deck, const RunSettings& settings,
                                                 const OptimiseRequest& request,
                                                 std::string& messages);
// All facts that decide the bytes of the table's rows; the number of rows is not among them.
SweepFacts optimise_facts(const PreparedOptimise& prepared, const RunSettings& settings,
                          const OptimiseRequest& request);

struct OptimiseOutputs {
  // Takes `count` whole rows, in order. Returns the problem, or empty. The function may be empty.
  std::function<std::string(std::string_view text, long long count)> rows;
  // Gives the rows of an earlier search one after the other; empty after the last. The function may
  // be empty.
  std::function<std::string()> old_row;
  // Called after each batch of runs with the number of runs done, their limit, and the best value.
  std::function<void(long long done, long long most, std::optional<double> best)> progress;
};

// answer: "-D a=1 -D b=2" of the best feasible run. messages: the best value and failures. Status
// 0; 4 without a feasible run, 5 after a signal, 2 where a row could not be written or an old row
// belongs to another search.
ExitStatus optimise(const PreparedOptimise& prepared, int threads, const OptimiseOutputs& outputs,
                    std::string& answer, std::string& messages);

// Whether the row, with its line feed, can be row k of the table.
bool is_optimise_row(const PreparedOptimise& prepared, long long k, std::string_view row);

}  // namespace mbs
