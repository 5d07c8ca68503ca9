#include "deck/write/native_channels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/index.h"
#include "deck/names/channel_name.h"
#include "deck/names/input_names.h"
#include "deck/names/kabios_joints.h"
#include "deck/records/muscle_records.h"
#include "deck/tables/tables.h"
#include "deck/write/renaming.h"
#include "plan/friction_number.h"
#include "plan/named_channels.h"
#include "text/capital_names.h"
#include "text/names.h"
#include "text/number.h"

namespace mbs {

namespace {

constexpr LawPlace kOfChain{Target::coordinate, 0, 0, true};

// A joint or contact of the elements has their number in native names: "contact2.n" becomes
// "contact7.n".
void add_numbered(NewNames& names, std::string_view word, std::size_t number,
                  const ElementRow& row) {
  names.add_owner(fmt::format("{}{}", word, number), fmt::format("{}{}", word, row.number));
}

void add_same(NewNames& names, std::string_view word, int number) {
  const std::string owner = fmt::format("{}{}", word, number);
  names.add_owner(owner, owner);
}

// The force of body i on body j in a revolute is the stress of its element.
void add_revolutes(const Tables& tables, NewNames& names) {
  for (std::size_t k = 1, e = 0; e < tables.elements.size(); ++e) {
    const ElementRow& row = tables.elements[e];
    if (row.label != fmt::format("REVOLUTE {}", k)) continue;
    for (const std::string_view part : {"angle", "x", "y"})
      names.add(fmt::format("rev{}.{}", k, part), fmt::format("rev{}.{}", row.number, part));
    for (const int c : {1, 2})
      names.add(fmt::format("rev{}.f{}", k, c == 1 ? 'x' : 'y'),
                fmt::format("s{}_{}", row.number, c));
    names.add_owner(fmt::format("rev{}", k), "");
    if (tables.dialect == Dialect::kabios) add_numbered(names, "jcf", k, row);
    ++k;
  }
}

// "gear2.s" of the tail is the stress s7_1 of its element; "cam2.radius" has its number.
void add_joints(const Tables& tables, NewNames& names) {
  for (const ElementRow& row : tables.elements) {
    const KabiosJoint* const joint = kabios_joint_of(tables, row);
    if (!joint) continue;
    for (const std::string_view part : {"e", "ed", "s"})
      for (int d = 0; d < static_cast<int>(named_deformations(*row.spec)); ++d)
        names.add(joint_channel(row, part, d), fmt::format("{}{}_{}", part, row.number, d + 1));
    const bool has_place = joint->word == "CAM" || joint->word == "CURVES";
    names.add_owner(joint_owner(row),
                    has_place ? fmt::format("{}{}", lower_case(joint->word), row.number) : "");
  }
}

// The element that touches or presses numbers them.
void add_contacts(const Tables& tables, NewNames& names) {
  for (std::size_t k = 0; k < tables.contacts.size(); ++k)
    add_numbered(names, "contact", k + 1, tables.elements[tables.contacts[k].element]);
  for (std::size_t k = 0; k < tables.frictions.size(); ++k)
    add_numbered(names, "friction", k + 1,
                 tables.elements[numbering_element(tables.frictions, tables.frictions[k])]);
}

// The native name of a muscle's joint: "4", or "_e5_1" for a deformation.
std::string native_arm(const Tables& tables, const MuscleArm& arm) {
  const int number = tables.elements[arm.element].number;
  return arm.over ? fmt::format("_e{}_{}", number, arm.component + 1) : fmt::format("{}", number);
}

// Joints that the path of a muscle may cross: their numbers and elements.
std::vector<std::pair<std::size_t, int>> numbered_joints(const Tables& tables) {
  std::vector<std::pair<std::size_t, int>> out;
  const std::vector<ChainSegment>& segments = tables.chain.segments;
  if (tables.dialect != Dialect::segdyn) {
    for (std::size_t e = 0; e < tables.elements.size(); ++e)
      if (tables.elements[e].label == fmt::format("REVOLUTE {}", out.size() + 1))
        out.emplace_back(out.size() + 1, static_cast<int>(e));
  } else {
    for (std::size_t k = 0; k < segments.size(); ++k)
      if (segments[k].joint >= 0) out.emplace_back(k + 1, segments[k].joint);
  }
  return out;
}

// "sol.f" keeps its name; in "sol.arm2" and in "reserve2" of STATICOPT the joint becomes the number
// of an element. Muscles on hinges of a chain count their angle with the opposite sign.
void add_muscles(const Tables& tables, NewNames& names) {
  for (const MuscleArm& joint : tables.static_opt.joints)
    for (const std::string part : {"moment", "reserve"})
      names.add(part + arm_channel(tables, joint), part + native_arm(tables, joint));
  const auto joints = numbered_joints(tables);
  for (const std::vector<MuscleRow>* all : {&tables.muscles, &tables.shared_muscles})
    for (const MuscleRow& row : *all) {
      const std::string owner = lower_case(row.name);
      for (const std::string_view part : {"arm", "m"}) {
        const std::string head = fmt::format("{}.{}", owner, part);
        for (const MuscleArm& arm : row.arms) {
          const std::string there = head + native_arm(tables, arm);
          names.add(head + arm_channel(tables, arm),
                    !arm.over && arm.sign < 0 ? "(-" + there + ")" : there);
        }
        for (const auto& [number, element] : joints)
          names.add(fmt::format("{}{}", head, number),
                    fmt::format("{}{}", head, tables.elements[element].number));
      }
      names.add_owner(owner, owner);
    }
}

// What lines of the deck name has the same names in both.
void add_own(const Tables& tables, NewNames& names) {
  for (const SubjectJoint& row : tables.subject.joints)
    names.add_owner(lower_case(row.name), lower_case(row.name));
  if (tables.subject.has_residual) names.add_owner("residual", "residual");
  for (const MarkRow& row : tables.marks) names.add_owner(lower_case(row.name), row.name);
  for (const StrideRow& row : tables.strides) names.add_owner(lower_case(row.name), row.name);
}

// The channels of a KABIOS deck that native reports have.
NewNames names_of_kabios(const Tables& tables) {
  NewNames out;
  add_own(tables, out);
  out.add_aliases(tables.names);
  for (const BodyRow& body : tables.bodies)
    for (const int node : {body.point, body.angle})
      for (int c = 0; c < coordinate_count(tables.nodes[node].kind); ++c)
        for (int rate = 0; rate < 3; ++rate)
          out.add(fmt::format("body{}.{}", body.number,
                              coordinate_part(tables.nodes[node].kind, c, rate)),
                  fmt::format("{}{}_{}", "xva"[rate], tables.nodes[node].number, c + 1));
  for (const PointRow& row : tables.points) add_same(out, "point", row.number);
  for (const NetJointRow& row : tables.forces.net_joints) add_same(out, "netjoint", row.number);
  add_revolutes(tables, out);
  add_contacts(tables, out);
  add_joints(tables, out);
  add_muscles(tables, out);
  return out;
}

// Names without a point (t, parameters, functions) stay as they are.
std::string native_name(const NewNames& names, std::string_view name) {
  static constexpr std::string_view kSame[] = {"force", "cm", "energy", "momentum", "mode"};
  if (const auto there = names.find(name)) return *there;
  const std::string lower = lower_case(name);
  const auto channel = split_channel(lower);
  const bool is_same =
      !channel || channel->quantity.empty() ||
      std::find(std::begin(kSame), std::end(kSame), channel->letters) != std::end(kSame);
  return is_same ? std::string(name) : "";
}

// What an input of a chain's law is in a native deck. The base is no node: its place is computed
// from the first centre of gravity.
std::string native_input(const Tables& tables, const NamedInput& input) {
  const auto number = [&](int node) { return tables.nodes[node].number; };
  const int component = input.component + 1;
  switch (input.kind) {
    case InputKind::coordinate:
    case InputKind::velocity:
      return fmt::format("{}{}_{}", input.kind == InputKind::coordinate ? "x" : "v",
                         number(input.owner), component);
    case InputKind::deformation:
    case InputKind::rate:
      return fmt::format("{}{}_{}", input.kind == InputKind::deformation ? "e" : "ed",
                         tables.elements[input.owner].number, component);
    case InputKind::point_position:
      return fmt::format("(x{}_{} {} {}*{}(x{}_1))", number(input.owner), component,
                         input.xi < 0 ? "-" : "+", format_number(std::fabs(input.xi)),
                         component == 1 ? "cos" : "sin", number(input.angle));
    case InputKind::point_velocity:
      return fmt::format("(v{}_{} {} {}*v{}_1*{}(x{}_1))", number(input.owner), component,
                         (input.xi < 0) == (component == 1) ? "+" : "-",
                         format_number(std::fabs(input.xi)), number(input.angle),
                         component == 1 ? "sin" : "cos", number(input.angle));
    default:
      return {};
  }
}

// The inputs of laws of a chain. Points keep their names.
void add_inputs(const Tables& tables, NewNames& names) {
  names.add_aliases(tables.names);
  for (const char* const own : {"T", "E", "V", "X"})  // x is that of the base
    if (is_declared_capital(own, *tables.parameters)) names.add(own, own);
  for (int k = 1; k <= count_of(tables.chain.points); ++k) add_same(names, "point", k);
  add_revolutes(tables, names);
  const LawNames known(tables);
  for (const std::string_view name : known.all()) {
    if (names.find(name)) continue;
    if (std::string there = native_input(tables, *known.find(name, kOfChain)); !there.empty())
      names.add(std::string(name), std::move(there));
  }
}

// The channels that a chain reports. Besides the inputs of laws, accelerations of segments and
// moments of joints have native names; forces have none.
NewNames names_of_chain(const Tables& tables) {
  NewNames out;
  add_own(tables, out);
  add_muscles(tables, out);
  const std::vector<ChainSegment>& segments = tables.chain.segments;
  const auto moment = [&](std::size_t k) {
    return k < segments.size() ? fmt::format("s{}_1", tables.elements[segments[k].hinge].number)
                               : "";
  };
  for (const NameRow& row : tables.names) {
    const std::string owner = lower_case(row.name);
    if (row.kind == "SEGMENT")  // which the native deck names, too
      for (const std::string_view part : {"phi", "phid", "phidd"})
        out.add(fmt::format("{}.{}", owner, part), fmt::format("{}.{}", row.name, part));
    if (row.kind != "SEGMENT" && row.kind != "JOINT") continue;
    out.add(owner + ".m", moment(at(row.number) - 1));
    out.add_owner(owner, "");
  }
  for (std::size_t k = 0; k < segments.size(); ++k) {
    out.add(fmt::format("phidd{}", k + 1),
            fmt::format("a{}_1", tables.nodes[segments[k].angle].number));
    out.add(fmt::format("m{}", k + 1), moment(k));
  }
  for (std::size_t k = 1; k <= tables.contacts.size(); ++k)
    for (const std::string_view part : {"gap", "slip", "slipd"})
      out.add(fmt::format("contact{}.{}", k, part),
              fmt::format("contact{}.{}", tables.elements[tables.contacts[k - 1].element].number,
                          part));
  add_contacts(tables, out);
  add_joints(tables, out);
  add_inputs(tables, out);
  return out;
}

std::string native_chain_channel(const NewNames& names, std::string_view name) {
  if (const auto there = names.find(name)) return *there;
  static constexpr std::string_view kOwn[] = {"frx",  "fry", "m",    "fextx",    "fexty",
                                              "mext", "sda", "rsda", "friction", "joint",
                                              "lock", "fix", "equal"};
  const std::string lower = lower_case(name);
  const auto channel = split_channel(lower);
  const bool of_base = channel && (channel->letters == "xdd" || channel->letters == "ydd");
  const bool is_own =
      of_base || (channel && channel->number > 0 &&
                  std::find(std::begin(kOwn), std::end(kOwn), channel->letters) != std::end(kOwn));
  return is_own ? "" : std::string(name);
}

}  // namespace

void use_native_channels(Tables& tables, Diagnostics& diagnostics) {
  const NewNames names = names_of_kabios(tables);
  const Renaming rename{[&names](std::string_view name) { return native_name(names, name); }};
  rename_events(tables, rename, diagnostics);
  rename_reports(tables, rename, diagnostics);
  for (LawRow& row : tables.forces.laws)
    row.text = renamed(row.text, rename, row.where, row.label, diagnostics);
  rename_forces(tables, rename, diagnostics);
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
  const NewNames names = names_of_chain(tables);
  const Renaming rename{
      [&names](std::string_view name) { return native_chain_channel(names, name); }};
  rename_reports(tables, rename, diagnostics);
  for (ReportRow& row : tables.reports)
    for (const ReportRow::Column& column : row.columns)
      if (column.name.starts_with('('))
        diagnostics.error(row.where, "REPORT", fmt::format("'{}' is no channel", column.name),
                          "expected OUT name = expression, and its name in the table");
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
  NewNames names;
  add_inputs(tables, names);
  const auto native = [&names](std::string_view name) {
    return names.find(name).value_or(std::string(name));
  };
  const Renaming rename{native};
  for (LawRow& row : tables.forces.laws) {
    // x, v or e, ed of the law's own place mean the same in a native deck.
    const auto own = law_variable_names(row.target);
    const Renaming rename_others{[&](std::string_view name) {
      const bool is_own =
          !row.of_chain && std::find(own.begin(), own.end(), lower_case(name)) != own.end();
      return is_own ? std::string(name) : native(name);
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
