#include <fmt/format.h>

#include <cerrno>
#include <cstdio>

#include "command/files.h"
#include "command/verbs.h"
#include "study/solve.h"

namespace mbs {

int run_solve(const Arguments& args, const DeckInput& input) {
  std::string messages, answer;
  const auto prepared = prepare_solve(input, args.settings, args.solve, messages);
  fmt::print(stderr, "{}", messages);
  if (!prepared) return finish(ExitStatus::deck_error);
  messages.clear();
  catch_signals();
  const ExitStatus status = solve(*prepared, args.solve.threads, answer, messages);
  fmt::print(stderr, "{}", messages);
  if (!answer.empty()) fmt::print("{}\n", answer);
  if (std::fflush(stdout) != 0) return usage_error(cannot_write("standard output", errno));
  return finish(status);
}

}  // namespace mbs
