// What happens at one instant of a run, as data for who wants to know.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mbs {

// What a rigid contact, or a joint with friction, begins to do.
enum class ContactTurn : std::uint8_t {
  lifts_off,
  closes,  // without friction
  slides,
  sticks,
  turns_back,  // it slides on the other way
  is_carried,  // others hold its slip
  is_spare     // others hold its gap
};

struct ModeChange {
  std::string label;  // "CONTACT 1"
  ContactTurn turn = ContactTurn::closes;
  bool was_open = false;
  bool is_joint = false;
};

// "closes and sticks"
std::string text_of(const ModeChange& change);

struct Happening {
  double t = 0;
  std::vector<std::string> labels;   // of events and contacts: "EVENT takeoff", "CONTACT 1"
  std::vector<ModeChange> contacts;  // those that are rigid, and joints with friction
};

}  // namespace mbs
