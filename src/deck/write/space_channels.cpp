// The channels of a deck of the plane by their names of space.
#include <fmt/format.h>

#include <cmath>

#include "base/index.h"
#include "deck/lines/writing.h"
#include "deck/names/input_names.h"
#include "deck/write/renaming.h"
#include "deck/write/space_twins.h"
#include "plan/named_channels.h"
#include "text/names.h"

namespace mbs {

namespace {

class SpaceChannels {
 public:
  SpaceChannels(const Tables& plane, const std::vector<int>& point_nodes)
      : plane_(plane), point_nodes_(point_nodes) {}

  // The channel of space; empty if there is none.
  std::string name(std::string_view given, bool in_law) const {
    const std::string lower = own_channel(lower_case(given));
    const std::string same = lower == lower_case(given) ? std::string(given) : lower;
    if (lower == "momentum.angular") return "momentum.angularz";
    const std::size_t digits = lower.find_first_of("0123456789");
    if (digits == lower.npos || digits == 0) return same;
    const std::size_t end = std::min(lower.find_first_not_of("0123456789", digits), lower.size());
    const Parts parts{lower.substr(0, digits), lower.substr(digits, end - digits),
                      lower.substr(end)};
    if (parts.letters == "point") return of_point(parts);
    if (parts.letters == "rev" && parts.rest == ".angle") return angle_of_pin(parts.number);
    if (parts.rest.size() < 2 || parts.rest[0] != '_') return same;
    for (const std::string_view letters : {"x", "v", "a", "f", "r"})
      if (parts.letters == letters) return of_node(parts, lower, in_law);
    for (const std::string_view letters : {"e", "ed", "edd", "s"})
      if (parts.letters == letters) return of_element(parts, lower);
    return same;
  }

  // The angle of a body that is joined to the ground, as laws may read it: that of its joint.
  std::string angle_of_joint(int angle) const {
    for (const ElementRow& row : plane_.elements) {
      const TwinForm form = space_twin(*row.spec).form;
      if (form != TwinForm::pin && form != TwinForm::hinge) continue;
      const bool pin = form == TwinForm::pin;
      const int i = row.nodes[pin ? 1 : 0], j = row.nodes[pin ? 3 : 1];
      const bool second = j == angle && is_fixed_angle(plane_, i);
      if (!second && !(i == angle && is_fixed_angle(plane_, j))) continue;
      const double start = angle_of_node(plane_, angle);
      return sum(
          fmt::format("{}e{}_1", second ? "" : "-", row.number),
          pin ? start
              : (second ? 1 : -1) * reference(row, i, j) + angle_of_node(plane_, second ? i : j));
    }
    return {};
  }

 private:
  // The angle of j against i from which PLTOR counts.
  double reference(const ElementRow& row, int i, int j) const {
    for (const RestRow& rest : plane_.forces.rests)
      if (&plane_.elements[at(rest.element)] == &row) return rest.values[0];
    return angle_of_node(plane_, j) - angle_of_node(plane_, i);
  }

  struct Parts {
    std::string letters, number, rest;  // of "x3_1.power": "x", "3", "_1.power"
  };

  static std::string sum(const std::string& name, double more) {
    if (more == 0 && name[0] != '-') return name;
    return fmt::format("({} + {})", name, number_text(more));
  }

  // "x3_1" of the alias "crank.x".
  std::string own_channel(const std::string& lower) const {
    const NameRow* const row = find_name(plane_, lower);
    if (!row) return lower;
    const auto find = [&](const auto& owners, const auto& count,
                          std::initializer_list<const char*> letters) -> std::string {
      for (const auto& owner : owners)
        for (int c = 1; c <= count(owner); ++c)
          for (const char* const letter : letters) {
            const std::string channel = fmt::format("{}{}_{}", letter, owner.number, c);
            if (is_same_name(alias_of(*row, channel), lower)) return channel;
          }
      return {};
    };
    std::string out =
        find(plane_.nodes, [](const NodeRow& node) { return coordinate_count(node.kind); },
             {"x", "v", "a", "f", "r"});
    if (out.empty())
      out = find(plane_.elements,
                 [](const ElementRow& element) { return count_of(element.spec->deformations); },
                 {"e", "ed", "edd", "s"});
    return out.empty() ? channel_of(*row, lower.substr(lower.find('.') + 1)) : out;
  }

