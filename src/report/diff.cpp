#include "report/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "report/comparison.h"

namespace mbs {

namespace {

void record(ChannelDifference& c, const ReportToken& a, const ReportToken& b, const Place& place,
            FileKind kind) {
  if (std::isnan(c.factor)) return;
  if (kind == FileKind::report) {
    for (const ReportToken* token : {&a, &b}) {
      const Resolution r = printed_resolution(*token);
      c.resolution.unit = std::max(c.resolution.unit, r.unit * (token == &b ? c.factor : 1));
      c.resolution.relative = std::max(c.resolution.relative, r.relative);
      if (a.text.data() == b.text.data() && c.factor == 1) break;
    }
  }
  if (!a.number || !b.number || !std::isfinite(a.value) || !std::isfinite(b.value)) {
    if (c.finite) c.place = place;
    c.finite = false;
    return;
  }
  const double of_b = b.value * c.factor;
  c.min = std::min({c.min, a.value, of_b});
  c.max = std::max({c.max, a.value, of_b});
  const double difference = std::abs(a.value - of_b);
  if (c.finite && difference > c.worst) {
    c.worst = difference;
    c.place = place;
  }
}

// Times belong to the layout, so --rtol and --atol do not apply: a generous tolerance for the
// channels must not pair rows of different times.
bool same_time(Comparison& out, const ReportToken& a, const ReportToken& b) {
  if (!a.number || !b.number || !std::isfinite(a.value) || !std::isfinite(b.value)) return false;
  const double factor = out.units ? out.units->time_factor() : 1, of_b = b.value * factor;
  out.largest_time = std::max({out.largest_time, std::abs(a.value), std::abs(of_b)});
  double limit = kCsvRelative * out.largest_time;
  if (out.kind == FileKind::report)
    limit = std::max(printed_resolution(a).unit, printed_resolution(b).unit * factor) +
            kRounding * out.largest_time;
  return std::abs(a.value - of_b) <= limit;
}

bool same_text(const ReportToken& a, const ReportToken& b) { return a.text == b.text; }
bool is_number(const ReportToken& t) { return t.number; }

// Reads both reports in step; report_reader.h explains tables and rows.
class ReportWalk {
 public:
  ReportWalk(Comparison& out, std::string_view a, std::string_view b)
      : out_(out), reader_a_(a), reader_b_(b) {}

  void run() {
    skip_echo();
    while (!out_.parting && !(a_.end && b_.end)) {
      if (a_.end || b_.end)
        out_.part(fmt::format("{} ends first", a_.end ? out_.name_a : out_.name_b), a_, b_);
      else
        compare();
      advance(reader_a_, a_, true);
      advance(reader_b_, b_, false);
    }
  }

 private:
  void advance(ReportLines& reader, ReportLine& line, bool closes) {
    line = reader.next();
    while (!line.end && is_blank(line.text)) {
      if (closes) out_.tables.close();
      line = reader.next();
    }
  }

  // The echo names the deck, so it may differ; the first difference is kept for a note.
  void skip_echo() {
    advance(reader_a_, a_, true);
    advance(reader_b_, b_, false);
    while (true) {
      const bool more_a = !a_.end && is_comment(a_.text), more_b = !b_.end && is_comment(b_.text);
      if (!out_.echo && (more_a || more_b) && (more_a != more_b || a_.text != b_.text))
        out_.echo = {a_, b_};
      if (!more_a && !more_b) return;
      if (more_a) advance(reader_a_, a_, true);
      if (more_b) advance(reader_b_, b_, false);
    }
  }

