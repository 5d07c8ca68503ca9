#include "report/diff.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "report/report_reader.h"

namespace mbs {

namespace {

constexpr double kCsvRelative = 1e-9;
constexpr std::size_t kListed = 5;
constexpr std::size_t kExcerpt = 72;  // characters of a line or a name that are shown
// Reading and subtracting rounds too: where any difference is allowed at all, this many units of
// rounding of the channel's largest number come on top (0.435 - 0.434 is not 0.001 in binary).
constexpr double kRounding = 16 * std::numeric_limits<double>::epsilon();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Place {
  std::string_view a, b;  // the numbers as printed
  long line_a = 0, line_b = 0;
  double time = std::numeric_limits<double>::quiet_NaN();
};

struct Channel {
  int table = -1;           // into Comparison::tables; -1: a line outside any table, or CSV
  std::string_view labels;  // of the row, as printed
  std::string_view column;  // header word; empty: none
  std::size_t index = 0;    // which number of the row, from 0
  double min = kInfinity, max = -kInfinity;
  Resolution resolution;
  bool finite = true;
  double worst = 0;  // largest |a - b|, at `place`; where not finite, `place` is the first such
  Place place;

  double magnitude() const { return max < min ? 0 : std::max(std::abs(min), std::abs(max)); }
  double scale() const {
    if (max <= min) return magnitude();
    return std::min(max - min, std::numeric_limits<double>::max());
  }
};

// The first place where the two texts stop having the same layout; nothing is read after it.
struct Parting {
  std::string what;
  Line a, b;
};

struct Comparison {
  std::string_view name_a, name_b;
  DiffOptions options;
  FileKind kind = FileKind::neither;
  std::vector<std::string_view> tables;  // title and header lines, as printed
  std::vector<Channel> channels;
  long times = 0;
  double time = std::numeric_limits<double>::quiet_NaN();  // of the block being read
  double largest_time = 0;
  std::optional<Parting> parting;
  std::optional<std::pair<Line, Line>> echo;  // first echo lines that are not the same

  void part(std::string what, const Line& a, const Line& b) {
    if (!parting) parting = Parting{std::move(what), a, b};
  }
};

void record(Channel& c, const Token& a, const Token& b, const Place& place, FileKind kind) {
  if (kind == FileKind::report) {
    for (const Token* token : {&a, &b}) {
      const Resolution r = printed_resolution(*token);
      c.resolution.unit = std::max(c.resolution.unit, r.unit);
      c.resolution.relative = std::max(c.resolution.relative, r.relative);
      if (a.text.data() == b.text.data()) break;
    }
  }
  if (!a.number || !b.number || !std::isfinite(a.value) || !std::isfinite(b.value)) {
    if (c.finite) c.place = place;
    c.finite = false;
    return;
  }
  c.min = std::min({c.min, a.value, b.value});
  c.max = std::max({c.max, a.value, b.value});
  const double difference = std::abs(a.value - b.value);
  if (c.finite && difference > c.worst) {
    c.worst = difference;
    c.place = place;
  }
}

double allowed(const Channel& c, FileKind kind, const DiffOptions& options) {
  const bool report = kind == FileKind::report;
  const double atol = options.atol >= 0 ? options.atol : report ? c.resolution.unit : 0;
  const double rtol =
      options.rtol >= 0 ? options.rtol : (report ? c.resolution.relative : kCsvRelative);
  const double sum = atol + rtol * c.scale();
  return sum > 0 ? sum + kRounding * c.magnitude() : 0;
}

// Times belong to the layout, so --rtol and --atol do not apply: a generous tolerance for the
// channels must not pair rows of different times.
bool same_time(Comparison& out, const Token& a, const Token& b) {
  if (!a.number || !b.number || !std::isfinite(a.value) || !std::isfinite(b.value)) return false;
  out.largest_time = std::max({out.largest_time, std::abs(a.value), std::abs(b.value)});
  double limit = kCsvRelative * out.largest_time;
  if (out.kind == FileKind::report)
    limit = std::max(printed_resolution(a).unit, printed_resolution(b).unit) +
            kRounding * out.largest_time;
  return std::abs(a.value - b.value) <= limit;
}

bool same_text(const Token& a, const Token& b) { return a.text == b.text; }

// From the first token to the last, as it stands in the line.
std::string_view span_of(const Token* first, const Token* last) {
  if (first == last) return {};
  const char* end = (last - 1)->text.data() + (last - 1)->text.size();
  return {first->text.data(), static_cast<std::size_t>(end - first->text.data())};
}

// ---- reports --------------------------------------------------------------------------------

struct RowKey {
  int table;
  std::size_t values;
  std::string_view labels;
  bool operator==(const RowKey&) const = default;
};

struct RowHash {
  std::size_t operator()(const RowKey& key) const {
    const auto number = static_cast<std::size_t>(key.table + 1) * 1000003U + key.values;
    return std::hash<std::string_view>{}(key.labels) ^ (number * 0x9E3779B97F4A7C15U);
  }
};

// Reads both reports in step. A table is a run of lines of words, the last of which is the header,
// and the rows under it; a blank line, a comment or a TIME line ends it. In a row the tokens before
// the first number that is not an integer are its labels.
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
  void advance(LineReader& reader, Line& line, bool closes) {
    line = reader.next();
    while (!line.end && is_blank(line.text)) {
      if (closes) close_table();
      line = reader.next();
    }
  }

