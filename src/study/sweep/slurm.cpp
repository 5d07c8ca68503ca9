#include "study/sweep/slurm.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/escaped.h"
#include "base/interrupt.h"
#include "study/run_table.h"
#include "text/number.h"

namespace mbs {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPieceBytes = 1 << 16;  // bytes of one write
constexpr std::size_t kProblemsShown = 20;

// A file that must not exist before; links are not followed. close() reports any error.
class NewFile {
 public:
  explicit NewFile(std::string name) : name_(std::move(name)) {
    const int descriptor =
        ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor >= 0) file_ = ::fdopen(descriptor, "w");
    if (!file_) error_ = errno;
  }
  ~NewFile() { close(); }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view text) {
    sum_.add(text);
    if (file_ && std::fwrite(text.data(), 1, text.size(), file_) != text.size()) error_ = errno;
  }
  std::string close() {
    if (file_ && std::fclose(file_) != 0) error_ = errno;
    file_ = nullptr;
    return error_ == 0
               ? ""
               : fmt::format("cannot write '{}': {}", escaped(name_), std::strerror(error_));
  }
  std::string sum() const { return fmt::format("{} {}", sum_.value(), sum_.size()); }

 private:
  std::string name_;
  std::FILE* file_ = nullptr;
  int error_ = 0;
  PosixChecksum sum_;
};

std::string write_new(const std::string& name, const std::string& text) {
  NewFile file(name);
  file.write(text);
  return file.close();
}

// Whether a signal or the time limit asks to end: the written files are removed before the process
// ends.
bool is_ended() { return signal_came() || deadline_came(); }
std::string ended() {
  return fmt::format("--slurm: ended by {}",
                     signal_came() ? "a signal" : "the time limit (--timeout)");
}

// The first run of task k of n, from 0.
long long first_run(long long runs, long long n, long long k) {
  return runs / n * k + std::min(k, runs % n);
}

std::string write_runs(const std::string& name, const RunList& runs, long long from, long long to,
                       ArrayTask& task) {
  NewFile file(name);
  std::string piece = fmt::format("{}\n", fmt::join(runs.names(), ","));
  for (long long k = from; k < to && !is_ended(); ++k) {
    for (std::size_t p = 0; p < runs.names().size(); ++p)
      piece += (runs.is_text(p) ? csv_quoted(runs.text(k, p)) : runs.text(k, p)) +
               (p + 1 < runs.names().size() ? ',' : '\n');
    if (piece.size() < kPieceBytes && k + 1 < to) continue;
    file.write(piece);
    piece.clear();
  }
  task = {to - from, file.sum()};
  return file.close();
}

std::string script(const JobArray& array, const SlurmRequest& request, const std::string& program) {
  std::error_code code;
  std::string options;
  for (const std::string& argument : request.arguments) options += " " + shell_quoted(argument);
  return fmt::format(
      R"sh(#!/bin/bash
#SBATCH --job-name={0}
#SBATCH --array=1-{1}
#SBATCH --output=/dev/null
#SBATCH --requeue
# Another time limit, partition or number of cores of a task may be added here.
folder={2}
task=${{SLURM_ARRAY_TASK_ID:?}}
exec >> "$folder/task_$task.log" 2>&1 || exit 2
cd {3} || exit 2
# A task that is told to end has its rows so far and ends with 5.
told='' run=''
trap 'told=yes; kill -TERM $run 2>/dev/null' TERM
{4} sweep {5}{6} \
  --array "$folder" --task "$task" -j "${{SLURM_CPUS_PER_TASK:-1}}" --quiet &
run=$!
[ -z "$told" ] || kill -TERM $run
wait $run; status=$?
while kill -0 $run 2>/dev/null; do wait $run; status=$?; done
case $status in
  3|4) exit 0 ;;  # runs that fail have their rows: the task is done
  5|143)          # told to end while Slurm has it run, as before a preemption: it begins again
    if [ -n "$SLURM_JOB_ID" ] && [ "${{SLURM_RESTART_COUNT:-0}}" -lt 1000 ] &&
       [ "$(squeue --noheader --jobs="$SLURM_JOB_ID" --format=%T)" = RUNNING ]; then
      scontrol requeue "$SLURM_JOB_ID"
    fi ;;
esac
exit $status
)sh",
      array.job, request.tasks, shell_quoted(array.folder),
      shell_quoted(fs::current_path(code).string()), shell_quoted(program),
      shell_quoted((request.deck.starts_with('-') ? "./" : "") + request.deck), options);
}

