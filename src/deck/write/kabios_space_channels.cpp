// The channels of a KABIOS deck of bodies of space by their native names.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/names/channel_name.h"
#include "deck/names/input_names.h"
#include "deck/tables/tables.h"
#include "deck/write/native_channels.h"
#include "deck/write/renaming.h"
#include "plan/named_channels.h"
#include "text/names.h"

namespace mbs {

namespace {

// x, y or z of a node, followed by nothing, d or dd. Empty for another quantity.
std::string of_node(int number, std::string_view quantity) {
  if (quantity.empty() || quantity[0] < 'x' || quantity[0] > 'z') return {};
  const std::string_view rate = quantity.substr(1);
  const char letter = rate.empty() ? 'x' : rate == "d" ? 'v' : rate == "dd" ? 'a' : ' ';
  return letter == ' ' ? "" : fmt::format("{}{}_{}", letter, number, quantity[0] - 'x' + 1);
}

std::string of_body(const Tables& t, const BodyRow& body, std::string_view quantity) {
  const int place = t.nodes[at(body.point)].number, turn = t.nodes[at(body.angle)].number;
  if (std::string name = of_node(place, quantity); !name.empty()) return name;
  const auto digit_at = [&quantity](std::size_t k) {
    return quantity.size() > k && quantity[k] >= '0' && quantity[k] <= '3' ? quantity[k] - '0' : -1;
  };
  if (quantity.starts_with("phi") && digit_at(3) > 0) {
    const std::string_view rate = quantity.substr(4);
    const std::string& sequence = t.rotations[at(body.number - 1)].form;
    return rate.empty()  ? fmt::format("rot{}.{}_{}", turn, sequence, digit_at(3))
           : rate == "d" ? fmt::format("rotd{}.{}_{}", turn, sequence, digit_at(3))
                         : "";
  }
  if (quantity == "wx" || quantity == "wy" || quantity == "wz")
    return fmt::format("rot{}.velocity_{}", turn, quantity[1] - 'x' + 1);
  if (quantity.size() == 2 && quantity[0] == 'q' && digit_at(1) >= 0)
    return fmt::format("x{}_{}", turn, digit_at(1) + 1);
  if (quantity.starts_with("w") && digit_at(1) > 0)
    return quantity.size() == 2        ? fmt::format("v{}_{}", turn, digit_at(1))
           : quantity.substr(2) == "d" ? fmt::format("a{}_{}", turn, digit_at(1))
                                       : "";
  const std::string_view rest = quantity.substr(std::min<std::size_t>(1, quantity.size()));
  if (quantity.starts_with("f") || quantity.starts_with("r")) {
    if (rest == "x" || rest == "y" || rest == "z")
      return fmt::format("{}{}_{}", quantity[0], place, rest[0] - 'x' + 1);
    if (rest.size() == 2 && rest[0] == 'm' && digit_at(2) > 0)
      return fmt::format("{}{}_{}", quantity[0], turn, digit_at(2));
  }
  return {};
}

std::string native_name_of_space(const Tables& t, std::string_view name) {
  const std::string lower = lower_case(name);
  const auto channel = split_channel(lower);
  if (!channel || channel->quantity.empty()) return std::string(name);
  if (channel->letters == "body" && channel->number >= 1 && channel->number <= count_of(t.bodies))
    return of_body(t, t.bodies[at(channel->number - 1)], channel->quantity);
  if (channel->letters == "point" && channel->number >= 1 && channel->number <= count_of(t.points))
    return of_node(t.nodes[at(t.points[at(channel->number - 1)].point)].number, channel->quantity);
  return std::string(name);
}

}  // namespace

void use_native_names_of_space(Tables& tables, Diagnostics& diagnostics) {
  const Renaming rename{
      [&tables](std::string_view name) { return native_name_of_space(tables, name); },
      "no name in native reports",
      "expected x y z, phi1 phi2 phi3, their rates, wx wy wz, w1 w2 w3 or q0 to q3 of a body"};
  rename_channels(
      tables, rename, rename,
      [](const LawRow&, std::string_view name) { return std::string(name); }, diagnostics);
  std::erase_if(tables.names, [](const NameRow& row) { return row.of_dialect; });
  tables.points.clear();
  tables.kabios.space = nullptr;
  // Several lines may load one coordinate; a native deck has one law for it.
  std::vector<LawRow> laws;
  for (LawRow& row : tables.forces.laws) {
    const auto same = std::find_if(laws.begin(), laws.end(), [&row](const LawRow& other) {
      return other.target == row.target && other.owner == row.owner &&
             other.component == row.component;
    });
    if (same == laws.end())
      laws.push_back(std::move(row));
    else
      same->text = fmt::format("({}) + ({})", same->text, row.text);
  }
  tables.forces.laws = std::move(laws);
}

}  // namespace mbs
