// How many digits of the numbers of a run can be believed, from runs at ever tighter tolerances.
// The rules, with their reasons, are in docs/certify.md.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "base/views.h"
#include "observe/layout.h"

namespace mbs {

// Channels with the same unit have the same kind, and their sizes may be compared. A channel
// without a known unit has a kind of its own.
std::string channel_kind(const Channel& channel);

// A certificate keeps the numbers of two runs in memory, whatever the number of runs.
class Certificate {
 public:
  enum class Kind {
    moving,    // it moves: digits of its range
    constant,  // it varies no more than its uncertainty: digits of its value
    small,     // it is small and wholly uncertain: digits of the largest channel of its kind
    zero,      // it is zero, or its whole kind is small beside the others: no digits
  };
  struct Digits {
    Kind kind = Kind::moving;
    double scale = 0;  // the number whose digits are counted
    // Estimated error of the first run: its largest difference from the tightest run, plus
    // last_step; or its largest difference from a run made another way, if that is larger.
    double error = 0;
    // largest difference between the two tightest runs, plus rounding
    double last_step = 0;
    int digits = 0;  // floor(log10(scale / error)), 0 to kMostDigits; not set when zero
  };
  static constexpr int kMostDigits = 15;

  // rows: expected in each run.
  Certificate(std::vector<Channel> channels, long long rows);
  static double bytes(double rows, double channels) { return 2 * 8 * rows * channels; }

  // The run to be certified comes first, tighter runs follow. A run counts when it has ended; a run
  // that fails is forgotten.
  void begin_run() { begin(false); }
  // A run made another way, which is compared with the first one alone.
  void begin_other_run() { begin(true); }
  // Throws std::logic_error if there are more or fewer values than channels.
  void row(ConstVector all);
  void end_run();

  const std::vector<Channel>& channels() const { return channels_; }
  // From here on at least two runs must have ended.
  std::vector<Digits> digits() const;
  // Rows of the tightest run minus rows of the first run.
  long long rows_missing() const { return ended_.rows - first_rows_; }

  // log10(scale / last_step) of the worst channel: to how many digits the two tightest runs agree.
  struct Agreement {
    double digits = std::numeric_limits<double>::infinity();
    std::size_t channel = 0;
  };
  Agreement agreement() const;
  // Agreement of the first run with the last run that was made another way.
  Agreement agreement_of_other() const;
  // Whether the two tightest runs would print the same numbers in a report with so many significant
  // figures (0: three decimals), apart from numbers that lie just between two roundings.
  bool figures_stay(int figures) const;

 private:
  std::vector<double> known_;  // the row at hand
  struct Extent {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    void add(double value);
    double range() const { return high >= low ? high - low : 0; }
    double magnitude() const;
  };
  struct Record {  // of one channel in one run
    Extent extent;
    double from_first = 0, from_previous = 0;  // largest differences
  };
  struct Run {
    std::vector<Record> channels;
    long long rows = 0;
  };
  struct Sizes {
    std::vector<double> kind;   // of each channel: largest magnitude among its kind
    std::vector<double> error;  // of each channel: largest error among its kind
    double all = 0;             // largest magnitude of all
  };
  void begin(bool other);
  void compare_other(ConstVector values, std::size_t place);
  Sizes sizes() const;
  double last_step(std::size_t c) const;
  double error(std::size_t c) const;
  Digits classify(std::size_t c, const Sizes& sizes) const;

  std::vector<Channel> channels_;
  std::vector<int> kind_of_;  // same number, same kind
  int kinds_ = 0;
  std::vector<double> first_, previous_;  // row by row
  std::vector<Extent> first_extent_;
  long long first_rows_ = 0;
  int runs_begun_ = 0;
  bool other_ = false;                  // the present run is made another way
  std::vector<double> others_;          // largest differences of all such runs from the first run
  std::vector<double> last_of_others_;  // largest differences of the last such run
  Run current_, ended_;
};

}  // namespace mbs
