#include "observe/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "plan/named_channels.h"
#include "plan/plan.h"
#include "text/expression.h"
#include "text/owned_name.h"

namespace mbs {

namespace {

// The functions below give the owner of a row in the words of NAME: "BODY 4"; empty: no NAME line
// names it.

// Revolute and translational joints are numbered separately.
std::string owner_of_joint(const std::vector<Parts::Joint>& joints, std::size_t k) {
  const bool revolute = joints[k].revolute;
  const auto before = joints.begin() + static_cast<std::ptrdiff_t>(k);
  const auto same = std::count_if(joints.begin(), before, [revolute](const Parts::Joint& joint) {
    return joint.revolute == revolute;
  });
  return fmt::format("{} {}", revolute ? "REVOLUTE" : "TRANSLATIONAL", same + 1);
}

// The node of a body or point of space.
std::string owner_of_node(const Model& model, int first) {
  for (const Node& node : model.nodes)
    if (node.first == first) return fmt::format("NODE {}", node.number);
  return {};
}

std::string owner_of(const Quantity& what, const Plan& plan, const Model& model) {
  const auto k = static_cast<std::size_t>(what.owner);
  switch (what.of) {
    case Of::body:
      if (model.bodies[k].in_space) return owner_of_node(model, model.bodies[k].phi);
      return fmt::format("BODY {}", model.bodies[k].number);
    case Of::point:
      // A point of a KABIOS deck of space is a node that its body carries.
      if (model.points[k].in_space && plan.vocabulary.rows == RowsOf::bodies)
        return owner_of_node(model, model.points[k].x);
      return fmt::format("POINT {}", model.points[k].number);
    case Of::rotation:
      return fmt::format("NODE {}",
                         model.nodes[static_cast<std::size_t>(plan.rotations[k].node)].number);
    case Of::joint:
      return owner_of_joint(model.parts.joints, k);
    case Of::further:
      return model.parts.further[k].label;
    case Of::holder:
      return model.parts.holders[k].label;
    case Of::spring:
      return fmt::format("SDA {}", what.owner + 1);
    case Of::hinge:
      return fmt::format("RSDA {}", what.owner + 1);
    case Of::net_joint:
      return fmt::format("NETJOINT {}", model.net_joints[k].number);
    case Of::coordinate:
      return fmt::format("NODE {}", model.nodes[k].number);
    case Of::deformation:
      return fmt::format("ELEMENT {}", model.elements[k].number);
    case Of::segment:
      return fmt::format("SEGMENT {}", what.owner + 1);
    case Of::last_joint:
      return fmt::format("JOINT {}", what.owner + 1);
    case Of::contact:
      return fmt::format("{} {}", plan.vocabulary.contact, what.owner);
    case Of::friction:  // native decks call it by the element
      return fmt::format("{} {}", plan.vocabulary.own_numbers ? "ELEMENT" : "FRICTION", what.owner);
    default:
      return {};
  }
}

// The names of NAME lines by their owners. The first of several lines counts.
std::unordered_map<std::string, std::string> names_of_owners(const Plan& plan) {
  std::unordered_map<std::string, std::string> out;
  for (const NameRow& row : plan.names) {
    if (row.of_dialect) continue;
    out.emplace(fmt::format("{} {}", row.kind, row.number), row.name);
    if (row.angle <= 0) continue;
    for (const int node : {row.number, row.angle})
      out.emplace(fmt::format("NODE {}", node), row.name);
  }
  return out;
}

// What NAME lines call channels: "rocker.x" of "x3_1", and "rocker.x.power" of "x3_1.power".
class NamedChannels {
 public:
  explicit NamedChannels(const Model& model) : model_(model) {}

