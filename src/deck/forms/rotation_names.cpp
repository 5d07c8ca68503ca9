#include "deck/forms/rotation_names.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "deck/forms/orientation_record.h"
#include "text/expression.h"
#include "text/names.h"

namespace mbs {

namespace {

std::optional<int> take_node(const Tables& tables, std::string_view& text) {
  int number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc()) return {};
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  for (std::size_t k = 0; k < tables.nodes.size(); ++k)
    if (tables.nodes[k].number == number && !node_type(tables.nodes[k].kind).has_rates())
      return static_cast<int>(k);
  return {};
}

std::optional<RotationRow> rotation_of(const Tables& tables, std::string_view text) {
  constexpr std::string_view kWord = "rot";
  if (!text.starts_with(kWord)) return {};
  text.remove_prefix(kWord.size());
  if (text.starts_with("d")) text.remove_prefix(1);
  RotationRow out;
  std::optional<int> node = take_node(tables, text);
  if (!node) return {};
  out.node = *node;
  if (text.starts_with("_")) {  // "rot2_5": of 5 as 2 sees it
    text.remove_prefix(1);
    node = take_node(tables, text);
    if (!node) return {};
    out.in_node = std::exchange(out.node, *node);
  }
  if (!text.starts_with(".")) return {};
  text.remove_prefix(1);
  out.form = text.substr(0, text.find('_'));
  const bool known = out.form == "vector" || out.form == "angle" || out.form == "matrix" ||
                     out.form == "velocity" || is_turn_sequence(upper_case(out.form));
  if (!known) return {};
  return out;
}

void add(Tables& tables, std::string_view name) {
  const std::optional<RotationRow> row = rotation_of(tables, lower_case(name));
  if (!row) return;
  const bool is_there = std::any_of(
      tables.rotations.begin(), tables.rotations.end(), [&row](const RotationRow& other) {
        return other.node == row->node && other.in_node == row->in_node && other.form == row->form;
      });
  if (!is_there) tables.rotations.push_back(*row);
}

// The names in any text, whatever stands between them.
void add_all(Tables& tables, std::string_view text) {
  constexpr std::string_view kOfNames =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find_first_of(kOfNames), text.size());
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_not_of(kOfNames), text.size());
    add(tables, text.substr(0, end));
    text.remove_prefix(end);
  }
}

}  // namespace

void find_rotations(Tables& tables) {
  const bool any = std::any_of(tables.nodes.begin(), tables.nodes.end(),
                               [](const NodeRow& row) { return !node_type(row.kind).has_rates(); });
  if (!any) return;
  for (const OutRow& row : tables.outs) add_all(tables, row.text);
  for (const MeasureRow& row : tables.measures)
    for (const std::string* text : {&row.text, &row.condition}) add_all(tables, *text);
  for (const EventRow& row : tables.events) {
    add_all(tables, row.text);
    for (const ActionRow& action : row.actions) add_all(tables, action.text);
  }
  for (const ReportRow& row : tables.reports)
    for (const ReportRow::Column& column : row.columns) add(tables, column.name);
}

}  // namespace mbs