  void close_table() {
    block_ = header_ = {};
    in_header_ = false;
    table_ = -1;
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
    const std::vector<Token>& a = tokens_a_;
    const std::vector<Token>& b = same ? tokens_a_ : tokens_b_;
    if (is_comment(a_.text) || is_comment(b_.text)) return compare_audit(a, b);
    if (is_time(a) && is_time(b)) return compare_time(a[2], b[2]);
    if (a.size() != b.size()) return out_.part("the layouts part", a_, b_);
    std::size_t first = 0;
    while (first < a.size() && !is_real(a[first]) && !is_real(b[first])) ++first;
    const auto labels_end = a.begin() + static_cast<std::ptrdiff_t>(first);
    if (!same && !std::equal(a.begin(), labels_end, b.begin(), same_text))
      return out_.part("the layouts part", a_, b_);
    if (first == a.size())
      compare_words();
    else
      compare_numbers(a, b, first);
  }

  static bool is_real(const Token& t) { return t.number && !t.integer; }

  static bool is_time(const std::vector<Token>& t) {
    return t.size() == 3 && t[0].text == "TIME" && t[1].text == "=" && t[2].number;
  }

  // Audit numbers (residuals, step counts) follow the machine's rounding; only the label counts:
  // the words before the first number, or all of them where the line begins with a number.
  void compare_audit(const std::vector<Token>& a, const std::vector<Token>& b) {
    close_table();
    const auto number = [](const Token& t) { return t.number; };
    const auto end_a = std::find_if(a.begin(), a.end(), number);
    const auto end_b = std::find_if(b.begin(), b.end(), number);
    bool same = std::equal(a.begin(), end_a, b.begin(), end_b, same_text);
    if (same && end_a - a.begin() <= 1)
      same = std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Token& s, const Token& t) {
        return (s.number && t.number) || same_text(s, t);
      });
    if (!same) out_.part("the audit lines part", a_, b_);
  }

  void compare_time(const Token& a, const Token& b) {
    close_table();
    if (!same_time(out_, a, b)) return out_.part("the times part", a_, b_);
    out_.time = a.value;
    ++out_.times;
  }

  // Equal words in both: a title or header line; or a row that has only integers.
  void compare_words() {
    const auto number = [](const Token& t) { return t.number; };
    if (std::any_of(tokens_a_.begin(), tokens_a_.end(), number)) {
      in_header_ = false;
      return;
    }
    header_ = a_.text;
    const char* end = a_.text.data() + a_.text.size();
    const char* begin = in_header_ ? block_.data() : a_.text.data();
    block_ = {begin, static_cast<std::size_t>(end - begin)};
    in_header_ = true;
    table_ = -1;
  }

  void compare_numbers(const std::vector<Token>& a, const std::vector<Token>& b,
                       std::size_t first) {
    in_header_ = false;
    Channel* channels = out_.channels.data() + row(a, first);
    for (std::size_t i = first; i < a.size(); ++i) {
      if (a[i].number && b[i].number)
        record(channels[i - first], a[i], b[i],
               {a[i].text, b[i].text, a_.number, b_.number, out_.time}, FileKind::report);
      else if (!same_text(a[i], b[i]))
        return out_.part("the layouts part", a_, b_);
    }
  }

  // Index of the row's first channel; words among the numbers keep a channel that stays empty.
  std::size_t row(const std::vector<Token>& a, std::size_t first) {
    if (table_ < 0 && !block_.empty()) {
      table_ = table_ids_.try_emplace(block_, static_cast<int>(out_.tables.size())).first->second;
      if (table_ == static_cast<int>(out_.tables.size())) out_.tables.push_back(block_);
    }
    const RowKey key{table_, a.size() - first, span_of(a.data(), a.data() + first)};
    const auto [found, fresh] = rows_.try_emplace(key, out_.channels.size());
    if (fresh) {
      if (table_ != named_table_) split_words(header_, header_tokens_);
      named_table_ = table_;
      for (std::size_t i = first; i < a.size(); ++i) {
        Channel c;
        c.table = table_;
        c.labels = key.labels;
        c.index = i - first;
        if (table_ >= 0) c.column = column_of(a, i);
        out_.channels.push_back(c);
      }
    }
    return found->second;
  }

  // The header word in the same place, counted if row and header have as many words, otherwise the
  // one that ends in the same character column (fields are flush right).
  std::string_view column_of(const std::vector<Token>& row, std::size_t i) const {
    if (row.size() == header_tokens_.size()) return header_tokens_[i].text;
    const auto end_in = [](const Token& t, std::string_view line) {
      return t.text.data() + t.text.size() - line.data();
    };
    const std::ptrdiff_t end = end_in(row[i], a_.text);
    const auto found = std::lower_bound(
        header_tokens_.begin(), header_tokens_.end(), end,
        [&](const Token& t, std::ptrdiff_t place) { return end_in(t, header_) < place; });
    if (found == header_tokens_.end() || end_in(*found, header_) != end) return {};
    return found->text;
  }

  Comparison& out_;
  LineReader reader_a_, reader_b_;
  Line a_, b_;
  std::vector<Token> tokens_a_, tokens_b_, header_tokens_;
  std::string_view block_, header_;  // in a; empty: no table is open
  bool in_header_ = false;
  int table_ = -1;        // of block_, once it has a row
  int named_table_ = -1;  // whose header is in header_tokens_
  std::unordered_map<std::string_view, int> table_ids_;
  std::unordered_map<RowKey, std::size_t, RowHash> rows_;
};

