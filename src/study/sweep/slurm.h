// A sweep as a job array of Slurm: a folder with a table of runs for each task, a script that makes
// them, and a plan that says what there is to collect (study/sweep/job_array.h). A task is a sweep
// with
// --resume: its result takes its name when it is complete, so that work done twice does no harm and
// a task that was killed goes on where it was.
//
//   DIR/job.sh        what sbatch is given
//   DIR/plan          what all tasks compute and from what, runs of each task
//   DIR/task_K.runs   the runs of task K, DIR/task_K.csv its rows, DIR/task_K.log what it said
#pragma once

#include <string>
#include <vector>

#include "study/sweep/job_array.h"

namespace mbs {

struct SlurmRequest {
  std::string folder;                  // of --slurm
  long long tasks = 0;                 // of --tasks
  std::string deck;                    // as typed
  std::string table;                   // of --table; empty: none
  std::vector<std::string> arguments;  // -D, --set ... as typed, for every task
};

// Writes the folder. What went wrong, or empty; `advice`: what to do next. A signal ends it; what
// it has written is removed then, as after an error.
std::string write_job_array(const PreparedSweep& sweep, const SlurmRequest& request,
                            std::string& advice);

// The state of a job array.
struct Collected {
  std::string problem;                   // why its rows are no table, or empty
  std::vector<long long> missing;        // tasks without a result
  std::vector<long long> waiting;        // those of them that Slurm still has
  std::string unknown;                   // why it is not known which those are, or empty
  ExitStatus status = ExitStatus::done;  // of the whole sweep, where nothing is missing
  std::vector<std::string> files;        // of the array, and what it was computed from
};

// While one exists no other process collects from the folder, and so submits its tasks.
class Collector {
 public:
  // `seconds`: how long Slurm may take to answer.
  Collector(std::string folder, double seconds);
  // Looks at all tasks, and asks Slurm where some are missing.
  Collected look();
  // Gives the table to `write`, where nothing is missing: what that returns, if not empty, is the
  // problem.
  std::string write(const std::function<std::string(std::string_view)>& write, ExitStatus& status);
  // Gives these tasks to sbatch. What it says, or why it could not be called.
  std::string submit(const std::vector<long long>& tasks, bool& done) const;

 private:
  std::string folder_;
  double seconds_;
  JobArray array_;
  FileLock lock_;
};

// "sbatch --array=1,3-5 'DIR/job.sh'"
std::string submit_command(const std::string& folder, const std::vector<long long>& tasks);

}  // namespace mbs
