#include <algorithm>
#include <optional>

#include "deck/forms/orientation_record.h"
#include "deck/names/channel_name.h"
#include "deck/tables/tables.h"
#include "text/expression.h"
#include "text/names.h"

namespace mbs {

namespace {

std::optional<int> orientation(const Tables& tables, int number) {
  for (std::size_t k = 0; k < tables.nodes.size(); ++k)
    if (tables.nodes[k].number == number && !node_type(tables.nodes[k].kind).has_rates())
      return static_cast<int>(k);
  return {};
}

// "rot2.zxy_1" of 2; "rot2_5.zxy_1" of 5 as 2 sees it.
std::optional<RotationRow> rotation_of(const Tables& tables, std::string_view text) {
  const auto name = split_channel(text);
  if (!name || (name->letters != "rot" && name->letters != "rotd")) return {};
  const bool is_seen = name->component > 0;
  const auto node = orientation(tables, is_seen ? name->component : name->number);
  const std::optional<int> seen_in = is_seen ? orientation(tables, name->number) : -1;
  RotationRow out;
  out.form = name->quantity.substr(0, name->quantity.find('_'));
  const bool known = out.form == "vector" || out.form == "angle" || out.form == "matrix" ||
                     out.form == "velocity" || is_turn_sequence(upper_case(out.form));
  if (!node || !seen_in || !known) return {};
  out.node = *node, out.in_node = *seen_in;
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

void add_all(Tables& tables, std::string_view text) {
  for (const std::string_view name : expression_names(text)) add(tables, name);
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
