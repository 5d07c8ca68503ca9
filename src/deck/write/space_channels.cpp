// The channels of a deck of the plane by their names of space.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "deck/lines/writing.h"
#include "deck/write/renaming.h"
#include "deck/write/space_twins.h"
#include "plan/named_channels.h"
#include "text/names.h"

namespace mbs {

namespace {

std::string sum(const std::string& name, double more) {
  if (more == 0 && name[0] != '-') return name;
  return fmt::format("({} + {})", name, number_text(more));
}

// The angle of j against i from which PLTOR counts.
double reference(const Tables& plane, const ElementRow& row, int i, int j) {
  for (const RestRow& rest : plane.forces.rests)
    if (&plane.elements[at(rest.element)] == &row) return rest.values[0];
  return angle_between(plane, i, j);
}

// The angle of a body that is joined to the ground, as laws may read it: that of its joint.
std::string angle_of_joint(const Tables& plane, int angle) {
  for (const ElementRow& row : plane.elements) {
    const TwinForm form = space_twin(*row.spec).form;
    if (form != TwinForm::pin && form != TwinForm::hinge) continue;
    const bool pin = form == TwinForm::pin;
    const int i = row.nodes[pin ? 1 : 0], j = row.nodes[pin ? 3 : 1];
    const bool second = j == angle && is_fixed_angle(plane, i);
    if (!second && !(i == angle && is_fixed_angle(plane, j))) continue;
    const double start = angle_of_node(plane, angle);
    return sum(fmt::format("{}e{}_1", second ? "" : "-", row.number),
               pin ? start
                   : (second ? 1 : -1) * reference(plane, row, i, j) +
                         angle_of_node(plane, second ? i : j));
  }
  return {};
}

// The angle of a body as laws may read it: that of its joint on the ground, else of a HINGE that
// only measures.
std::string angle_in_law(const Tables& plane, int angle, const AngleReading& measured) {
  const std::string of_joint = angle_of_joint(plane, angle);
  return of_joint.empty() ? sum(measured(angle), angle_of_node(plane, angle)) : of_joint;
}

// Stands for the angle of a node, whose index follows, until a law reads it.
constexpr std::string_view kAngleOfNode = "angle of ";

// Makes the names of space of all channels of nodes, elements and points, and of what NAME lines
// call them.
class SpaceNames {
 public:
  SpaceNames(const Tables& plane, bool in_law) : plane_(plane), in_law_(in_law) {
    for (int k = 0; k < count_of(plane_.nodes); ++k)
      for (const char letter : {'x', 'v', 'a', 'f', 'r'}) add_node(k, letter);
    for (int k = 0; k < count_of(plane_.elements); ++k) add_element(k);
    for (const PointRow& row : plane_.points) {
      const std::string owner = fmt::format("point{}", row.number);
      names_.add_owner(owner, owner);
    }
    for (const OutRow& row : plane_.outs)
      if (!row.meaning.empty()) names_.add(row.name, name_of_subject_in_space(row.name));
    names_.add("momentum.angular", "momentum.angularz");
    for (const NetJointRow& row : plane_.forces.net_joints) {
      const std::string owner = fmt::format("netjoint{}", row.number);
      names_.add(owner + ".m", owner + ".mz");
      names_.add_owner(owner, owner);
    }
    name_muscles_of_space(plane_, names_);
    names_.add_aliases(plane_.names);
  }
  NewNames take() { return std::move(names_); }

 private:
  // The same of an element, node or pair of nodes that NAME lines name.
  void add_named(std::string_view kind, int number, const std::string& part,
                 const std::string& there) {
    for (const NameRow& row : plane_.names)
      if (row.channels.empty() && (row.kind == "ELEMENT") == (kind == "ELEMENT") &&
          (row.number == number || row.angle == number))
        names_.add(fmt::format("{}.{}", lower_case(row.name), part), there);
  }

