#include "deck/names/channel_name.h"

#include <charconv>

#include "text/expression.h"
#include "text/expression_syntax.h"

namespace mbs {

namespace {

// Takes the number at the beginning of the text; 0: no digits, or too many.
int take_number(std::string_view& text) {
  int out = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (problem != std::errc() || text.front() == '-' || text.front() == '0') return 0;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return out;
}

}  // namespace

std::optional<ChannelName> split_channel(std::string_view text) {
  ChannelName out;
  out.letters = text.substr(0, text.find_first_of("0123456789._"));
  text.remove_prefix(out.letters.size());
  if (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    out.number = take_number(text);
    if (out.number == 0) return {};
  }
  if (text.starts_with("_") && text.size() > 1) {
    text.remove_prefix(1);
    out.component = take_number(text);
    if (out.component == 0) return {};
  }
  if (text.starts_with(".")) {
    out.quantity = text.substr(1);
    text = {};
  }
  if (!text.empty()) return {};
  return out;
}

std::vector<std::string_view> input_words(std::string_view text) {
  std::vector<std::string_view> out;
  for (const std::string_view name : expression_names(text)) {
    const Builtin* builtin = find_builtin(lower_case(name));
    if (!builtin || builtin->law_variable) out.push_back(name);
  }
  return out;
}

}  // namespace mbs
