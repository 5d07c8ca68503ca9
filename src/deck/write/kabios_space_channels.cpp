// The channels of a KABIOS deck of bodies of space by their native names.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/tables/tables.h"
#include "deck/write/native_channels.h"
#include "deck/write/renaming.h"
#include "plan/named_channels.h"

namespace mbs {

namespace {

// All channels of a node by the numbers of a native deck.
void add_node(const Tables& t, const std::string& owner, int index, NewNames& names) {
  const NodeRow& node = t.nodes[at(index)];
  for (int rate = 0; rate < 3; ++rate) {
    const bool turns = rate == 0 && !node_type(node.kind).has_rates();
    for (int c = 0; c < (turns ? position_count(node.kind) : coordinate_count(node.kind)); ++c)
      names.add(fmt::format("{}.{}", owner, coordinate_part(node.kind, c, rate)),
                fmt::format("{}{}_{}", "xva"[rate], node.number, c + 1));
  }
  for (const char effort : {'f', 'r'})
    for (int c = 0; c < coordinate_count(node.kind); ++c)
      names.add(fmt::format("{}.{}", owner, effort_part(node.kind, c, effort)),
                fmt::format("{}{}_{}", effort, node.number, c + 1));
}

NewNames native_names_of_space(const Tables& t) {
  NewNames out;
  for (const BodyRow& body : t.bodies) {
    const std::string owner = fmt::format("body{}", body.number);
    const int turn = t.nodes[at(body.angle)].number;
    for (const int node : {body.point, body.angle}) add_node(t, owner, node, out);
    for (int k = 1; k <= 3; ++k) {
      const std::string& sequence = t.rotations[at(body.number - 1)].form;
      out.add(fmt::format("{}.phi{}", owner, k), fmt::format("rot{}.{}_{}", turn, sequence, k));
      out.add(fmt::format("{}.phi{}d", owner, k), fmt::format("rotd{}.{}_{}", turn, sequence, k));
      out.add(fmt::format("{}.w{}", owner, "xyz"[k - 1]),
              fmt::format("rot{}.velocity_{}", turn, k));
    }
    out.add_owner(owner, "");
  }
  for (const PointRow& point : t.points) {
    const std::string owner = fmt::format("point{}", point.number);
    add_node(t, owner, point.point, out);
    out.add_owner(owner, "");
  }
  return out;
}

}  // namespace

void use_native_names_of_space(Tables& tables, Diagnostics& diagnostics) {
  const NewNames names = native_names_of_space(tables);
  const Renaming rename{
      [&names](std::string_view name) { return names.find(name).value_or(std::string(name)); },
      "no name in native reports",
      "expected x y z, phi1 phi2 phi3, their rates, wx wy wz, w1 w2 w3 or q0 to q3 of a body"};
  rename_channels(
      tables, rename, rename,
      [](const LawRow&, std::string_view name) { return std::string(name); }, diagnostics);
  std::erase_if(tables.names, [](const NameRow& row) { return row.of_dialect; });
  tables.points.clear();
  tables.kabios.space = nullptr;
}

}  // namespace mbs
