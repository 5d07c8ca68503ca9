// The verbs and their options: one table, from which --help, completion in shells, the tables of
// the manual and the man pages come. What CLI11 is told to accept stands beside what uses it; that
// both agree is checked whenever arguments are parsed, and by a test.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mbs {

// What stands behind an option, for completion.
enum class ValueKind : std::uint8_t { none, text, number, file, folder, word, parameter };

struct OptionRow {
  std::string_view verbs;  // names apart by blanks; "run" is mbsim without a verb
  std::string_view names;  // "-D", "-h, --help"; of words without a dash their name
  std::string_view value;  // as help shows it: "NAME=VALUE"; empty: none
  ValueKind kind = ValueKind::none;
  std::string_view what;
  std::string_view choices = {};  // the words it may be given, apart by blanks
};

struct VerbRow {
  std::string_view name;    // "run": without a verb
  std::string_view usage;   // what stands behind "mbsim "
  std::string_view what;    // one line
  std::string_view output;  // "its table": nothing else is printed; empty: it may be
  std::string_view page;    // of the manual, without .md
};

std::span<const VerbRow> verb_table();
std::span<const OptionRow> verb_options();

// Null if there is none of this name.
const VerbRow* find_verb(std::string_view name);
// The row of an option with its dashes, or of a word of the command line; null if the verb has
// none.
const OptionRow* find_option_row(std::string_view verb, std::string_view name);
// The names of a row: "-h", "--help".
std::vector<std::string_view> names_of(const OptionRow& row);
bool is_option(const OptionRow& row);
bool is_taken_by(const OptionRow& row, std::string_view verb);
// Those of `verb` that several verbs take alike: "-D, --set, --timeout".
std::string shared_options(std::string_view verb);

// What --help prints: lines of at most 80 columns.
std::string verb_help(const VerbRow& verb);
// A table of the manual: "verbs", "options of sweep". Empty if there is none of this name.
std::string option_manual_table(std::string_view name);
std::vector<std::string> option_manual_tables();

}  // namespace mbs
