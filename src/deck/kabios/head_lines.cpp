#include "deck/kabios/head_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "deck/lines/table_file.h"
#include "deck/records/run_records.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr long long kMostOfACount = 1'000'000;

void check_covers(RecordReader& in, const TimeTable& table, const TimeGrid& grid) {
  if (!covers(table, grid))
    in.fail(
        grid.where,
        fmt::format("the run needs the guides from t = {} to {}, their table goes from {} to {}",
                    grid.start, grid.at(grid.count() - 1), table.t.front(), table.t.back()),
        kCover);
}

}  // namespace

bool HeadLines::counts(std::span<const std::string_view> names, std::span<int> out) {
  number_ = names.size() == 9 ? "nine" : "eight";
  const Record& record = deck_.records[next_++];
  counts_at_ = record.where;
  RecordReader in(record, "counts (a)", diagnostics_);
  in.set_layout(fmt::format("expected {} whole numbers: {}", names.size(), fmt::join(names, " ")));
  for (std::size_t k = 0; k < names.size(); ++k)
    out[k] = static_cast<int>(in.integer(names[k], k == 0 ? 1 : 0, kMostOfACount));
  in.finish();
  if (!in.ok()) return false;
  const int guides = out[names.size() - 2], rows = out[names.size() - 1];
  if (guides > 0 && rows < 2)
    in.fail(counts_at_, fmt::format("{} guide(s) but NDATA is {}", guides, rows),
            "expected at least 2 table rows");
  if (guides == 0 && rows > 0)
    in.fail(counts_at_, fmt::format("NDATA is {} but there are no guides", rows),
            "expected NDATA 0 when NGUI is 0");
  return in.ok();
}

bool HeadLines::enough_records(std::span<const int> counts,
                               std::span<const std::string_view> words) {
  const auto first = static_cast<long long>(next_) + 1;  // with the line of the times
  const long long wanted = std::accumulate(counts.begin(), counts.end(), first);
  const auto have = static_cast<long long>(deck_.records.size());
  const auto is_of_head = [words](const Record& r) {
    const Token& token = r.tokens.front();
    return token.kind == TokenKind::number ||
           std::find(words.begin(), words.end(), upper_case(token.text)) != words.end();
  };
  const auto head = deck_.records.begin() + static_cast<std::ptrdiff_t>(first_);
  const auto rows =
      (head - deck_.records.begin()) + std::count_if(head, deck_.records.end(), is_of_head);
  if (have < wanted)
    mismatch_ = fmt::format(" (the counts ask for {} more line(s) than there are)", wanted - have);
  if (rows > wanted)
    mismatch_ =
        fmt::format(" (the deck has {} more line(s) than the counts ask for)", rows - wanted);
  if (have >= wanted || wanted < 4 * have + 100) return true;
  diagnostics_.error(counts_at_, "counts (a)",
                     fmt::format("the counts ask for {} records, the deck has {}", wanted, have),
                     fmt::format("check the {} counts", number_));
  return false;
}

void HeadLines::each(int n, std::string_view what, std::string_view letter,
                     const std::string& layout,
                     const std::function<void(RecordReader&, int)>& parse) {
  for (int k = 0; k < n && !given_up_; ++k) {
    const std::string name = n == 1 && what == "time parameters"
                                 ? fmt::format("{} {}", what, letter)
                                 : fmt::format("{} {} of {} {}", what, k + 1, n, letter);
    if (next_ >= deck_.records.size()) {
      diagnostics_.error(deck_.records.back().end, name, "the deck ends before it",
                         fmt::format("expected a line with: {}{}", layout, mismatch_));
      given_up_ = true;
      return;
    }
    const Record& record = deck_.records[next_++];
    RecordReader in(record, name, diagnostics_);
    in.set_layout(fmt::format("expected: {}", layout));
    in.set_hint(mismatch_);
    where_ = record.where;
    parse(in, k);
    in.finish();
    // After a missing or extra line all further lines are shifted: one message is better than
    // twenty.
    if (!in.ok() && !mismatch_.empty()) given_up_ = true;
  }
}

void HeadLines::times(TimeGrid& grid, const TimeTable* table) {
  each(1, "time parameters", "(j)", "T0 TE DT",
       [&](RecordReader& in, int) { time(in, grid, table); });
}

void HeadLines::time(RecordReader& in, TimeGrid& grid, const TimeTable* table) const {
  grid.where = where_;
  read_times(in, grid, "a positive time increment");
  if (in.ok() && table && !table->t.empty()) check_covers(in, *table, grid);
}

void HeadLines::table_row(RecordReader& in, TimeTable& table,
                          const std::function<Unit(int)>& unit) const {
  const SourceLocation where = in.here();
  const double t = in.number("time");
  if (in.ok() && !table.t.empty() && t <= table.t.back())
    in.fail(where, fmt::format("time {} does not come after {}", t, table.t.back()),
            "expected increasing times");
  std::vector<double> values;
  for (int k = 0; k < static_cast<int>(table.columns.size()); ++k)
    values.push_back(in.number(fmt::format("value {}", k + 1), unit(k)));
  if (in.ok()) append_row(table, t, values);
}

bool HeadLines::is_followed() {
  if (given_up_ || next_ >= deck_.records.size()) return false;
  const Record& record = deck_.records[next_];
  if (record.tokens.front().kind == TokenKind::word && is_name(record.tokens.front().text))
    return true;
  diagnostics_.error(record.where, "deck",
                     fmt::format("'{}' stands after the time parameters (j)",
                                 printable(record.tokens.front().text)),
                     fmt::format("expected the end of the deck; check the {} counts", number_));
  return false;
}

}  // namespace mbs
