// Reads back what the report and CSV writers wrote: lines, tokens and the resolution of printed
// numbers. Everything is a view into the caller's text, nothing is copied, and any bytes at all are
// accepted; what is not a number is a word.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mbs {

enum class FileKind { report, csv, neither };

// A report begins with "# mbsim" or has a TIME line as its first line that is neither blank nor a
// comment; in this line a CSV file has its names, separated by commas (or the one name "t").
FileKind file_kind(std::string_view text);

struct ReportLine {
  std::string_view text;  // without the line end (LF or CRLF)
  long number = 0;        // from 1; past the last line: the number of lines + 1
  bool end = false;       // past the last line; `text` is empty
};

class ReportLines {
 public:
  explicit ReportLines(std::string_view text) : rest_(text) {}
  ReportLine next();

 private:
  std::string_view rest_;
  long number_ = 0;
};

bool is_blank(std::string_view line);
bool is_comment(std::string_view line);  // first character that is not blank is '#'

struct ReportToken {
  std::string_view text;
  double value = 0;      // NaN for nan; infinite for inf and for numbers beyond the range of double
  bool number = false;   // the whole token is a number (nan and inf are numbers)
  bool integer = false;  // digits with an optional sign: a label or a count, never rounded

  bool real() const { return number && !integer; }
};

// "3", "-0.434", "1.5E+03", "nan"; anything else is a word.
ReportToken read_token(std::string_view text);

// Tokens are separated by blanks; each of = ( ) [ ] , ; : is a token of its own, so that "t=0.25,"
// shows its number. `tokens` is overwritten (its memory is kept from line to line).
void split_words(std::string_view line, std::vector<ReportToken>& tokens);

// "TIME = 0.0250", perhaps with more words.
bool is_time_line(const std::vector<ReportToken>& tokens);

// Fields between commas, blanks around them removed; an empty field is a word.
void split_csv(std::string_view line, std::vector<ReportToken>& tokens);

// The next line that is neither blank nor a comment.
ReportLine next_csv_line(ReportLines& reader);

// Text for a message, at most one line of it: control characters become '?', long text is cut; with
// `squeeze` runs of blanks become one.
std::string excerpt(std::string_view text, bool squeeze);

// The smallest difference that the printed digits of a number can show. "2.531": unit 1e-3,
// relative 0; "1.2345E+02": unit 1e-2, relative 1e-4 (10^-(digits - 1)); an integer: 0 and 0.
struct Resolution {
  double unit = 0;
  double relative = 0;
};
Resolution printed_resolution(const ReportToken& token);

// The tables of a report and the channels their rows make. A table is a run of lines of words (a
// title perhaps, then the header) and the rows under it; in a row the tokens before the first
// number that is not an integer are its labels, the following tokens are its values. A channel is a
// value of a row, identified by title and header, labels and place, so the same row at another time
// is the same channel. A table without a title whose header begins with "t" is one of times, as
// REPORT makes it: a row is a time and the values of its channels. All views point into the lines
// handed in.
class ReportTables {
 public:
  void close();                       // a blank line, a comment or a TIME line ends a table
  void words(std::string_view line);  // a title or header line
  void no_values();                   // a row of labels only: the next words are a new table
  bool is_of_times() const;           // the table that is open

  // Channel of the row's first value `tokens[first]`; the others follow it.
  std::size_t row(std::string_view line, const std::vector<ReportToken>& tokens, std::size_t first);

  std::size_t channel_count() const { return channels_.size(); }
  // "BODY 3 XDD", "POINTS OF INTEREST 1 X"; of a table of times the header word alone, "x2_1". Any
  // other table without a title goes by the first word of its header, a value without a header word
  // by its place, "[2]".
  std::string name(std::size_t channel) const;

 private:
  struct RowKey {
    int table;
    std::size_t values;
    std::string_view labels;
    bool operator==(const RowKey&) const = default;
  };
  struct RowHash {
    std::size_t operator()(const RowKey& key) const;
  };
  struct Channel {
    int table;  // into tables_; -1: a line outside any table
    std::string_view labels;
    std::string_view column;
    std::size_t place;  // among the values, from 1
  };

  std::string_view column_of(std::string_view line, const std::vector<ReportToken>& tokens,
                             std::size_t i) const;

  std::string_view block_, header_;  // title and header lines, and the header; empty: none open
  bool in_header_ = false;
  int table_ = -1;        // of block_, once it has a row
  int named_table_ = -1;  // table of header_words_
  std::vector<std::string_view> header_words_;
  std::vector<std::string_view> tables_;
  std::vector<Channel> channels_;
  std::unordered_map<std::string_view, int> table_ids_;
  std::unordered_map<RowKey, std::size_t, RowHash> rows_;
};

}  // namespace mbs
