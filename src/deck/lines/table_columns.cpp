#include "deck/lines/table_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include "base/index.h"
#include "text/characters.h"
#include "text/names.h"
#include "text/number.h"

namespace mbs {

namespace {

// Most headings in a message.
constexpr int kMostHeadings = 40;
// A step, corrected by a whole turn, is like the steps beside it if it differs from their mean by
// no more than this [rad].
constexpr double kLikeOthers = kPi / 4;
// Most steps back and forth over the cut that the search for steps beside may pass.
constexpr int kMostCrossings = 20;
// Factors that differ by less than this part are the same.
constexpr double kSameFactor = 1e-12;
// Turns of the file are taken where the steps become this part of as like those beside them.
constexpr double kBetter = 0.5;

// Fields that are never angles.
constexpr std::string_view kNoAngles[] = {"time", "fx", "fy", "x", "y", "length"};

// Whether the numbers of a column may be degrees: angles, their velocities and accelerations.
bool may_be_degrees(const RecordReader& in, std::string_view field) {
  if (std::find(std::begin(kNoAngles), std::end(kNoAngles), field) != std::end(kNoAngles))
    return false;
  const std::optional<Unit> unit = in.unit_of(field);
  return !unit || !unit->known || unit->rad != 0;
}

TableColumn read_column(RecordReader& in, std::string_view field) {
  TableColumn out;
  out.where = in.here();
  const Token* next = in.peek();
  if (next && next->kind == TokenKind::string && !next->faulty) {
    out.heading = next->text;
    in.skip();
  } else {
    out.number = static_cast<int>(in.integer(fmt::format("column of {}", field), 1, kLastColumn,
                                             "a column, counted from 1, or its heading in quotes"));
  }
  if (!in.ok()) return out;
  if (in.peek_word() == "DEG") {
    if (!may_be_degrees(in, field))
      in.fail(in.here(), fmt::format("DEG is for angles, and column {} has none", field),
              "expected SCALE factor");
    in.skip();
    out.scale = kDegree;
    out.degrees = true;
  } else if (in.peek_word() == "SCALE") {
    in.skip();
    const SourceLocation where = in.here();
    out.scale = in.number("factor");
    if (in.ok() && out.scale == 0) in.fail(where, "the factor is 0", "expected another one");
  }
  return out;
}

std::string_view bare(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\"");
  if (first == npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\"") - first + 1);
}

// The heading without a unit in brackets at its end.
std::string_view without_unit(std::string_view heading) {
  if (!heading.ends_with(']') && !heading.ends_with(')')) return heading;
  const std::size_t open = heading.find_last_of("[(");
  return open == npos ? heading : bare(heading.substr(0, open));
}

// The heading without the name of the subject: "RKNE.x" of "anna:RKNE.x".
std::string_view without_subject(std::string_view heading) {
  return heading.substr(heading.rfind(':') + 1);
}

