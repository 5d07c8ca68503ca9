#include "deck/lines/muscle_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/index.h"
#include "deck/lines/lexer.h"
#include "deck/lines/tokenizer.h"
#include "plan/muscle_constants.h"
#include "text/characters.h"
#include "text/names.h"
#include "text/number.h"

namespace mbs {

namespace {

struct Cell {
  std::string text;
  SourceLocation where;
  bool empty() const { return text.empty(); }
};
using Row = std::vector<Cell>;

// The kind of a column and the words before its cells.
struct Heading {
  enum class Kind : unsigned char { name, group, words, field, more };
  Kind kind = Kind::field;
  std::vector<Token> words;
  SourceLocation where;
  bool is_stimulation = false;
};

class MuscleTable {
 public:
  MuscleTable(const Record& line, std::string_view text, int file, LexedDeck& deck,
              Diagnostics& diagnostics)
      : line_(line), text_(text), file_(file), deck_(deck), diagnostics_(diagnostics) {}

  std::vector<Record> records() {
    const int before = diagnostics_.error_count();
    find_rows();
    if (rows_.empty()) {
      error({file_, 1, 1}, "it has no headings", kHeadings);
      return {};
    }
    read_headings();
    if (diagnostics_.error_count() > before) return {};
    for (std::size_t k = 1; k < rows_.size(); ++k)
      for (const std::string& name : names_of(rows_[k]))
        if (!is_known(name)) known_.push_back(name);
    read_line();
    std::vector<Record> out;
    for (std::size_t k = 1; k < rows_.size(); ++k) {
      check_row(rows_[k]);
      if (diagnostics_.error_count() > before) return {};
      if (is_wanted(rows_[k])) out.push_back(record_of(rows_[k]));
    }
    check_names();
    if (rows_.size() == 1) error(rows_.front().front().where, "it has no rows", "expected muscles");
    if (diagnostics_.error_count() > before) return {};
    return out;
  }

 private:
  static constexpr std::string_view kHeadings =
      "expected a row of headings: NAME, then words of MUSCLE such as FMAX, ARM 2 or ONSET, GROUP, "
      "or WORDS";

  void error(SourceLocation where, std::string problem, std::string_view expected) {
    diagnostics_.error(where, "MUSCLES", std::move(problem), std::string(expected));
  }

  // ---- text -> cells ---------------------------------------------------------------------------

  void find_rows() {
    int number = 1;
    for (std::size_t from = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0; from < text_.size();
         ++number) {
      const std::size_t end = std::min(text_.find('\n', from), text_.size());
      const std::string_view line = without_comment(text_.substr(from, end - from));
      from = end + 1;
      if (line.find_first_not_of(" \t\r,;") == npos) continue;
      if (rows_.empty())
        separator_ = line.find(';') != npos ? ';' : line.find('\t') != npos ? '\t' : ',';
      rows_.push_back(cells_of(line, number));
    }
  }

  static std::string_view without_comment(std::string_view line) {
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '"') quoted = !quoted;
      if (line[i] == '#' && !quoted) return line.substr(0, i);
    }
    return line;
  }

  Row cells_of(std::string_view line, int number) {
    Row out;
    for (std::size_t from = 0; from <= line.size();) {
      std::size_t end = from;
      int braces = 0;
      for (bool quoted = false; end < line.size(); ++end) {
        if (line[end] == '"') quoted = !quoted;
        if (line[end] == '{') ++braces;
        if (line[end] == '}') --braces;
        if (line[end] == separator_ && !quoted && braces <= 0) break;
      }
      out.push_back(cell_of(line, from, end, number));
      from = end + 1;
    }
    return out;
  }

  // The cell without blanks and quotes around it; doubled quotes inside become one.
  Cell cell_of(std::string_view line, std::size_t from, std::size_t to, int number) const {
    while (from < to && is_padding(line[from])) ++from;
    while (to > from && is_padding(line[to - 1])) --to;
    const bool quoted = to - from >= 2 && line[from] == '"' && line[to - 1] == '"';
    if (quoted) ++from, --to;
    Cell out{std::string(line.substr(from, to - from)),
             {file_, number, static_cast<int>(from) + 1}};
    if (quoted)
      for (std::size_t i = 0; (i = out.text.find("\"\"", i)) != npos; ++i) out.text.erase(i, 1);
    if ((separator_ != ',' || quoted) && out.text.find_first_of("({=") == npos)
      for (std::size_t i = 0; i + 1 < out.text.size(); ++i)  // decimal commas
        if (out.text[i] == ',' && is_digit(out.text[i + 1]) &&
            (i == 0 || is_digit(out.text[i - 1]) || is_padding(out.text[i - 1]) ||
             out.text[i - 1] == '-' || out.text[i - 1] == '+'))
          out.text[i] = '.';
    return out;
  }

