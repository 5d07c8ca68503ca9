// One file above 400 lines: what a line defines (a parameter, a unit, an included file) decides how
// the next line is read, so one object carries out all of them in their order.
#include "deck/lines/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "deck/lines/filled_text.h"
#include "deck/lines/muscle_table.h"
#include "deck/lines/record_units.h"
#include "deck/lines/required_version.h"
#include "deck/lines/reserved_names.h"
#include "deck/lines/tokenizer.h"
#include "deck/lines/unit_records.h"
#include "text/capital_names.h"
#include "text/expression.h"
#include "text/file_cache.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kParamForm = "expected 'PARAM name = expression'";
constexpr std::string_view kIncludeForm = "expected 'INCLUDE \"file\"'";

class Lexer {
 public:
  Lexer(const DeckInput& input, Diagnostics& diagnostics)
      : input_(input), diagnostics_(diagnostics) {}
  LexedDeck run();

 private:
  struct Override {
    std::string name;
    std::string text;
    bool found = false;
  };

  void read_overrides();
  void read_text(std::string_view text, int file, const fs::path& directory, int line = 1);
  void read_added();
  bool begin_text(std::string_view text, int file, const fs::path& directory);
  bool is_text(std::string_view text, int file);
  void carry_out(Record&& record, const fs::path& directory);
  void observe(Record&& record);
  void keep(Record&& record);
  void define_state(const Token& name);
  std::string place(SourceLocation at, SourceLocation here) const;
  void define_parameter(const Record& record);
  void define_faulty(const Token& name);
  void define_value(const Token& name, const Token& expression, bool by_default);
  bool is_quoted(const Token& expression) const;
  void define_text(const Token& name, const Token& expression, bool by_default);
  void include(const Record& record, const fs::path& directory);
  void units(const Record& record);
  void require(Record&& record);
  void include_file(const Token& name, const fs::path& path);
  void muscles(const Record& record, const fs::path& directory);
  struct File {
    std::shared_ptr<const std::string> text;  // null after an error
    fs::path canonical;
    int number = 0;  // SourceLocation::file
  };
  File read_file(const Token& name, const fs::path& path, const char* record, bool is_deck);
  void finish();

  const DeckInput& input_;
  Diagnostics& diagnostics_;
  LexedDeck deck_;
  bool stopped_ = false;
  std::size_t bytes_ = 0;
  std::size_t tokens_ = 0;
  int included_ = 0;
  // Units of the deck and of the open files in it; null: no UNITS line.
  std::vector<std::shared_ptr<const RecordUnits>> units_of_file_ = {nullptr};
  bool may_name_units_ = true;        // no line stands above in this file
  std::vector<fs::path> open_files_;  // the deck first, if it includes a file
  std::unordered_map<std::string, Override> overrides_;
};

LexedDeck Lexer::run() {
  const int file = diagnostics_.add_file(input_.name);
  deck_.may_read_files = input_.follow_includes;
  deck_.cache = input_.files;
  read_overrides();
  read_text(input_.text, file, input_.directory);
  read_added();
  finish();
  return std::move(deck_);
}

void Lexer::read_overrides() {
  for (const auto& [name, text] : input_.overrides) {
    const std::string record = "-D " + printable(name);
    if (!is_name(name))
      diagnostics_.error({}, record, "'" + printable(name) + "' is not a name",
                         "expected -D name=value");
    else if (!overrides_.emplace(name_key(name), Override{name, text}).second)
      diagnostics_.error({}, record, "given twice");
  }
}

// ---- text -> records ---------------------------------------------------------------------------

// The head of an added line has line number -1: 0 would mean an unknown line.
void Lexer::read_added() {
  for (const AddedLine& line : input_.added) {
    if (stopped_) return;
    read_text(line.head + " &\n\n" + line.text + "\n", diagnostics_.add_file(line.name),
              input_.directory, -1);
  }
}

// False, with an error, if the text cannot be part of a deck.
bool Lexer::begin_text(std::string_view text, int file, const fs::path& directory) {
  deck_.directories.resize(file + 1);
  deck_.directories.back() = directory;
  stopped_ = stopped_ || !is_text(text, file);
  return !stopped_;
}

