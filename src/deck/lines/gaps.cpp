#include "deck/lines/gaps.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "deck/lines/writing.h"
#include "linalg/spline.h"
#include "text/names.h"

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

// From the last value before a run of empty cells to the first one behind it.
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

namespace {

// In the order of Smoothing.
constexpr std::array<std::string_view, 4> kSmoothings{"SMOOTH", "NATURAL", "LINEAR", "MONOTONE"};

}  // namespace

TableStyle read_table_style(RecordReader& in, Smoothing otherwise) {
  TableStyle style{otherwise};
  for (bool smoothing = false, gaps = false;;) {
    const std::string word = in.peek_word();
    if (!gaps && word == "GAPS") {
      gaps = true;
      style.gaps = read_gaps(in);
    } else {
      const auto named = std::find(kSmoothings.begin(), kSmoothings.end(), word);
      if (smoothing || named == kSmoothings.end()) return style;
      smoothing = true;
      style.smoothing = static_cast<Smoothing>(named - kSmoothings.begin());
      in.skip();
    }
    if (!in.ok()) return style;
  }
}

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

std::string write_table_style(Smoothing smoothing, const TimeTable& table) {
  return fmt::format(" TABLE {}{}", kSmoothings[static_cast<std::size_t>(smoothing)],
                     write_gaps(table));
}

std::string write_table_style(const MotionRow& motion) {
  return write_table_style(motion.smoothing, *motion.table);
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

std::string describe_gaps(const TimeTable& table) {
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
  return counted + fmt::format(", filled by the curve of the others; longest gap {:.6g}", longest);
}

}  // namespace mbs
