#include "plan/events.h"

namespace mbs {

std::span<const std::string_view> action_words() {
  static constexpr std::string_view kWords[] = {
      "STOP", "FIX", "RELEASE", "FORWARD", "DYNAMIC", "CALCULABLE", "PRESCRIBE", "IMPACT", "SET"};
  return kWords;
}

std::string_view action_word(ActionKind kind) {
  return kind == ActionKind::stimulate ? "ONSET" : action_words()[static_cast<std::size_t>(kind)];
}

}  // namespace mbs