  std::vector<Token> tokens_of(const Cell& cell) {
    RecordText text;
    text.first_line = cell.where.line;
    text.file = cell.where.file;
    text.text = std::string(static_cast<std::size_t>(cell.where.column - 1), ' ') + cell.text;
    text.line_starts = {0};
    return tokenize(text, deck_.parameters, diagnostics_, &deck_).tokens;
  }

  // ---- headings --------------------------------------------------------------------------------

  void read_headings() {
    for (const Cell& cell : rows_.front()) {
      Heading& heading = headings_.emplace_back();
      heading.where = cell.where;
      if (cell.empty()) {
        heading.kind = Heading::Kind::more;
        if (headings_.size() == 1) error(cell.where, "the first heading is empty", kHeadings);
        continue;
      }
      Cell words = cell;  // "STIM =" means STIM
      words.text.erase(words.text.find_last_not_of(" =") + 1);
      heading.words = tokens_of(words);
      if (heading.words.empty()) {
        error(cell.where, fmt::format("'{}' is no heading", printable(cell.text)), kHeadings);
        continue;
      }
      const std::string first = upper_case(heading.words.front().text);
      heading.is_stimulation = first == "STIM";
      if (first == "NAME" || first == "GROUP" || first == "WORDS") {
        heading.kind = first == "NAME"    ? Heading::Kind::name
                       : first == "GROUP" ? Heading::Kind::group
                                          : Heading::Kind::words;
        heading.words.clear();
      } else if (!is_muscle_word(first)) {
        const std::string_view near = nearest_word(first, muscle_words());
        error(cell.where, fmt::format("'{}' is no heading", printable(cell.text)),
              near.empty() ? std::string(kHeadings) : fmt::format("did you mean '{}'?", near));
      }
    }
    const auto names = std::count_if(headings_.begin(), headings_.end(), [](const Heading& h) {
      return h.kind == Heading::Kind::name;
    });
    if (names != 1)
      error(rows_.front().front().where,
            names == 0 ? "no column is headed NAME" : "two columns are headed NAME", kHeadings);
  }

  static bool is_muscle_word(const std::string& word) {
    const std::vector<std::string_view> all = muscle_words();
    return std::find(all.begin(), all.end(), word) != all.end();
  }

  // ---- the line of the deck --------------------------------------------------------------------

  struct Choice {
    std::string name;  // lower case
    SourceLocation where;
    bool except = false, found = false;
  };

  // Reads OF and EXCEPT with names, then fields, behind the file name.
  void read_line() {
    std::size_t k = 2;
    const auto word = [this](std::size_t i) { return upper_case(line_.tokens[i].text); };
    while (k < line_.tokens.size() && (word(k) == "OF" || word(k) == "EXCEPT")) {
      const bool except = word(k) == "EXCEPT";
      const SourceLocation at = line_.tokens[k++].where;
      const std::size_t from = k;
      while (k < line_.tokens.size() && line_.tokens[k].kind == TokenKind::word &&
             word(k) != "OF" && word(k) != "EXCEPT" &&
             (is_known(line_.tokens[k].text) || !is_muscle_word(word(k)))) {
        choices_.push_back({lower_case(line_.tokens[k].text), line_.tokens[k].where, except});
        ++k;
      }
      if (k == from)
        error(at, fmt::format("no name follows {}", except ? "EXCEPT" : "OF"),
              "expected names of muscles or groups");
    }
    for (; k < line_.tokens.size(); ++k) fields_.push_back(line_.tokens[k]);
    if (!fields_.empty() && !is_muscle_word(upper_case(fields_.front().text))) {
      std::vector<std::string_view> known = muscle_words();
      known.insert(known.end(), {"OF", "EXCEPT"});
      const std::string_view near = nearest_word(upper_case(fields_.front().text), known);
      error(fields_.front().where,
            fmt::format("'{}' is no field of a muscle", printable(fields_.front().text)),
            near.empty() ? fmt::format("expected: MUSCLES {}", kMusclesFields)
                         : fmt::format("did you mean '{}'?", near));
    }
  }

  // Every name of OF and EXCEPT must exist.
  void check_names() {
    for (const Choice& choice : choices_)
      if (!choice.found)
        error(choice.where,
              fmt::format("no muscle or group of the table has the name '{}'",
                          printable(choice.name)),
              fmt::format("it has {}", fmt::join(known_, ", ")));
  }

  // ---- rows ------------------------------------------------------------------------------------

