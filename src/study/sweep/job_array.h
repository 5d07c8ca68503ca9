// The folder of a job array: its plan, which says what each task has to compute and from what, and
// whether the rows that a task has left are those.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "study/sweep/sweep.h"

namespace mbs {

struct ArrayTask {
  long long runs = 0;
  std::string sum;  // checksum and size of its list of runs
};

struct JobArray {
  std::string folder;
  std::string header;              // first row of the table, with its line feed
  std::string job;                 // its name for Slurm
  std::string sound;               // as in PreparedSweep
  SweepFacts facts;                // what all tasks are computed from
  std::vector<std::string> files;  // that they read, by names that open them
  std::vector<ArrayTask> tasks;

  // Of task k, from 1 on: DIR/task_k.ENDING.
  std::string file(long long task, const char* ending) const;
  // What its table says that it was computed from.
  SweepFacts facts_of(long long task) const;
};

// The plan as a text, and from the folder; what is wrong there, or empty.
std::string plan_of(const JobArray& array);
std::string read_plan(const std::string& folder, JobArray& array);

// The rows of a task.
struct TaskRows {
  bool missing = false;
  std::string problem;  // why they are not its rows; or empty
};
// Gives row after row, with its line feed, to `row`, which may be empty.
TaskRows read_task(const JobArray& array, long long task,
                   const std::function<void(std::string_view)>& row);

// Task k of the array in DIR as the sweep that it is: its list of runs, its table, --resume. What
// is wrong, or empty.
std::string set_task(const JobArray& array, long long task, SweepSettings& settings);
// Empty if that sweep is computed from what the array is computed from.
std::string same_computation(const JobArray& array, long long task, const SweepFacts& now);

}  // namespace mbs
