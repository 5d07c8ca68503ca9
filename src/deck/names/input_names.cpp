#include "deck/names/input_names.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/index.h"
#include "deck/names/channel_name.h"
#include "deck/names/kabios_joints.h"
#include "deck/tables/tables.h"
#include "plan/named_channels.h"
#include "text/capital_names.h"
#include "text/owned_name.h"

namespace mbs {

namespace {

NamedInput of_point_of_space(const PointRow& row, int component, bool is_rate) {
  NamedInput out{is_rate ? InputKind::space_velocity : InputKind::space_position, row.point,
                 component, row.angle};
  out.xi = row.xi, out.eta = row.eta, out.zeta = row.zeta;
  return out;
}

NamedInput of_body_point(int point, int angle, double xi, double eta, int component, bool is_rate) {
  NamedInput out{is_rate ? InputKind::point_velocity : InputKind::point_position, point, component,
                 angle};
  out.xi = xi, out.eta = eta;
  return out;
}

// Makes the names and hands each to `take`, behind them those that NAME lines make: "rocker.phi" of
// "body4.phi".
class NamesOfDeck {
 public:
  using Take = std::function<void(std::string, const NamedInput&)>;

  NamesOfDeck(const Tables& tables, const Take& take) : t_(tables), take_(take) {
    for (const NameRow& row : t_.names) {
      if (row.kind == "ELEMENT") elements_.emplace(row.number, &row);
      if (row.kind == "SEGMENT") segments_.emplace(row.number, &row);
      if (row.kind == "NODE" || (row.kind == "BODY" && row.channels.empty()))
        for (const int node : {row.number, row.angle}) nodes_.emplace(node, &row);
      if (!row.channels.empty())
        owners_.emplace(fmt::format("{}{}", row.channels, row.number), &row);
    }
  }

  void make() {
    for (std::size_t k = 0; k < t_.odes.size(); ++k)
      take_(name_key(t_.odes[k].name), {InputKind::state, static_cast<int>(k)});
    bodies();
    points();
    revolutes();
    contacts();
    if (t_.dialect == Dialect::segdyn) chain();
    if (t_.dialect == Dialect::native) native();
    if (t_.dialect != Dialect::native) joints();
    muscles();
    for (const auto& [name, input] : further_) take_(name, input);
  }

 private:
  // "body4.phi" of the owner "body4".
  void add(const std::string& owner, std::string_view part, const NamedInput& input) {
    take_(fmt::format(FMT_COMPILE("{}.{}"), owner, part), input);
    if (const auto row = owners_.find(owner); row != owners_.end()) name(*row->second, part, input);
  }
  void name(const NameRow& row, std::string_view part, const NamedInput& input) {
    further_.emplace_back(lower_case(fmt::format("{}.{}", row.name, part)), input);
  }
  // make_part(): the name behind the dot; most numbers have no NAME line that asks for it.
  template <class MakePart>
  void name_all(const std::unordered_multimap<int, const NameRow*>& rows, int number,
                const MakePart& make_part, const NamedInput& input) {
    const auto [first, past] = rows.equal_range(number);
    for (auto row = first; row != past; ++row) name(*row->second, make_part(), input);
  }
  // Of a native element.
  void add_element(const ElementRow& row, std::string_view word, std::string_view part,
                   const NamedInput& input) {
    add(fmt::format("{}{}", word, row.number), part, input);
    name_all(
        elements_, row.number, [&] { return part; }, input);
  }

  // Positions of a node, then its velocities: "x", "y", "xd", "yd".
  void add_node(const std::string& owner, int node) {
    const NodeKind kind = t_.nodes[node].kind;
    for (const bool is_rate : {false, true})
      for (int c = 0; c < coordinate_count(kind); ++c)
        if (is_rate || node_type(kind).has_rates())
          add(owner, coordinate_part(kind, c, is_rate),
              {is_rate ? InputKind::velocity : InputKind::coordinate, node, c});
  }

  void bodies() {
    for (const BodyRow& row : t_.bodies) {
      const std::string owner = fmt::format("body{}", row.number);
      for (const int node : {row.point, row.angle}) add_node(owner, node);
    }
  }

  void add_point(int number, int point, int angle, double xi, double eta) {
    for (const bool is_rate : {false, true})
      for (int c = 0; c < 2; ++c)
        add(fmt::format("point{}", number), fmt::format("{}{}", "xy"[c], is_rate ? "d" : ""),
            of_body_point(point, angle, xi, eta, c, is_rate));
  }