  void compare() {
    const bool same = a_.text == b_.text;
    split_words(a_.text, tokens_a_);
    if (!same) split_words(b_.text, tokens_b_);
    const std::vector<ReportToken>& a = tokens_a_;
    const std::vector<ReportToken>& b = same ? tokens_a_ : tokens_b_;
    if (is_comment(a_.text) || is_comment(b_.text)) return compare_audit(a, b);
    if (is_time_line(a) && is_time_line(b)) return compare_time(a, b);
    if (a.size() != b.size()) return out_.part("the layouts part", a_, b_);
    if (out_.tables.is_of_times() && a[0].number && b[0].number) return compare_row_of_times(a, b);
    std::size_t first = 0;
    while (first < a.size() && !a[first].real() && !b[first].real()) ++first;
    const auto labels_end = a.begin() + static_cast<std::ptrdiff_t>(first);
    if (!same && !std::equal(a.begin(), labels_end, b.begin(), same_text))
      return out_.part("the layouts part", a_, b_);
    if (first == a.size())
      compare_words();
    else
      compare_numbers(a, b, first);
  }

  // Audit numbers (residuals, step counts) depend on the rounding of the machine, so only labels
  // are compared: the words before the first number, or all words if the line begins with a number.
  void compare_audit(const std::vector<ReportToken>& a, const std::vector<ReportToken>& b) {
    out_.tables.close();
    const auto end_a = std::find_if(a.begin(), a.end(), is_number);
    const auto end_b = std::find_if(b.begin(), b.end(), is_number);
    bool same = std::equal(a.begin(), end_a, b.begin(), end_b, same_text);
    if (same && end_a - a.begin() <= 1)
      same = std::equal(a.begin(), a.end(), b.begin(), b.end(),
                        [](const ReportToken& s, const ReportToken& t) {
                          return (s.number && t.number) || same_text(s, t);
                        });
    if (!same) out_.part("the audit lines part", a_, b_);
  }

  void compare_time(const std::vector<ReportToken>& a, const std::vector<ReportToken>& b) {
    out_.tables.close();
    if (!same_time(out_, a[2], b[2])) return out_.part("the times part", a_, b_);
    if (!std::equal(a.begin() + 3, a.end(), b.begin() + 3, b.end(), same_text))
      return out_.part("the layouts part", a_, b_);
    out_.time = a[2].value;
    ++out_.times;
  }

  void compare_row_of_times(const std::vector<ReportToken>& a, const std::vector<ReportToken>& b) {
    if (!same_time(out_, a[0], b[0])) return out_.part("the times part", a_, b_);
    out_.time = a[0].value;
    ++out_.times;
    if (a.size() > 1) compare_numbers(a, b, 1);
  }

  // Equal words in both: a title or header line; or a row that has only integers.
  void compare_words() {
    if (std::any_of(tokens_a_.begin(), tokens_a_.end(), is_number))
      out_.tables.no_values();
    else
      out_.tables.words(a_.text);
  }

  // Words among the numbers must be the same; their channels stay empty.
  void compare_numbers(const std::vector<ReportToken>& a, const std::vector<ReportToken>& b,
                       std::size_t first) {
    const std::size_t channel = out_.tables.row(a_.text, a, first);
    std::size_t fresh = out_.channels.size();
    out_.channels.resize(out_.tables.channel_count());
    for (; out_.units && fresh < out_.channels.size(); ++fresh)
      out_.channels[fresh].factor = out_.units->factor(out_.tables.name(fresh)).value_or(NAN);
    for (std::size_t i = first; i < a.size(); ++i) {
      if (a[i].number && b[i].number)
        record(out_.channels[channel + i - first], a[i], b[i],
               {a[i].text, b[i].text, a_.number, b_.number, out_.time}, FileKind::report);
      else if (!same_text(a[i], b[i]))
        return out_.part("the layouts part", a_, b_);
    }
  }

