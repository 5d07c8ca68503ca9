// The verb help: the meaning of the words of decks.
#include <fmt/format.h>

#include "command/completion.h"
#include "command/files.h"
#include "command/option_table.h"
#include "command/verbs.h"
#include "deck/help/help.h"
#include "elements/element.h"
#include "text/names.h"
#include "text/parameters.h"

namespace mbs {

namespace {

constexpr const char* kKinds[] = {"none", "text", "number", "file", "folder", "word", "parameter"};

// The text of --listing, for scripts: a line for each verb and for each option of each verb.
std::string listing() {
  std::string out;
  for (const VerbRow& verb : verb_table()) {
    out += fmt::format("verb\t{}\t{}\t{}\t{}\n", verb.name, verb.usage, verb.page, verb.what);
    for (const OptionRow& row : verb_options())
      if (is_taken_by(row, verb.name))
        out += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", is_option(row) ? "option" : "word",
                           verb.name, row.names, row.value, kKinds[static_cast<int>(row.kind)],
                           row.choices, row.what);
  }
  return out;
}

}  // namespace

int run_help(const Arguments& args) {
  std::vector<const RecordSpec*> specs;
  for (const ElementType* type : element_types()) specs.push_back(&type->spec);
  if (args.help_words) return print(help_words());
  if (args.help_listing) return print(listing());
  if (!args.help_completion.empty()) return print(shell_completion(args.help_completion));
  if (!args.help_syntax.empty()) return print(deck_syntax(args.help_syntax));
  if (!args.help_table.empty()) {
    std::string table = manual_table(args.help_table, specs);
    if (table.empty()) table = option_manual_table(args.help_table);
    std::vector<std::string> names = manual_table_names();
    for (std::string& name : option_manual_tables()) names.push_back(std::move(name));
    if (table.empty())
      return usage_error(fmt::format("help: no table is called '{}'; expected one of {}",
                                     args.help_table, fmt::join(names, ", ")));
    return print(table);
  }
  if (args.help_word.empty()) return print(help_overview(specs));
  const Help answer = help(args.help_word, specs);
  const std::string lower = lower_case(args.help_word);
  const VerbRow* verb = lower == "run" ? nullptr : find_verb(lower);
  if (!answer.text.empty() && !(verb && answer.in_titles_only))
    return print(answer.text + (verb ? fmt::format("\nOf the verb: mbsim {} --help\n", verb->name)
                                     : std::string()));
  if (verb) return print(verb_help(*verb));
  return usage_error(fmt::format("help: no word is called '{}'{}", args.help_word,
                                 answer.nearest.empty()
                                     ? "; mbsim help lists the keywords"
                                     : fmt::format("; did you mean '{}'?", answer.nearest)));
}

}  // namespace mbs
