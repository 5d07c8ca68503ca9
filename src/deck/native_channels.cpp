#include "deck/native_channels.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "deck/expression_syntax.h"
#include "deck/number.h"

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

// x, y or phi, then nothing, d or dd. Empty for another quantity.
std::string of_body(const Tables& tables, std::size_t body, std::string_view quantity) {
  if (body < 1 || body > tables.bodies.size()) return {};
  const BodyRow& row = tables.bodies[body - 1];
  for (const std::string_view coordinate : {"phi", "x", "y"}) {
    if (!quantity.starts_with(coordinate)) continue;
    const std::string_view rate = quantity.substr(coordinate.size());
    const char letter = rate.empty() ? 'x' : rate == "d" ? 'v' : rate == "dd" ? 'a' : ' ';
    if (letter == ' ') return {};
    const int node = coordinate == "phi" ? row.angle : row.point;
    return fmt::format("{}{}_{}", letter, tables.nodes[static_cast<std::size_t>(node)].number,
                       coordinate == "y" ? 2 : 1);
  }
  return {};
}

// The force of body i on body j is the stress of the revolute; "rev2.angle" keeps its name with the
// number of the element.
std::string of_revolute(const Tables& tables, std::size_t k, std::string_view quantity) {
  const std::string label = fmt::format("REVOLUTE {}", k);
  const auto row = std::find_if(tables.elements.begin(), tables.elements.end(),
                                [&](const ElementRow& e) { return e.label == label; });
  if (row == tables.elements.end()) return {};
  if (quantity == "angle") return fmt::format("rev{}.angle", row->number);
  if (quantity != "fx" && quantity != "fy") return {};
  return fmt::format("s{}_{}", row->number, quantity == "fx" ? 1 : 2);
}

// The channel that a name of the deck's own stands for: "body4.phi" of "rocker.phi".
std::string own_name(const Tables& tables, std::string_view lower) {
  const std::size_t point = lower.find('.');
  for (const NameRow& row : tables.names)
    if (point != lower.npos && is_same_name(row.name, lower.substr(0, point)))
      return fmt::format("{}{}{}", row.channels, row.number, lower.substr(point));
  return std::string(lower);
}

// Empty if native reports have no such channel. Names without a point (t, parameters, functions)
// stay as they are.
std::string native_name(const Tables& tables, std::string_view name) {
  const std::string lower = own_name(tables, lower_case(name));
  const auto channel = split(lower);
  if (!channel) return std::string(name);
  if (channel->group == "body") return of_body(tables, channel->number, channel->quantity);
  if (channel->group == "rev") return of_revolute(tables, channel->number, channel->quantity);
  const auto& contacts = tables.forces.contacts;
  if (channel->group == "contact" && channel->number >= 1 && channel->number <= contacts.size()) {
    const auto element = static_cast<std::size_t>(contacts[channel->number - 1].element);
    return fmt::format("contact{}.{}", tables.elements[element].number, channel->quantity);
  }
  static constexpr std::string_view kSame[] = {"point", "cm", "energy", "momentum"};
  return std::find(std::begin(kSame), std::end(kSame), channel->group) != std::end(kSame) ? lower
                                                                                          : "";
}

// `row` names the record in errors.
template <class Row>
std::string renamed(const Tables& tables, const Row& row, const std::string& text,
                    Diagnostics& diagnostics) {
  std::string out;
  std::size_t last = 0;
  for (Piece p = next_piece(text, 0); p.kind != PieceKind::end; p = next_piece(text, last)) {
    out.append(text, last, p.at - last);
    last = p.at + p.text.size();
    if (p.kind != PieceKind::name) {
      out += p.text;
      continue;
    }
    const std::string name = native_name(tables, p.text);
    if (name.empty())
      diagnostics.error(row.where, row.label,
                        fmt::format("'{}' has no name in native reports", printable(p.text)),
                        "expected channels of bodies, revolutes, points, contacts, the centre "
                        "of mass, energies or momentum");
    out += name;
  }
  return out;
}

}  // namespace

void use_native_channels(Tables& tables, Diagnostics& diagnostics) {
  for (EventRow& row : tables.events) {
    row.text = renamed(tables, row, row.text, diagnostics);
    for (ActionRow& action : row.actions)
      if (action.kind == ActionKind::set)
        action.text = renamed(tables, row, action.text, diagnostics);
  }
  for (OutRow& row : tables.outs) row.text = renamed(tables, row, row.text, diagnostics);
  for (MeasureRow& row : tables.measures) {
    row.text = renamed(tables, row, row.text, diagnostics);
    row.condition = renamed(tables, row, row.condition, diagnostics);
  }
  for (ReportRow& row : tables.reports)
    for (ReportRow::Column& column : row.columns)
      column.name = renamed(tables, row, column.name, diagnostics);
  // Bodies become pairs of nodes; joints and what drives them have names of other channels there.
  std::erase_if(tables.names,
                [](const NameRow& row) { return row.kind != "BODY" && row.kind != "POINT"; });
  for (NameRow& row : tables.names) {
    if (row.kind != "BODY") continue;
    const BodyRow& body = tables.bodies[static_cast<std::size_t>(row.number - 1)];
    row.number = tables.nodes[static_cast<std::size_t>(body.point)].number;
    row.angle = tables.nodes[static_cast<std::size_t>(body.angle)].number;
    row.channels.clear();
  }
}

}  // namespace mbs
