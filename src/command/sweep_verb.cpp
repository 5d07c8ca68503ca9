#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/interrupt.h"
#include "base/say.h"
#include "command/files.h"
#include "command/study_options.h"
#include "command/verbs.h"
#include "report/output_file.h"
#include "study/sweep/slurm.h"

namespace mbs {

namespace {

constexpr double kSlurmSeconds = 60;  // time limit of squeue and sbatch

// Shows the progress on one line of a terminal.
void show_rows_done(const SweepProgress& now) {
  const double rate = now.seconds > 0 ? static_cast<double>(now.computed) / now.seconds : 0;
  const std::string left =
      rate > 0 ? fmt::format(", {:.0f} s left", static_cast<double>(now.runs - now.done) / rate)
               : "";
  say(fmt::format("\r{} of {} runs, {:.3g} a second{}\033[K", now.done, now.runs, rate, left));
}

// --slurm: writes the job array in place of making the runs.
int write_tasks(const Arguments& args, const PreparedSweep& prepared) {
  const SweepSettings& settings = args.sweep_settings;
  if (args.deck == "-") return usage_error("--slurm: the tasks cannot read standard input");
  if (!settings.keep.empty() || !settings.output.empty() || settings.resume)
    return usage_error("--slurm: -o, --resume and --keep have no place beside it");
  SlurmRequest request = args.slurm;
  request.deck = args.deck;
  request.table = settings.runs.table;
  for (const std::string& define : args.defines)
    request.arguments.insert(request.arguments.end(), {"-D", define});
  for (const std::string& set : args.sets)
    request.arguments.insert(request.arguments.end(), {"--set", set});
  if (!args.strides.empty())
    request.arguments.insert(request.arguments.end(), {"--strides", args.strides});
  if (!args.columns.empty())
    request.arguments.insert(request.arguments.end(),
                             {"--columns", fmt::format("{}", fmt::join(args.columns, ","))});
  if (args.settings.strict) request.arguments.emplace_back("--strict");
  if (args.settings.timeout > 0)
    request.arguments.insert(request.arguments.end(),
                             {"--timeout", fmt::format("{}", args.settings.timeout)});
  std::string advice;
  if (const std::string problem =
          prepare_in_time(args, [&] { return write_job_array(prepared, request, advice); });
      !problem.empty()) {
    const int status = usage_error(problem);
    return asked_to_end() || problem.ends_with(kTimeout) ? finish(ExitStatus::interrupted) : status;
  }
  say(advice);
  return finish(ExitStatus::done);
}

// --array: takes the lock of the task, so that no other process runs it, and sets up its sweep.
std::string begin_task(const Arguments& args, JobArray& array, FileLock& lock,
                       SweepSettings& settings) {
  const RunRequest& runs = settings.runs;
  if (!runs.parameters.empty() || runs.zip || !runs.table.empty() || runs.sample || runs.seed ||
      !settings.output.empty() || settings.resume || !settings.keep.empty() ||
      !args.slurm.folder.empty())
    return "-D, --set, --strict, --timeout, --strides, --columns and -j alone go with it; the "
           "array "
           "has the runs";
  if (std::string problem = read_plan(args.array, array); !problem.empty()) return problem;
  if (std::string problem = set_task(array, args.task, settings); !problem.empty()) return problem;
  return lock.take(settings.runs.table,
                   fmt::format("task {} is being run by another process", args.task));
}

// Submits tasks without rows again, unless Slurm still has them or does not answer.
int say_missing(const Arguments& args, const Collector& collector, const Collected& found) {
  std::vector<long long> lost;
  for (long long task : found.missing)
    if (std::find(found.waiting.begin(), found.waiting.end(), task) == found.waiting.end())
      lost.push_back(task);
  const std::string command = submit_command(args.collect, lost);
  if (!found.unknown.empty()) {
    say(fmt::format(
        "mbsim: {} of the tasks have no result; which of them Slurm still has is not known: "
        "{}\nmbsim: nothing is submitted; those that Slurm does not have: {}\n",
        found.missing.size(), found.unknown, command));
    return finish(ExitStatus::interrupted);
  }
  say(fmt::format("mbsim: {} of the tasks have no result: {} are with Slurm, {} are missing\n",
                  found.missing.size(), found.waiting.size(), lost.size()));
  if (!lost.empty()) {
    bool done = false;
    const std::string said = args.no_submit ? "" : collector.submit(lost, done);
    say(fmt::format("mbsim: {}{}{}\n", done ? "" : "to be submitted: ", command,
                    said.empty() ? "" : ": " + said));
  }
  return finish(ExitStatus::interrupted);
}

}  // namespace

int run_collect(const Arguments& args) {
  const std::string& name = args.sweep_settings.output;
  const double limit = args.settings.timeout;
  Collector collector(args.collect, limit > 0 ? std::min(limit, kSlurmSeconds) : kSlurmSeconds);
  auto failed = [](const std::string& problem) {  // lines; the names in them are escaped already
    const std::size_t end = std::min(problem.find('\n'), problem.size());
    const int status = usage_error(problem.substr(0, end));
    if (end < problem.size()) say(problem.substr(end + 1) + "\n");
    return signal_came() ? finish(ExitStatus::interrupted) : status;
  };
  const Collected found = collector.look();
  if (!found.problem.empty()) return failed("--collect: " + found.problem);
  if (!found.missing.empty()) return say_missing(args, collector, found);
  OutputFile file(name);
  if (const std::string problem = name.empty() ? "" : file.open(found.files); !problem.empty())
    return usage_error(problem);
  ExitStatus status = ExitStatus::done;
  std::string problem = collector.write(
      [&](std::string_view rows) -> std::string {
        return name.empty() ? write_out(rows) : file.write(rows);
      },
      status);
  if (problem.empty() && !name.empty()) problem = file.commit();
  return problem.empty() ? finish(status) : failed(problem);
}

int run_sweep(const Arguments& args, const DeckInput& input) {
  std::string messages;
  SweepSettings settings = args.sweep_settings;
  settings.strides = args.strides;
  settings.columns = args.columns;
  JobArray array;
  FileLock task;
  if (!args.array.empty())
    if (const std::string problem = begin_task(args, array, task, settings); !problem.empty())
      return usage_error("--array: " + problem);
  const auto prepared = prepare_in_time(
      args, [&] { return prepare_sweep(input, args.settings, settings, messages); });
  auto say_all = [&] { say(messages), messages.clear(); };
  say_all();
  if (!prepared) return finish(ExitStatus::deck_error);
  if (!args.slurm.folder.empty()) return write_tasks(args, *prepared);
  if (!args.array.empty())
    if (const std::string problem =
            same_computation(array, args.task, sweep_facts(*prepared, settings.runs));
        !problem.empty())
      return usage_error("--array: " + problem);
  SweepOutputs outputs;
  bool unread = false;
  OutputFile direct(settings.output);  // for standard output, devices and pipes
  std::optional<SweepFile> table;
  if (settings.output.empty() || !SweepFile::suits(settings.output)) {
    if (settings.resume) return no_table_to_resume();
    if (!settings.output.empty())
      if (const std::string problem =
              prepare_in_time(args, [&] { return direct.open(prepared->files); });
          !problem.empty())
        return usage_error(problem);
    outputs.rows = [&](std::string_view text, long long) -> std::string {
      if (unread) return {};
      const DeadlineHere limit(args.settings.timeout, kTimeout);  // for a reader that does not read
      const std::string problem = settings.output.empty() ? write_out(text) : direct.write(text);
      if (problem.empty()) return {};
      unread = problem == kUnread;
      if (unread && !(settings.keep.empty() && settings.strides.empty()))
        return {};  // reports are wanted too
      abandon_runs();
      return problem;
    };
  } else {
    table.emplace(settings.output, sweep_facts(*prepared, settings.runs));
    const auto is_row = [&](long long k, std::string_view row) {
      return is_row_of(*prepared, k, row);
    };
    const std::string problem = begin_table(args, *table, settings.resume, prepared->files,
                                            prepared->header, is_row, outputs);
    if (!problem.empty()) return usage_error(problem);
  }
  const bool to_terminal =
      !args.quiet && ::isatty(STDERR_FILENO) && (table || !::isatty(STDOUT_FILENO));
  if (to_terminal) outputs.progress = show_rows_done;
  const ExitStatus status = sweep(*prepared, settings.threads, outputs, messages);
  if (to_terminal) say("\r\033[K");
  if (unread && status == ExitStatus::deck_error) messages.clear();
  const int out = end_table(status, table);
  say_all();
  if (status == ExitStatus::interrupted || asked_to_end()) std::_Exit(out);
  return out;
}

}  // namespace mbs
