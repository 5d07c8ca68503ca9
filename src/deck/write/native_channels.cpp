#include "deck/write/native_channels.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "deck/names/input_names.h"
#include "deck/names/kabios_joints.h"
#include "deck/records/muscle_records.h"
#include "deck/records/subject_records.h"
#include "deck/tables/tables.h"
#include "deck/write/renaming.h"
#include "plan/friction_number.h"
#include "plan/named_channels.h"
#include "text/names.h"
#include "text/number.h"

namespace mbs {

namespace {

// "body12.phi": "body", 12 and "phi".
struct ChannelName {
  std::string_view group, quantity;
  std::size_t number = 0;  // 0: none, "cm.x"
};

std::optional<ChannelName> split(std::string_view name) {
  const std::size_t point = name.find('.');
  if (point == name.npos) return {};
  const std::size_t digits = std::min(name.find_first_of("0123456789"), point);
  ChannelName out{name.substr(0, digits), name.substr(point + 1)};
  std::from_chars(name.data() + digits, name.data() + point, out.number);
  return out;
}

// The native name of x, y or phi of a body, followed by nothing, d or dd. Empty for another
// quantity.
std::string of_body(const Tables& tables, std::size_t body, std::string_view quantity) {
  if (body < 1 || body > tables.bodies.size()) return {};
  const BodyRow& row = tables.bodies[body - 1];
  for (const std::string_view coordinate : {"phi", "x", "y"}) {
    if (!quantity.starts_with(coordinate)) continue;
    const std::string_view rate = quantity.substr(coordinate.size());
    const char letter = rate.empty() ? 'x' : rate == "d" ? 'v' : rate == "dd" ? 'a' : ' ';
    if (letter == ' ') return {};
    const int node = coordinate == "phi" ? row.angle : row.point;
    return fmt::format("{}{}_{}", letter, tables.nodes[node].number, coordinate == "y" ? 2 : 1);
  }
  return {};
}

// The native name of a quantity of a revolute. The force of body i on body j is the stress of the
// element; "rev2.angle" becomes revE.angle with the number E of the element.
std::string of_revolute(const Tables& tables, std::size_t k, std::string_view quantity) {
  const std::string label = fmt::format("REVOLUTE {}", k);
  const int element = find_element(tables, label);
  if (element < 0) return {};
  const int number = tables.elements[element].number;
  if (quantity == "angle" || quantity == "x" || quantity == "y")
    return fmt::format("rev{}.{}", number, quantity);
  if (quantity != "fx" && quantity != "fy") return {};
  return fmt::format("s{}_{}", number, quantity == "fx" ? 1 : 2);
}

// The contact force in a revolute, whose native number is that of its element: "jcf2.fx".
std::string of_contact_force(const Tables& tables, const ChannelName& channel) {
  const int element = find_element(tables, fmt::format("REVOLUTE {}", channel.number));
  return element < 0 ? ""
                     : fmt::format("jcf{}.{}", tables.elements[element].number, channel.quantity);
}

// A joint of the tail: "gear2.s" is the stress s7_1 of its element.
std::string native_joint(const Tables& tables, std::string_view lower) {
  for (const ElementRow& row : tables.elements) {
    if (!kabios_joint_of(tables, row)) continue;
    for (const std::string_view quantity : {"e", "ed", "s"})
      if (const int d = joint_component(row, lower, quantity); d >= 0)
        return fmt::format("{}{}_{}", quantity, row.number, d + 1);
  }
  return {};
}

// The native names of "cam2.radius" and "curves1.ua" have the number of the element.
std::string of_cam(const Tables& tables, const ChannelName& channel) {
  const int element =
      find_element(tables, fmt::format("{} {}", upper_case(channel.group), channel.number));
  if (element < 0) return {};
  return fmt::format("{}{}.{}", channel.group, tables.elements[element].number, channel.quantity);
}
bool is_of_cam(std::string_view group) { return group == "cam" || group == "curves"; }

// The native names of "contact2.n" and "friction2.f" have the number of the element that touches or
// presses; empty for other channels.
std::string of_contact(const Tables& tables, const ChannelName& channel) {
  const bool rubs = channel.group == "friction";
  const std::vector<ContactRow>& rows = rubs ? tables.frictions : tables.contacts;
  if ((!rubs && channel.group != "contact") || channel.number < 1 || channel.number > rows.size())
    return {};
  const ContactRow& row = rows[channel.number - 1];
  const int element = rubs ? numbering_element(rows, row) : row.element;
  return fmt::format("{}{}.{}", channel.group, tables.elements[element].number, channel.quantity);
}

// The channel behind a name of a NAME line: "body4.phi" for "rocker.phi".
std::string own_name(const Tables& tables, std::string_view lower) {
  const std::size_t point = lower.find('.');
  for (const NameRow& row : tables.names)
    if (point != lower.npos && is_same_name(row.name, lower.substr(0, point)))
      return fmt::format("{}{}{}", row.channels, row.number, lower.substr(point));
  return std::string(lower);
}

// The native name of a muscle's joint: "4", or "_e5_1" for a deformation.
std::string native_arm(const Tables& tables, const MuscleArm& arm) {
  const int number = tables.elements[arm.element].number;
  return arm.over ? fmt::format("_e{}_{}", number, arm.component + 1) : fmt::format("{}", number);
}

// The element of the joint with this number; -1 if there is none. The path of a muscle may cross
// it.
int crossed_joint(const Tables& tables, const std::string& number) {
  if (tables.dialect != Dialect::segdyn) return find_element(tables, "REVOLUTE " + number);
  const int joint = find_element(tables, "joint " + number);
  const auto is_it = [=](const ChainSegment& s) { return s.joint == joint; };
  const auto& all = tables.chain.segments;
  return std::any_of(all.begin(), all.end(), is_it) ? joint : -1;
}

// The native name of a channel of a muscle. "sol.f" keeps its name; in "sol.arm2" and in "reserve2"
// of STATICOPT the joint becomes the number of an element. Muscles on hinges of a chain count their
// angle with the opposite sign. Empty for a channel that does not belong to a muscle.
std::string of_muscle(const Tables& tables, const std::string& lower) {
  for (const MuscleArm& joint : tables.static_opt.joints)
    for (const std::string quantity : {"moment", "reserve"})
      if (lower == quantity + arm_channel(tables, joint))
        return quantity + native_arm(tables, joint);
  const std::size_t point = lower.find('.');
  if (point == lower.npos) return {};
  for (const std::vector<MuscleRow>* all : {&tables.muscles, &tables.shared_muscles})
    for (const MuscleRow& row : *all) {
      if (!is_same_name(row.name, lower.substr(0, point))) continue;
      for (const std::string_view quantity : {"arm", "m"}) {
        if (lower.compare(point + 1, quantity.size(), quantity) != 0) continue;
        const std::size_t end = point + 1 + quantity.size();
        const std::string head = lower.substr(0, end), joint = lower.substr(end);
        for (const MuscleArm& arm : row.arms)
          if (joint == arm_channel(tables, arm)) {
            const std::string named = head + native_arm(tables, arm);
            return !arm.over && arm.sign < 0 ? "(-" + named + ")" : named;
          }
        if (const int crossed = crossed_joint(tables, joint); crossed >= 0)
          return head + fmt::format("{}", tables.elements[crossed].number);
      }
      return lower;
    }
  return {};
}

// The native name of a channel of a KABIOS deck; empty if native reports have no such channel.
// Names without a point (t, parameters, functions) stay as they are.
std::string native_name(const Tables& tables, std::string_view name) {
  if (is_channel_of_subject(tables, name)) return lower_case(name);
  if (stride_name(name, tables)) return std::string(name);
  const std::string lower = own_name(tables, lower_case(name));
  if (std::string muscle = of_muscle(tables, lower); !muscle.empty()) return muscle;
  const auto channel = split(lower);
  if (!channel) return std::string(name);
  if (channel->group == "body") return of_body(tables, channel->number, channel->quantity);
  if (channel->group == "rev") return of_revolute(tables, channel->number, channel->quantity);
  if (channel->group == "jcf") return of_contact_force(tables, *channel);
  if (std::string contact = of_contact(tables, *channel); !contact.empty()) return contact;
  if (std::string joint = native_joint(tables, lower); !joint.empty()) return joint;
  if (is_of_cam(channel->group)) return of_cam(tables, *channel);
  static constexpr std::string_view kSame[] = {"point",  "netjoint", "force", "cm",
                                               "energy", "momentum", "mode"};
  return std::find(std::begin(kSame), std::end(kSame), channel->group) != std::end(kSame) ? lower
                                                                                          : "";
}

// The native name of an input of a chain's law. Points keep their names. The base is no node: its
// place is computed from the first centre of gravity.
std::string native_input(const Tables& tables, std::string_view name) {
  std::string lower = lower_case(name);
  if (lower.starts_with("point")) return std::string(name);
  if (const NameRow* row = find_name(tables, lower); row && row->kind == "REVOLUTE")
    lower = channel_of(*row, lower.substr(lower.find('.') + 1));
  const auto input = find_input(tables, name, {Target::coordinate, 0, 0, true});
  if (!input || input->kind == InputKind::time) return std::string(name);
  const auto number = [&](int node) { return tables.nodes[node].number; };
  const int component = input->component + 1;
  switch (input->kind) {
    case InputKind::coordinate:
    case InputKind::velocity:
      return fmt::format("{}{}_{}", input->kind == InputKind::coordinate ? "x" : "v",
                         number(input->owner), component);
    case InputKind::deformation:
    case InputKind::rate:
      return fmt::format("{}{}_{}", input->kind == InputKind::deformation ? "e" : "ed",
                         tables.elements[input->owner].number, component);
    case InputKind::point_position:
      return fmt::format("(x{}_{} {} {}*{}(x{}_1))", number(input->owner), component,
                         input->xi < 0 ? "-" : "+", format_number(std::fabs(input->xi)),
                         component == 1 ? "cos" : "sin", number(input->angle));
    case InputKind::point_velocity:
      return fmt::format("(v{}_{} {} {}*v{}_1*{}(x{}_1))", number(input->owner), component,
                         (input->xi < 0) == (component == 1) ? "+" : "-",
                         format_number(std::fabs(input->xi)), number(input->angle),
                         component == 1 ? "sin" : "cos", number(input->angle));
    case InputKind::angle: {
      const auto channel = split(lower);
      return of_revolute(tables, channel->number, channel->quantity);
    }
    default:
      return std::string(name);
  }
}

// The native name of a channel that a chain reports. Besides the inputs of laws, accelerations of
// segments and moments of joints have native names; forces have none.
std::string native_chain_channel(const Tables& tables, std::string_view name) {
  if (is_channel_of_subject(tables, name)) return lower_case(name);
  if (stride_name(name, tables)) return std::string(name);
  std::string lower = lower_case(name);
  if (std::string muscle = of_muscle(tables, lower); !muscle.empty()) return muscle;
  if (const NameRow* row = find_name(tables, lower)) {
    const std::string quantity = lower.substr(lower.find('.') + 1);
    if (row->kind == "SEGMENT" && quantity.starts_with("phi")) return std::string(name);
    lower = channel_of(*row, quantity);
  }
  if (std::string joint = native_joint(tables, lower); !joint.empty()) return joint;
  if (const auto channel = split(lower)) {
    if (channel->group == "rev") return of_revolute(tables, channel->number, channel->quantity);
    if (is_of_cam(channel->group)) return of_cam(tables, *channel);
    if (channel->group == "contact" || channel->group == "friction")
      return of_contact(tables, *channel);
  }
  const std::size_t digits = std::min(lower.find_first_of("0123456789"), lower.size());
  const std::string_view letters = std::string_view(lower).substr(0, digits);
  if (letters == "phidd") {
    const std::string velocity = native_input(tables, "phid" + lower.substr(digits));
    return velocity.starts_with('v') ? "a" + velocity.substr(1) : "";
  }
  const std::vector<ChainSegment>& segments = tables.chain.segments;
  for (std::size_t k = 0; k < segments.size(); ++k)
    if (lower == fmt::format("m{}", k + 1))
      return fmt::format("s{}_1", tables.elements[segments[k].hinge].number);
  static constexpr std::string_view kOwn[] = {"frx",  "fry", "m",     "fextx",    "fexty",
                                              "mext", "sda", "rsda",  "friction", "joint",
                                              "lock", "fix", "equal", "xdd",      "ydd"};
  const bool numbered = digits < lower.size() || letters.ends_with("dd");
  if (numbered && std::find(std::begin(kOwn), std::end(kOwn), letters) != std::end(kOwn)) return {};
  return native_input(tables, lower == lower_case(name) ? name : lower);
}

}  // namespace

void use_native_channels(Tables& tables, Diagnostics& diagnostics) {
  const Renaming rename{[&](std::string_view name) { return native_name(tables, name); }};
  rename_events(tables, rename, diagnostics);
  rename_reports(tables, rename, diagnostics);
  for (LawRow& row : tables.forces.laws)
    row.text = renamed(row.text, rename, row.where, row.label, diagnostics);
  rename_forces(tables, rename, diagnostics);
  for (std::string& channel : tables.static_opt.channels)
    channel = renamed(channel, rename, tables.static_opt.where, "STATICOPT", diagnostics);
  use_native_names(tables);
}

void use_native_names(Tables& tables) {
  // Bodies become pairs of nodes. Names of joints and drives are dropped: native decks name their
  // channels differently.
  std::erase_if(tables.names,
                [](const NameRow& row) { return row.kind != "BODY" && row.kind != "POINT"; });
  for (NameRow& row : tables.names) {
    if (row.kind != "BODY" || row.angle > 0) continue;
    const BodyRow& body = tables.bodies[row.number - 1];
    row.number = tables.nodes[body.point].number;
    row.angle = tables.nodes[body.angle].number;
    row.channels.clear();
  }
}

void use_native_chain_channels(Tables& tables, Diagnostics& diagnostics) {
  // Muscles of STATICOPT and their joints act on the revolutes.
  const auto on_revolute = [&tables](MuscleArm& arm) {
    if (arm.over) return;
    arm.element = tables.chain.segments[arm.number - 1].joint;
    arm.sign = 1;
  };
  for (MuscleRow& row : tables.shared_muscles)
    for (MuscleArm& arm : row.arms) on_revolute(arm);
  for (MuscleArm& joint : tables.static_opt.joints) on_revolute(joint);
  const Renaming rename{[&](std::string_view name) { return native_chain_channel(tables, name); }};
  rename_reports(tables, rename, diagnostics);
  for (ReportRow& row : tables.reports)
    for (const ReportRow::Column& column : row.columns)
      if (column.name.starts_with('('))
        diagnostics.error(row.where, "REPORT", fmt::format("'{}' is no channel", column.name),
                          "expected OUT name = expression, and its name in the table");
  for (std::string& channel : tables.static_opt.channels)
    channel = renamed(channel, rename, tables.static_opt.where, "STATICOPT", diagnostics);
  // Names of joints are dropped: native decks name their channels differently.
  std::erase_if(tables.names,
                [](const NameRow& row) { return row.kind != "SEGMENT" && row.kind != "POINT"; });
  for (NameRow& row : tables.names) {
    if (row.kind != "SEGMENT") continue;
    const ChainSegment& segment = tables.chain.segments[row.number - 1];
    row.kind = "BODY";
    row.number = tables.nodes[segment.point].number;
    row.angle = tables.nodes[segment.angle].number;
  }
}

void use_native_inputs(Tables& tables, Diagnostics& diagnostics) {
  const Renaming rename{[&](std::string_view name) { return native_input(tables, name); }};
  for (LawRow& row : tables.forces.laws) {
    // x, v or e, ed of the law's own place mean the same in a native deck.
    const auto own = law_variable_names(row.target);
    const Renaming rename_others{[&](std::string_view name) {
      const bool is_own =
          !row.of_chain && std::find(own.begin(), own.end(), lower_case(name)) != own.end();
      return is_own ? std::string(name) : native_input(tables, name);
    }};
    if (!row.text.empty())
      row.text = renamed(row.text, rename_others, row.where, row.label, diagnostics);
    else
      diagnostics.error(row.where, row.label, "its table has no native form",
                        "write it to a file and use spline(\"file\", t)");
    row.of_chain = false;
  }
  rename_forces(tables, rename, diagnostics);
}

}  // namespace mbs
