#include "run/frame/happening.h"

#include <fmt/format.h>

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

std::string text_of(const ContactStrike& strike, double t) {
  std::string out = fmt::format("{} at t = {:.12g}: ", strike.label, t);
  switch (strike.kind) {
    case StrikeKind::rubs:
      return out + fmt::format("rubs, slip rate {:.9g} -> {:.9g}, impulse {:.9g}\n",
                               strike.slip.before, strike.slip.after, strike.friction);
    case StrikeKind::pressed:
      out += fmt::format("pressed, impulse {:.9g}", strike.impulse);
      break;
    case StrikeKind::bounce:
      out += fmt::format("bounce {}, gap rate {:.9g} -> {:.9g}, impulse {:.9g}", strike.bounce,
                         strike.gap.before, strike.gap.after, strike.impulse);
  }
  if (strike.has_friction)
    out += fmt::format("; slip rate {:.9g} -> {:.9g}, impulse {:.9g}", strike.slip.before,
                       strike.slip.after, strike.friction);
  out += "\n";
  if (strike.rests_after > 0)
    out += fmt::format("{}: rests after {} bounces in a row, each slower than the last\n",
                       strike.label, strike.rests_after);
  return out;
}

std::string text_of(const EventRecord& event) {
  std::string out = fmt::format("{} at t = {:.12g}, value {:.3e}:{}\n", event.label, event.t,
                                event.value, event.actions);
  if (!event.jumps) {
    out += "  ";
    for (const std::string& note : event.notes) out += note + "; ";
    return out + fmt::format("no velocity jumps, degrees of freedom {}\n", event.degrees);
  }
  for (const std::string& note : event.notes) out += "  " + note + "\n";
  out += fmt::format("  degrees of freedom {}; kinetic energy {:.9g} before, {:.9g} after\n",
                     event.degrees, event.kinetic_before, event.kinetic_after);
  for (const CoordinateJump& jump : event.coordinates)
    out += fmt::format("  {:<20} x {:16.9e} v {:16.9e} -> {:16.9e} impulse {:16.9e}\n", jump.name,
                       jump.x, jump.velocity.before, jump.velocity.after, jump.impulse);
  for (const StressImpulse& stress : event.stresses)
    out += fmt::format("  {:<20} impulse {:16.9e}\n", stress.name, stress.impulse);
  return out;
}

}  // namespace mbs
