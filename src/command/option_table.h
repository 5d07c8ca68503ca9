// The verbs and their options: one table, the source of --help, shell completion, the tables of the
// manual and the man pages. The options of CLI11 are declared beside the code that uses them; an
// assertion at each parse and a test check that both agree.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mbs {

// The kind of an option's value, for completion.
enum class ValueKind : std::uint8_t { none, text, number, file, folder, word, parameter };

struct OptionRow {
  std::string_view verbs;  // names separated by blanks; "run" is mbsim without a verb
  std::string_view names;  // "-D", "-h, --help"; for a word without a dash its name
  std::string_view value;  // as help shows the value: "NAME=VALUE"; empty: none
  ValueKind kind = ValueKind::none;
  std::string_view what;
  std::string_view choices = {};  // the words allowed as value, separated by blanks
};

struct VerbRow {
  std::string_view name;    // "run": without a verb
  std::string_view usage;   // the text behind "mbsim "
  std::string_view what;    // one line
  std::string_view output;  // "its table": the only output; empty: no such promise
  std::string_view page;    // of the manual, without .md
};

std::span<const VerbRow> verb_table();
std::span<const OptionRow> verb_options();

// Null if there is none of this name.
const VerbRow* find_verb(std::string_view name);
// The row of an option (name with its dashes) or of a plain word; null if the verb does not take
// it.
const OptionRow* find_option_row(std::string_view verb, std::string_view name);
// The names of a row: "-h", "--help".
std::vector<std::string_view> names_of(const OptionRow& row);
bool is_option(const OptionRow& row);
bool is_taken_by(const OptionRow& row, std::string_view verb);
// The options of `verb` that several verbs share: "-D, --set, --timeout".
std::string shared_options(std::string_view verb);

// The text of --help, in lines of at most 80 columns.
std::string verb_help(const VerbRow& verb);
// A table of the manual: "verbs", "options of sweep". Empty if there is none of this name.
std::string option_manual_table(std::string_view name);
std::vector<std::string> option_manual_tables();

}  // namespace mbs
