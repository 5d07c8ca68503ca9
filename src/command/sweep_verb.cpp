#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>

#include "command/files.h"
#include "command/verbs.h"
#include "report/output_file.h"
#include "study/sweep.h"

namespace mbs {

namespace {

// On one line of a terminal.
void show_progress(const SweepProgress& now) {
  const double rate = now.seconds > 0 ? static_cast<double>(now.computed) / now.seconds : 0;
  const std::string left =
      rate > 0 ? fmt::format(", {:.0f} s left", static_cast<double>(now.runs - now.done) / rate)
               : "";
  fmt::print(stderr, "\r{} of {} runs, {:.3g} a second{}\033[K", now.done, now.runs, rate, left);
  std::fflush(stderr);
}

}  // namespace

int run_sweep(const Arguments& args, const DeckInput& input) {
  std::string messages;
  const SweepSettings& settings = args.sweep_settings;
  const auto prepared = prepare_sweep(input, args.settings, settings, messages);
  auto say = [&] { fmt::print(stderr, "{}", messages), messages.clear(); };
  say();
  if (!prepared) return finish(ExitStatus::deck_error);
  SweepOutputs outputs;
  OutputFile direct(settings.output);  // of standard output, devices and pipes
  std::optional<SweepFile> table;
  if (settings.output.empty() || !SweepFile::suits(settings.output)) {
    if (settings.resume)
      return usage_error("--resume: expected -o with the file whose rows are gone on with");
    if (!settings.output.empty())
      if (const std::string problem = direct.open(prepared->files); !problem.empty())
        return usage_error(problem);
    outputs.rows = [&](std::string_view text, long long) -> std::string {
      std::FILE* const out = settings.output.empty() ? stdout : direct.file();
      const bool written =
          std::fwrite(text.data(), 1, text.size(), out) == text.size() && std::fflush(out) == 0;
      return written ? ""
                     : cannot_write(settings.output.empty() ? "standard output" : settings.output,
                                    errno);
    };
  } else {
    table.emplace(settings.output, sweep_facts(*prepared, settings.runs));
    const auto is_row = [&](long long k, std::string_view row) {
      return is_row_of(*prepared, k, row);
    };
    const std::string problem = settings.resume
                                    ? table->resume(prepared->files, prepared->header, is_row)
                                    : table->open(prepared->files);
    if (!problem.empty()) return usage_error(problem);
    outputs.rows = [&](std::string_view text, long long count) {
      return table->write(text, count);
    };
    outputs.old_row = [&] { return table->next_old_row(); };
  }
  const bool to_terminal =
      !args.quiet && ::isatty(STDERR_FILENO) && (table || !::isatty(STDOUT_FILENO));
  if (to_terminal) outputs.progress = show_progress;
  catch_signals();
  const ExitStatus status = sweep(*prepared, settings.threads, outputs, messages);
  if (to_terminal) fmt::print(stderr, "\r\033[K");
  say();
  if (status != ExitStatus::deck_error && table)
    if (const std::string problem = table->commit(); !problem.empty()) return usage_error(problem);
  if (status == ExitStatus::interrupted) std::_Exit(finish(status));
  return finish(status);
}

}  // namespace mbs
