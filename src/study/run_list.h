// The runs of a sweep: the values of its parameters in each run. All errors in them are reported
// before the first run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "deck/records/sweep_records.h"
#include "plan/observations.h"

namespace mbs {

class Parameters;
struct UnitSystem;

// The options of the command line about the runs.
struct RunRequest {
  // Texts of -p: `name=values`, values separated by commas, each an expression of numbers or
  // `from:to:step`. from:to:step are from + k step for k = 0, 1, ... up to `to`, which counts as
  // reached up to 1e-6 of a step. With `sample`: `name=from:to`.
  std::vector<std::string> parameters;
  bool zip = false;                 // the k-th values of all parameters make run k
  std::string table;                // a CSV whose header names parameters; empty: none
  std::optional<long long> sample;  // runs of a Latin hypercube
  std::optional<std::uint64_t> seed;
};

class RunList {
 public:
  static constexpr long long kMostRuns = 1'000'000'000'000;
  static constexpr std::uint64_t kUsualSeed = 1;

  // Adds a parameter. Any thread may call `value`, with 0 to count - 1.
  void add(std::string name, long long count, std::function<double(long long)> value);
  // Adds a text of the deck (PARAM name = "text") with these values.
  void add_texts(std::string name, std::vector<std::string> texts);
  // all: the runs are all combinations, and the last parameter changes fastest. Otherwise run k has
  // the k-th value of each parameter, and all have the same number of values.
  void combine(bool all);

  long long count() const { return count_; }
  const std::vector<std::string>& names() const { return names_; }
  long long values_of(std::size_t parameter) const { return columns_[parameter].count; }
  double value(long long run, std::size_t parameter) const;
  // The value as -D takes it: a number that reads back to the same bits, or the text.
  std::string text(long long run, std::size_t parameter) const;
  bool is_text(std::size_t parameter) const { return columns_[parameter].texts != nullptr; }

 private:
  struct Column {
    long long count = 1, stride = 1;  // value (run / stride) % count
    std::function<double(long long)> value;
    std::shared_ptr<const std::vector<std::string>> texts = {};  // null: numbers
    long long place(long long run) const { return run / stride % count; }
  };
  std::vector<std::string> names_;
  std::vector<Column> columns_;
  long long count_ = 0;
};

// of_deck: SWEEP lines of the deck, used where the command line names no parameters and no table.
// deck: its texts, and its units, to which 5mm is converted. Errors go to `diagnostics`; then the
// result is empty.
std::optional<RunList> make_run_list(const RunRequest& request, std::span<const SweepRow> of_deck,
                                     const Parameters& deck, Diagnostics& diagnostics);

// from:to of one -p option of a search: the bounds of the value.
struct ParameterBounds {
  std::string name;
  std::optional<double> from, to;  // both, or neither where the option is a name alone
};
// expected: the advice in the error of a text without bounds. may_be_open: a name alone is enough.
std::optional<ParameterBounds> read_bounds(std::string_view text, bool may_be_open,
                                           const std::string& expected, const UnitSystem& units,
                                           Diagnostics& diagnostics);

// One coordinate of a Latin hypercube: [0, 1) is divided into N strata. Each run has a stratum of
// its own, in random order, and lies at a random place in it (McKay, Beckman, Conover 1979,
// Technometrics 21(2)). The numbers are the same on every machine (base/random.h).
class LatinHypercube {
 public:
  // Limit for the strata of all coordinates together, which are kept in memory, 4 bytes each.
  static constexpr long long kMost = 50'000'000;

  // count: number of runs. Coordinates with different numbers are independent.
  LatinHypercube(long long count, std::uint64_t seed, int coordinate);
  // The value of run k in [0, 1).
  double at(long long k) const;

 private:
  std::uint64_t places_;  // where the stream of places in the strata begins
  std::shared_ptr<const std::vector<std::uint32_t>> strata_;
};

}  // namespace mbs