  void add(const NameRow& row) {
    const std::string own = row.name + ".";
    const int n = row.number;
    if (!row.channels.empty()) add_owner(fmt::format("{}{}", row.channels, n), own);
    if (row.kind == "ELEMENT") {
      for (const std::string_view word : {"rev", "contact", "friction", "cam", "curves"})
        add_owner(fmt::format("{}{}", word, n), own);
      for (const ElementRange& element : model_.elements)
        if (element.number == n) add_element(element, own);
    } else if (row.kind == "SEGMENT" || row.kind == "JOINT") {
      for (const std::string_view part : {"frx", "fry", "m"})
        names_[fmt::format("{}{}", part, n)].push_back(fmt::format("{}{}", own, part));
      add_owner(fmt::format("m{}", n), own);
      for (const std::string_view part : {"phi", "phid", "phidd", "fextx", "fexty", "mext"})
        if (row.kind == "SEGMENT")
          names_[fmt::format("{}{}", part, n)].push_back(fmt::format("{}{}", own, part));
    } else if (row.channels.empty()) {
      for (const Node& node : model_.nodes)
        if (node.number == n || node.number == row.angle) add_node(node, own);
    }
  }

  // Calls take(alias) for each name of the channel.
  template <class Take>
  void each(const std::string& channel, const Take& take) const {
    if (const auto found = names_.find(channel); found != names_.end())
      std::for_each(found->second.begin(), found->second.end(), take);
    const auto [owner, part] = owned_name(channel);
    const auto found = owners_.find(std::string(owner));
    if (part.empty() || found == owners_.end()) return;
    for (const auto& [before, behind] : found->second)
      take(fmt::format("{}{}{}", before, part, behind));
  }

 private:
  void add_owner(std::string owner, std::string before, std::string behind = {}) {
    owners_[std::move(owner)].emplace_back(std::move(before), std::move(behind));
  }

  // "knee.e1" and "knee.power1".
  void add_element(const ElementRange& element, const std::string& own) {
    const std::string_view stem = element.type->spec.stem;
    if (!stem.empty() && stem != "rev") add_owner(fmt::format("{}{}", stem, element.number), own);
    for (int d = 1; d <= element.type->ne; ++d) {
      for (const std::string_view letters : {"e", "ed", "edd", "s"}) {
        const std::string channel = fmt::format("{}{}_{}", letters, element.number, d);
        names_[channel].push_back(fmt::format("{}{}{}", own, letters, d));
        add_owner(channel, own, std::to_string(d));
      }
    }
  }

  void add_node(const Node& node, const std::string& own) {
    const NodeType& type = node_type(node.kind);
    for (int rate = 0; rate < 3; ++rate) {
      const int count = rate == 0 ? position_count(node.kind) : coordinate_count(node.kind);
      for (int c = 0; c < count; ++c)
        names_[fmt::format("{}{}_{}", "xva"[rate], node.number, c + 1)].push_back(
            own + coordinate_part(node.kind, c, rate));
    }
    for (int c = 0; c < coordinate_count(node.kind); ++c) {
      for (const char effort : {'f', 'r'})
        names_[fmt::format("{}{}_{}", effort, node.number, c + 1)].push_back(
            own + effort_part(node.kind, c, effort));
      if (!type.is_spatial)
        add_owner(fmt::format("x{}_{}", node.number, c + 1),
                  fmt::format("{}{}.", own, coordinate_part(node.kind, c, 0)));
    }
  }

