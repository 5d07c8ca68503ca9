#include "deck/write/renaming.h"

#include <fmt/format.h>

#include <algorithm>

#include "deck/forms/formulas.h"
#include "deck/tables/tables.h"
#include "text/capital_names.h"
#include "text/expression.h"
#include "text/expression_syntax.h"
#include "text/names.h"
#include "text/owned_name.h"

namespace mbs {

void NewNames::add_aliases(const std::vector<NameRow>& rows) {
  for (const NameRow& row : rows)
    if (!row.channels.empty())
      aliases_.emplace(lower_case(row.name), fmt::format("{}{}", row.channels, row.number));
}

std::optional<std::string> NewNames::find(std::string_view name) const {
  if (is_capital_name(name) && names_.contains(std::string(name))) return std::string(name);
  const std::string lower = lower_case(name);
  if (const auto one = names_.find(lower); one != names_.end()) return one->second;
  const auto [owner, part] = owned_name(lower);
  if (part.empty()) return {};
  if (const auto all = owners_.find(std::string(owner)); all != owners_.end())
    return all->second.empty() ? "" : fmt::format("{}.{}", all->second, part);
  const auto alias = aliases_.find(std::string(owner));
  return alias == aliases_.end() ? std::nullopt : find(fmt::format("{}.{}", alias->second, part));
}

std::string renamed(const std::string& text, const Renaming& rename, SourceLocation where,
                    const std::string& label, Diagnostics& diagnostics) {
  std::string out;
  std::size_t last = 0;
  for (Piece p = next_piece(text, 0); p.kind != PieceKind::end; p = next_piece(text, last)) {
    out.append(text, last, p.at - last);
    last = p.at + p.text.size();
    if (p.kind != PieceKind::name) {
      out += p.text;
      continue;
    }
    // dyadK.sign of ASSEMBLE has the same name in every dialect.
    const bool is_sign = p.text.starts_with("dyad") && p.text.ends_with(".sign");
    const std::string name = is_sign ? std::string(p.text) : rename.name(p.text);
    if (name.empty())
      diagnostics.error(where, label, fmt::format("'{}' has {}", printable(p.text), rename.lack),
                        std::string(rename.expected));
    out += name;
  }
  return out;
}

void rename_events(Tables& tables, const Renaming& rename, Diagnostics& diagnostics) {
  for (EventRow& row : tables.events) {
    row.text = renamed(row.text, rename, row.where, row.label, diagnostics);
    for (ActionRow& action : row.actions)
      if (action.kind == ActionKind::set)
        action.text = renamed(action.text, rename, row.where, row.label, diagnostics);
  }
}

void rename_reports(Tables& tables, const Renaming& rename, Diagnostics& diagnostics) {
  for (OutRow& row : tables.outs)
    row.text = renamed(row.text, rename, row.where, row.label, diagnostics);
  for (MeasureRow& row : tables.measures) {
    row.text = renamed(row.text, rename, row.where, row.label, diagnostics);
    row.condition = renamed(row.condition, rename, row.where, row.label, diagnostics);
    row.from_text = renamed(row.from_text, rename, row.where, row.label, diagnostics);
    row.to_text = renamed(row.to_text, rename, row.where, row.label, diagnostics);
  }
  for (MarkRow& row : tables.marks)
    row.when.condition = renamed(row.when.condition, rename, row.where, row.label, diagnostics);
  for (StrideRow& row : tables.strides) {
    for (std::string* foot : {&row.foot, &row.other_foot})
      *foot = renamed(*foot, rename, row.where, row.label, diagnostics);
    for (ReportRow::Column& column : row.columns.columns)
      column.name = renamed(column.name, rename, row.where, row.label, diagnostics);
  }
  for (ReportRow& row : tables.reports)
    for (ReportRow::Column& column : row.columns)
      column.name = renamed(column.name, rename, row.where, row.label, diagnostics);
  for (std::string& channel : tables.static_opt.channels)
    channel = renamed(channel, rename, tables.static_opt.where, "STATICOPT", diagnostics);
}

void rename_forces(Tables& tables, const Renaming& rename, Diagnostics& diagnostics) {
  for (ElementRow& row : tables.elements)
    if (has_formula(*row.spec))
      row.text = renamed(row.text, rename, row.where, row.label, diagnostics);
  for (PointForceRow& row : tables.forces.point_forces)
    for (std::string& text : row.text)
      text = renamed(text, rename, row.where, row.label, diagnostics);
  for (OdeRow& row : tables.odes)
    row.text = renamed(row.text, rename, row.where, row.label, diagnostics);
  for (MuscleRow& row : tables.muscles)
    row.text = renamed(row.text, rename, row.where, row.label, diagnostics);
}

void rename_channels(Tables& tables, const Renaming& of_report, const Renaming& of_law,
                     const std::function<std::string(const LawRow&, std::string_view)>& of_own,
                     Diagnostics& diagnostics) {
  rename_events(tables, of_report, diagnostics);
  rename_reports(tables, of_report, diagnostics);
  rename_forces(tables, of_law, diagnostics);
  for (LawRow& row : tables.forces.laws) {
    const auto own = law_variable_names(row.target);
    const Renaming in_law{[&](std::string_view name) {
                            const bool is_own =
                                std::find(own.begin(), own.end(), lower_case(name)) != own.end();
                            return is_own ? of_own(row, name) : of_law.name(name);
                          },
                          of_law.lack, of_law.expected};
    row.text = renamed(row.text, in_law, row.where, row.label, diagnostics);
  }
}

}  // namespace mbs
