// `mbsim diff`: tolerant comparison of two reports, or of two CSV files, channel by channel. The
// rules, with examples, are in docs/diff.md. Time and memory are linear in the size of the texts
// (memory: one record per channel, the texts themselves are not copied).
#pragma once

#include <string>
#include <string_view>

namespace mbs {

// A channel (one number of one table row, followed over time) differs when somewhere |a - b| > atol
// + rtol * range, where range = max - min over time in both files together. If that is zero (less
// than 1e-12 of the largest magnitude), range is the largest magnitude. Negative values mean the
// default. For a CSV: atol 0 and rtol 1e-9. For a report, as its printed digits allow: atol one
// unit of the last digit of the channel's largest number, and for E fields rtol 10^-(digits - 1),
// 1e-3 at most.
struct DiffOptions {
  double rtol = -1;
  double atol = -1;  // in the unit of each channel
  bool all = false;  // list every channel that differs, not only the worst kListed
};

struct DiffResult {
  int exit_status = 0;  // 0 agree, 4 a difference, 2 the two texts cannot be compared
  std::string text;     // whole lines; for stdout, with exit status 2 for stderr
};

// The names are used in the output only.
DiffResult diff_texts(std::string_view a, std::string_view b, std::string_view name_a,
                      std::string_view name_b, const DiffOptions& options);

}  // namespace mbs
