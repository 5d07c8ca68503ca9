#include <fmt/format.h>

#include <cerrno>
#include <cstdio>

#include "command/files.h"
#include "command/verbs.h"
#include "study/sensitivity.h"

namespace mbs {

int run_sensitivity(const Arguments& args, const DeckInput& input) {
  std::string messages, table;
  const auto study = prepare_sensitivity(input, args.settings, args.sensitivity, messages);
  fmt::print(stderr, "{}", messages);
  if (!study) return finish(ExitStatus::deck_error);
  messages.clear();
  catch_signals();
  const ExitStatus status = sensitivity(*study, args.sensitivity.threads, table, messages);
  fmt::print("{}", table);
  fmt::print(stderr, "{}", messages);
  if (std::fflush(stdout) != 0) return usage_error(cannot_write("standard output", errno));
  return finish(status);
}

}  // namespace mbs
