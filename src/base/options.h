// Tolerances and switches that a user may set. One table drives the command line, the range
// errors, --options and the manual; no tolerance literal stands elsewhere.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mbs {

// Default limit of events of one run.
inline constexpr long long kUsualEvents = 10000;
// Values of the option `path`.
inline constexpr double kPathAuto = 0, kPathDense = 1, kPathSparse = 2, kPathJoint = 3,
                        kPathLapack = 4;

// All values are doubles; a switch is the index of the word chosen. options.cpp says what each
// is for.
struct Options {
  double feps = 1e-12;  // of a position residual, over the size of its terms
  double nrmax = 20;
  double guides = 0;
  double branch = 0.2;
  double halvings = 40;
  double weak_pivot = 0.1;
  double rank = 1e-9;  // a row with a smaller pivot depends on other rows
  double path = kPathAuto;
  double energy = 0;      // 0: any
  double residual = 0;    // 0: any
  double momentum = 0;    // 0: any
  double max_steps = 0;   // 0: any
  double max_events = 0;  // 0: LIMIT of the deck, else kUsualEvents
};

// Whether `path` asks for dense matrices in all places.
inline bool is_dense(const Options& options) {
  return options.path == kPathDense || options.path == kPathLapack;
}

// Whether matrices are sparse; with path = auto from `many` unknowns on.
inline bool is_sparse(const Options& options, int unknowns, int many) {
  return options.path == kPathAuto ? unknowns >= many : !is_dense(options);
}

struct OptionSpec {
  std::string_view name;
  double Options::*value;
  double minimum;
  double maximum;
  bool integral;
  std::string_view unit;
  std::string_view meaning;
  std::span<const std::string_view> words;  // for a switch; else empty
};

std::span<const OptionSpec> option_table();

// Sets the option `name` from `value` (number or word). Returns an error text or an empty string.
std::string set_option(Options& options, std::string_view name, std::string_view value);

// The table as text, one option a line, with the default values.
std::string describe_options();

}  // namespace mbs
