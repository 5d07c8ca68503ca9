#include "report/report_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace mbs {

namespace {

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

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && blank_char(s.front())) s.remove_prefix(1);
  while (!s.empty() && blank_char(s.back())) s.remove_suffix(1);
  return s;
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
  if (k <= 0 && k > -static_cast<int>(kNegative.size()))
    return kNegative[static_cast<std::size_t>(-k)];
  return std::pow(10.0, k);
}

}  // namespace

Line LineReader::next() {
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
  LineReader reader(text);
  Line line = reader.next();
  while (!line.end && is_blank(line.text)) line = reader.next();
  if (line.text.starts_with("# mbsim")) return FileKind::report;
  while (!line.end && (is_blank(line.text) || is_comment(line.text))) line = reader.next();
  const std::string_view first = trimmed(line.text);
  if (first.starts_with("TIME") && first.find('=') != std::string_view::npos)
    return FileKind::report;
  if (first == "t" || first.find(',') != std::string_view::npos) return FileKind::csv;
  return FileKind::neither;
}

Token read_token(std::string_view text) {
  Token token{text};
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

void split_words(std::string_view line, std::vector<Token>& tokens) {
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

void split_csv(std::string_view line, std::vector<Token>& tokens) {
  tokens.clear();
  while (true) {
    const std::size_t comma = line.find(',');
    tokens.push_back(read_token(trimmed(line.substr(0, comma))));
    if (comma == std::string_view::npos) return;
    line.remove_prefix(comma + 1);
  }
}

Resolution printed_resolution(const Token& token) {
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

}  // namespace mbs
