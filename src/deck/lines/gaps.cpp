#include "deck/lines/gaps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "deck/lines/writing.h"
#include "linalg/spline.h"
#include "text/names.h"
#include "text/time_table.h"

namespace mbs {

namespace {

constexpr double kEmpty = std::numeric_limits<double>::quiet_NaN();

void fill(const std::vector<double>& t, std::vector<double>& values) {
  std::vector<double> known_t, known;
  for (std::size_t k = 0; k < t.size(); ++k)
    if (!std::isnan(values[k])) known_t.push_back(t[k]), known.push_back(values[k]);
  if (known.size() == 1) {
    std::fill(values.begin(), values.end(), known[0]);
    return;
  }
  const Spline curve = Spline::interpolate(known_t, known);
  int hint = 0;
  for (std::size_t k = 0; k < t.size(); ++k) {
    if (!std::isnan(values[k])) continue;
    double at[3];
    curve.evaluate(std::clamp(t[k], known_t.front(), known_t.back()), at, hint);
    values[k] = at[0];
  }
}

// Longest time from the last value before a run of empty cells to the first value behind it.
double longest_gap(const std::vector<double>& t, const std::vector<std::size_t>& rows) {
  double longest = 0;
  for (std::size_t k = 0; k < rows.size();) {
    std::size_t last = k;
    while (last + 1 < rows.size() && rows[last + 1] == rows[last] + 1) ++last;
    const std::size_t from = rows[k] > 0 ? rows[k] - 1 : 0;
    const std::size_t to = std::min(rows[last] + 1, t.size() - 1);
    longest = std::max(longest, t[to] - t[from]);
    k = last + 1;
  }
  return longest;
}

}  // namespace

Gaps read_gaps(RecordReader& in) {
  if (in.peek_word() != "GAPS") return Gaps::refuse;
  in.skip();
  const SourceLocation where = in.here();
  if (in.peek_word() == "FILL") {
    in.skip();
    return Gaps::fill;
  }
  const Token* next = in.peek();
  if (next && next->kind == TokenKind::number && !next->faulty && next->value == 0) {
    in.skip();
    return Gaps::zero;
  }
  in.fail(where,
          next ? fmt::format("'{}' says nothing of empty cells", printable(next->text))
               : "nothing follows GAPS",
          "expected GAPS 0 or GAPS FILL");
  return Gaps::refuse;
}

bool is_empty_cell(const Token& token) {
  if (token.kind != TokenKind::word || token.faulty) return false;
  const std::string word = lower_case(token.text);
  return word.empty() || word == "nan" || word == "na";
}

double table_value(RecordReader& in, Gaps gaps, std::string_view field, std::string_view expected) {
  const Token* next = in.peek();
  if (!next || !is_empty_cell(*next)) return in.number(field);
  if (gaps == Gaps::refuse) {
    in.fail(next->where,
            next->text.empty() ? fmt::format("{} is empty", field)
                               : fmt::format("{} is '{}'", field, printable(next->text)),
            std::string(expected));
    return 0;
  }
  in.skip();
  return kEmpty;
}

std::string close_gaps(TimeTable& table, Gaps gaps) {
  table.gaps = gaps;
  if (gaps == Gaps::refuse) return {};
  table.empty_rows.assign(table.columns.size(), {});
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::vector<double>& values = table.columns[c];
    std::vector<std::size_t>& rows = table.empty_rows[c];
    for (std::size_t k = 0; k < values.size(); ++k)
      if (std::isnan(values[k])) rows.push_back(k);
    if (rows.empty()) continue;
    if (gaps == Gaps::fill) {
      if (rows.size() == values.size()) return fmt::format("value {} is empty in every row", c + 1);
      fill(table.t, values);
    } else {
      for (std::size_t k : rows) values[k] = 0;
    }
  }
  return {};
}

std::string write_gaps(const TimeTable& table) {
  if (table.gaps == Gaps::refuse) return {};
  return table.gaps == Gaps::zero ? " GAPS 0" : " GAPS FILL";
}

std::string write_cell(const TimeTable& table, std::size_t column, std::size_t row) {
  const bool empty =
      column < table.empty_rows.size() &&
      std::binary_search(table.empty_rows[column].begin(), table.empty_rows[column].end(), row);
  return empty ? " NaN" : write_numbers({table.columns[column][row]});
}

KnownRows known_rows(const TimeTable& table, int column) {
  const std::vector<double>& values = table.columns[at(column)];
  if (table.gaps != Gaps::fill || column >= count_of(table.empty_rows)) return {table.t, values};
  const std::vector<std::size_t>& empty = table.empty_rows[at(column)];
  KnownRows out;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (std::binary_search(empty.begin(), empty.end(), k)) continue;
    out.t.push_back(table.t[k]);
    out.y.push_back(values[k]);
  }
  return out;
}

std::string describe_gaps(const TimeTable& table, bool left_out) {
  std::size_t empty = 0;
  double longest = 0;
  for (const auto& rows : table.empty_rows) {
    empty += rows.size();
    longest = std::max(longest, longest_gap(table.t, rows));
  }
  if (empty == 0) return {};
  const std::string counted =
      fmt::format("{} of {} cells empty", empty, table.t.size() * table.columns.size());
  if (table.gaps == Gaps::zero) return counted + ", taken as 0";
  if (!left_out)
    return counted +
           fmt::format(", filled by the curve of the others; longest gap {:.6g}", longest);
  std::string out =
      counted + fmt::format(", left out of the smoothing; longest gap {:.6g}", longest);
  for (int c = 0; c < count_of(table.columns); ++c) {
    const KnownRows known = known_rows(table, c);
    if (known.t.front() > table.t.front() || known.t.back() < table.t.back())
      out += fmt::format("; value {} known from t = {:.9g} to {:.9g}", c + 1, known.t.front(),
                         known.t.back());
  }
  return out;
}

}  // namespace mbs
