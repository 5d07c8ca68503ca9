// The text of --help, and the tables of options in the manual.
#include <fmt/format.h>

#include "command/option_table.h"

namespace mbs {

namespace {

constexpr std::size_t kColumns = 80, kTextColumn = 26;

// "-D NAME=VALUE", "--certify[=N]"
std::string shown_option(const OptionRow& row) {
  const bool apart = !row.value.empty() && row.value.front() != '[';
  return fmt::format("{}{}{}", row.names, apart ? " " : "", row.value);
}

// The text at column kTextColumn, wrapped to lines that fit, with `head` at the left of the first
// line.
std::string two_columns(const std::string& head, std::string_view text) {
  std::string out, line = "  " + head;
  if (line.size() + 2 > kTextColumn) out += line + "\n", line.clear();
  line.resize(kTextColumn, ' ');
  bool empty = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (!empty && line.size() + 1 + word.size() > kColumns)
      out += line + "\n", line.assign(kTextColumn, ' '), empty = true;
    line += (empty ? "" : " ") + std::string(word);
    empty = false;
    at = end + 1;
  }
  return out + line + "\n";
}

std::string help_of_rows(std::string_view verb, bool options) {
  std::string out;
  for (const OptionRow& row : verb_options())
    if (is_taken_by(row, verb) && is_option(row) == options)
      out += two_columns(shown_option(row), row.what);
  return out;
}

std::string in_cell(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

}  // namespace

std::string verb_help(const VerbRow& verb) {
  std::string out = fmt::format("mbsim {}\n    {}\n\n", verb.usage, verb.what);
  if (verb.name == "run") {
    out =
        "mbsim [options] deck.dat\n    run a deck, a mechanism of the plane or of space, and "
        "print its report\nmbsim VERB ...\n    something else; mbsim VERB --help lists what "
        "it takes\n\nverbs:\n";
    for (const VerbRow& row : verb_table())
      if (row.name != "run") out += two_columns(std::string(row.name), row.what);
    out += "\n";
  }
  const std::string words = help_of_rows(verb.name, false);
  if (!words.empty()) out += words + "\n";
  return out + "options:\n" + help_of_rows(verb.name, true);
}

std::string option_manual_table(std::string_view name) {
  constexpr std::string_view kOptionsOf = "options of ";
  std::string out;
  if (name == "verbs") {
    out = "| command | |\n|---|---|\n";
    for (const VerbRow& row : verb_table())
      out += fmt::format("| `mbsim {}` | {} |\n", in_cell(row.usage), in_cell(row.what));
    return out;
  }
  if (!name.starts_with(kOptionsOf) || !find_verb(name.substr(kOptionsOf.size()))) return {};
  out = "| option | |\n|---|---|\n";
  for (const OptionRow& row : verb_options())
    if (is_option(row) && is_taken_by(row, name.substr(kOptionsOf.size())))
      out += fmt::format("| `{}` | {} |\n", in_cell(shown_option(row)), in_cell(row.what));
  return out;
}

std::vector<std::string> option_manual_tables() {
  std::vector<std::string> out = {"verbs"};
  for (const VerbRow& row : verb_table()) out.push_back(fmt::format("options of {}", row.name));
  return out;
}

}  // namespace mbs
