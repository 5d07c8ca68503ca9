#include "base/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "base/diagnostics.h"

namespace mbs {

namespace {

constexpr std::string_view kGuideWords[] = {"smooth", "interpolate"};
constexpr std::string_view kPathWords[] = {"auto", "dense", "sparse", "joint", "lapack"};

// Name, member, least and greatest value, ...; docs/options.md is generated from this table.
constexpr OptionSpec kTable[] = {
    {"feps",
     &Options::feps,
     1e-15,
     1e-2,
     false,
     "-",
     "position residual allowed, times the size of the terms it is summed from (KABIOS FEPS)",
     {}},
    {"nrmax",
     &Options::nrmax,
     1,
     1000,
     true,
     "-",
     "Newton iterations allowed at one time (KABIOS NRMAX)",
     {}},
    {"guides", &Options::guides, 0, 1, true, "-",
     "curve through the NDATA table: cross-validated smoothing spline, or natural interpolation",
     kGuideWords},
    {"branch",
     &Options::branch,
     1e-6,
     1,
     false,
     "-",
     "difference from the second-order prediction, relative to the step, above which a step is "
     "halved",
     {}},
    {"halvings",
     &Options::halvings,
     0,
     60,
     true,
     "-",
     "how often a step may be halved before the run stops",
     {}},
    {"weak_pivot",
     &Options::weak_pivot,
     0,
     0.5,
     false,
     "-",
     "pivot of the Jacobian (1 at best) below which a position is treated as nearly singular",
     {}},
    {"rank",
     &Options::rank,
     1e-14,
     1e-3,
     false,
     "-",
     "relative size below which a diagonal of the pivoted QR counts as zero in the rank audit",
     {}},
    {"path", &Options::path, 0, 4, true, "-",
     "matrices by their size, dense, or sparse; joint: joint forces eliminated as well; lapack: "
     "dense, every factor by LAPACK",
     kPathWords},
    {"energy",
     &Options::energy,
     0,
     1,
     false,
     "-",
     "threshold (exit status 4): energy balance allowed, relative to the largest energy; 0: any",
     {}},
    {"residual",
     &Options::residual,
     0,
     1,
     false,
     "-",
     "threshold (exit status 4): constraint residual allowed, relative to its terms; 0: any",
     {}},
    {"momentum",
     &Options::momentum,
     0,
     1,
     false,
     "-",
     "threshold (exit status 4): rate of momentum against external forces, relative; 0: any",
     {}},
    {"max_steps",
     &Options::max_steps,
     0,
     1e12,
     true,
     "-",
     "steps of integration allowed (exit status 5); 0: what the deck says (LIMIT), else any",
     {}},
    {"max_events",
     &Options::max_events,
     0,
     1e12,
     true,
     "-",
     "events allowed (exit status 5); 0: what the deck says (LIMIT), else 10000",
     {}},
};

std::string expectation(const OptionSpec& spec) {
  if (!spec.words.empty()) return fmt::format("expected {}", fmt::join(spec.words, " or "));
  return fmt::format("expected {} from {} to {}", spec.integral ? "a whole number" : "a number",
                     spec.minimum, spec.maximum);
}

}  // namespace

std::span<const OptionSpec> option_table() { return kTable; }

std::string set_option(Options& options, std::string_view name, std::string_view value) {
  const auto spec = std::find_if(std::begin(kTable), std::end(kTable),
                                 [name](const OptionSpec& s) { return s.name == name; });
  if (spec == std::end(kTable)) {
    std::vector<std::string_view> names;
    for (const OptionSpec& s : kTable) names.push_back(s.name);
    const std::string_view near = nearest_word(name, names);
    return fmt::format(
        "there is no option '{}'; {}", name,
        near.empty() ? "mbsim --options lists them" : fmt::format("did you mean '{}'?", near));
  }
  const auto word = std::find(spec->words.begin(), spec->words.end(), value);
  if (word != spec->words.end()) {
    options.*(spec->value) = static_cast<double>(word - spec->words.begin());
    return {};
  }
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool good = error == std::errc() && end == value.data() + value.size() &&
                    spec->words.empty() && number >= spec->minimum && number <= spec->maximum &&
                    (!spec->integral || number == std::floor(number));
  if (!good) return fmt::format("option {}: '{}' will not do; {}", name, value, expectation(*spec));
  options.*(spec->value) = number;
  return {};
}

std::string describe_options() {
  const Options defaults;
  std::string out =
      fmt::format("{:<12} {:>12} {:>24}  {}\n", "name", "default", "range", "meaning");
  for (const OptionSpec& s : kTable) {
    const double value = defaults.*(s.value);
    const std::string shown = s.words.empty()
                                  ? fmt::format("{}", value)
                                  : std::string(s.words[static_cast<std::size_t>(value)]);
    const std::string range = s.words.empty() ? fmt::format("{} .. {}", s.minimum, s.maximum)
                                              : fmt::format("{}", fmt::join(s.words, "|"));
    out += fmt::format("{:<12} {:>12} {:>24}  {}\n", s.name, shown, range, s.meaning);
  }
  return out;
}

}  // namespace mbs
