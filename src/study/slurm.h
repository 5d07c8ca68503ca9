// A sweep as a job array of Slurm: a folder with a table of runs for each task, a script that makes
// them, and a plan that says what there is to collect. A task is `mbsim sweep --table` with
// --resume: its result takes its name when it is complete, so that work done twice does no harm and
// a task that was killed goes on where it was.
//
//   DIR/job.sh        what sbatch is given
//   DIR/plan          first row of the table, name of the job, runs of each task
//   DIR/task_K.runs   the runs of task K, DIR/task_K.csv its rows, DIR/task_K.log what it said
#pragma once

#include <string>
#include <vector>

#include "study/sweep.h"

namespace mbs {

struct SlurmRequest {
  std::string folder;                  // of --slurm
  long long tasks = 0;                 // of --tasks
  std::string deck;                    // as typed
  std::vector<std::string> arguments;  // -D, --set ... as typed, for every task
};

// Writes the folder. What went wrong, or empty; `advice`: what to do next.
std::string write_job_array(const PreparedSweep& sweep, const SlurmRequest& request,
                            std::string& advice);

// The state of a job array.
struct Collected {
  std::string problem;                   // why it cannot be told, or empty
  std::vector<long long> missing;        // tasks without a result
  std::vector<long long> waiting;        // those of them that Slurm still has
  ExitStatus status = ExitStatus::done;  // of the whole sweep, where nothing is missing
};
// Gives the rows of all tasks in order to `rows` if nothing is missing; what that returns, if not
// empty, is the problem.
Collected collect(const std::string& folder,
                  const std::function<std::string(std::string_view)>& rows);

// Gives these tasks to sbatch. What it says, or why it could not be called.
std::string submit(const std::string& folder, const std::vector<long long>& tasks, bool& done);
// "sbatch --array=1,3-5 DIR/job.sh"
std::string submit_command(const std::string& folder, const std::vector<long long>& tasks);

}  // namespace mbs
