#include "report/report_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>

#include "base/index.h"

namespace mbs {

namespace {

constexpr std::size_t kExcerpt = 72;  // characters

bool blank_char(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool digit(char c) { return c >= '0' && c <= '9'; }

bool punctuation(char c) {
  switch (c) {
    case '=':
    case '(':
    case ')':
    case '[':
    case ']':
    case ',':
    case ';':
    case ':':
      return true;
    default:
      return false;
  }
}

std::string_view without_space(std::string_view s) {
  while (!s.empty() && blank_char(s.front())) s.remove_prefix(1);
  while (!s.empty() && blank_char(s.back())) s.remove_suffix(1);
  return s;
}

std::vector<std::string_view> words_between_blanks(std::string_view line) {
  std::vector<std::string_view> words;
  for (line = without_space(line); !line.empty(); line = without_space(line)) {
    const auto end = std::find_if(line.begin(), line.end(), blank_char) - line.begin();
    words.push_back(line.substr(0, static_cast<std::size_t>(end)));
    line.remove_prefix(words.back().size());
  }
  return words;
}

// Whether the title and header lines of a table are a header alone that begins with "t".
bool is_block_of_times(std::string_view block) {
  block = without_space(block);
  return block.starts_with("t") && (block.size() == 1 || blank_char(block[1])) &&
         block.find('\n') == block.npos;
}

// Most words are told from numbers by their first characters, without a conversion.
bool may_be_number(std::string_view s) {
  if (!s.empty() && (s.front() == '-' || s.front() == '+')) s.remove_prefix(1);
  if (s.empty()) return false;
  const char c = s.front();
  return digit(c) || c == '.' || c == 'n' || c == 'N' || c == 'i' || c == 'I';
}

// 10^k; the powers that occur in reports come from a table of correctly rounded values.
double power_of_ten(int k) {
  static constexpr std::array<double, 18> kNegative = {1e0,   1e-1,  1e-2,  1e-3,  1e-4,  1e-5,
                                                       1e-6,  1e-7,  1e-8,  1e-9,  1e-10, 1e-11,
                                                       1e-12, 1e-13, 1e-14, 1e-15, 1e-16, 1e-17};
  if (k <= 0 && k > -count_of(kNegative)) return kNegative[-k];
  return std::pow(10.0, k);
}

}  // namespace

ReportLine ReportLines::next() {
  ++number_;
  if (rest_.empty()) return {{}, number_, true};
  const std::size_t end = rest_.find('\n');
  std::string_view text = rest_.substr(0, end);
  rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  return {text, number_, false};
}

bool is_blank(std::string_view line) { return std::all_of(line.begin(), line.end(), blank_char); }

bool is_comment(std::string_view line) {
  const auto first = std::find_if_not(line.begin(), line.end(), blank_char);
  return first != line.end() && *first == '#';
}

FileKind file_kind(std::string_view text) {
  ReportLines reader(text);
  ReportLine line = reader.next();
  while (!line.end && is_blank(line.text)) line = reader.next();
  if (line.text.starts_with("# mbsim")) return FileKind::report;
  while (!line.end && (is_blank(line.text) || is_comment(line.text))) line = reader.next();
  const std::string_view first = without_space(line.text);
  if (first.starts_with("TIME") && first.find('=') != std::string_view::npos)
    return FileKind::report;
  if (first == "t" || first.find(',') != std::string_view::npos) return FileKind::csv;
  return FileKind::neither;
}

ReportToken read_token(std::string_view text) {
  ReportToken token{text};
  if (!may_be_number(text)) return token;
  std::string_view digits = text;
  if (digits.front() == '+') {
    digits.remove_prefix(1);
    if (digits.front() == '-') return token;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::invalid_argument || end != digits.data() + digits.size()) return token;
  token.number = true;
  token.value =
      error == std::errc::result_out_of_range ? std::numeric_limits<double>::infinity() : value;
  if (digits.front() == '-') digits.remove_prefix(1);
  token.integer = std::all_of(digits.begin(), digits.end(), digit);
  return token;
}

void split_words(std::string_view line, std::vector<ReportToken>& tokens) {
  tokens.clear();
  std::size_t i = 0;
  while (i < line.size()) {
    if (blank_char(line[i])) {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    if (!punctuation(line[i]))
      while (end < line.size() && !blank_char(line[end]) && !punctuation(line[end])) ++end;
    tokens.push_back(read_token(line.substr(i, end - i)));
    i = end;
  }
}

void split_csv(std::string_view line, std::vector<ReportToken>& tokens) {
  tokens.clear();
  while (true) {
    const std::size_t comma = line.find(',');
    tokens.push_back(read_token(without_space(line.substr(0, comma))));
    if (comma == std::string_view::npos) return;
    line.remove_prefix(comma + 1);
  }
}

bool is_time_line(const std::vector<ReportToken>& tokens) {
  return tokens.size() >= 3 && tokens[0].text == "TIME" && tokens[1].text == "=" &&
         tokens[2].number;
}

ReportLine next_csv_line(ReportLines& reader) {
  ReportLine line = reader.next();
  while (!line.end && (is_blank(line.text) || is_comment(line.text))) line = reader.next();
  return line;
}

std::string excerpt(std::string_view text, bool squeeze) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (squeeze && blank_char(c)) {
      if (!out.empty() && out.back() != ' ') out += ' ';
      continue;
    }
    if (out.size() == kExcerpt) return out + "...";
    out += byte < 0x20 || byte == 0x7f ? (c == '\t' ? ' ' : '?') : c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

Resolution printed_resolution(const ReportToken& token) {
  if (!token.number || token.integer || !std::isfinite(token.value)) return {};
  const std::string_view mantissa = token.text.substr(0, token.text.find_first_of("eE"));
  const std::size_t point = mantissa.find('.');
  const int decimals =
      point == std::string_view::npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
  if (mantissa.size() == token.text.size()) return {power_of_ten(-decimals), 0};
  std::string_view exponent = token.text.substr(mantissa.size() + 1);
  if (exponent.front() == '+') exponent.remove_prefix(1);
  int power = 0;
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
  // A zero is printed with exponent 0 whatever the size of its neighbours: it has no unit.
  const double unit = token.value == 0 ? 0 : power_of_ten(std::max(-400, power - decimals));
  return {unit, power_of_ten(-decimals)};
}

void ReportTables::close() {
  block_ = header_ = {};
  in_header_ = false;
  table_ = -1;
}

void ReportTables::words(std::string_view line) {
  header_ = line;
  const char* begin = in_header_ ? block_.data() : line.data();
  block_ = {begin, static_cast<std::size_t>(line.data() + line.size() - begin)};
  in_header_ = true;
  table_ = -1;
}

void ReportTables::no_values() { in_header_ = false; }

std::size_t ReportTables::row(std::string_view line, const std::vector<ReportToken>& tokens,
                              std::size_t first) {
  in_header_ = false;
  if (table_ < 0 && !block_.empty()) {
    table_ = table_ids_.try_emplace(block_, count_of(tables_)).first->second;
    if (table_ == count_of(tables_)) tables_.push_back(block_);
  }
  std::string_view labels;
  if (first > 0 && !is_of_times()) {
    const char* end = tokens[first - 1].text.data() + tokens[first - 1].text.size();
    const char* begin = tokens[0].text.data();
    labels = {begin, static_cast<std::size_t>(end - begin)};
  }
  const auto [found, fresh] =
      rows_.try_emplace({table_, tokens.size() - first, labels}, channels_.size());
  if (!fresh) return found->second;
  if (table_ != named_table_) header_words_ = words_between_blanks(header_);
  named_table_ = table_;
  for (std::size_t i = first; i < tokens.size(); ++i) {
    const std::string_view column = table_ < 0 ? std::string_view() : column_of(line, tokens, i);
    channels_.push_back({table_, labels, column, i - first + 1});
  }
  return found->second;
}

// The header word of token i. If row and header have the same number of words, it is word i;
// otherwise it is the word that ends in the same character column (fields are flush right).
std::string_view ReportTables::column_of(std::string_view line,
                                         const std::vector<ReportToken>& tokens,
                                         std::size_t i) const {
  if (tokens.size() == header_words_.size()) return header_words_[i];
  const auto end_in = [](std::string_view word, std::string_view whole) {
    return word.data() + word.size() - whole.data();
  };
  const std::ptrdiff_t end = end_in(tokens[i].text, line);
  const auto found = std::lower_bound(
      header_words_.begin(), header_words_.end(), end,
      [&](std::string_view word, std::ptrdiff_t place) { return end_in(word, header_) < place; });
  if (found == header_words_.end() || end_in(*found, header_) != end) return {};
  return *found;
}

bool ReportTables::is_of_times() const { return is_block_of_times(block_); }

std::string ReportTables::name(std::size_t channel) const {
  const Channel& c = channels_[channel];
  std::string name;
  if (c.table >= 0) {
    const std::string_view block = tables_[c.table];
    if (is_block_of_times(block)) return std::string(c.column);
    const std::size_t title = block.rfind('\n');
    std::vector<ReportToken> words;
    split_words(block.substr(0, title), words);
    if (title == std::string_view::npos) words.resize(1);
    for (const ReportToken& word : words) name.append(word.text) += ' ';
  }
  if (!c.labels.empty()) name.append(c.labels) += ' ';
  return name + (c.column.empty() ? fmt::format("[{}]", c.place) : std::string(c.column));
}

std::size_t ReportTables::RowHash::operator()(const RowKey& key) const {
  const auto number = static_cast<std::size_t>(key.table + 1) * 1000003U + key.values;
  return std::hash<std::string_view>{}(key.labels) ^ (number * 0x9E3779B97F4A7C15U);
}

}  // namespace mbs