  Comparison& out_;
  ReportLines reader_a_, reader_b_;
  ReportLine a_, b_;
  std::vector<ReportToken> tokens_a_, tokens_b_;
};

void compare_names(Comparison& out, const std::vector<ReportToken>& a,
                   const std::vector<ReportToken>& b, ReportLine line_a, ReportLine line_b) {
  const auto [at_a, at_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end(), same_text);
  if (at_a == a.end() && at_b == b.end()) return;
  line_a.text = at_a == a.end() ? std::string_view("(no such column)") : at_a->text;
  line_b.text = at_b == b.end() ? std::string_view("(no such column)") : at_b->text;
  out.part(fmt::format("the names part in column {}", at_a - a.begin() + 1), line_a, line_b);
}

void compare_row(Comparison& out, const std::vector<ReportToken>& a,
                 const std::vector<ReportToken>& b, const ReportLine& line_a,
                 const ReportLine& line_b) {
  if (a.size() != out.channels.size() + 1 || b.size() != out.channels.size() + 1)
    return out.part(fmt::format("a row has {} fields, the other {}, for {} names", a.size(),
                                b.size(), out.channels.size() + 1),
                    line_a, line_b);
  if (!same_time(out, a[0], b[0])) return out.part("the times part", line_a, line_b);
  out.time = a[0].value;
  ++out.times;
  for (std::size_t i = 1; i < a.size(); ++i)
    record(out.channels[i - 1], a[i], b[i],
           {a[i].text, b[i].text, line_a.number, line_b.number, out.time}, FileKind::csv);
}

void walk_csv(Comparison& out, std::string_view text_a, std::string_view text_b) {
  ReportLines reader_a(text_a), reader_b(text_b);
  std::vector<ReportToken> a, b;
  for (bool names = true; !out.parting; names = false) {
    const ReportLine line_a = next_csv_line(reader_a), line_b = next_csv_line(reader_b);
    if (line_a.end && line_b.end) return;
    if (line_a.end || line_b.end)
      return out.part(fmt::format("{} ends first", line_a.end ? out.name_a : out.name_b), line_a,
                      line_b);
    const bool same = line_a.text == line_b.text;
    split_csv(line_a.text, a);
    if (!same) split_csv(line_b.text, b);
    if (!names) {
      compare_row(out, a, same ? a : b, line_a, line_b);
      continue;
    }
    if (!same) compare_names(out, a, b, line_a, line_b);
    out.channels.resize(a.size() - 1);
    for (std::size_t i = 1; i < a.size(); ++i) out.names.push_back(a[i].text);
  }
}

}  // namespace

DiffResult diff_texts(std::string_view a, std::string_view b, std::string_view name_a,
                      std::string_view name_b, const DiffOptions& options) {
  const auto error = [](std::string_view name, std::string_view why, std::string_view expected) {
    return DiffResult{
        2, fmt::format("{}: error: diff: not comparable: {}; expected {}\n", name, why, expected)};
  };
  const FileKind kind_a = file_kind(a), kind_b = file_kind(b);
  for (const auto& [kind, name] : {std::pair{kind_a, name_a}, std::pair{kind_b, name_b}})
    if (kind == FileKind::neither)
      return error(name, "neither a report nor a CSV file", "what mbsim writes");
  if (kind_a != kind_b)
    return error(name_b, "one file is a report, the other a CSV file",
                 kind_a == FileKind::report ? "a report" : "a CSV file");
  Comparison out;
  out.name_a = name_a;
  out.name_b = name_b;
  out.options = options;
  out.kind = kind_a;
  if (kind_a == FileKind::report && units_text(a) != units_text(b)) {
    out.units_a = units_text(a), out.units_b = units_text(b);
    out.units = DiffUnits::read(a, b);
    if (!out.units)
      return error(name_b,
                   fmt::format("it is in other units ({}), which cannot be read",
                               excerpt(out.units_b, true)),
                   fmt::format("{}, as the other report is", excerpt(out.units_a, true)));
  }
  if (kind_a == FileKind::report)
    ReportWalk(out, a, b).run();
  else
    walk_csv(out, a, b);
  if (out.kind == FileKind::report && out.channels.empty() && !out.parting)
    return error(name_a, "neither report has a table", "at least one row of numbers");
  return verdict(out);
}

}  // namespace mbs