void Lexer::read_text(std::string_view text, int file, const fs::path& directory, int line) {
  if (!begin_text(text, file, directory)) return;
  RecordText record_text;
  std::size_t i = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;  // byte order mark of some editors
  while (i < text.size() && !stopped_) {
    i = read_record(text, i, line, file, record_text, diagnostics_);
    Record record =
        tokenize(record_text, deck_.parameters, diagnostics_, &deck_, input_.empty_cells);
    tokens_ += record.tokens.size();
    if (tokens_ > kMaxDeckTokens) {
      diagnostics_.error(record.where, "",
                         fmt::format("the deck has more than {} fields", kMaxDeckTokens));
      stopped_ = true;
      return;
    }
    if (record.tokens.empty()) continue;
    record.units = units_of_file_.back();
    carry_out(std::move(record), directory);
  }
}

bool Lexer::is_text(std::string_view text, int file) {
  bytes_ += text.size();
  if (bytes_ <= kMaxDeckBytes) return is_plain_text(text, file, diagnostics_);
  diagnostics_.error({file, 0, 0}, "", "the deck is larger than 256 MB");
  return false;
}

// ---- PARAM, INCLUDE, MUSCLES -------------------------------------------------------------------

void Lexer::carry_out(Record&& record, const fs::path& directory) {
  if (has_keyword(record, "units")) return units(record);
  if (has_keyword(record, "requires")) return require(std::move(record));
  if (!has_keyword(record, "segdyn")) may_name_units_ = false;
  refuse_foreign(record, diagnostics_);
  if (has_keyword(record, "param"))
    define_parameter(record);
  else if (has_keyword(record, "include"))
    include(record, directory);
  else if (has_keyword(record, "muscles"))
    muscles(record, directory);
  else if (is_observation(record))
    observe(std::move(record));
  else
    keep(std::move(record));
}

void Lexer::observe(Record&& record) {
  if (has_keyword(record, "measure") && record.tokens.size() > 1) {
    const Token& token = record.tokens[1];
    const std::string_view text = token.text;
    const std::string_view name = text.substr(0, text.find_first_of(" \t\n="));
    deck_.parameters.declare_measure(name, token.where);
  }
  deck_.observations.push_back(std::move(record));
}

// Names of states are known in all lines, also above their ODE line.
void Lexer::keep(Record&& record) {
  if (has_keyword(record, "ode") && record.tokens.size() > 1 && is_name(record.tokens[1].text))
    define_state(record.tokens[1]);
  deck_.records.push_back(std::move(record));
}

void Lexer::define_state(const Token& name) {
  auto error = [&](std::string problem, std::string expected) {
    diagnostics_.error(name.where, "ODE " + printable(name.text), std::move(problem),
                       std::move(expected));
  };
  if (is_reserved(name.text) && !is_capital_name(name.text))
    return error(reserved_problem(name.text), free_name(name.text));
  if (const Parameter* parameter = deck_.parameters.find(name.text))
    return error("a parameter has this name",
                 "it is defined at " + place(parameter->where, name.where));
  if (const SourceLocation* first = deck_.parameters.state(name.text))
    return error("given twice", "the first is at " + place(*first, name.where));
  deck_.parameters.define_state(name.text, name.where);
}

std::string Lexer::place(SourceLocation at, SourceLocation here) const {
  return at.file == here.file ? fmt::format("line {}", at.line)
                              : fmt::format("{}:{}", diagnostics_.file(at.file), at.line);
}

