#include <fmt/format.h>
#include <unistd.h>

#include <optional>

#include "base/say.h"
#include "command/files.h"
#include "command/study_options.h"
#include "command/verbs.h"
#include "study/search/optimise.h"
#include "text/number.h"

namespace mbs {

namespace {

// Shows the progress on one line of a terminal.
void show_progress(long long done, long long most, std::optional<double> best) {
  say(fmt::format("\r{} of {} runs, {}\033[K", done, most,
                  best ? "best " + format_number(*best) : "none feasible"));
}

}  // namespace

int run_optimise(const Arguments& args, const DeckInput& input) {
  const OptimiseRequest& request = args.optimise;
  std::string messages, answer;
  const auto prepared = prepare_in_time(
      args, [&] { return prepare_optimise(input, args.settings, request, messages); });
  auto say_all = [&] { say(messages), messages.clear(); };
  say_all();
  if (!prepared) return finish(ExitStatus::deck_error);
  OptimiseOutputs outputs;
  std::optional<SweepFile> table;
  if (request.resume && request.output.empty()) return no_table_to_resume();
  if (!request.output.empty()) {
    if (!SweepFile::suits(request.output))
      return usage_error(fmt::format("-o {}: expected a file", request.output));
    table.emplace(request.output, optimise_facts(*prepared, args.settings, request));
    const auto is_row = [&](long long k, std::string_view row) {
      return is_optimise_row(*prepared, k, row);
    };
    const std::string problem = begin_table(args, *table, request.resume, prepared->study.files,
                                            prepared->header, is_row, outputs);
    if (!problem.empty()) return usage_error(problem);
  }
  const bool to_terminal = !args.quiet && ::isatty(STDERR_FILENO);
  if (to_terminal) outputs.progress = show_progress;
  const ExitStatus status = optimise(*prepared, request.threads, outputs, answer, messages);
  if (to_terminal) say("\r\033[K");
  const int out = end_table(status, table);
  say_all();
  return answer.empty() ? out : worse(print(answer + '\n'), out);
}

}  // namespace mbs
