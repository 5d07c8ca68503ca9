// Where the rows of one run go, in the order they are computed: report, CSV, and anybody who wants
// them as numbers.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "report/writer.h"

namespace mbs {

using RowConsumer = std::function<void(double t, ConstVector values)>;

// What is null or empty is left out.
struct Outputs {
  TextSink* report = nullptr;
  TextSink* csv = nullptr;
  RowConsumer rows;
};

class RunOutput {
 public:
  // The layout must outlive this object. The CSV gets its first row here.
  RunOutput(const Outputs& outputs, const Layout& layout, NumberFormat format, int time_decimals)
      : outputs_(outputs) {
    if (outputs.report) report_.emplace(*outputs.report, layout, format, time_decimals);
    if (outputs.csv) csv_.emplace(*outputs.csv, layout);
  }

  // '#' lines of the report.
  void comment(std::string_view lines) {
    if (report_) report_->comment(lines);
  }
  // A '#' line too, so that cutting the '#' lines out leaves the tables alone.
  void blank_line() { comment("\n"); }
  void row(double t, ConstVector values) {
    if (report_) report_->block(t, values);
    if (csv_) csv_->row(t, values);
    if (outputs_.rows) outputs_.rows(t, values);
  }

 private:
  const Outputs& outputs_;
  std::optional<ReportWriter> report_;
  std::optional<CsvWriter> csv_;
};

}  // namespace mbs