// ---- CSV ------------------------------------------------------------------------------------

Line next_csv_line(LineReader& reader) {
  Line line = reader.next();
  while (!line.end && (is_blank(line.text) || is_comment(line.text))) line = reader.next();
  return line;
}

void compare_names(Comparison& out, const std::vector<Token>& a, const std::vector<Token>& b,
                   Line line_a, Line line_b) {
  const auto [at_a, at_b] = std::mismatch(a.begin(), a.end(), b.begin(), b.end(), same_text);
  if (at_a == a.end() && at_b == b.end()) return;
  line_a.text = at_a == a.end() ? std::string_view("(no such column)") : at_a->text;
  line_b.text = at_b == b.end() ? std::string_view("(no such column)") : at_b->text;
  out.part(fmt::format("the names part in column {}", at_a - a.begin() + 1), line_a, line_b);
}

void compare_row(Comparison& out, const std::vector<Token>& a, const std::vector<Token>& b,
                 const Line& line_a, const Line& line_b) {
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
  LineReader reader_a(text_a), reader_b(text_b);
  std::vector<Token> a, b;
  for (bool names = true; !out.parting; names = false) {
    const Line line_a = next_csv_line(reader_a), line_b = next_csv_line(reader_b);
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
    for (std::size_t i = 1; i < a.size(); ++i) out.channels[i - 1].column = a[i].text;
  }
}

