// Splits names of channels, and finds the names in an expression.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace mbs {

// "body12.phid": "body", 12 and "phid"; "ed3_2": "ed", 3 and component 2; "phi3": "phi" and 3.
struct ChannelName {
  std::string_view letters, quantity;
  int number = 0;     // 0: none
  int component = 0;  // 0: none
};
// Empty if the text has another form.
std::optional<ChannelName> split_channel(std::string_view text);

// The names of an expression that are neither a constant nor a function, as written.
std::vector<std::string_view> input_words(std::string_view text);

}  // namespace mbs