  void add_node(int k, char letter) {
    const NodeRow& row = plane_.nodes[at(k)];
    const bool turns = row.kind == NodeKind::angle;
    for (int c = 0; c < coordinate_count(row.kind); ++c) {
      const std::string name = fmt::format("{}{}_{}", letter, row.number, c + 1);
      std::string there = turns ? fmt::format("{}{}_3", letter, row.number) : name;
      names_.add(name + ".power", there + ".power");
      if (turns && letter == 'x')
        there = in_law_ ? fmt::format("{}{}", kAngleOfNode, k)
                        : sum(fmt::format("rot{}.xyz_3", row.number),
                              kFullTurn * std::round(row.start / kFullTurn));
      names_.add(name, there);
      const std::size_t rate = std::string_view("xva").find(letter);
      add_named("NODE", row.number,
                rate == std::string_view::npos
                    ? effort_part(row.kind, c, letter)
                    : coordinate_part(row.kind, c, static_cast<int>(rate)),
                there);
    }
  }

  void add_element(int k) {
    const ElementRow& row = plane_.elements[at(k)];
    const bool is_pin = space_twin(*row.spec).form == TwinForm::pin;
    if (row.nodes.size() == 4) {
      const std::string there =
          sum(fmt::format("e{}_1", row.number), angle_between(plane_, row.nodes[1], row.nodes[3]));
      names_.add(fmt::format("rev{}.angle", row.number), there);
      add_named("ELEMENT", row.number, "angle", there);
    }
    for (int d = 0; d < count_of(row.spec->deformations); ++d)
      for (const std::string_view letters : {"e", "ed", "edd", "s"}) {
        // A moment that holds a sine at 0 is that which holds the angle.
        const bool holds = letters == "s" && !is_pin && !plane_.class_of(Target::deformation, k, d);
        const bool is_same = holds || is_same_deformation(plane_, k, d);
        const std::string name = fmt::format("{}{}_{}", letters, row.number, d + 1);
        std::string there =
            is_same ? fmt::format("{}{}_{}", letters, row.number, twin_component(plane_, k, d) + 1)
                    : "";
        names_.add(name + ".power", is_same ? there + ".power" : "");
        if (is_pin && letters == "s") there = fmt::format("rev{}.f{}", row.number, "xy"[d]);
        names_.add(name, there);
        add_named("ELEMENT", row.number, fmt::format("{}{}", letters, d + 1), there);
      }
  }

  const Tables& plane_;
  bool in_law_;
  NewNames names_;
};

}  // namespace

std::string number_text(double number) {
  const std::string digits = write_numbers({number}).substr(1);
  return number < 0 ? "(" + digits + ")" : digits;
}

std::string name_of_subject_in_space(std::string name) {
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

void use_space_channels(const Tables& plane, Tables& t, const AngleReading& measured,
                        Diagnostics& diagnostics) {
  constexpr std::string_view kLack = "no counterpart in space";
  const NewNames reported = SpaceNames(plane, false).take(), read = SpaceNames(plane, true).take();
  const auto as_written = [](const NewNames& names, std::string_view name) {
    return names.find(name).value_or(std::string(name));
  };
  const Renaming of_report{[&](std::string_view name) { return as_written(reported, name); }, kLack,
                           "expected channels of nodes, or of deformations that the element has in "
                           "space, too"};
  const auto in_law = [&](std::string_view name) {
    std::string there = as_written(read, name);
    if (there.rfind(kAngleOfNode, 0) != 0) return there;
    return angle_in_law(plane, std::stoi(there.substr(kAngleOfNode.size())), measured);
  };
  const Renaming of_law{
      in_law, kLack,
      "expected channels of nodes, or of deformations that the element has in space, too"};
  // x of an angle that a law acts on is read as that of any other; all other names of its own stay.
  const auto of_own = [&](const LawRow& row, std::string_view name) {
    const bool is_angle =
        row.target == Target::coordinate && plane.nodes[at(row.owner)].kind == NodeKind::angle;
    return is_angle && lower_case(name) == "x" ? angle_in_law(plane, row.owner, measured)
                                               : std::string(name);
  };
  rename_channels(t, of_report, of_law, of_own, diagnostics);
}

}  // namespace mbs