// Whether a job array has a file of this name in its folder.
bool is_of_array(const std::string& name) {
  if (name == "plan" || name == "job.sh") return true;
  std::string_view rest = name;
  if (!rest.starts_with("task_")) return false;
  rest.remove_prefix(5);
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  rest.remove_prefix(digits);
  return digits > 0 && (rest == ".runs" || rest == ".log" || rest.starts_with(".csv"));
}

// Checks that the folder has no file of a name that the array or its tasks will write. Returns the
// problem, or empty.
std::string has_room(const std::string& folder, const std::string& shown) {
  std::error_code code;
  if (fs::exists(folder + "/plan", code))
    return fmt::format(
        "--slurm: '{}' has a plan already; expected another folder, or --collect to go on with it",
        escaped(shown));
  std::string first;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, code))
    if (const std::string name = entry.path().filename().string();
        is_of_array(name) && (first.empty() || name < first))
      first = name;
  if (code) return fmt::format("--slurm: cannot read the folder '{}'", escaped(shown));
  return first.empty() ? ""
                       : fmt::format(
                             "--slurm: '{}/{}' is there already and would be lost; expected a new "
                             "folder, or one without files of an array",
                             escaped(shown), first);
}

// Checks that locks of files work in the folder, so that two runs of one task are noticed. Returns
// the problem, or empty.
std::string locks_work(const std::string& name) {
  FileLock first, second;
  if (std::string problem = first.take(name, "held"); !problem.empty())
    return problem == "held" ? fmt::format("'{}' is in use", escaped(name)) : problem;
  const std::string seen = second.take(name, "held");
  return seen == "held" ? ""
                        : fmt::format(
                              "locks of files do not work in the folder of '{}'; expected "
                              "one on another file system",
                              escaped(name));
}

std::string write_files(const PreparedSweep& sweep, const SlurmRequest& request, JobArray& array) {
  std::error_code code;
  const std::string program = fs::read_symlink("/proc/self/exe", code).string();
  if (code || !fs::exists(program, code))
    return fmt::format("--slurm: the program '{}' is not there any more", escaped(program));
  const long long runs = sweep.runs.count(), n = request.tasks;
  for (long long k = 0; k < n; ++k) {
    if (is_ended()) return ended();
    if (std::string problem =
            write_runs(array.file(k + 1, "runs"), sweep.runs, first_run(runs, n, k),
                       first_run(runs, n, k + 1), array.tasks.emplace_back());
        !problem.empty())
      return problem;
  }
  if (is_ended()) return ended();
  const std::string job = array.folder + "/job.sh";
  if (std::string problem = write_new(job, script(array, request, program)); !problem.empty())
    return problem;
  if (std::string problem = locks_work(job); !problem.empty()) return "--slurm: " + problem;
  // The plan comes last: a folder that has one is whole.
  return write_new(array.folder + "/plan", plan_of(array));
}

void remove_files(const JobArray& array) {
  const PieceOfFile piece;
  for (long long k = std::ssize(array.tasks); k > 0; --k) ::unlink(array.file(k, "runs").c_str());
  for (const char* name : {"/job.sh", "/plan"}) ::unlink((array.folder + name).c_str());
}

// tasks: the tasks that Slurm has not finished. Returns why they are not known, or empty.
std::string queued(const std::string& job, double seconds, std::vector<long long>& tasks) {
  const Answer answer =
      answer_of({"squeue", "--noheader", "--array", "--format=%K", "--name=" + job}, seconds);
  if (!answer.problem.empty()) return "squeue " + answer.problem;
  const char *at = answer.text.data(), *const end = at + answer.text.size();
  while (at < end) {
    long long task = 0;
    const auto [next, error] = std::from_chars(at, end, task);
    if (error != std::errc() || next == end || *next != '\n')
      return "squeue has answered what is no list of tasks";
    tasks.push_back(task);
    at = next + 1;
  }
  return {};
}

// Updates the status of the sweep with the status of a row.
void note_status(std::string_view row, ExitStatus& status) {
  const std::vector<std::string> fields = csv_fields(row.substr(0, row.size() - 1));
  const std::string& text = fields[fields.size() - 3];
  if (text == "0") return;
  if (text != "4") status = ExitStatus::solution_failed;
  if (text == "4" && status == ExitStatus::done) status = ExitStatus::check_failed;
}

