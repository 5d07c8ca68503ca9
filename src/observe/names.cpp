#include "observe/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "plan/named_channels.h"

namespace mbs {

namespace {

// The tables whose rows get names, by the heads of their labels. kind: the word before the number
// of a row; empty where the label of the row contains it.
struct NamedTable {
  std::string_view heads, kind;
};
constexpr NamedTable kTables[] = {{" BODY", "BODY"},
                                  {"  NO.", "POINT"},
                                  {" REVOLUTE   I   J", "REVOLUTE"},
                                  {" TRANSLAT   I   J", "TRANSLATIONAL"},
                                  {" SDA        I   J", "SDA"},
                                  {" RSDA       I   J", "RSDA"},
                                  {" JOINT   ", "NETJOINT"},
                                  {" GROUND  ", "GROUND"},
                                  {" MOTION  ", "MOTION"},
                                  {" NODE  C CLASS", "NODE"},
                                  {" ELEM  D CLASS", "ELEMENT"},
                                  {"  SEG", "SEGMENT"},
                                  {"JOINT", "JOINT"},
                                  {"  NUMBER", "FRICTION"},
                                  {" JOINT        I   J  D", ""},
                                  {" RECORD     ", ""},
                                  {" DRIVEN BY  ", ""}};

std::string name_of(const Plan& plan, std::string_view kind, std::string_view label) {
  if (kind.empty()) {
    const std::size_t begin = std::min(label.find_first_not_of(' '), label.size());
    kind = label.substr(begin, label.find(' ', begin) - begin);
  }
  const std::size_t digits = label.find_first_of("0123456789");
  int number = 0;
  if (digits == label.npos) return {};
  std::from_chars(label.data() + digits, label.data() + label.size(), number);
  for (const NameRow& row : plan.names) {
    if (row.kind == kind && row.number == number) return row.name;
    const bool of_pair = kind == "NODE" && row.angle > 0;
    if (of_pair && (row.number == number || row.angle == number)) return row.name;
  }
  return {};
}

}  // namespace

void add_names(const Plan& plan, Layout& layout) {
  if (plan.names.empty()) return;
  for (int k = 0; k < layout.count(); ++k)
    for (const NameRow& row : plan.names)
      if (std::string alias = alias_of(row, layout.name(k)); !alias.empty())
        layout.aliases.push_back({std::move(alias), k});
  for (TableLayout& table : layout.tables) {
    const auto known = std::find_if(std::begin(kTables), std::end(kTables),
                                    [&](const auto& t) { return t.heads == table.label_heads; });
    if (known == std::end(kTables)) continue;
    // Points and contacts have the same head. Native decks call contacts and friction by elements.
    const bool contacts = table.heading == " CONTACTS";
    const bool elements = known->kind == "FRICTION" && plan.vocabulary.own_numbers;
    const std::string_view kind = contacts   ? plan.vocabulary.contact
                                  : elements ? "ELEMENT"
                                             : known->kind;
    std::vector<std::string> names;
    std::size_t width = 0;
    for (const TableRow& row : table.rows) {
      names.push_back(name_of(plan, kind, row.labels));
      width = std::max(width, names.back().size());
    }
    if (width == 0) continue;
    width = std::max<std::size_t>(width, 4);
    table.label_heads += fmt::format(" {:<{}}", "NAME", width);
    for (std::size_t k = 0; k < names.size(); ++k)
      table.rows[k].labels += fmt::format(" {:<{}}", names[k], width);
  }
}

VariableNames channel_names(const Layout& layout) {
  VariableNames out;
  out.add("t", 0);
  for (int k = 0; k < layout.count(); ++k) out.add(layout.name(k), k + 1);
  for (const Layout::Alias& alias : layout.aliases) out.add(alias.name, alias.channel + 1);
  return out;
}

OutChannels::OutChannels(const Plan& plan, Layout& layout, Diagnostics& diagnostics)
    : slots_(plan.parameters.live_count(), layout.channels.size() + plan.outs.size() + 1),
      first_(layout.channels.size()) {
  const std::vector<double> live = plan.parameters.live_values();
  slots_.set_parameters(live);
  if (plan.outs.empty()) return;
  layout.channels.reserve(layout.channels.size() + plan.outs.size());  // names are views of them
  VariableNames names = channel_names(layout);
  for (const OutRow& row : plan.outs) {
    if (names.find(row.name) >= 0)
      diagnostics.error(row.where, row.label, fmt::format("'{}' is a channel", row.name),
                        "choose another name");
    auto expression =
        Expression::compile(row.text, row.text_at, names, plan.parameters, diagnostics, row.label);
    layout.add(row.name, unit::unknown);
    names.add(layout.channels.back().name, layout.count());
    if (!expression) continue;
    layout.outs.push_back({layout.count() - 1, *expression});
    expressions_.push_back(std::move(*expression));
  }
}

void OutChannels::observe(double t, ConstVector live, Vector values) {
  if (expressions_.empty()) return;
  slots_.set_parameters(live);
  double* const variables = slots_.variables();
  variables[0] = t;
  std::copy_n(values.begin(), first_, variables + 1);
  for (std::size_t k = 0; k < expressions_.size(); ++k)
    variables[first_ + 1 + k] = values[first_ + k] = expressions_[k].value(slots_.data());
}

}  // namespace mbs