  // A point at the node of its body is that node.
  void add_space_point(const PointRow& row) {
    const std::string owner = fmt::format("point{}", row.number);
    if (row.xi == 0 && row.eta == 0 && row.zeta == 0) return add_node(owner, row.point);
    for (const bool is_rate : {false, true})
      for (int c = 0; c < 3; ++c)
        add(owner, coordinate_part(NodeKind::space_point, c, is_rate),
            of_point_of_space(row, c, is_rate));
  }

  // Points of a chain are known before its nodes are made.
  void points() {
    const auto& of_segments = t_.chain.points;
    for (std::size_t k = 0; k < of_segments.size(); ++k) {
      const ChainSegment& s = t_.chain.segments[of_segments[k].segment];
      add_point(static_cast<int>(k) + 1, s.point, s.angle, of_segments[k].xi, of_segments[k].eta);
    }
    for (const PointRow& row : t_.points)
      if (t_.kabios.space)
        add_node(fmt::format("point{}", row.number), row.point);
      else if (node_type(t_.nodes[at(row.point)].kind).is_spatial)
        add_space_point(row);
      else
        add_point(row.number, row.point, row.angle, row.xi, row.eta);
  }

  // KABIOS reports count revolutes from 1; native reports use the number of the element.
  void revolutes() {
    int place = 0;
    for (const ElementRow& row : t_.elements) {
      // The joints of a chain itself have no name.
      const bool is_named = t_.dialect != Dialect::segdyn || row.label.starts_with("REVOLUTE ");
      if (row.spec->keyword != "PLREV" || !is_named || row.nodes.size() < 4) continue;
      const NamedInput angle{InputKind::angle, row.nodes[1], 0, row.nodes[3]};
      ++place;
      if (t_.dialect == Dialect::native)
        add_element(row, "rev", "angle", angle);
      else
        add(fmt::format("rev{}", place), "angle", angle);
    }
  }

  void contacts() {
    int place = 0;
    for (const ContactRow& row : t_.contacts) {
      ++place;
      // Elements of a chain are made later, but its cams, which have no slip, exist. The slip of
      // what rolls is a vector.
      const std::size_t k = row.element;
      const ElementRow* const element = k < t_.elements.size() ? &t_.elements[k] : nullptr;
      const bool has_slip = !element || (!element->spec->is_gap && !element->spec->has_rates() &&
                                         element->spec->deformations.size() > 1);
      if (t_.dialect == Dialect::native && !element) continue;  // a deck with errors
      const auto add_part = [&](std::string_view part, InputKind kind, int d) {
        if (t_.dialect == Dialect::native)
          add_element(*element, "contact", part, {kind, row.element, d});
        else
          add(fmt::format("contact{}", place), part, {kind, row.element, d});
      };
      add_part("gap", InputKind::deformation, 0);
      if (!has_slip) continue;
      add_part("slip", InputKind::deformation, 1);
      add_part("slipd", InputKind::rate, 1);
    }
  }

  // The base of a chain is the proximal end of its first segment.
  void chain() {
    const std::vector<ChainSegment>& segments = t_.chain.segments;
    if (segments.empty()) return;
    const ChainSegment& first = segments.front();
    for (const bool is_rate : {false, true})
      for (int c = 0; c < 2; ++c)
        take_(fmt::format("{}{}", "xy"[c], is_rate ? "d" : ""),
              of_body_point(first.point, first.angle, -first.d, 0, c, is_rate));
    for (const std::string_view part : {"phi", "phid"})
      for (int k = 1; k <= count_of(segments); ++k) {
        const NamedInput input{part == "phi" ? InputKind::coordinate : InputKind::velocity,
                               segments[k - 1].angle, 0};
        take_(fmt::format("{}{}", part, k), input);
        name_all(
            segments_, k, [&] { return part; }, input);
      }
  }

