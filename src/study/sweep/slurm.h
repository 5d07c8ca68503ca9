// A sweep as a job array of Slurm: a folder with a table of runs for each task, a script that makes
// the runs, and a plan that says what to collect (study/sweep/job_array.h). A task is a sweep with
// --resume: its result gets its final name when it is complete. So work done twice does no harm,
// and a task that was killed goes on where it stopped.
//
//   DIR/job.sh        the script for sbatch
//   DIR/plan          the input of all tasks, and the runs of each task
//   DIR/task_K.runs   the runs of task K, DIR/task_K.csv its rows, DIR/task_K.log its messages
#pragma once

#include <string>
#include <vector>

#include "study/sweep/job_array.h"

namespace mbs {

struct SlurmRequest {
  std::string folder;                  // --slurm
  long long tasks = 0;                 // --tasks
  std::string deck;                    // as typed
  std::string table;                   // --table; empty: none
  std::vector<std::string> arguments;  // -D, --set ... as typed, for every task
};

// Writes the folder. Returns the problem, or empty. advice: what the user does next. After a signal
// or an error the written files are removed.
std::string write_job_array(const PreparedSweep& sweep, const SlurmRequest& request,
                            std::string& advice);

// The state of a job array.
struct Collected {
  std::string problem;                   // why the rows cannot make a table, or empty
  std::vector<long long> missing;        // tasks without a result
  std::vector<long long> waiting;        // missing tasks that Slurm still has
  std::string unknown;                   // why the waiting tasks are not known, or empty
  ExitStatus status = ExitStatus::done;  // of the whole sweep, where nothing is missing
  std::vector<std::string> files;        // files of the array, and its input files
};

// While a Collector exists, no other process can collect from the folder or submit its tasks.
class Collector {
 public:
  // seconds: time limit of an answer of Slurm.
  Collector(std::string folder, double seconds);
  // Looks at all tasks, and asks Slurm where some are missing.
  Collected look();
  // Gives the table to `write`, where nothing is missing. Returns the problem, which may come from
  // `write`, or empty.
  std::string write(const std::function<std::string(std::string_view)>& write, ExitStatus& status);
  // Submits these tasks by sbatch. Returns the output of sbatch, or why it could not be called.
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
