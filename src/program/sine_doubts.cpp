// Sines of numbers that are no radians: sin(30), and sin(a) of PARAM a = 30.
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "base/index.h"
#include "program/doubt.h"
#include "text/characters.h"
#include "text/names.h"
#include "text/number.h"
#include "text/parameters.h"

namespace mbs {

namespace {

// The value of a text that is a number, or the name of a parameter that no event changes.
std::optional<double> number_of(std::string_view text, const Parameters& parameters) {
  if (is_name(text)) {
    const Parameter* parameter = parameters.find(text);
    return parameter && parameter->live < 0 ? std::optional(parameter->value) : std::nullopt;
  }
  double value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, problem] = std::from_chars(text.data(), last, value);
  return problem == std::errc() && end == last ? std::optional(value) : std::nullopt;
}

// The text in the parentheses at `open`, without blanks around it; empty where it contains
// parentheses.
std::string_view argument_at(std::string_view text, std::size_t open) {
  const std::size_t close = text.find_first_of("()", open + 1);
  if (close == npos || text[close] == '(') return {};
  return trimmed(text.substr(open + 1, close - open - 1));
}

}  // namespace

std::vector<Doubt> doubts_of_sines(int file, const std::vector<std::string_view>& lines,
                                   const Parameters& parameters) {
  std::vector<Doubt> out;
  for (int k = 0; k < count_of(lines); ++k) {
    const std::string_view text = lines[k].substr(0, comment_sign(lines[k]));
    const std::string line = lower_case(text);
    for (const std::string_view name : {"sin(", "cos(", "tan("})
      for (std::size_t at = line.find(name); at != npos; at = line.find(name, at + 1)) {
        if (at > 0 && is_name_char(line[at - 1])) continue;
        const std::string_view argument = argument_at(text, at + name.size() - 1);
        const std::optional<double> value = number_of(argument, parameters);
        if (!value || std::fabs(*value) <= 2 * kPi) continue;
        const bool named = is_name(argument);
        if (named && *value != std::round(*value)) continue;  // computed, not typed
        out.push_back({{file, k + 1, static_cast<int>(at) + 1},
                       "expression",
                       fmt::format("{}{}) is that of {} radians", name, argument, *value),
                       named
                           ? fmt::format("PARAM {} = {}deg, if degrees are meant", argument, *value)
                           : fmt::format("{}{}deg), if degrees are meant", name, argument)});
      }
  }
  return out;
}

}  // namespace mbs
