// EVENT lines: conditions in a run and the actions that follow.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/classes.h"
#include "base/source_location.h"
#include "plan/observations.h"

namespace mbs {

// forward: prescribed motions are released, and the efforts that drove them stay as constant loads.
enum class ActionKind : std::uint8_t {
  stop,
  fix,
  release,
  forward,
  dynamic,
  calculable,
  prescribe,
  impact,
  set,
  stimulate  // the onset of a muscle: no action of a deck's EVENT
};

// The action words of a deck, "STOP", "FIX", ..., in the order of ActionKind. action_word(): the
// word of one kind.
std::span<const std::string_view> action_words();
std::string_view action_word(ActionKind kind);

// One coordinate (of a node) or deformation (of an element).
struct EventTarget {
  Target target = Target::coordinate;
  int owner = 0;
  int component = 0;
  bool operator==(const EventTarget&) const = default;
};

struct ActionRow {
  ActionKind kind = ActionKind::stop;
  std::vector<EventTarget> targets;  // impact, prescribe: one
  SourceLocation where;
  // IMPACT (solve/impact/impact.h)
  double restitution = 0;
  int side = 0;
  std::vector<EventTarget> stick;
  bool energetic = false;
  int bounces = 0;  // the contact closes after so many bounces; 0: when they are slow
  // PRESCRIBE: velocity and acceleration from the event on. Without a velocity the present one
  // stays.
  bool has_velocity = false;
  double velocity = 0, acceleration = 0;
  // SET: the parameter, or the state (sets_state), and the expression of its new value.
  std::string parameter;
  bool sets_state = false;
  std::string text;
  SourceLocation text_at;
  int muscle = 0;  // stimulate
};

// EVENT name WHEN expression [RISING|FALLING] DO action; action ...
struct EventRow {
  std::string name;
  std::string text;      // of the expression, as written; it may read channels of the report and t
  std::string function;  // the event is at its zeros; a comparison becomes a difference
  bool comparison = false;  // the condition is true where `function` > 0
  AtBound at_bound = AtBound::is_false;
  SourceLocation text_at;
  Passing passing = Passing::both;
  bool passing_given = false;  // RISING or FALLING stands in the deck
  std::vector<ActionRow> actions;
  std::string label;  // "EVENT takeoff"
  SourceLocation where;
};

}  // namespace mbs