bool begins_with_number(std::string_view line) {
  if (line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  std::size_t i = line.find_first_not_of(" \t\r\";,");
  if (i == npos) return false;
  if (line.substr(i).starts_with("${")) return true;
  if (line[i] == '+' || line[i] == '-') ++i;
  if (i < line.size() && line[i] == '.') ++i;
  return i < line.size() && is_digit(line[i]);
}

// A step from one row with a number to the next, which stands `rows` rows farther; over a gap that
// is farther than most.
struct Step {
  std::size_t from, to;
  double size;
  bool is_over_gap = false;
  double rows() const { return static_cast<double>(to - from); }
  bool is_large() const { return !is_over_gap && std::fabs(size) > kPi; }
};

std::vector<Step> steps_of(const std::vector<double>& angles) {
  std::vector<Step> out;
  std::optional<std::size_t> last;
  for (std::size_t k = 0; k < angles.size(); ++k) {
    if (!std::isfinite(angles[k])) continue;
    if (last) out.push_back({*last, k, angles[k] - angles[*last]});
    last = k;
  }
  std::vector<double> rows;
  for (const Step& step : out) rows.push_back(step.rows());
  const auto middle = rows.begin() + count_of(rows) / 2;
  if (!rows.empty()) std::nth_element(rows.begin(), middle, rows.end());
  for (Step& step : out) step.is_over_gap = step.rows() > *middle;
  return out;
}

// The mean change per row of the nearest steps of less than half a turn on both sides of step k.
// Between them and step k there may be only steps over gaps and steps that alternate over the cut,
// as noise does; empty if two large steps in the same direction follow each other.
std::optional<double> step_beside(const std::vector<Step>& step, int k) {
  double sum = 0;
  int count = 0;
  for (const int way : {-1, 1}) {
    const Step* before = &step[at(k)];
    int i = k + way, passed = 0;
    for (; i >= 0 && i < count_of(step); i += way) {
      const Step& here = step[at(i)];
      if (here.is_over_gap) continue;
      if (!here.is_large()) break;
      if ((before->is_large() && here.size * before->size > 0) || ++passed > kMostCrossings)
        return {};
      before = &here;
    }
    if (i >= 0 && i < count_of(step)) sum += step[at(i)].size / step[at(i)].rows(), ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

// The turn in which the rows lie: from -pi to pi, or from 0 to 2 pi.
class CutTurn {
 public:
  explicit CutTurn(const std::vector<double>& angles) {
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (const double angle : angles)
      if (std::isfinite(angle)) least = std::min(least, angle), most = std::max(most, angle);
    low_ = least < 0 ? -kPi : 0;
    holds_all_ = least >= low_ - kRounding && most <= low_ + 2 * kPi + kRounding;
  }

  // Whether the way between two rows, about `expected` long, may lead over the cut: it begins and
  // ends no farther from it.
  bool may_be_cut(double from, double to, double expected) const {
    const double reach = kReach * std::fabs(expected) + kLeastReach;
    const double above = low_ + 2 * kPi - std::max(from, to), below = std::min(from, to) - low_;
    return holds_all_ && above <= reach && below <= reach;
  }

 private:
  // Rounding: that of files with few digits. Reach: parts of the way beside.
  static constexpr double kRounding = 1e-3, kReach = 1.5, kLeastReach = 0.02;
  double low_ = 0;
  bool holds_all_ = false;
};

struct Unwrapped {
  std::string said;
  int turns = 0, left = 0;
  double misfit = 0;  // sum of |corrected step - step beside it| over all turns [rad]
};

// Rows without a number are not finite. A step over them is compared with as many steps beside it,
// of less than half a turn in all. doubtful: the rows may be no angles, so that only steps over the
// cut of a turn are whole turns.
Unwrapped unwrap(const std::vector<double>& t, std::vector<double>& angles, bool doubtful) {
  Unwrapped out;
  const CutTurn turn(angles);
  const std::vector<Step> steps = steps_of(angles);
  const auto count =
      std::count_if(steps.begin(), steps.end(), [](const Step& s) { return s.is_large(); });
  if (2 * count > count_of(steps)) {
    out.said = "most steps exceed half a turn: its rows leave open how far it turns between them";
    return out;
  }
  double moved = 0, first = 0;
  for (int k = 0; k < count_of(steps); ++k) {
    const Step& step = steps[at(k)];
    if (step.is_large() || step.is_over_gap) {
      const std::optional<double> beside = step_beside(steps, k);
      const double expected = beside ? *beside * step.rows() : 0;
      const double over = step.is_over_gap ? step.size - expected : step.size;
      const double whole = 2 * kPi * std::round(over / (2 * kPi));
      const double misfit = std::fabs(step.size - whole - expected);
      const bool is_cut = turn.may_be_cut(angles[step.from] - moved, angles[step.to], expected) &&
                          std::fabs(expected) <= kPi;
      const bool needs_cut = doubtful || step.is_over_gap;
      if (beside && whole != 0 && misfit <= kLikeOthers && (is_cut || !needs_cut)) {
        if (out.turns++ == 0) first = t[step.from];
        out.misfit += misfit;
        moved -= whole;
      } else if (std::fabs(step.size) > kPi) {
        ++out.left;
      }
    }
    angles[step.to] += moved;
  }
  if (out.turns > 0)
    out.said = fmt::format("unwrapped: {} whole turn{} taken away, the first behind t = {:.9g}",
                           out.turns, out.turns == 1 ? "" : "s", first);
  if (out.left > 0)
    out.said +=
        fmt::format("{}{} step{} of more than half a turn left as {}", out.said.empty() ? "" : "; ",
                    out.left, out.left == 1 ? "" : "s", out.left == 1 ? "it is" : "they are");
  return out;
}

}  // namespace

std::vector<TableColumn> read_table_columns(RecordReader& in,
                                            std::span<const std::string_view> fields,
                                            std::string_view word) {
  std::vector<TableColumn> out;
  if (in.peek_word() != word) return out;
  in.skip();
  in.set_layout(
      fmt::format("expected: {} and a column for time {}, each a number or a heading "
                  "in quotes, perhaps with SCALE factor or DEG",
                  word, fmt::join(fields, " ")));
  out.push_back(read_column(in, "time"));
  for (const std::string_view field : fields)
    if (in.ok()) out.push_back(read_column(in, field));
  return out;
}

std::vector<std::string> headings_of(std::string_view text) {
  std::string_view last;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    std::string_view line = text.substr(from, end - from);
    from = end + 1;
    if (begins_with_number(line)) break;
    if (const std::size_t sign = line.find_first_not_of(" \t#%"); sign != npos)
      line.remove_prefix(sign);
    if (!bare(line).empty()) last = line;
  }
  if (std::none_of(last.begin(), last.end(), [](unsigned char c) { return std::isalpha(c); }))
    return {};
  const char separator = last.find('\t') != npos  ? '\t'
                         : last.find(';') != npos ? ';'
                         : last.find(',') != npos ? ','
                                                  : ' ';
  std::vector<std::string> out;
  for (std::size_t from = 0; from <= last.size();) {
    const std::size_t end = std::min(last.find(separator, from), last.size());
    const std::string_view cell = bare(last.substr(from, end - from));
    if (separator != ' ' || !cell.empty()) out.emplace_back(cell);
    from = end + 1;
  }
  while (!out.empty() && out.back().empty()) out.pop_back();
  return out;
}

std::string list_headings(const std::vector<std::string>& headings) {
  std::string out;
  for (int k = 0; k < std::min(count_of(headings), kMostHeadings); ++k)
    out += fmt::format("{}{} '{}'", k == 0 ? "" : ", ", k + 1, printable(headings[at(k)]));
  if (count_of(headings) > kMostHeadings) out += ", ...";
  return out;
}

int find_heading(const std::vector<std::string>& headings, std::string_view wanted) {
  const std::string name = lower_case(bare(wanted));
  for (int k = 0; k < count_of(headings); ++k)
    if (lower_case(headings[at(k)]) == name) return k + 1;
  for (const auto part_of : {without_unit, without_subject}) {
    int found = 0;
    for (int k = 0; k < count_of(headings) && found >= 0; ++k)
      if (lower_case(part_of(headings[at(k)])) == name) found = found == 0 ? k + 1 : -1;
    if (found != 0) return std::max(found, 0);
  }
  return 0;
}

std::string unwrap_angles(const std::vector<double>& t, std::vector<double>& angles, double factor,
                          bool doubtful) {
  std::vector<double> out = angles;
  Unwrapped best = unwrap(t, out, doubtful);
  for (const double unit : {1., kDegree}) {
    const double own = unit / std::fabs(factor);
    if (std::fabs(own - 1) <= kSameFactor || !std::isfinite(own)) continue;
    std::vector<double> file = angles;
    for (double& angle : file) angle *= own;
    const std::vector<double> before = file;
    Unwrapped of_file = unwrap(t, file, true);
    if (of_file.turns == 0 || of_file.left > 0) continue;
    if (best.turns > 0 && of_file.misfit * best.turns >= kBetter * best.misfit * of_file.turns)
      continue;
    out = angles;
    for (std::size_t k = 0; k < angles.size(); ++k)
      if (file[k] != before[k]) out[k] += (file[k] - before[k]) / own;
    best = std::move(of_file);
  }
  angles = std::move(out);
  return best.said;
}

}  // namespace mbs