  void native() {
    // "rev1.angle" and "rev1.angled" of a joint of space; none of its forces.
    each_deformation([this](const ElementRow& row, const NamedInput& of, std::string_view rate) {
      const DeformationSpec& spec = row.spec->deformations[of.component];
      if (!spec.word.empty())
        add_element(row, row.spec->stem, fmt::format("{}{}", spec.word, rate), of);
    });
    for (int k = 0; k < count_of(t_.nodes); ++k) {
      const int number = t_.nodes[k].number;
      const NodeKind kind = t_.nodes[k].kind;
      for (const bool is_rate : {false, true})
        for (int c = 0; c < coordinate_count(kind); ++c) {
          if (!is_rate && !node_type(kind).has_rates()) continue;
          const NamedInput input{is_rate ? InputKind::velocity : InputKind::coordinate, k, c};
          take_(fmt::format(FMT_COMPILE("{}{}_{}"), is_rate ? 'v' : 'x', number, c + 1), input);
          name_all(
              nodes_, number, [&] { return coordinate_part(kind, c, is_rate); }, input);
        }
    }
    each_deformation([this](const ElementRow& row, const NamedInput& of, std::string_view rate) {
      take_(fmt::format(FMT_COMPILE("e{}{}_{}"), rate, row.number, of.component + 1), of);
      name_all(
          elements_, row.number, [&] { return fmt::format("e{}{}", rate, of.component + 1); }, of);
    });
    // "dirx4_1": the component along x of space of the first axis of orientation 4.
    for (int k = 0; k < count_of(t_.nodes); ++k)
      for (int c = 0; c < 3 && !node_type(t_.nodes[k].kind).has_rates(); ++c)
        for (int axis = 0; axis < 3; ++axis) {
          NamedInput input{InputKind::direction, k, c};
          input.axis = axis;
          take_(fmt::format("dir{}{}_{}", "xyz"[c], t_.nodes[k].number, axis + 1), input);
        }
  }

  template <class Use>
  void each_deformation(const Use& use) {
    for (int k = 0; k < count_of(t_.elements); ++k)
      for (const bool is_rate : {false, true})
        for (int d = 0; d < count_of(t_.elements[k].spec->deformations); ++d)
          use(t_.elements[k], {is_rate ? InputKind::rate : InputKind::deformation, k, d},
              is_rate ? "d" : "");
  }

  // Joints of a KABIOS tail: gear2.e, weld1.ed2.
  void joints() {
    for (int k = 0; k < count_of(t_.elements); ++k) {
      const ElementRow& row = t_.elements[k];
      if (!kabios_joint_of(t_, row)) continue;
      for (const std::string_view part : {"e", "ed"})
        for (int d = 0; d < static_cast<int>(named_deformations(*row.spec)); ++d)
          add(joint_owner(row), joint_part(row, part, d),
              {part == "e" ? InputKind::deformation : InputKind::rate, k, d});
    }
  }

  // Muscle states follow the states of the deck: activation, then the strain of an elastic tendon.
  void muscles() {
    int state = count_of(t_.odes);
    for (const MuscleRow& row : t_.muscles) {
      const std::string name = lower_case(row.name);
      take_(name + ".act", {InputKind::state, state++});
      if (!row.constants.rigid) take_(name + ".strain", {InputKind::state, state++});
    }
  }

  const Tables& t_;
  const Take& take_;
  std::unordered_multimap<int, const NameRow*> nodes_, elements_, segments_;  // by their numbers
  std::unordered_map<std::string, const NameRow*> owners_;                    // of "body4"
  std::vector<std::pair<std::string, NamedInput>> further_;
};

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

}  // namespace

void LawNames::make() const {
  if (is_made_) return;
  is_made_ = true;
  // A name that stands for two things means the first one.
  NamesOfDeck(tables_, [this](std::string name, const NamedInput& input) {
    const auto [place, is_new] = inputs_.try_emplace(std::move(name), input);
    if (is_new) all_.push_back(place->first);
  }).make();
}

const std::vector<std::string_view>& LawNames::all() const {
  make();
  return all_;
}

std::optional<NamedInput> LawNames::find(std::string_view name, const LawPlace& place) const {
  const std::string key = key_in_deck(name, *tables_.parameters);
  if (key == "t") return NamedInput{};
  if (const auto own = of_own(key, place)) return own;
  make();
  const auto found = inputs_.find(key);
  return found == inputs_.end() ? std::nullopt : std::optional(found->second);
}

InputNames input_names(std::string_view text, const LawNames& known, const LawPlace& place) {
  InputNames out;
  const Parameters& parameters = *known.tables().parameters;
  for (const std::string_view name : input_words(text)) {
    if (capital_parameter(name, parameters)) continue;
    std::string key = key_in_deck(name, parameters);
    if (std::find(out.names.begin(), out.names.end(), key) != out.names.end()) continue;
    const auto input = known.find(key, place);
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
  const auto [owner, part] = owned_name(channel);
  for (const NameRow& row : tables.names)
    if (!part.empty() && is_same_name(row.name, owner)) return &row;
  return nullptr;
}

}  // namespace mbs