void Lexer::define_parameter(const Record& record) {
  const auto& tokens = record.tokens;
  auto error = [&](SourceLocation at, std::string problem, std::string_view expected) {
    diagnostics_.error(at, "PARAM", std::move(problem), std::string(expected));
  };
  if (tokens.size() < 2) return error(record.end, "no name", kParamForm);
  const Token& name = tokens[1];
  if (name.faulty) return define_faulty(name);
  if (name.kind == TokenKind::expression)
    return error(name.where, "no name before '='", kParamForm);
  if (name.kind != TokenKind::word || !is_name(name.text))
    return error(name.where, "'" + printable(name.text) + "' is not a name",
                 "expected a letter, then letters, digits and underscores");
  if (is_reserved(name.text) && !is_capital_name(name.text) && !is_function_and_name(name.text))
    return error(name.where, reserved_problem(name.text), free_name(name.text));
  const bool by_default = tokens.size() > 2 && tokens[2].kind == TokenKind::word &&
                          upper_case(tokens[2].text) == "DEFAULT";
  const std::size_t value = by_default ? 3 : 2;
  if (tokens.size() <= value) return error(record.end, "no value", kParamForm);
  if (tokens[value].kind != TokenKind::expression)
    return error(tokens[value].where, "'=' is missing", kParamForm);
  if (by_default &&
      (deck_.parameters.find(name_key(name.text)) || deck_.parameters.text(name.text)))
    return;
  define_value(name, tokens[value], by_default);
}

// Whether the value is a text in quotes, and nothing else.
bool Lexer::is_quoted(const Token& expression) const {
  const std::string_view text = expression.text;
  return !expression.faulty && text.starts_with('"') && text.find('"', 1) == text.size() - 1;
}

void Lexer::define_text(const Token& name, const Token& expression, bool by_default) {
  const auto given = overrides_.find(name_key(name.text));
  std::string_view text = expression.text;
  SourceLocation where = expression.where;
  if (given != overrides_.end()) {
    given->second.found = true;
    text = given->second.text;
    where = {};
  }
  if (text.size() > 1 && text.starts_with('"') && text.ends_with('"'))
    text = text.substr(1, text.size() - 2);
  if (where.line > 0) ++where.column;
  Parameters::Text out{name.text, {}, name.where, by_default};
  fill_parameters(text, where, deck_.parameters, diagnostics_, "PARAM " + printable(name.text),
                  out.text);
  deck_.parameters.define_text(std::move(out));
}

// UNITS must be the first line of its file.
void Lexer::units(const Record& record) {
  const bool first = std::exchange(may_name_units_, false), of_deck = units_of_file_.size() == 1;
  if (auto said = read_units_line(record, first, of_deck, deck_.parameters, diagnostics_))
    units_of_file_.back() = std::move(said);
}

// If the deck needs a newer program, errors of its other lines only follow from that.
void Lexer::require(Record&& record) {
  const int before = diagnostics_.error_count();
  const bool sound = read_requires(record, program_version(), diagnostics_).has_value();
  if (sound) deck_.observations.push_back(std::move(record));
  if (diagnostics_.error_count() > before) deck_.usable = false;
}

// Defines a faulty parameter, so that expressions with it give no second error.
void Lexer::define_faulty(const Token& name) {
  if (name.kind != TokenKind::word || deck_.parameters.find(name.text)) return;
  Parameter parameter;
  parameter.name = name.text;
  parameter.value = std::numeric_limits<double>::quiet_NaN();
  parameter.where = name.where;
  parameter.faulty = true;
  deck_.parameters.define(std::move(parameter));
}

