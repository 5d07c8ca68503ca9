// The events and changes of contacts at one instant of a run, as data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mbs {

// The new mode of a rigid contact or a joint with friction.
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

// A rate or a velocity before and after an impact.
struct RateChange {
  double before = 0, after = 0;
};

enum class StrikeKind : std::uint8_t {
  bounce,   // an open contact closes with some speed
  pressed,  // it was closed already, and the impact of another contact presses it
  rubs      // a joint with friction
};

// The effect of an impact on one rigid contact or joint with friction.
struct ContactStrike {
  std::string label;  // "CONTACT 1"
  StrikeKind kind = StrikeKind::bounce;
  int bounce = 0;      // number within its series, from 1
  RateChange gap;      // [m/s]
  double impulse = 0;  // normal, positive where the bodies push each other away [N s]
  bool has_friction = false;
  RateChange slip;      // [m/s], of a joint that turns [rad/s]
  double friction = 0;  // impulse along the slip, positive towards its growth
  int rests_after = 0;  // the number of bounces after which it rests; 0: it does not
};

// One line of the report, or two.
std::string text_of(const ContactStrike& strike, double t);

// The effect of an IMPACT of an event on its stop.
struct StopStrike {
  enum class Kind : std::uint8_t {
    impact,    // with an impulse of its own
    lifted,    // without an impulse of its own: contacts that stick have reversed its velocity
    no_impact  // it did not approach
  };
  std::string name;  // of the coordinate or deformation: "node 1 Y"
  Kind kind = Kind::impact;
  double restitution = 0;  // the restitution used
  RateChange velocity;
  double impulse = 0;
  int closes_after = 0;  // the number of bounces after which it closes; 0: it does not
};

// A parameter or state that SET changes, or a stimulus.
struct ValueChange {
  std::string name;
  double before = 0, after = 0;
};

// The effect of an event on a coordinate: x, its velocity, its external impulse.
struct CoordinateJump {
  std::string name;  // "node 1 Y"
  double x = 0;
  RateChange velocity;
  double impulse = 0;
};

// The impulse of a deformation: the integral of its stress over the impact.
struct StressImpulse {
  std::string name;
  double impulse = 0;
};

// One event of the deck, carried out.
struct EventRecord {
  std::string label;    // "EVENT takeoff"
  std::string actions;  // "FIX node 1 X, node 1 Y; STOP"
  double t = 0;
  double value = 0;  // of its expression
  std::vector<StopStrike> stops;
  std::vector<ValueChange> sets;
  std::vector<std::string> notes;  // the lines of the report about its actions, in their order
  int degrees = 0;                 // of freedom, afterwards
  // False: no velocity jumps; there are no impulses, and the energies are 0.
  bool jumps = false;
  double kinetic_before = 0, kinetic_after = 0;  // [J]
  std::vector<CoordinateJump> coordinates;       // all of them
  std::vector<StressImpulse> stresses;           // those that are not zero
};

// The lines of the report.
std::string text_of(const EventRecord& event);

// All impacts of one contact in a run.
struct ContactSum {
  std::string label;  // "CONTACT 1"
  long long impacts = 0;
  double normal = 0, friction = 0;  // sums of the sizes of their impulses [N s]
};

struct Happening {
  double t = 0;
  std::vector<std::string> labels;     // of events and contacts: "EVENT takeoff", "CONTACT 1"
  std::vector<ModeChange> contacts;    // rigid contacts and joints with friction
  std::vector<ContactStrike> strikes;  // of `contacts`, in the order of the report
  std::vector<EventRecord> events;     // of the deck, in the order in which they were carried out
};

}  // namespace mbs
