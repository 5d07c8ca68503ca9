#include <fmt/format.h>

#include "base/say.h"
#include "command/files.h"
#include "command/study_options.h"
#include "command/verbs.h"
#include "study/sensitivity.h"

namespace mbs {

int run_sensitivity(const Arguments& args, const DeckInput& input) {
  std::string messages, table;
  const auto study = prepare_in_time(
      args, [&] { return prepare_sensitivity(input, args.settings, args.sensitivity, messages); });
  say(messages);
  if (!study) return finish(ExitStatus::deck_error);
  messages.clear();
  const ExitStatus status = sensitivity(*study, args.sensitivity.threads, table, messages);
  const int printed = print(table);
  say(messages);
  return worse(printed, finish(status));
}

}  // namespace mbs