// The command that repeats these tasks.
std::string again_command(const std::string& folder, const std::vector<long long>& tasks) {
  const std::string list = tasks.size() == 1 ? fmt::format("{}", tasks[0])
                                             : fmt::format("{{{}}}", fmt::join(tasks, ","));
  return fmt::format("rm -f {}/task_{}.csv* && {}", shell_quoted(folder), list,
                     submit_command(folder, tasks));
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
  JobArray array;
  array.folder = fs::absolute(request.folder, code).string();
  if (code || !fs::is_directory(array.folder))
    return fmt::format("--slurm: cannot make the folder '{}'", escaped(request.folder));
  if (std::string problem = has_room(array.folder, request.folder); !problem.empty())
    return problem;
  std::vector<std::string> read = sweep.files;
  if (!request.table.empty()) read.pop_back();  // each task has a list of its own
  array.header = sweep.header;
  array.job = fmt::format("mbsim-{:08x}", posix_checksum(array.folder + sweep.deck.text));
  array.sound = sweep.sound;
  array.facts = deck_facts(sweep.deck, read, sweep.run);
  array.facts.push_back(stride_fact(sweep));
  for (const std::string& file : read) array.files.push_back(fs::absolute(file, code).string());
  if (std::string problem = write_files(sweep, request, array); !problem.empty()) {
    remove_files(array);
    return problem;
  }
  advice = fmt::format("mbsim: {} runs in {} tasks: sbatch {}, later mbsim sweep --collect {}\n",
                       runs, request.tasks, shell_quoted(request.folder + "/job.sh"),
                       shell_quoted(request.folder));
  return {};
}

Collector::Collector(std::string folder, double seconds)
    : folder_(std::move(folder)), seconds_(seconds) {}

Collected Collector::look() {
  Collected out;
  out.problem = read_plan(folder_, array_);
  if (out.problem.empty())
    out.problem = lock_.take(
        folder_ + "/plan",
        fmt::format("another mbsim collects from '{}' at this moment", escaped(folder_)));
  if (!out.problem.empty()) return out;
  out.files = array_.files;
  for (const char* name : {"/plan", "/job.sh"}) out.files.push_back(folder_ + name);
  std::vector<long long> wrong;
  std::string problems;
  for (long long task = 1; task <= std::ssize(array_.tasks) && !signal_came(); ++task) {
    for (const char* ending : {"runs", "csv", "csv.sweep", "csv.part", "csv.next", "log"})
      out.files.push_back(array_.file(task, ending));
    const TaskRows rows = read_task(array_, task, {});
    if (rows.missing) out.missing.push_back(task);
    if (rows.problem.empty()) continue;
    wrong.push_back(task);
    if (wrong.size() <= kProblemsShown)
      problems += fmt::format("task {} of '{}': {}\n", task, escaped(folder_), rows.problem);
  }
  if (wrong.size() > kProblemsShown)
    problems += fmt::format("so are {} tasks more\n", wrong.size() - kProblemsShown);
  if (!wrong.empty())
    out.problem = fmt::format(
        "{}mbsim: to run {} again, with everything as the array was written "
        "for: {}",
        problems, wrong.size() == 1 ? "it" : "them", again_command(folder_, wrong));
  if (!wrong.empty() || out.missing.empty()) return out;
  std::vector<long long> there;
  out.unknown = queued(array_.job, seconds_, there);
  for (long long task : out.missing)
    if (std::find(there.begin(), there.end(), task) != there.end()) out.waiting.push_back(task);
  return out;
}

std::string Collector::write(const std::function<std::string(std::string_view)>& write,
                             ExitStatus& status) {
  std::string piece = array_.header, failed;
  for (long long task = 1; task <= std::ssize(array_.tasks); ++task) {
    const TaskRows rows = read_task(array_, task, [&](std::string_view row) {
      note_status(row, status);
      piece += row;
      if (piece.size() < kPieceBytes || !failed.empty()) return;
      failed = write(piece);
      piece.clear();
    });
    if (!failed.empty()) return failed;
    if (rows.missing || !rows.problem.empty())
      return fmt::format("task {} of '{}' has changed meanwhile", task, escaped(folder_));
    if (signal_came()) return "--collect: ended by a signal";
  }
  return write(piece);
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
  return fmt::format("sbatch --array={} {}", list, shell_quoted(folder + "/job.sh"));
}

std::string Collector::submit(const std::vector<long long>& tasks, bool& done) const {
  const std::string command = submit_command("", tasks);
  const std::string array = command.substr(7, command.rfind(' ') - 7);
  const Answer answer = answer_of({"sbatch", array, folder_ + "/job.sh"}, seconds_);
  done = answer.problem.empty();
  std::string text = done ? answer.text : "sbatch " + answer.problem;
  while (text.ends_with('\n')) text.pop_back();
  return escaped(text);
}

}  // namespace mbs
