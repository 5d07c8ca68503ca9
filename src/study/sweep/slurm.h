// A sweep as a job array of Slurm: a folder with a table of runs for each task, a script that makes
// the runs, and a plan that says what to collect (JobArray). A task is a sweep with --resume: its
// result gets its final name when it is complete. So work done twice does no harm, and a task that
// was killed goes on where it stopped.
//
//   DIR/job.sh        the script for sbatch
//   DIR/plan          the input of all tasks, and the runs of each task
//   DIR/task_K.runs   the runs of task K, DIR/task_K.csv its rows, DIR/task_K.log its messages
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "study/sweep/sweep.h"

namespace mbs {

// The folder of a job array. Its plan says what each task computes and from which input. The rows
// that a task has left are checked against the plan.
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

// The answer of another program, such as squeue. An error is told from an empty answer, and the
// waiting time is limited.
struct Answer {
  std::string text;     // the program's standard output
  std::string problem;  // why there is no answer, in words that follow the program's name; or empty
};

// words: the program, which is looked for in PATH, and its arguments. A signal ends the waiting.
Answer answer_of(const std::vector<std::string>& words, double seconds);

}  // namespace mbs
