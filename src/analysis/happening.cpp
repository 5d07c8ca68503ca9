#include "analysis/happening.h"

namespace mbs {

namespace {

std::string_view word_of(const ModeChange& change) {
  switch (change.turn) {
    case ContactTurn::lifts_off:
      return "lifts off";
    case ContactTurn::closes:
      return "";
    case ContactTurn::slides:
      return "slides";
    case ContactTurn::sticks:
      return "sticks";
    case ContactTurn::turns_back:
      return "turns back";
    case ContactTurn::is_carried:
      return change.is_joint ? "is held by others" : "is carried along";
    case ContactTurn::is_spare:
      return "is held by others";
  }
  return "";
}

}  // namespace

std::string text_of(const ModeChange& change) {
  const std::string what(word_of(change));
  if (!change.was_open) return what;
  return what.empty() ? "closes" : "closes and " + what;
}

}  // namespace mbs
