// The verb help: what the words of a deck mean.
#include <fmt/format.h>

#include "command/files.h"
#include "command/verbs.h"
#include "deck/help/help.h"
#include "elements/element.h"

namespace mbs {

int run_help(const Arguments& args) {
  std::vector<const RecordSpec*> specs;
  for (const ElementType* type : element_types()) specs.push_back(&type->spec);
  if (args.help_words) return print(help_words());
  if (!args.help_table.empty()) {
    const std::string table = manual_table(args.help_table, specs);
    if (table.empty())
      return usage_error(fmt::format("help: no table is called '{}'; expected one of {}",
                                     args.help_table, fmt::join(manual_table_names(), ", ")));
    return print(table);
  }
  if (args.help_word.empty()) return print(help_overview(specs));
  const Help answer = help(args.help_word, specs);
  if (!answer.text.empty()) return print(answer.text);
  return usage_error(fmt::format("help: no word is called '{}'{}", args.help_word,
                                 answer.nearest.empty()
                                     ? "; mbsim help lists the keywords"
                                     : fmt::format("; did you mean '{}'?", answer.nearest)));
}

}  // namespace mbs
