// The folder of a job array. Its plan says what each task computes and from which input. The rows
// that a task has left are checked against the plan.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "study/sweep/sweep.h"

namespace mbs {

struct ArrayTask {
  long long runs = 0;
  std::string sum;  // checksum and size of the task's list of runs
};

struct JobArray {
  std::string folder;
  std::string header;              // first row of the table, with its line feed
  std::string job;                 // its name for Slurm
  std::string sound;               // as in PreparedSweep
  SweepFacts facts;                // the input of all tasks
  std::vector<std::string> files;  // names that open the files which tasks read
  std::vector<ArrayTask> tasks;

  // The file DIR/task_k.ENDING of task k, from 1 on.
  std::string file(long long task, const char* ending) const;
  // The facts in the table of the task: the input of its rows.
  SweepFacts facts_of(long long task) const;
};

// plan_of() gives the plan as a text; read_plan() reads it from the folder and returns the problem,
// or empty.
std::string plan_of(const JobArray& array);
std::string read_plan(const std::string& folder, JobArray& array);

// The state of the rows of a task.
struct TaskRows {
  bool missing = false;
  std::string problem;  // why the rows are not those of the task; or empty
};
// Reads and checks the rows of the task, and gives each with its line feed to `row`, which may be
// empty.
TaskRows read_task(const JobArray& array, long long task,
                   const std::function<void(std::string_view)>& row);

// Sets up task k of the array as a sweep: its list of runs, its table, --resume. Returns the
// problem, or empty.
std::string set_task(const JobArray& array, long long task, SweepSettings& settings);
// Compares the input of the task's sweep with that of the array. Returns the difference, or empty.
std::string same_computation(const JobArray& array, long long task, const SweepFacts& now);

}  // namespace mbs
