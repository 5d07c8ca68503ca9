#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "observe/names.h"
#include "plan/plan.h"
#include "report/column_tables.h"
#include "run/strides/stride_numbers.h"
#include "text/expression.h"
#include "text/parameters.h"

namespace mbs {

double point_of_stride(const FoundStride& stride, int k) {
  constexpr int last = StrideRow::kPoints - 1;
  return k == last ? stride.to : stride.from + (stride.to - stride.from) * k / last;
}

void StrideRows::take_layout(const Layout& layout, Diagnostics& diagnostics) {
  layout_ = layout;
  const VariableNames names = channel_names(layout_);
  feet_.clear();
  for (const StrideRow& row : plan_.strides) {
    const auto compiled = [&](const std::string& text, SourceLocation at) {
      return text.empty()
                 ? std::nullopt
                 : Expression::compile(text, at, names, *plan_.parameters, diagnostics, row.label);
    };
    feet_.push_back({compiled(row.foot, row.foot_at), compiled(row.other_foot, row.other_foot_at)});
    const ColumnTable looked_up(row.columns, layout_, digits_, 4, diagnostics);
  }
  if (!outputs_.strides.empty()) columns_of_csv(diagnostics);
}

std::vector<double> StrideRows::times(const std::vector<Strides>& all,
                                      std::vector<double> also) const {
  for (const Strides& strides : all)
    for (const FoundStride& s : strides.found) {
      for (int k = 0; k < StrideRow::kPoints; ++k) also.push_back(point_of_stride(s, k));
      if (std::isfinite(s.other)) also.push_back(s.other);
    }
  std::sort(also.begin(), also.end());
  also.erase(std::unique(also.begin(), also.end()), also.end());
  return also;
}

void StrideRows::take_row(double t, ConstVector values) {
  rows_.try_emplace(t, values.begin(), values.end());
}

const std::vector<double>* StrideRows::row_at(double t) const {
  const auto found = rows_.find(t);
  return found == rows_.end() ? nullptr : &found->second;
}

double StrideRows::value_of(const std::optional<Expression>& expression, double t) const {
  const std::vector<double>* const row = row_at(t);
  if (!expression || !row) return std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> live = plan_.parameters->live_values();
  Slots slots(live.size(), row->size() + 1);
  slots.set_parameters(live);
  slots.variables()[0] = t;
  std::copy(row->begin(), row->end(), slots.variables() + 1);
  return expression->value(slots.data());
}

bool StrideRows::find_places(std::vector<Strides>& all) const {
  for (std::size_t k = 0; k < all.size(); ++k)
    for (FoundStride& s : all[k].found) {
      for (int point = 0; point < StrideRow::kPoints; ++point)
        if (!row_at(point_of_stride(s, point))) return false;
      s.foot_from = value_of(feet_[k].own, s.from);
      s.foot_to = value_of(feet_[k].own, s.to);
      s.other_foot = value_of(feet_[k].other, s.other);
    }
  return true;
}

std::string StrideRows::tables(const Strides& strides) const {
  if (strides.row->columns.columns.empty()) return {};
  Layout with_percent = layout_;
  with_percent.add("percent", unit::number);
  ReportRow row = strides.row->columns;
  row.columns.insert(row.columns.begin(), {"percent", false, row.where});
  std::string out;
  for (std::size_t n = 0; n < strides.found.size(); ++n) {
    Diagnostics unsaid;
    ColumnTable table(row, with_percent, digits_, 4, unsaid);
    for (int k = 0; k < StrideRow::kPoints; ++k) {
      const double t = point_of_stride(strides.found[n], k);
      std::vector<double> values = *row_at(t);
      values.push_back(k);
      table.row(t, values);
    }
    out += fmt::format("\n STRIDE {}, NO. {}", strides.row->name, n + 1) + table.text();
  }
  return out;
}

std::vector<std::string> StrideRows::all_names() const {
  std::vector<std::string> names = layout_.names();
  for (const Layout::Alias& alias : layout_.aliases) names.push_back(alias.name);
  return names;
}

std::vector<int> StrideRows::columns_of_csv(Diagnostics& diagnostics) const {
  return csv_columns(outputs_, all_names(), diagnostics, true, layout_.count());
}

void StrideRows::write_csv(const Strides& strides, TextSink& sink, Diagnostics& diagnostics) const {
  const std::vector<std::string> names = all_names();
  const std::vector<int> columns = columns_of_csv(diagnostics);
  const PieceOfOutput piece;
  fmt::memory_buffer& out = sink.buffer();
  fmt::format_to(fmt::appender(out), "stride,percent");
  for (const int column : columns)
    fmt::format_to(fmt::appender(out), ",{}", column == ColumnChoice::kTime ? "t" : names[column]);
  out.push_back('\n');
  for (std::size_t n = 0; n < strides.found.size(); ++n)
    for (int k = 0; k < StrideRow::kPoints; ++k) {
      const double t = point_of_stride(strides.found[n], k);
      const std::vector<double>& values = *row_at(t);
      fmt::format_to(fmt::appender(out), "{},{}", n + 1, k);
      for (int column : columns) {
        if (column >= layout_.count()) column = layout_.aliases[column - layout_.count()].channel;
        fmt::format_to(fmt::appender(out), ",{}",
                       (column == ColumnChoice::kTime ? t : values[column]) + 0.0);  // no -0
      }
      out.push_back('\n');
    }
}

}  // namespace mbs