// ---- output ---------------------------------------------------------------------------------

// Runs of blanks become one, control characters '?', and long text is cut.
std::string shown(std::string_view text, bool squeeze) {
  std::string out;
  for (const char c : text) {
    if (squeeze && (c == ' ' || (c >= '\t' && c <= '\r'))) {
      if (!out.empty() && out.back() != ' ') out += ' ';
      continue;
    }
    if (out.size() == kExcerpt) return out + "...";
    out += (c >= 0 && c < ' ') || c == '\x7f' ? (c == '\t' ? ' ' : '?') : c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

// "BODY 3 XDD", "POINTS OF INTEREST 1 X"; CSV: the name itself. A table without a title goes by the
// first word of its header, a number without a header word by its place in the row.
std::string channel_name(const Comparison& out, const Channel& c) {
  std::string name;
  if (c.table >= 0) {
    const std::string_view block = out.tables[static_cast<std::size_t>(c.table)];
    const std::size_t title = block.rfind('\n');
    std::vector<Token> words;
    split_words(block.substr(0, title), words);
    const std::size_t count = title == std::string_view::npos ? 1 : words.size();
    for (std::size_t i = 0; i < count; ++i) name.append(words[i].text) += ' ';
  }
  name.append(c.labels) += ' ';
  if (c.column.empty())
    name += fmt::format("[{}]", c.index + 1);
  else
    name.append(c.column);
  return shown(name, true);
}

std::string time_text(double time) { return std::isnan(time) ? "-" : fmt::format("{}", time); }

bool worse(const Channel& a, const Channel& b) {
  if (!a.finite || !b.finite) return !a.finite && b.finite;
  const auto share = [](const Channel& c) { return c.worst == 0 ? 0 : c.worst / c.scale(); };
  return share(a) > share(b);
}

bool differs(const Comparison& out, const Channel& c) {
  return !c.finite || (c.worst > 0 && c.worst > allowed(c, out.kind, out.options));
}

using Cells = std::array<std::string, 7>;

Cells cells(const Comparison& out, const Channel& c) {
  const Place& p = c.place;
  return {channel_name(out, c),
          time_text(p.time),
          shown(p.a, true),
          shown(p.b, true),
          c.finite ? fmt::format("{:.3E}", c.worst) : "-",
          fmt::format("{:.3E}", allowed(c, out.kind, out.options)),
          fmt::format("{}:{} {}:{}", out.name_a, p.line_a, out.name_b, p.line_b)};
}

void list_channels(const Comparison& out, const std::vector<const Channel*>& found,
                   std::string& text) {
  std::vector<Cells> lines = {{"channel", "time", "a", "b", "difference", "allowed", "lines"}};
  for (const Channel* c : found) lines.push_back(cells(out, *c));
  std::array<std::size_t, 7> width{};
  for (const Cells& line : lines)
    for (std::size_t i = 0; i < width.size(); ++i) width[i] = std::max(width[i], line[i].size());
  for (const Cells& line : lines) {
    fmt::format_to(std::back_inserter(text), "  {:<{}}", line[0], width[0]);
    for (std::size_t i = 1; i + 1 < line.size(); ++i)
      fmt::format_to(std::back_inserter(text), "  {:>{}}", line[i], width[i]);
    fmt::format_to(std::back_inserter(text), "  {}\n", line.back());
  }
}

// "largest difference 3.1E-16 of the range (body3.xdd at t = 0.025)", of one channel or none.
std::string extreme(const Comparison& out, const Channel* worst) {
  if (worst == nullptr || (worst->finite && worst->worst == 0)) return "no difference";
  const std::string where = fmt::format("{} at t = {}", channel_name(out, *worst),  //
                                        time_text(worst->place.time));
  if (!worst->finite) return "not a finite number: " + where;
  return fmt::format("largest difference {:.1E} of the range ({})", worst->worst / worst->scale(),
                     where);
}

std::string parting_text(const Comparison& out, std::size_t found, std::size_t total) {
  const Parting& p = *out.parting;
  const auto line_text = [](const Line& line) {
    return line.end ? std::string("(end of file)") : shown(line.text, false);
  };
  return fmt::format(
      "differ: {} at t = {} ({}:{}, {}:{}); before that {} of {} channels differ\n"
      "  {}:{}: {}\n  {}:{}: {}\n",
      p.what, time_text(out.time), out.name_a, p.a.number, out.name_b, p.b.number, found, total,
      out.name_a, p.a.number, line_text(p.a), out.name_b, p.b.number, line_text(p.b));
}

DiffResult verdict(Comparison& out) {
  // Words among a row's numbers have left empty channels behind.
  std::erase_if(out.channels,
                [&](const Channel& c) { return out.times > 0 && c.finite && c.max < c.min; });
  const auto total = out.channels.size();
  std::vector<const Channel*> found;
  const Channel* worst = nullptr;
  for (const Channel& c : out.channels) {
    if (worst == nullptr || worse(c, *worst)) worst = &c;
    if (differs(out, c)) found.push_back(&c);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Channel* a, const Channel* b) { return worse(*a, *b); });
  DiffResult result;
  result.exit_status = out.parting || !found.empty() ? 4 : 0;
  if (out.parting)
    result.text = parting_text(out, found.size(), total);
  else if (!found.empty())
    result.text = fmt::format("differ: {} of {} channels at {} times; {}\n", found.size(), total,
                              out.times, extreme(out, found.front()));
  else
    result.text =
        fmt::format("agree: {} channels at {} times; {}\n", total, out.times, extreme(out, worst));
  if (!out.options.all && found.size() > kListed) found.resize(kListed);
  if (!found.empty()) list_channels(out, found, result.text);
  if (out.echo)
    result.text += fmt::format("note: the echoes differ, first at {}:{}, {}:{}\n", out.name_a,
                               out.echo->first.number, out.name_b, out.echo->second.number);
  return result;
}

}  // namespace

