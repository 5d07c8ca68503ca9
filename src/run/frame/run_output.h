// Passes the rows of one run on in the order they are computed: to the report, the CSV file and
// consumers of numbers. A row with a number that is not finite goes nowhere.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/finite.h"
#include "model/state.h"
#include "report/column_tables.h"
#include "report/writer.h"
#include "run/frame/happening.h"

namespace mbs {

using RowConsumer = std::function<void(double t, ConstVector values)>;
// Called once, before the first row and before anything is written: the layout with the names of
// the numbers of each row, and the diagnostics of the run. An error there ends the run.
using LayoutConsumer = std::function<void(const Layout& layout, Diagnostics& diagnostics)>;
// The mechanism of a row; stresses and reactions are empty in a run without forces.
struct RowState {
  const State& state;
  ConstVector stresses, reactions;  // of all deformations, of all coordinates
};
using StateConsumer = std::function<void(const RowState&)>;
// Events and contacts that change, as they happen.
using EventConsumer = std::function<void(const Happening& event)>;
// The first '#' lines of a report: how the deck was understood. built: what the run has made of the
// deck.
struct Built;
using HeadWriter = std::function<std::string(const Built& built)>;

// A member that is null or empty has no output.
struct Outputs {
  TextSink* report = nullptr;
  TextSink* csv = nullptr;
  RowConsumer rows;
  std::vector<std::string> columns = {};  // --columns; empty: all
  LayoutConsumer layout = {};             // of `rows`
  StateConsumer states = {};              // after each row
  EventConsumer events = {};
  HeadWriter head = {};
  std::function<std::string()> doubts = {};  // lines above the audit: warnings about the rows
  std::string tables_behind = {};            // of the report, behind the tables of REPORT
  // --strides: a CSV for each STRIDE line, in their order; empty: none.
  std::vector<TextSink*> strides = {};

  std::string doubts_text() const { return doubts ? doubts() : std::string(); }
  std::string head_of(const Built& built) const {
    return report && head ? head(built) : std::string();
  }
};

// The columns that a CSV with these names gets; an error in `diagnostics` if --columns asks for an
// unknown column. plain: see choose_columns().
inline std::vector<int> csv_columns(const Outputs& outputs, const std::vector<std::string>& names,
                                    Diagnostics& diagnostics, bool has_time = true,
                                    int plain = -1) {
  ColumnChoice choice = choose_columns(outputs.columns, names, has_time, plain);
  if (!choice.unknown.empty())
    diagnostics.error({}, "--columns", fmt::format("no column is named '{}'", choice.unknown),
                      choice.nearest.empty()
                          ? "the first line of the CSV without --columns lists all"
                          : fmt::format("did you mean '{}'?", choice.nearest));
  return std::move(choice.indices);
}

class RunOutput {
 public:
  // The layout must outlive this object. The CSV gets its first row here; `diagnostics` has an
  // error if that is not possible. Tables of `reports` replace the tables of the layout. digits and
  // scale: see ReportWriter.
  RunOutput(const Outputs& outputs, const Layout& layout, int digits, Scale scale,
            int time_decimals, Diagnostics& diagnostics, const std::vector<ReportRow>& reports = {})
      : outputs_(outputs),
        layout_(layout),
        diagnostics_(diagnostics),
        own_tables_(reports.empty()) {
    for (const ReportRow& row : reports)
      if (!row.columns.empty())
        tables_.emplace_back(row, layout, digits, time_decimals, diagnostics);
    if (outputs.layout) outputs.layout(layout, diagnostics);
    if (diagnostics.has_errors()) return;
    if (outputs.report) report_.emplace(*outputs.report, layout, digits, scale, time_decimals);
    if (!outputs.csv) return;
    std::vector<std::string> names = layout.names();
    for (const Layout::Alias& alias : layout.aliases) names.push_back(alias.name);
    std::vector<int> columns = csv_columns(outputs, names, diagnostics, true, layout.count());
    if (diagnostics.has_errors()) return;
    csv_.emplace(*outputs.csv, names, std::move(columns));
    csv_->rename(layout.channels.size(), layout.aliases);
  }

  // '#' lines of the report.
  void comment(std::string_view lines) {
    if (report_) report_->comment(lines);
  }
  // Writes the tables of REPORT and STRIDE after the last row.
  void finish_tables() {
    for (ColumnTable& table_of_columns : tables_) table(table_of_columns.text());
    tables_.clear();
    table(outputs_.tables_behind);
  }
  // At the next report time, the lines of tables that begin with these channels get a `*`.
  void mark(std::vector<int> channels) {
    if (report_) report_->mark(std::move(channels));
  }
  // Lines of a table that has no time.
  void table(std::string_view lines) {
    if (!report_ || muted_) return;
    const PieceOfOutput piece;
    outputs_.report->buffer().append(lines);
  }
  // Writes an empty '#' line, so that a filter of '#' lines leaves only the tables.
  void blank_line() { comment("\n"); }
  // Reports an error that names the channel and returns false if a number is not finite. Nothing of
  // the row is written then, and the run must end.
  [[nodiscard]] bool row(double t, ConstVector values) {
    if (const std::ptrdiff_t bad = first_not_finite(values); bad >= 0) {
      diagnostics_.error({}, layout_.channels[bad].name,
                         fmt::format("at t = {:.9g} it is not finite ({})", t,
                                     std::isnan(values[bad]) ? "no number" : "infinite"),
                         "look for numbers of the deck that are too large or too small, and for "
                         "forces and motions without bounds");
      return false;
    }
    if (muted_) return true;
    const PieceOfOutput piece;
    if (report_ && own_tables_) report_->block(t, values);
    if (report_)
      for (ColumnTable& table : tables_) table.row(t, values);
    if (csv_) csv_->row(t, values);
    if (outputs_.report) note_row_written(t);
    if (outputs_.rows) outputs_.rows(t, values);
    return true;
  }
  // The state of the last row.
  void state(const State& state, ConstVector stresses = {}, ConstVector reactions = {}) {
    if (outputs_.states && !muted_) outputs_.states({state, stresses, reactions});
  }
  bool wants_events() const { return static_cast<bool>(outputs_.events); }
  void event(const Happening& event) {
    if (outputs_.events && !muted_) outputs_.events(event);
  }
  // From here on rows are checked but not written.
  void mute() { muted_ = true; }

 private:
  const Outputs& outputs_;
  const Layout& layout_;
  Diagnostics& diagnostics_;
  bool own_tables_;  // the tables of the layout are written
  bool muted_ = false;
  std::vector<ColumnTable> tables_;
  std::optional<ReportWriter> report_;
  std::optional<CsvWriter> csv_;
};

}  // namespace mbs