void Lexer::define_value(const Token& name, const Token& expression, bool by_default) {
  const std::string key = name_key(name.text);
  const std::string record = "PARAM " + printable(name.text);
  if (const Parameter* first = deck_.parameters.find(key))
    return diagnostics_.error(name.where, record, "defined twice",
                              "the first definition is at " + place(first->where, name.where));
  if (const Parameters::Text* first = deck_.parameters.text(key))
    return diagnostics_.error(name.where, record, "defined twice",
                              "the first definition is at " + place(first->where, name.where));
  if (const SourceLocation* state = deck_.parameters.state(key))
    return diagnostics_.error(name.where, record, "a state has this name",
                              "its ODE is at " + place(*state, name.where));
  const SourceLocation* use = deck_.parameters.remembered_use(key);
  if (use)
    diagnostics_.error(name.where, record,
                       "used before its definition, at " + place(*use, name.where),
                       "PARAM must stand above the first use");

  if (is_quoted(expression)) return define_text(name, expression, by_default);
  Parameter parameter;
  parameter.name = name.text;
  parameter.where = name.where;
  const std::string_view start =
      expression.faulty
          ? std::string_view()
          : read_search_range(expression, deck_.parameters, diagnostics_, record, parameter);
  std::optional<double> value;
  const auto given = overrides_.find(key);
  if (given != overrides_.end()) {
    given->second.found = true;
    value = evaluate_and_mark(given->second.text, {}, deck_.parameters, diagnostics_,
                              "-D " + printable(given->second.name));
  } else if (!expression.faulty) {
    value = evaluate_and_mark(start, expression.where, deck_.parameters, diagnostics_, record);
    if (value) check_start(*value, expression.where, record, parameter, diagnostics_);
  }
  parameter.value = value.value_or(std::numeric_limits<double>::quiet_NaN());
  parameter.overridden = given != overrides_.end();
  parameter.faulty = !value;
  // An unused default is no error: a file of defaults serves several decks.
  parameter.used = use != nullptr || by_default;
  deck_.parameters.define(std::move(parameter));
}

void Lexer::include(const Record& record, const fs::path& directory) {
  const auto& tokens = record.tokens;
  const bool named = tokens.size() >= 2 && !tokens[1].text.empty() &&
                     (tokens[1].kind == TokenKind::string || tokens[1].kind == TokenKind::word);
  if (named && tokens.size() == 2) {
    if (!tokens[1].faulty) return include_file(tokens[1], directory / tokens[1].text);
  } else {
    const SourceLocation at = tokens.size() < 2 ? record.end : tokens[named ? 2 : 1].where;
    diagnostics_.error(at, "INCLUDE", named ? "too many fields" : "no file name",
                       std::string(kIncludeForm));
  }
  stopped_ = true;
}

void Lexer::include_file(const Token& name, const fs::path& path) {
  const File file = read_file(name, path, "INCLUDE", true);
  if (!file.text) return;
  deck_.included.push_back({file.number, file.text});
  open_files_.push_back(file.canonical);
  units_of_file_.push_back(units_of_file_.back());
  may_name_units_ = true;
  read_text(*file.text, file.number, path.parent_path());
  may_name_units_ = false;
  units_of_file_.pop_back();
  open_files_.pop_back();
}

// Reads a file that the deck names. is_deck: it becomes part of the deck; it may include files, but
// not itself.
Lexer::File Lexer::read_file(const Token& name, const fs::path& path, const char* record,
                             bool is_deck) {
  auto refuse = [&](std::string_view problem, std::string_view expected = {}) {
    diagnostics_.error(name.where, record, fmt::format("'{}' {}", printable(name.text), problem),
                       std::string(expected));
    deck_.usable = false;
    stopped_ = stopped_ || is_deck;  // names that the file defines would be errors of other lines
    return File{};
  };
  if (!input_.follow_includes) return refuse("is not read here");
  std::error_code code;
  const std::string key = path.string(), key_of_name = key + "\n";
  std::shared_ptr<const std::string> text, known;
  if (input_.files) text = input_.files->find<std::string>(key);
  if (input_.files) known = input_.files->find<std::string>(key_of_name);
  const fs::path canonical = known ? fs::path(*known) : fs::canonical(path, code);
  if (code)
    return refuse("does not exist", is_deck ? "paths are relative to the including file"
                                            : "paths are relative to the deck");
  if (!text && !fs::is_regular_file(canonical, code)) return refuse("is not a file");
  if (is_deck) {
    if (open_files_.empty()) {
      std::error_code ignored;
      const fs::path deck = input_.directory / fs::path(input_.name).filename();
      open_files_.push_back(fs::weakly_canonical(deck, ignored));
    }
    if (std::find(open_files_.begin(), open_files_.end(), canonical) != open_files_.end())
      return refuse("includes itself");
    if (open_files_.size() > static_cast<std::size_t>(kMaxIncludeDepth))
      return refuse("is included too deeply", fmt::format("at most {} levels", kMaxIncludeDepth));
  }
  if (++included_ > kMaxIncludedFiles)
    return refuse("is one file too many",
                  fmt::format("at most {} are included", kMaxIncludedFiles));
  if (!text) {
    const auto size = fs::file_size(canonical, code);
    if (code) return refuse("cannot be read");
    if (size > kMaxDeckBytes) return refuse("is larger than 256 MB");
    std::ifstream stream(canonical, std::ios::binary);
    std::string content(size, '\0');
    if (!stream.read(content.data(), static_cast<std::streamsize>(size)))
      return refuse("cannot be read");
    text = std::make_shared<const std::string>(std::move(content));
    if (input_.files) {
      text = input_.files->keep(key, text);
      input_.files->keep(key_of_name, std::make_shared<const std::string>(canonical.string()));
    }
  }
  const fs::path shown = fs::path(diagnostics_.file(name.where.file)).parent_path() / name.text;
  return {text, canonical, diagnostics_.add_file(shown.string())};
}

