#include <fmt/format.h>

#include "base/say.h"
#include "command/files.h"
#include "command/study_options.h"
#include "command/verbs.h"
#include "study/search/solve.h"

namespace mbs {

int run_solve(const Arguments& args, const DeckInput& input) {
  std::string messages, answer;
  const auto prepared = prepare_in_time(
      args, [&] { return prepare_solve(input, args.settings, args.solve, messages); });
  say(messages);
  if (!prepared) return finish(ExitStatus::deck_error);
  messages.clear();
  const ExitStatus status = solve(*prepared, args.solve.threads, answer, messages);
  say(messages);
  const int printed = answer.empty() ? 0 : print(answer + '\n');
  return worse(printed, finish(status));
}

}  // namespace mbs
