// Reads back what the report and CSV writers wrote: lines, tokens and the resolution of printed
// numbers. Everything is a view into the caller's text, nothing is copied, and any bytes at all are
// accepted; what is not a number is a word.
#pragma once

#include <string_view>
#include <vector>

namespace mbs {

enum class FileKind { report, csv, neither };

// A report begins with "# mbsim" or has a TIME line as its first line that is neither blank nor a
// comment; there a CSV file has its names, separated by commas (or the one name "t").
FileKind file_kind(std::string_view text);

struct Line {
  std::string_view text;  // without the line end (LF or CRLF)
  long number = 0;        // from 1; past the last line: the number of lines + 1
  bool end = false;       // past the last line; `text` is empty
};

class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}
  Line next();

 private:
  std::string_view rest_;
  long number_ = 0;
};

bool is_blank(std::string_view line);
bool is_comment(std::string_view line);  // first character that is not blank is '#'

struct Token {
  std::string_view text;
  double value = 0;      // NaN for nan; infinite for inf and for what no double can hold
  bool number = false;   // the whole token is a number (nan and inf are numbers)
  bool integer = false;  // digits with an optional sign: a label or a count, never rounded
};

// "3", "-0.434", "1.5E+03", "nan"; anything else is a word.
Token read_token(std::string_view text);

// Tokens are separated by blanks; each of = ( ) [ ] , ; : is a token of its own, so that "t=0.25,"
// shows its number. `tokens` is overwritten (its memory is kept from line to line).
void split_words(std::string_view line, std::vector<Token>& tokens);

// Fields between commas, blanks around them removed; an empty field is a word.
void split_csv(std::string_view line, std::vector<Token>& tokens);

// What the printed digits of a number can tell apart. "2.531": unit 1e-3, relative 0;
// "1.2345E+02": unit 1e-2, relative 1e-4 (10^-(digits - 1)); an integer: 0 and 0.
struct Resolution {
  double unit = 0;
  double relative = 0;
};
Resolution printed_resolution(const Token& token);

}  // namespace mbs