  void check_row(const Row& row) {
    for (std::size_t k = headings_.size(); k < row.size(); ++k)
      if (!row[k].empty())
        return error(row[k].where,
                     fmt::format("there is no heading above '{}'", printable(row[k].text)),
                     fmt::format("the table has {} columns", headings_.size()));
    for (std::size_t k = 0; k < std::min(row.size(), headings_.size()); ++k) {
      const Heading& heading = headings_[k];
      if (heading.kind == Heading::Kind::name && row[k].empty())
        return error(row[k].where, "the name of the muscle is missing", "expected a name");
      if (heading.kind == Heading::Kind::more && !row[k].empty() && row[k - 1].empty())
        return error(row[k].where, "the cell before it is empty",
                     "expected values from the left on");
      if (heading.kind == Heading::Kind::group)
        for (const Token& group : tokens_of(row[k]))
          if (is_muscle_word(upper_case(group.text)) || are_same_name(group.text, "OF") ||
              are_same_name(group.text, "EXCEPT"))
            error(group.where, fmt::format("'{}' is a word of MUSCLE", printable(group.text)),
                  "choose another name of the group");
    }
    if (name_of(row).empty())
      error(row.front().where, "the name of the muscle is missing", "expected a name");
  }

  Cell name_of(const Row& row) const {
    for (std::size_t k = 0; k < std::min(row.size(), headings_.size()); ++k)
      if (headings_[k].kind == Heading::Kind::name) return row[k];
    return {};
  }

  // The names of the muscle and of its groups, in lower case.
  std::vector<std::string> names_of(const Row& row) {
    std::vector<std::string> names = {lower_case(name_of(row).text)};
    for (std::size_t k = 0; k < std::min(row.size(), headings_.size()); ++k)
      if (headings_[k].kind == Heading::Kind::group)
        for (const Token& group : tokens_of(row[k])) names.push_back(lower_case(group.text));
    return names;
  }

  bool is_known(std::string_view name) const {
    return std::find(known_.begin(), known_.end(), lower_case(name)) != known_.end();
  }

  bool is_wanted(const Row& row) {
    const std::vector<std::string> names = names_of(row);
    bool wanted = std::all_of(choices_.begin(), choices_.end(),
                              [](const Choice& choice) { return choice.except; });
    bool excepted = false;
    for (Choice& choice : choices_) {
      if (std::find(names.begin(), names.end(), choice.name) == names.end()) continue;
      choice.found = true;
      (choice.except ? excepted : wanted) = true;
    }
    return wanted && !excepted;
  }

  // STIM comes last in the record, because its expression extends to the end.
  Record record_of(const Row& row) {
    Record out;
    const Cell name = name_of(row);
    out.where = name.where;
    Token keyword;
    keyword.text = "MUSCLE";
    keyword.where = name.where;
    out.tokens.push_back(std::move(keyword));
    append(tokens_of(name), out);
    std::vector<Token> stimulation;
    for (std::size_t k = 0; k < std::min(row.size(), headings_.size()); ++k) {
      const Heading& heading = headings_[k];
      if (row[k].empty() || heading.kind == Heading::Kind::name ||
          heading.kind == Heading::Kind::group)
        continue;
      if (heading.is_stimulation) {
        Cell cell = row[k];
        if (cell.text.front() != '=') {
          cell.text = "=" + cell.text;
          cell.where.column = std::max(1, cell.where.column - 1);
        }
        stimulation = heading.words;
        for (Token& token : tokens_of(cell)) stimulation.push_back(std::move(token));
        continue;
      }
      append(heading.words, out);
      append(tokens_of(row[k]), out);
    }
    append(fields_, out);
    append(stimulation, out);
    out.end = out.tokens.back().where;
    return out;
  }

  static void append(std::vector<Token> tokens, Record& out) {
    std::move(tokens.begin(), tokens.end(), std::back_inserter(out.tokens));
  }

  const Record& line_;
  std::string_view text_;
  int file_;
  LexedDeck& deck_;
  Diagnostics& diagnostics_;
  char separator_ = ',';
  std::vector<Row> rows_;
  std::vector<Heading> headings_;
  std::vector<Choice> choices_;
  std::vector<Token> fields_;
  std::vector<std::string> known_;  // names and groups
};

}  // namespace

std::vector<Record> records_of_muscles(const Record& line, std::string_view text, int file,
                                       LexedDeck& deck, Diagnostics& diagnostics) {
  return MuscleTable(line, text, file, deck, diagnostics).records();
}

std::vector<std::string_view> muscle_words() {
  std::vector<std::string_view> out = {"VSB",   "DGF",   "THELEN", "SET",   "RIGID",
                                       "HATZE", "FIRST", "ARM",    "OVER",  "STIM",
                                       "ONSET", "FROM",  "TO",     "START", "SCALE"};
  for (const MuscleConstant& c : muscle_constants()) out.push_back(c.name);
  return out;
}

}  // namespace mbs