  std::string angle_of_pin(const std::string& number) const {
    for (const ElementRow& row : plane_.elements)
      if (number == std::to_string(row.number) && row.nodes.size() == 4)
        return sum(fmt::format("e{}_1", number),
                   angle_of_node(plane_, row.nodes[3]) - angle_of_node(plane_, row.nodes[1]));
    return {};
  }

  std::string of_node(const Parts& parts, const std::string& lower, bool in_law) const {
    for (int k = 0; k < count_of(plane_.nodes); ++k) {
      const NodeRow& row = plane_.nodes[at(k)];
      if (parts.number != std::to_string(row.number)) continue;
      if (row.kind != NodeKind::angle) return lower;
      const std::string behind = parts.rest.substr(2);
      if (parts.letters != "x" || !behind.empty())
        return fmt::format("{}{}_3{}", parts.letters, row.number, behind);
      if (in_law) return angle_of_joint(k);
      constexpr double kTurn = 6.283185307179586;
      return sum(fmt::format("rot{}.xyz_3", row.number), kTurn * std::round(row.x[0] / kTurn));
    }
    return lower;
  }

  std::string of_element(const Parts& parts, const std::string& lower) const {
    const int deformation = parts.rest[1] - '1';
    for (int k = 0; k < count_of(plane_.elements); ++k) {
      const ElementRow& row = plane_.elements[at(k)];
      if (parts.number != std::to_string(row.number) || deformation < 0 ||
          deformation >= count_of(row.spec->deformations))
        continue;
      const bool is_pin = space_twin(*row.spec).form == TwinForm::pin;
      if (is_pin && parts.letters == "s" && parts.rest.size() == 2)
        return fmt::format("rev{}.f{}", row.number, deformation == 0 ? "x" : "y");
      // A moment that holds a sine at 0 is that which holds the angle.
      const bool holds =
          parts.letters == "s" && !is_pin && !class_of(plane_, Target::deformation, k, deformation);
      if (!holds && !is_same_deformation(plane_, k, deformation)) return {};
      return fmt::format("{}{}_{}{}", parts.letters, row.number,
                         twin_component(plane_, k, deformation) + 1, parts.rest.substr(2));
    }
    return lower;
  }

  std::string of_point(const Parts& parts) const {
    for (std::size_t k = 0; k < plane_.points.size(); ++k) {
      if (parts.number != std::to_string(plane_.points[k].number)) continue;
      for (const bool is_x : {true, false})
        for (std::size_t rate = 0; rate < 3; ++rate)
          if (parts.rest == (is_x ? ".x" : ".y") + std::string(rate, 'd'))
            return fmt::format("{}{}_{}", "xva"[rate], point_nodes_[k], is_x ? 1 : 2);
    }
    return {};
  }

  const Tables& plane_;
  const std::vector<int>& point_nodes_;
};

}  // namespace

std::string number_text(double number) {
  const std::string digits = write_numbers({number}).substr(1);
  return number < 0 ? "(" + digits + ")" : digits;
}

void use_space_channels(const Tables& plane, const std::vector<int>& point_nodes, Tables& t,
                        Diagnostics& diagnostics) {
  const SpaceChannels channels(plane, point_nodes);
  constexpr std::string_view kLack = "no counterpart in space";
  const Renaming of_report{[&](std::string_view name) { return channels.name(name, false); }, kLack,
                           "expected channels of nodes, or of deformations that the element has in "
                           "space, too"};
  const Renaming of_law{[&](std::string_view name) { return channels.name(name, true); }, kLack,
                        "laws read no angle of a body of space but that of a joint on the ground"};
  // x of an angle that a law acts on is that of its joint; all other names of its own stay.
  const auto of_own = [&](const LawRow& row, std::string_view name) {
    const bool is_angle =
        row.target == Target::coordinate && plane.nodes[at(row.owner)].kind == NodeKind::angle;
    return is_angle && lower_case(name) == "x" ? channels.angle_of_joint(row.owner)
                                               : std::string(name);
  };
  rename_channels(t, of_report, of_law, of_own, diagnostics);
}

}  // namespace mbs