// Each muscle of the table becomes a record at this place.
void Lexer::muscles(const Record& record, const fs::path& directory) {
  const auto& tokens = record.tokens;
  if (tokens.size() < 2 || tokens[1].kind != TokenKind::string || tokens[1].text.empty())
    return diagnostics_.error(tokens.size() < 2 ? record.end : tokens[1].where, "MUSCLES",
                              "the name of the file is missing",
                              fmt::format("expected: MUSCLES {}", kMusclesFields));
  if (tokens[1].faulty) return;
  const fs::path path = directory / tokens[1].text;
  const File file = read_file(tokens[1], path, "MUSCLES", false);
  if (!file.text || !begin_text(*file.text, file.number, path.parent_path())) return;
  for (Record& muscle : records_of_muscles(record, *file.text, file.number, deck_, diagnostics_)) {
    muscle.units = record.units;
    refuse_foreign(muscle, diagnostics_);
    tokens_ += muscle.tokens.size();
    keep(std::move(muscle));
  }
}

// Errors that are known only at the end: overrides without a PARAM, unused parameters.
void Lexer::finish() {
  deck_.usable = deck_.usable && !stopped_;
  if (!deck_.usable) return;
  for (const auto& [name, text] : input_.overrides) {
    const auto given = overrides_.find(name_key(name));
    if (given == overrides_.end() || given->second.found) continue;
    given->second.found = true;
    const std::string_view near = nearest_word(name, deck_.parameters.names_like(name));
    diagnostics_.error({}, "-D " + printable(name), "no PARAM of the deck has this name",
                       near.empty() ? "" : fmt::format("did you mean '{}'?", near));
  }
  for (const Record& record : deck_.observations)
    for (const Token& token : record.tokens) mark_parameters(token.text, deck_.parameters);
  Diagnostics reported_later;
  std::string name;
  fill_parameters(input_.stride_file, {}, deck_.parameters, reported_later, "", name);
  // A text beside STRIDE is for the name of the file of the strides, which this run may not write.
  const bool may_name_a_file =
      input_.stride_file.empty() &&
      std::any_of(deck_.observations.begin(), deck_.observations.end(),
                  [](const Record& record) { return has_keyword(record, "stride"); });
  for (const Parameter& p : deck_.parameters.list())
    if (!p.used && !p.faulty)
      diagnostics_.warning(p.where, "PARAM " + printable(p.name), "never used",
                           fmt::format("${{{}}} reads it where a number stands, its name in an "
                                       "expression",
                                       printable(p.name)));
  for (const Parameters::Text& text : deck_.parameters.texts())
    if (!text.used && !may_name_a_file)
      diagnostics_.warning(
          text.where, "PARAM " + printable(text.name), "never used",
          fmt::format("a text is filled in between quotes: \"${{{}}}\"", text.name));
  name_changed_words(deck_, program_version(), diagnostics_);
}

}  // namespace

LexedDeck lex(const DeckInput& input, Diagnostics& diagnostics) {
  return Lexer(input, diagnostics).run();
}

}  // namespace mbs
