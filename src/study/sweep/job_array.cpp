#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <fstream>

#include "base/escaped.h"
#include "study/run_table.h"
#include "study/sweep/slurm.h"

namespace mbs {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPlanHead = "# What mbsim sweep --collect finds here: one computation.",
                           kJob = "job", kSound = "runs with", kFile = "file", kTask = "task",
                           kEnd = "# end of the plan";

// coded() puts a name on one line; decoded() reverses it.
std::string coded(const std::string& name) {
  std::string out;
  for (char c : name) out += c == '\\' ? "\\\\" : c == '\n' ? "\\n" : std::string(1, c);
  return out;
}
std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool code = text[k] == '\\' && k + 1 < text.size();
    if (code) ++k;
    out += code && text[k] == 'n' ? '\n' : text[k];
  }
  return out;
}

// "12 3456 78": runs, checksum and size.
bool read_task_line(const std::string& text, ArrayTask& task) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), task.runs);
  if (error != std::errc() || task.runs < 1 || *end != ' ') return false;
  task.sum = end + 1;
  return true;
}

bool is_status(const std::string& text) {
  return text.size() == 1 && text[0] >= '0' && text[0] <= '5';
}

// Compares the table of a task, row by row, with the list of its runs.
class TaskReader {
 public:
  TaskReader(const JobArray& array, long long task)
      : array_(array),
        task_(task),
        rows_(array.file(task, "csv"), std::ios::binary),
        runs_(array.file(task, "runs"), std::ios::binary),
        width_(csv_fields(array.header).size()) {}

  std::string read(const std::function<void(std::string_view)>& row) {
    const long long count = array_.tasks[static_cast<std::size_t>(task_ - 1)].runs;
    std::string line, run;
    if (!next(line) || line != array_.header) return "its first row is not that of the array";
    std::getline(runs_, run);
    for (long long k = 1; k <= count; ++k) {
      if (!next(line)) {
        is_begun_ = line.empty();
        return fmt::format("{} of its {} rows are there{}", k - 1, count,
                           line.empty() ? "" : ", the last one is cut off");
      }
      if (!std::getline(runs_, run)) return "its list of runs is cut off";
      if (line.size() < 2) return fmt::format("row {} is blank", k);
      if (!line.starts_with(run + ','))
        return fmt::format("row {} is of another run; expected one of {}", k, run);
      const std::vector<std::string> fields = csv_fields({line.data(), line.size() - 1});
      if (fields.size() != width_ || !is_status(fields[width_ - 3]))
        return fmt::format("row {} is no row of this table", k);
      if (row) row(line);
    }
    if (next(line) || !line.empty()) return fmt::format("it has more than its {} rows", count);
    return {};
  }
  // Whether the table has whole rows, but not yet all.
  bool is_begun() const { return is_begun_; }
  std::string sum() const { return fmt::format("{} {}", sum_.value(), sum_.size()); }

 private:
  // Reads the next row with its line feed; false at the end and for a row without line feed.
  bool next(std::string& line) {
    if (!std::getline(rows_, line)) return line.clear(), false;
    sum_.add(line);
    if (rows_.eof()) return false;
    line += '\n';
    sum_.add("\n");
    return true;
  }

  const JobArray& array_;
  long long task_;
  std::ifstream rows_, runs_;
  std::size_t width_;
  PosixChecksum sum_;
  bool is_begun_ = false;
};

// "the rows are of another computation: ..."
std::string another(const std::string& fact) {
  return fmt::format("of another computation: since the array was written this has changed: {}",
                     fact);
}

}  // namespace

std::string JobArray::file(long long task, const char* ending) const {
  return fmt::format("{}/task_{}.{}", folder, task, ending);
}

SweepFacts JobArray::facts_of(long long task) const {
  SweepFacts out = facts;
  const ArrayTask& own = tasks[static_cast<std::size_t>(task - 1)];
  out.push_back(first_row_fact(header));
  out.emplace_back(kRunsFact, fmt::format("{} runs {}", own.runs, own.sum));
  return out;
}

