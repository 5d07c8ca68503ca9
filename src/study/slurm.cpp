#include "study/slurm.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/checksum.h"
#include "report/output_file.h"
#include "study/run_table.h"
#include "text/number.h"

namespace mbs {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPlanHead = "# What mbsim sweep --collect finds here.";

std::string in_quotes(const std::string& text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string task_file(const std::string& folder, long long task, const char* ending) {
  return fmt::format("{}/task_{}.{}", folder, task, ending);
}

std::string write_file(const std::string& name, const std::string& text) {
  OutputFile file(name);
  if (std::string problem = file.open({}); !problem.empty()) return problem;
  std::fwrite(text.data(), 1, text.size(), file.file());
  return file.commit();
}

// The runs of task k of n, from 0.
long long first_run(long long runs, long long n, long long k) {
  return runs / n * k + std::min(k, runs % n);
}

std::string run_table_of(const RunList& runs, long long from, long long to) {
  std::string out = fmt::format("{}\n", fmt::join(runs.names(), ","));
  for (long long k = from; k < to; ++k)
    for (std::size_t p = 0; p < runs.names().size(); ++p)
      out += format_number(runs.value(k, p)) + (p + 1 < runs.names().size() ? ',' : '\n');
  return out;
}

std::string script(const std::string& folder, const std::string& job, const SlurmRequest& request) {
  std::error_code code;
  const std::string program = fs::read_symlink("/proc/self/exe", code).string();
  std::string options;
  for (const std::string& argument : request.arguments) options += " " + in_quotes(argument);
  return fmt::format(
      "#!/bin/bash\n"
      "#SBATCH --job-name={0}\n"
      "#SBATCH --array=1-{1}\n"
      "#SBATCH --output=\"{2}/task_%a.log\"\n"
      "# Another time limit, partition or number of cores of a task may be added here.\n"
      "cd {3} || exit 2\n"
      "task=${{SLURM_ARRAY_TASK_ID:?}}\n"
      "{4} sweep {5}{6} \\\n"
      "  --table {7}/task_$task.runs -o {7}/task_$task.csv --resume -j ${{SLURM_CPUS_PER_TASK:-1}} "
      "--quiet\n"
      "status=$?\n"
      "# Runs that fail have their rows: the task is done.\n"
      "case $status in 3|4) exit 0 ;; *) exit $status ;; esac\n",
      job, request.tasks, folder, in_quotes(fs::current_path(code).string()), in_quotes(program),
      in_quotes(request.deck), options, in_quotes(folder));
}

struct TaskPlan {
  std::string header, job;
  std::vector<long long> runs;  // of each task
};

std::string read_plan(const std::string& folder, TaskPlan& plan) {
  std::ifstream in(folder + "/plan");
  std::string line;
  if (!in || !std::getline(in, line) || line != kPlanHead || !std::getline(in, plan.header) ||
      !std::getline(in, plan.job))
    return fmt::format("--collect: '{}' has no plan of mbsim sweep --slurm", folder);
  plan.header += '\n';
  for (long long runs = 0; in >> runs;) plan.runs.push_back(runs);
  return plan.runs.empty() ? fmt::format("--collect: the plan in '{}' is cut off", folder) : "";
}

// The rows of a task without the first one; false where they are not all there.
bool read_task(const std::string& name, const TaskPlan& plan, long long runs, std::string& rows) {
  std::ifstream in(name, std::ios::binary);
  if (!in) return false;
  rows.assign(std::istreambuf_iterator<char>(in), {});
  if (!rows.starts_with(plan.header) || !rows.ends_with('\n')) return false;
  rows.erase(0, plan.header.size());
  return std::count(rows.begin(), rows.end(), '\n') == runs;
}

// What a command prints; false where it cannot be run or fails.
bool output_of(const std::string& command, std::string& out) {
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (!pipe) return false;
  std::array<char, 4096> piece{};
  while (const std::size_t n = std::fread(piece.data(), 1, piece.size(), pipe))
    out.append(piece.data(), n);
  return ::pclose(pipe) == 0;
}

// The tasks that Slurm has not done yet.
std::vector<long long> queued(const std::string& job) {
  std::string text;
  std::vector<long long> out;
  if (!output_of("squeue --noheader --array --format=%K --name=" + in_quotes(job) + " 2>/dev/null",
                 text))
    return out;
  const char *at = text.data(), *const end = at + text.size();
  while (at < end) {
    long long task = 0;
    const auto [next, error] = std::from_chars(at, end, task);
    if (error == std::errc()) out.push_back(task);
    at = error == std::errc() ? next : at + 1;
  }
  return out;
}

// As one sweep would end.
void note_status(const std::string& rows, ExitStatus& status) {
  std::size_t begin = 0;
  for (std::size_t end = rows.find('\n'); end != std::string::npos;
       begin = end + 1, end = rows.find('\n', begin)) {
    const std::vector<std::string> fields = csv_fields(rows.substr(begin, end - begin));
    const std::string& text = fields.size() < 3 ? "3" : fields[fields.size() - 3];
    if (text == "0") continue;
    if (text != "4") status = ExitStatus::solution_failed;
    if (text == "4" && status == ExitStatus::done) status = ExitStatus::check_failed;
  }
}

}  // namespace

std::string write_job_array(const PreparedSweep& sweep, const SlurmRequest& request,
                            std::string& advice) {
  const long long runs = sweep.runs.count();
  if (request.tasks < 1 || request.tasks > runs)
    return fmt::format("--tasks {}: expected a number from 1 to that of the runs, {}",
                       request.tasks, runs);
  std::error_code code;
  fs::create_directories(request.folder, code);
  const std::string folder = fs::absolute(request.folder, code).lexically_normal().string();
  if (code || !fs::is_directory(folder))
    return fmt::format("--slurm: cannot make the folder '{}'", request.folder);
  if (fs::exists(folder + "/plan"))
    return fmt::format(
        "--slurm: '{}' has a plan already; expected another folder, or --collect to go on with it",
        request.folder);
  std::string counts;
  for (long long k = 0; k < request.tasks; ++k) {
    const long long from = first_run(runs, request.tasks, k),
                    to = first_run(runs, request.tasks, k + 1);
    counts += fmt::format("{}\n", to - from);
    if (std::string problem =
            write_file(task_file(folder, k + 1, "runs"), run_table_of(sweep.runs, from, to));
        !problem.empty())
      return problem;
  }
  const std::string job = fmt::format("mbsim-{:08x}", posix_checksum(folder + sweep.deck.text));
  if (std::string problem = write_file(folder + "/job.sh", script(folder, job, request));
      !problem.empty())
    return problem;
  advice =
      fmt::format("mbsim: {} runs in {} tasks: sbatch {}/job.sh, later mbsim sweep --collect {}\n",
                  runs, request.tasks, request.folder, request.folder);
  // The plan comes last: a folder that has one is whole.
  return write_file(folder + "/plan",
                    fmt::format("{}\n{}{}\n{}", kPlanHead, sweep.header, job, counts));
}

Collected collect(const std::string& folder,
                  const std::function<std::string(std::string_view)>& rows) {
  Collected out;
  TaskPlan plan;
  out.problem = read_plan(folder, plan);
  if (!out.problem.empty()) return out;
  std::string text;
  for (std::size_t k = 0; k < plan.runs.size(); ++k)
    if (const auto task = static_cast<long long>(k) + 1;
        !read_task(task_file(folder, task, "csv"), plan, plan.runs[k], text))
      out.missing.push_back(task);
  if (!out.missing.empty()) {
    const std::vector<long long> there = queued(plan.job);
    for (long long task : out.missing)
      if (std::find(there.begin(), there.end(), task) != there.end()) out.waiting.push_back(task);
    return out;
  }
  out.problem = rows(plan.header);
  for (std::size_t k = 0; k < plan.runs.size() && out.problem.empty(); ++k) {
    read_task(task_file(folder, static_cast<long long>(k) + 1, "csv"), plan, plan.runs[k], text);
    note_status(text, out.status);
    out.problem = rows(text);
  }
  return out;
}

std::string submit_command(const std::string& folder, const std::vector<long long>& tasks) {
  std::string list;
  for (std::size_t k = 0; k < tasks.size();) {
    std::size_t last = k;
    while (last + 1 < tasks.size() && tasks[last + 1] == tasks[last] + 1) ++last;
    list += fmt::format("{}{}", list.empty() ? "" : ",", tasks[k]);
    if (last > k) list += fmt::format("-{}", tasks[last]);
    k = last + 1;
  }
  return fmt::format("sbatch --array={} {}", list, in_quotes(folder + "/job.sh"));
}

std::string submit(const std::string& folder, const std::vector<long long>& tasks, bool& done) {
  std::string text;
  done = output_of(submit_command(folder, tasks) + " 2>&1", text);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace mbs