DiffResult diff_texts(std::string_view a, std::string_view b, std::string_view name_a,
                      std::string_view name_b, const DiffOptions& options) {
  const FileKind kind_a = file_kind(a), kind_b = file_kind(b);
  for (const auto& [kind, name] : {std::pair{kind_a, name_a}, std::pair{kind_b, name_b}})
    if (kind == FileKind::neither)
      return {2, fmt::format("{}: error: diff: not comparable: neither a report nor a CSV file; "
                             "expected what mbsim writes\n",
                             name)};
  if (kind_a != kind_b)
    return {2, fmt::format("{}: error: diff: not comparable: one file is a report, the other a CSV "
                           "file; expected {}\n",
                           name_b, kind_a == FileKind::report ? "a report" : "a CSV file")};
  Comparison out;
  out.name_a = name_a;
  out.name_b = name_b;
  out.options = options;
  out.kind = kind_a;
  if (kind_a == FileKind::report)
    ReportWalk(out, a, b).run();
  else
    walk_csv(out, a, b);
  if (out.kind == FileKind::report && out.channels.empty() && !out.parting)
    return {2, fmt::format("{}: error: diff: not comparable: neither report has a table; expected "
                           "at least one row of numbers\n",
                           name_a)};
  return verdict(out);
}

}  // namespace mbs