std::string plan_of(const JobArray& array) {
  std::string out = fmt::format("{}\n{}{}: {}\n{}: {}\n", kPlanHead, array.header, kJob, array.job,
                                kSound, array.sound);
  for (const auto& [what, value] : array.facts) out += fmt::format("{}: {}\n", what, value);
  for (const std::string& file : array.files) out += fmt::format("{}: {}\n", kFile, coded(file));
  for (const ArrayTask& task : array.tasks)
    out += fmt::format("{}: {} {}\n", kTask, task.runs, task.sum);
  return out + fmt::format("{}\n", kEnd);
}

std::string read_plan(const std::string& folder, JobArray& array) {
  array = {};
  array.folder = folder;
  std::error_code code;
  std::ifstream in(folder + "/plan", std::ios::binary);
  std::string line;
  if (!in || fs::is_directory(folder + "/plan", code) || !std::getline(in, line) ||
      line != kPlanHead)
    return fmt::format("'{}' has no plan of this mbsim's sweep --slurm", escaped(folder));
  bool whole = static_cast<bool>(std::getline(in, array.header)), ended = false;
  array.header += '\n';
  while (whole && !ended && std::getline(in, line)) {
    ended = line == kEnd;
    const std::size_t colon = line.find(": ");
    if (ended) break;
    whole = colon != std::string::npos;
    if (!whole) break;
    const std::string what = line.substr(0, colon), value = line.substr(colon + 2);
    if (what == kJob)
      array.job = value;
    else if (what == kSound)
      array.sound = value;
    else if (what == kFile)
      array.files.push_back(decoded(value));
    else if (what == kTask)
      whole = read_task_line(value, array.tasks.emplace_back());
    else
      array.facts.emplace_back(what, value);
  }
  return whole && ended && !array.tasks.empty() && csv_fields(array.header).size() > 3
             ? ""
             : fmt::format("the plan in '{}' is damaged", escaped(folder));
}

TaskRows read_task(const JobArray& array, long long task,
                   const std::function<void(std::string_view)>& row) {
  std::error_code code;
  const std::string name = array.file(task, "csv");
  if (!fs::exists(name, code)) return {.missing = true, .problem = {}};
  if (!fs::is_regular_file(name, code)) return {.problem = "its table is no file"};
  const std::string list = array.file(task, "runs");
  const std::string& sum = array.tasks[static_cast<std::size_t>(task - 1)].sum;
  if (sum_of_file(list) != sum)
    return {.problem = fmt::format("'{}' is not the list of its runs any more", escaped(list))};
  if (!fs::exists(name + ".sweep", code))
    return {.problem = fmt::format("'{}.sweep', which says what its rows were computed from, is "
                                   "missing",
                                   escaped(name))};
  std::string said;
  const std::string fact = changed_fact(name + ".sweep", array.facts_of(task), said);
  if (!fact.empty()) return {.problem = "its rows are " + another(fact)};
  TaskReader reader(array, task);
  std::string problem = reader.read(row);
  if (reader.is_begun() && reader.sum() == said)  // a signal has ended it
    return {.missing = true, .problem = {}};
  if (problem.empty() && reader.sum() != said)
    problem = "its rows are not as the task has left them";
  return {.problem = std::move(problem)};
}

std::string set_task(const JobArray& array, long long task, SweepSettings& settings) {
  const long long last = std::ssize(array.tasks);
  if (task < 1 || task > last)
    return fmt::format("there is no task {}; expected one of 1 to {}", task, last);
  settings.runs.table = array.file(task, "runs");
  settings.output = array.file(task, "csv");
  settings.resume = true;
  settings.sound = array.sound;
  const ArrayTask& own = array.tasks[static_cast<std::size_t>(task - 1)];
  return sum_of_file(settings.runs.table) == own.sum
             ? ""
             : fmt::format("'{}' is not as the array was written", escaped(settings.runs.table));
}

std::string same_computation(const JobArray& array, long long task, const SweepFacts& now) {
  const std::string fact = changed_fact(array.facts_of(task), now);
  return fact.empty() ? ""
                      : fmt::format(
                            "task {} is {}; expected all as it was, or a new array "
                            "(--slurm)",
                            task, another(fact));
}

}  // namespace mbs
