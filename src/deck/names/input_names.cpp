#include "deck/names/input_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/names/channel_name.h"
#include "deck/names/kabios_joints.h"
#include "deck/tables/tables.h"
#include "plan/named_channels.h"
#include "text/capital_names.h"

namespace mbs {

namespace {

// Index of the row of this number; -1 if there is none.
template <class Rows>
int index_of(const Rows& rows, int number) {
  for (std::size_t k = 0; k < rows.size(); ++k)
    if (rows[k].number == number) return static_cast<int>(k);
  return -1;
}

std::optional<NamedInput> of_node(const Tables& tables, const ChannelName& name) {
  const int node = index_of(tables.nodes, name.number);
  if (node < 0 || name.component < 1 || name.component > coordinate_count(tables.nodes[node].kind))
    return {};
  const bool position = name.letters == "x";
  if (position && !node_type(tables.nodes[node].kind).has_rates()) return {};
  return NamedInput{position ? InputKind::coordinate : InputKind::velocity, node,
                    name.component - 1};
}

// "dirx4_1": the component along x of space of the first axis of orientation 4.
std::optional<NamedInput> of_direction(const Tables& tables, const ChannelName& name) {
  const int node = index_of(tables.nodes, name.number);
  if (node < 0 || node_type(tables.nodes[node].kind).has_rates()) return {};
  if (name.component < 1 || name.component > 3) return {};
  NamedInput out{InputKind::direction, node, name.letters.back() - 'x'};
  out.axis = name.component - 1;
  return out;
}

std::optional<NamedInput> of_element(const Tables& tables, const ChannelName& name) {
  const int element = index_of(tables.elements, name.number);
  if (element < 0 || name.component < 1 ||
      name.component > count_of(tables.elements[element].spec->deformations))
    return {};
  const bool value = name.letters == "e";
  return NamedInput{value ? InputKind::deformation : InputKind::rate, element, name.component - 1};
}

// Component of x, y, xd or yd, in space also z and zd, and whether it is a rate.
std::optional<std::pair<int, bool>> of_place(std::string_view quantity, bool in_space = false) {
  if (quantity.empty() || quantity[0] < 'x' || quantity[0] > (in_space ? 'z' : 'y')) return {};
  const std::string_view rate = quantity.substr(1);
  if (!rate.empty() && rate != "d") return {};
  return std::pair(quantity[0] - 'x', !rate.empty());
}

// A place of a KABIOS deck of space, which is a node.
std::optional<NamedInput> of_space_place(int node, std::string_view quantity) {
  const auto place = of_place(quantity, true);
  if (!place) return {};
  return NamedInput{place->second ? InputKind::velocity : InputKind::coordinate, node,
                    place->first};
}

std::optional<NamedInput> of_body(const Tables& tables, const ChannelName& name) {
  const int body = index_of(tables.bodies, name.number);
  if (body < 0) return {};
  const BodyRow& row = tables.bodies[body];
  if (tables.kabios.space) {  // "w1": along the first axis of the body
    const std::string_view w = name.quantity;
    if (w.size() == 2 && w[0] == 'w' && w[1] >= '1' && w[1] <= '3')
      return NamedInput{InputKind::velocity, row.angle, w[1] - '1'};
    return of_space_place(row.point, w);
  }
  if (name.quantity == "phi") return NamedInput{InputKind::coordinate, row.angle, 0};
  if (name.quantity == "phid") return NamedInput{InputKind::velocity, row.angle, 0};
  const auto place = of_place(name.quantity);
  if (!place) return {};
  return NamedInput{place->second ? InputKind::velocity : InputKind::coordinate, row.point,
                    place->first};
}

NamedInput of_body_point(int point, int angle, double xi, double eta, std::pair<int, bool> place) {
  NamedInput out{place.second ? InputKind::point_velocity : InputKind::point_position, point,
                 place.first, angle};
  out.xi = xi, out.eta = eta;
  return out;
}

std::optional<NamedInput> of_point(const Tables& tables, const ChannelName& name) {
  if (tables.kabios.space) {
    const int k = index_of(tables.points, name.number);
    return k < 0 ? std::nullopt : of_space_place(tables.points[k].point, name.quantity);
  }
  const auto place = of_place(name.quantity);
  if (!place) return {};
  // Points of a chain are known before its nodes are made.
  const std::vector<ChainPoint>& of_segments = tables.chain.points;
  if (name.number >= 1 && name.number <= count_of(of_segments)) {
    const ChainPoint& row = of_segments[name.number - 1];
    const ChainSegment& s = tables.chain.segments[row.segment];
    return of_body_point(s.point, s.angle, row.xi, row.eta, *place);
  }
  const int k = index_of(tables.points, name.number);
  if (k < 0) return {};
  const PointRow& row = tables.points[k];
  return of_body_point(row.point, row.angle, row.xi, row.eta, *place);
}

// KABIOS reports count revolutes from 1; native reports use the number of the element.
std::optional<NamedInput> of_revolute(const Tables& tables, const ChannelName& name) {
  if (name.quantity != "angle") return {};
  int place = 0;
  for (const ElementRow& row : tables.elements) {
    if (row.spec->keyword != "PLREV") continue;
    // The joints of a chain itself have no name.
    if (tables.dialect == Dialect::segdyn && !row.label.starts_with("REVOLUTE ")) continue;
    ++place;
    if ((tables.dialect == Dialect::native ? row.number : place) == name.number)
      return NamedInput{InputKind::angle, row.nodes[1], 0, row.nodes[3]};
  }
  return {};
}

// "rev1.angle" and "rev1.angled" of a joint of space; none of its forces.
std::optional<NamedInput> of_space_joint(const Tables& tables, const ChannelName& name) {
  if (tables.dialect != Dialect::native) return {};
  const int element = index_of(tables.elements, name.number);
  if (element < 0 || tables.elements[element].spec->stem != name.letters) return {};
  for (int d = -1; const DeformationSpec& spec : tables.elements[element].spec->deformations) {
    ++d;
    if (spec.word.empty() || !name.quantity.starts_with(spec.word)) continue;
    const std::string_view rate = name.quantity.substr(spec.word.size());
    if (rate.empty()) return NamedInput{InputKind::deformation, element, d};
    if (rate == "d") return NamedInput{InputKind::rate, element, d};
  }
  return {};
}

std::optional<NamedInput> of_contact(const Tables& tables, const ChannelName& name) {
  const bool gap = name.quantity == "gap", rate = name.quantity == "slipd";
  if (!gap && !rate && name.quantity != "slip") return {};
  const InputKind kind = rate ? InputKind::rate : InputKind::deformation;
  int place = 0;
  for (const ContactRow& row : tables.contacts) {
    ++place;
    const int number =
        tables.dialect == Dialect::native ? tables.elements[row.element].number : place;
    if (number != name.number) continue;
    // Elements of a chain are made later, but its cams, which have no slip, exist. The slip of what
    // rolls is a vector.
    const std::size_t element = row.element;
    const RecordSpec* const spec =
        element < tables.elements.size() ? tables.elements[element].spec : nullptr;
    const bool has_no_slip =
        spec && (spec->is_gap || spec->has_rates() || spec->deformations.size() < 2);
    if (gap || !has_no_slip) return NamedInput{kind, row.element, gap ? 0 : 1};
  }
  return {};
}

// The base of a chain is the proximal end of its first segment.
std::optional<NamedInput> of_chain(const Tables& tables, const ChannelName& name) {
  const std::vector<ChainSegment>& segments = tables.chain.segments;
  if (name.number == 0 && name.quantity.empty()) {
    const auto place = of_place(name.letters);
    if (!place || segments.empty()) return {};
    const ChainSegment& first = segments.front();
    return of_body_point(first.point, first.angle, -first.d, 0, *place);
  }
  const bool rate = name.letters == "phid";
  if ((!rate && name.letters != "phi") || name.number < 1 || name.number > count_of(segments) ||
      !name.quantity.empty())
    return {};
  return NamedInput{rate ? InputKind::velocity : InputKind::coordinate,
                    segments[name.number - 1].angle, 0};
}

// Index of a muscle state. They follow the states of the deck: activation, then the strain of an
// elastic tendon.
int muscle_state(const Tables& tables, std::string_view lower) {
  int state = count_of(tables.odes);
  for (const MuscleRow& row : tables.muscles) {
    const std::string name = lower_case(row.name);
    if (lower == name + ".act") return state;
    if (lower == name + ".strain" && !row.constants.rigid) return state + 1;
    state += row.constants.rigid ? 1 : 2;
  }
  return -1;
}

// A joint of a KABIOS tail: gear2.e, weld1.ed2.
std::optional<NamedInput> of_joint(const Tables& tables, std::string_view lower) {
  for (std::size_t k = 0; k < tables.elements.size(); ++k) {
    const ElementRow& row = tables.elements[k];
    if (!kabios_joint_of(tables, row)) continue;
    if (const int d = joint_component(row, lower, "e"); d >= 0)
      return NamedInput{InputKind::deformation, static_cast<int>(k), d};
    if (const int d = joint_component(row, lower, "ed"); d >= 0)
      return NamedInput{InputKind::rate, static_cast<int>(k), d};
  }
  return {};
}

std::optional<NamedInput> of_own(std::string_view name, const LawPlace& place) {
  if (place.of_chain) return {};
  const bool on_e = place.target == Target::deformation;
  if (name == (on_e ? "e" : "x"))
    return NamedInput{on_e ? InputKind::deformation : InputKind::coordinate, place.owner,
                      place.component};
  if (name == (on_e ? "ed" : "v"))
    return NamedInput{on_e ? InputKind::rate : InputKind::velocity, place.owner, place.component};
  return {};
}

std::optional<NamedInput> of_channel(const Tables& tables, std::string_view lower) {
  const auto name = split_channel(lower);
  if (!name) return {};
  if (!name->quantity.empty() && name->component == 0) {
    if (const auto joint = of_space_joint(tables, *name)) return joint;
    if (name->letters == "body") return of_body(tables, *name);
    if (name->letters == "point") return of_point(tables, *name);
    if (name->letters == "rev") return of_revolute(tables, *name);
    if (name->letters == "contact") return of_contact(tables, *name);
  }
  if (tables.dialect != Dialect::native)
    if (const auto joint = of_joint(tables, lower)) return joint;
  if (tables.dialect == Dialect::segdyn && name->component == 0) return of_chain(tables, *name);
  if (tables.dialect != Dialect::native || !name->quantity.empty()) return {};
  if (name->letters == "x" || name->letters == "v") return of_node(tables, *name);
  if (name->letters == "e" || name->letters == "ed") return of_element(tables, *name);
  if (name->letters == "dirx" || name->letters == "diry" || name->letters == "dirz")
    return of_direction(tables, *name);
  return {};
}

}  // namespace

std::optional<NamedInput> find_input(const Tables& tables, std::string_view name,
                                     const LawPlace& place) {
  const std::string key = key_in_deck(name, tables.parameters), lower = lower_case(name);
  const bool own_of_deck = is_capital_name(key);
  if (key == "t") return NamedInput{};
  if (const auto own = own_of_deck ? std::nullopt : of_own(key, place)) return own;
  for (std::size_t k = 0; k < tables.odes.size(); ++k)
    if (name_key(tables.odes[k].name) == key)
      return NamedInput{InputKind::state, static_cast<int>(k)};
  if (own_of_deck) return {};
  if (const int state = muscle_state(tables, lower); state >= 0)
    return NamedInput{InputKind::state, state};
  if (auto channel = of_channel(tables, lower)) return channel;
  const NameRow* row = find_name(tables, lower);
  return row ? of_channel(tables, channel_of(*row, lower.substr(lower.find('.') + 1)))
             : std::nullopt;
}

InputNames input_names(std::string_view text, const Tables& tables, const LawPlace& place) {
  InputNames out;
  for (const std::string_view name : input_words(text)) {
    if (capital_parameter(name, tables.parameters)) continue;
    std::string key = key_in_deck(name, tables.parameters);
    if (std::find(out.names.begin(), out.names.end(), key) != out.names.end()) continue;
    const auto input = find_input(tables, key, place);
    if (!input) continue;  // a parameter
    out.names.push_back(std::move(key));
    out.inputs.push_back(*input);
  }
  return out;
}

std::string rate_row_text(const RecordSpec& spec) {
  if (spec.of_rates) return "a VFORMULA";
  return fmt::format("a {} of {}", spec.first_rate == 0 ? "rate" : "slip", spec.keyword);
}

const NameRow* find_name(const Tables& tables, std::string_view channel) {
  const std::size_t dot = channel.find('.');
  for (const NameRow& row : tables.names)
    if (dot != channel.npos && is_same_name(row.name, channel.substr(0, dot))) return &row;
  return nullptr;
}

}  // namespace mbs