  const Model& model_;
  std::unordered_map<std::string, std::vector<std::string>> names_;
  // What stands before and behind the part that the channel has behind its dot.
  std::unordered_map<std::string, std::vector<std::pair<std::string, std::string>>> owners_;
};

NamedChannels names_of_lines(const Plan& plan, const Model& model, bool of_dialect) {
  NamedChannels out(model);
  for (const NameRow& row : plan.names)
    if (row.of_dialect == of_dialect) out.add(row);
  return out;
}

// Gives the channels the names of the vocabulary; those of the dialect become aliases.
void rename(const Plan& plan, const Model& model, Layout& layout) {
  if (!plan.vocabulary.namer) return;
  for (int k = 0; k < layout.count(); ++k) {
    Channel& channel = layout.channels[static_cast<std::size_t>(k)];
    std::string name = plan.vocabulary.namer(channel.what, plan, model);
    if (name.empty()) continue;
    std::swap(name, channel.name);
    layout.aliases.push_back({std::move(name), k});
  }
}

using TakenNames = std::set<std::string>;

TakenNames names_of_channels(const Layout& layout) {
  TakenNames out;
  for (const Channel& channel : layout.channels) out.insert(channel.name);
  return out;
}

// Gives a channel another name; the old one remains known besides. A name that there is already
// becomes an alias.
void rename_to(Layout& layout, int k, std::string name, TakenNames& taken) {
  std::string& own = layout.channels[static_cast<std::size_t>(k)].name;
  if (taken.insert(name).second) {
    taken.erase(own);
    std::swap(name, own);
  }
  layout.aliases.push_back({std::move(name), k});
}

// KABIOS decks of space: columns have the names of bodies, body2.q0 and body2.w1.
void call_by_bodies(const NamedChannels& bodies, Layout& layout) {
  TakenNames taken = names_of_channels(layout);
  for (int k = 0; k < layout.count(); ++k) {
    const std::string own = layout.name(k);
    bodies.each(own, [&](std::string name) { rename_to(layout, k, std::move(name), taken); });
  }
}

void add_owners(const Plan& plan, const Model& model, Layout& layout) {
  if (plan.names.empty()) return;
  const NamedChannels named = names_of_lines(plan, model, false);
  for (int k = 0; k < layout.count(); ++k)
    named.each(layout.name(k), [&](std::string alias) {
      layout.aliases.push_back({std::move(alias), k});
    });
  const bool has_bodies = std::any_of(plan.names.begin(), plan.names.end(),
                                      [](const NameRow& row) { return row.of_dialect; });
  if (has_bodies) call_by_bodies(names_of_lines(plan, model, true), layout);
  const std::unordered_map<std::string, std::string> name_of = names_of_owners(plan);
  for (TableLayout& table : layout.tables) {
    std::vector<std::string> names;
    std::size_t width = 0;
    for (const TableRow& row : table.rows) {
      const Channel& first = layout.channels[static_cast<std::size_t>(row.first)];
      const auto found = name_of.find(owner_of(first.what, plan, model));
      names.push_back(found == name_of.end() ? "" : found->second);
      width = std::max(width, names.back().size());
    }
    if (width == 0) continue;
    width = std::max<std::size_t>(width, 4);
    table.label_heads += fmt::format(" {:<{}}", "NAME", width);
    for (std::size_t k = 0; k < names.size(); ++k)
      table.rows[k].labels += fmt::format(" {:<{}}", names[k], width);
  }
}

// Joints of space call what they let move by a word: rev1.angle besides e1_1, and with NAME ELEMENT
// 1 knee also knee.angle. KABIOS decks have the word as the name itself.
void add_words(const Plan& plan, const Model& model, Layout& layout) {
  if (plan.vocabulary.rows != RowsOf::nodes) return;
  const bool renames = !model.bodies.empty();
  TakenNames taken = renames ? names_of_channels(layout) : TakenNames();
  const NamedChannels named = names_of_lines(plan, model, false);
  for (int k = 0; k < layout.count(); ++k) {
    const Quantity& what = layout.channels[static_cast<std::size_t>(k)].what;
    if (what.of != Of::deformation) continue;
    const ElementRange& element = model.elements[static_cast<std::size_t>(what.owner)];
    const RecordSpec& spec = element.type->spec;
    const std::string_view word = spec.deformations[static_cast<std::size_t>(what.component)].word;
    if (word.empty()) continue;
    std::string name = fmt::format("{}{}.{}{}", spec.stem, element.number, word,
                                   std::string(static_cast<std::size_t>(what.rate), 'd'));
    named.each(name, [&](std::string alias) { layout.aliases.push_back({std::move(alias), k}); });
    if (renames)
      rename_to(layout, k, std::move(name), taken);
    else
      layout.aliases.push_back({std::move(name), k});
  }
}

}  // namespace

void add_names(const Plan& plan, const Model& model, Layout& layout) {
  add_words(plan, model, layout);
  add_owners(plan, model, layout);
  rename(plan, model, layout);
}

VariableNames channel_names(const Layout& layout) {
  VariableNames out;
  out.add("t", 0);
  for (int k = 0; k < layout.count(); ++k) out.add(layout.name(k), k + 1);
  for (const Layout::Alias& alias : layout.aliases) out.add(alias.name, alias.channel + 1);
  return out;
}

}  // namespace mbs
