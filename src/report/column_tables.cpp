#include "report/column_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/index.h"
#include "report/plain_number.h"
#include "text/capital_names.h"
#include "text/names.h"
#include "text/number.h"
#include "text/owned_name.h"

namespace mbs {

namespace {

constexpr std::size_t kMostOfGroup = 12;  // channels in a message

// Whether this is the per cent of a stride (run/strides/stride_rows.cpp), which no run has.
bool is_percent(const Layout& layout, int channel) {
  return channel >= 0 && layout.channels[channel].what.of == Of::unknown &&
         layout.name(channel) == "percent";
}

// Whether [deg] may follow the channel: the units of OUT lines are not known.
bool may_be_radians(const Layout& layout, int channel) {
  if (channel < 0) return false;
  const Channel& one = layout.channels[at(channel)];
  return one.written.empty() && (!one.unit.known || one.unit.rad > 0);
}

// What to write in place of a name that no channel has.
std::string advice_for(std::string_view name, const std::vector<std::string_view>& names) {
  if (is_same_name(name, "time")) return "the time is t";
  // "knee.moment": what the channels of the knee are.
  const std::string_view near = nearest_word(name, names);
  const OwnedName asked = owned_name(name);
  const auto is_of_group = [&asked](std::string_view one) {
    return !owned_name(one).part.empty() && are_same_name(owned_name(one).owner, asked.owner);
  };
  std::vector<std::string_view> same;
  for (const std::string_view one : names)
    if (!asked.part.empty() && is_of_group(one)) same.push_back(one);
  if (!same.empty() && same.size() <= kMostOfGroup && !is_of_group(near))
    return fmt::format("expected {}", fmt::join(same, ", "));
  return near.empty() ? "the first row of the CSV lists all"
                      : fmt::format("did you mean '{}'?", near);
}

}  // namespace

ColumnTable::ColumnTable(const ReportRow& row, const Layout& layout, int digits, int time_decimals,
                         Diagnostics& diagnostics)
    : every_(row.every), digits_(digits), time_decimals_(time_decimals) {
  std::vector<std::string_view> names = {"t"};
  std::vector<int> channels = {-1};
  for (int k = 0; k < layout.count(); ++k) {
    names.push_back(layout.name(k));
    channels.push_back(k);
  }
  for (const Layout::Alias& alias : layout.aliases) {
    names.push_back(alias.name);
    channels.push_back(alias.channel);
  }
  std::unordered_map<std::string, std::size_t> places;  // key of a name -> first channel with it
  for (std::size_t k = 0; k < names.size(); ++k) places.try_emplace(name_key(names[k]), k);
  for (const ReportRow::Column& column : row.columns) {
    auto found = places.find(name_key(column.name));
    if (found == places.end()) found = places.find(lower_case(column.name));
    if (found == places.end()) {
      diagnostics.error(column.where, row.label,
                        fmt::format("no channel is named '{}'", printable(column.name)),
                        advice_for(column.name, names));
      continue;
    }
    const int channel = channels[found->second];
    if (column.degrees && !may_be_radians(layout, channel)) {
      diagnostics.error(column.where, row.label,
                        fmt::format("'{}' is {}", printable(column.name),
                                    channel >= 0 && layout.channels[at(channel)].written == "deg"
                                        ? "in degrees already"
                                        : "no angle"),
                        "expected it without [deg]");
      continue;
    }
    columns_.push_back({std::string(names[found->second]) + (column.degrees ? "[deg]" : ""),
                        channel, column.degrees ? 1 / kDegree : 1, is_percent(layout, channel)});
  }
}

void ColumnTable::keep() {
  rows_.insert(rows_.end(), last_.begin(), last_.end());
  last_.clear();
}

std::vector<int> ColumnTable::channels() const {
  std::vector<int> out;
  for (const Column& column : columns_) out.push_back(column.channel);
  return out;
}

void ColumnTable::row(double t, ConstVector values) {
  last_.clear();
  for (const Column& column : columns_)
    last_.push_back(column.factor * (column.channel < 0 ? t : values[column.channel]));
  if (seen_++ % every_ == 0) keep();
}

std::string ColumnTable::text() {
  keep();
  const std::size_t n = columns_.size();
  std::vector<std::vector<std::string>> cells(n);
  std::vector<std::size_t> widths(n);
  for (std::size_t c = 0; c < n; ++c) {
    double size = 0;
    for (std::size_t k = c; k < rows_.size(); k += n) size = std::max(size, std::fabs(rows_[k]));
    widths[c] = columns_[c].head.size();
    for (std::size_t k = c; k < rows_.size(); k += n) {
      std::string& cell = cells[c].emplace_back();
      if (columns_[c].channel < 0 && columns_[c].factor == 1) {
        cell = fmt::format("{:.{}f}", rows_[k] + 0.0, time_decimals_);
        if (cell.find_first_not_of("-0.") == cell.npos && cell.starts_with('-')) cell.erase(0, 1);
      } else if (columns_[c].whole) {
        cell = fmt::format("{:.0f}", rows_[k]);
      } else {
        cell = plain_number(rows_[k], size, digits_);
      }
      widths[c] = std::max(widths[c], cell.size());
    }
  }
  std::string out = "\n";
  for (std::size_t c = 0; c < n; ++c) out += fmt::format("  {:>{}}", columns_[c].head, widths[c]);
  out += "\n";
  for (std::size_t k = 0; k < rows_.size() / n; ++k) {
    for (std::size_t c = 0; c < n; ++c) out += fmt::format("  {:>{}}", cells[c][k], widths[c]);
    out += "\n";
  }
  return out;
}

}  // namespace mbs
