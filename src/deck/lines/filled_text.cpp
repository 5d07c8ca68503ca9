#include "deck/lines/filled_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "deck/lines/tokenizer.h"
#include "text/characters.h"
#include "text/parameters.h"

namespace mbs {

namespace {

// Takes ":0N" off the end of the expression and returns N; 0: there is none.
int take_width(std::string_view& expression) {
  const std::size_t n = expression.size();
  if (n < 4 || expression[n - 3] != ':' || expression[n - 2] != '0' ||
      !is_digit(expression[n - 1]) || expression.find('?') != npos)
    return 0;
  const int width = expression[n - 1] - '0';
  if (width > 0) expression.remove_suffix(3);
  return width;
}

}  // namespace

bool fill_parameters(std::string_view text, SourceLocation where, Parameters& parameters,
                     Diagnostics& diagnostics, std::string_view record, std::string& out) {
  out.clear();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find("${", at), text.size());
    out += text.substr(at, open - at);
    if (open == text.size()) break;
    SourceLocation here = where;
    here.column += static_cast<int>(open);
    const std::size_t close = text.find('}', open);
    const auto fail = [&](std::string problem, std::string expected) {
      diagnostics.error(here, std::string(record), std::move(problem), std::move(expected));
      return false;
    };
    if (close == npos) return fail("'${' is not closed in the quoted text", "expected '}'");
    std::string_view expression = text.substr(open + 2, close - open - 2);
    if (const Parameters::Text* known = parameters.mark_text_used(trimmed(expression))) {
      out += known->text;
      at = close + 1;
      continue;
    }
    const int width = take_width(expression);
    here.column += 2;
    const std::optional<double> value =
        evaluate_and_mark(expression, here, parameters, diagnostics, record);
    if (!value) return false;
    const bool whole = std::trunc(*value) == *value && std::fabs(*value) <= 0x1p53;
    if (width > 0 && (!whole || *value < 0))
      return fail(fmt::format("{} is no whole number from 0 on, as ':0{}' asks for", *value, width),
                  "leave ':0N' out, or give a whole number");
    out += whole ? fmt::format("{:0{}}", static_cast<long long>(*value), std::max(width, 1))
                 : fmt::format("{}", *value);
    at = close + 1;
  }
  return true;
}

}  // namespace mbs
