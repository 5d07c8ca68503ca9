// mbsim sweep --slurm, the tasks and --collect without Slurm: an array is one computation. What is
// of another deck, task or array, cut or blank is refused; nothing of others is written over; what
// Slurm does not say is not taken for an empty answer. Stubs stand for its programs.
//
// One file above 400 lines: every refusal begins with the same array, which one fixture lays out.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <thread>

#include "support/process.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;

using test::Finished;
using test::mbsim;

const char* const kRuns = "-p crank=0.6,0.8,1,1.2";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string in_quotes(const std::string& text) {
  std::string out = "'";
  for (char c : text) out += c == '\'' ? "'\\''" : std::string(1, c);
  return out + "'";
}

// An array of a copy of a deck, in a folder of its own, with stubs for squeue, sbatch and scontrol.
struct Array {
  test::Scratch scratch;
  std::string deck = scratch.file("q.dat"), folder = scratch.file("array"),
              table = scratch.file("all.csv"), stubs = scratch.file("stubs"),
              said = scratch.file("submitted");

  explicit Array(const std::string& name = "array") : folder(scratch.file(name)) {
    test::write_all(deck, test::deck_text("kabios/quick_return.dat"));
    fs::create_directory(stubs);
    stub("squeue", "exit 0");
    stub("sbatch", "echo \"sbatch $*\" >> " + in_quotes(said));
    stub("scontrol", "echo \"scontrol $*\" >> " + in_quotes(said));
  }
  void stub(const std::string& program, const std::string& text) const {
    test::write_all(stubs + "/" + program, "#!/bin/bash\n" + text + "\n");
    fs::permissions(stubs + "/" + program, fs::perms::owner_all);
  }
  std::string path() const { return fmt::format("PATH={}:\"$PATH\"", in_quotes(stubs)); }
  Finished write(const std::string& more = kRuns, int tasks = 2) const {
    return mbsim(fmt::format("sweep {} {} --slurm {} --tasks {}", in_quotes(deck), more,
                             in_quotes(folder), tasks));
  }
  std::string task_command(int task, const std::string& before = {}) const {
    return fmt::format("{} {} SLURM_ARRAY_TASK_ID={} bash {}", before, path(), task,
                       in_quotes(folder + "/job.sh"));
  }
  int task(int task, const std::string& before = {}) const {
    const int raw = std::system(task_command(task, before).c_str());
    return WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
  }
  Finished collect(const std::string& more = {}) const {
    return mbsim(
        fmt::format("sweep --collect {} -o {} {}", in_quotes(folder), in_quotes(table), more),
        path());
  }
  std::string file(int task, const std::string& ending = "csv") const {
    return fmt::format("{}/task_{}.{}", folder, task, ending);
  }
  std::string log(int task) const { return test::read_all(file(task, "log")); }
  // The whole as one sweep.
  std::string alone(const std::string& more = kRuns) const {
    return mbsim(fmt::format("sweep {} {}", in_quotes(deck), more)).out;
  }
  void expect_refused(const std::string& reason, int task) const {
    const Finished done = collect();
    EXPECT_EQ(done.status, 2) << reason;
    EXPECT_TRUE(contains(done.err, fmt::format("task {} of", task))) << done.err;
    EXPECT_TRUE(contains(done.err, reason)) << done.err;
    EXPECT_TRUE(contains(done.err, fmt::format("task_{}.csv* && sbatch --array={} ", task, task)))
        << done.err;
    EXPECT_FALSE(fs::exists(table));
    EXPECT_FALSE(fs::exists(said));
  }
};

TEST(JobArray, GivesTheTableOfOneSweep) {
  const Array array;
  const std::string more = "-p crank=0.6:1:0.05 -D unused=2 --set feps=1e-11";
  test::write_all(array.deck, "PARAM unused = 1\n" + test::read_all(array.deck));
  ASSERT_EQ(array.write(more, 3).status, 0);
  const Finished early = array.collect();
  EXPECT_EQ(early.status, 5);
  EXPECT_EQ(test::read_all(array.said),
            fmt::format("sbatch --array=1-3 {}/job.sh\n", array.folder));
  for (int task : {3, 1, 2}) EXPECT_EQ(array.task(task), 0) << array.log(task);
  const Finished done = array.collect();
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(test::read_all(array.table), array.alone(more));
  // Run again, a task changes nothing.
  EXPECT_EQ(array.task(2), 0) << array.log(2);
  EXPECT_EQ(array.collect().status, 0);
}

TEST(JobArray, RefusesADeckThatWasEditedBetweenTasks) {
  const Array array;
  const std::string before = test::read_all(array.deck);
  ASSERT_EQ(array.write().status, 0);
  ASSERT_EQ(array.task(1), 0);
  test::write_all(array.deck, before + "# another\n");
  EXPECT_EQ(array.task(2), 2);  // the task itself says so
  EXPECT_TRUE(contains(array.log(2), "this has changed: the deck")) << array.log(2);
  // Rows that were made in some other way.
  ASSERT_EQ(mbsim(fmt::format("sweep {} --table {} -o {}", in_quotes(array.deck),
                              in_quotes(array.file(2, "runs")), in_quotes(array.file(2))))
                .status,
            0);
  array.expect_refused("this has changed: the deck", 2);
  test::write_all(array.deck, before);
  for (const char* ending : {"csv", "csv.sweep"}) fs::remove(array.file(2, ending));
  EXPECT_EQ(array.task(2), 0) << array.log(2);
  EXPECT_EQ(array.collect().status, 0);
  EXPECT_EQ(test::read_all(array.table), array.alone());
}

TEST(JobArray, RefusesIncludesTablesAndOptionsThatChanged) {
  const Array array;
  const std::string part = array.scratch.file("part.dat");
  test::write_all(part, "PARAM more = 1\n");
  test::write_all(array.deck, "INCLUDE \"part.dat\"\n" + test::read_all(array.deck));
  ASSERT_EQ(array.write("-D more=2 --strict -p crank=0.6,0.8").status, 0);
  test::write_all(part, "PARAM more = 1 # other\n");
  EXPECT_EQ(array.task(1), 2);
  EXPECT_TRUE(contains(array.log(1), "included files and tables")) << array.log(1);
  test::write_all(part, "PARAM more = 1\n");
  ASSERT_EQ(array.task(1), 0) << array.log(1);
  const std::string sweep = fmt::format("sweep {} --table {} -o {} ", in_quotes(array.deck),
                                        in_quotes(array.file(2, "runs")), in_quotes(array.file(2)));
  EXPECT_EQ(mbsim(sweep + "-D more=3 --strict").status, 0);
  array.expect_refused("this has changed: -D", 2);
  EXPECT_EQ(mbsim(sweep + "-D more=2").status, 0);
  array.expect_refused("this has changed: --set, --strict", 2);
  const std::string facts = test::read_all(array.file(1, "csv.sweep"));
  EXPECT_EQ(mbsim(sweep + "-D more=2 --strict").status, 0);
  EXPECT_EQ(array.collect().status, 0);
  fs::remove(array.table);
  test::write_all(array.file(1, "csv.sweep"),
                  std::string(facts).replace(facts.find("mbsim 0"), 7, "mbsim 9"));
  array.expect_refused("this has changed: the program", 1);
}

TEST(JobArray, RefusesSwappedCutAndBlankRows) {
  const Array array;
  ASSERT_EQ(array.write().status, 0);
  for (int task : {1, 2}) ASSERT_EQ(array.task(task), 0);
  const std::string rows = test::read_all(array.file(1)), others = test::read_all(array.file(2)),
                    facts = test::read_all(array.file(1, "csv.sweep")),
                    runs = test::read_all(array.file(1, "runs"));
  const std::string first_row = rows.substr(0, rows.find('\n') + 1);
  const auto with = [&](const std::string& text, const char* reason) {
    test::write_all(array.file(1), text);
    array.expect_refused(reason, 1);
    test::write_all(array.file(1), rows);
  };
  with(others, "row 1 is of another run; expected one of 0.6");
  with(first_row + "\n\n", "row 1 is blank");
  with(rows.substr(0, rows.size() - 9), "1 of its 2 rows are there, the last one is cut off");
  with(rows.substr(0, rows.size() - 1), "1 of its 2 rows are there, the last one is cut off");
  with(rows + "0", "it has more than its 2 rows");
  with(rows + "\n", "it has more than its 2 rows");
  with("", "its first row");
  with(first_row, "0 of its 2 rows are there");
  // One digit of one number.
  std::string edited = rows;
  char& digit = edited[edited.find('.', first_row.size() + 5) + 4];
  digit = digit == '5' ? '6' : '5';
  with(edited, "not as the task has left them");
  test::write_all(array.file(1, "csv.sweep"), test::read_all(array.file(2, "csv.sweep")));
  test::write_all(array.file(1), others);
  array.expect_refused("this has changed: the list of runs", 1);
  test::write_all(array.file(1), rows);
  fs::remove(array.file(1, "csv.sweep"));
  array.expect_refused("is missing", 1);
  test::write_all(array.file(1, "csv.sweep"), facts);
  test::write_all(array.file(1, "runs"), "crank\n0.6\n0.9\n");
  array.expect_refused("is not the list of its runs any more", 1);
  test::write_all(array.file(1, "runs"), runs);
  EXPECT_EQ(array.collect().status, 0);
  const std::string plan = test::read_all(array.folder + "/plan");
  for (const std::size_t size : {plan.size() - 3, plan.size() / 2, std::size_t{70}}) {
    test::write_all(array.folder + "/plan", plan.substr(0, size));
    EXPECT_EQ(array.collect().status, 2) << size;
  }
}

TEST(JobArray, WritesOverNothingThatIsThere) {
  const Array array;
  fs::create_directory(array.folder);
  const auto refused = [&](const std::string& arguments, const std::string& name) {
    const std::string before = test::read_all(array.folder + "/" + name);
    const Finished done =
        mbsim(fmt::format("sweep {} --slurm {} --tasks 2", arguments, in_quotes(array.folder)));
    EXPECT_EQ(done.status, 2) << name;
    EXPECT_TRUE(contains(done.err, name + "' is there already")) << done.err;
    EXPECT_EQ(test::read_all(array.folder + "/" + name), before);
    fs::remove(array.folder + "/" + name);
    EXPECT_TRUE(fs::is_empty(array.folder));
  };
  const std::string deck = in_quotes(array.deck);
  fs::copy(array.deck, array.folder + "/job.sh");
  refused(in_quotes(array.folder + "/job.sh") + " " + kRuns, "job.sh");
  test::write_all(array.file(1, "runs"), "crank\n0.6\n0.8\n");
  refused(fmt::format("{} --table {}", deck, in_quotes(array.file(1, "runs"))), "task_1.runs");
  fs::create_symlink(array.deck, array.file(1, "runs"));
  refused(deck + " " + kRuns, "task_1.runs");
  EXPECT_EQ(test::read_all(array.deck), test::deck_text("kabios/quick_return.dat"));
  // What is left of an older array.
  for (const char* ending : {"csv", "csv.sweep", "csv.part", "log"}) {
    test::write_all(array.file(7, ending), "of others\n");
    refused(deck + " " + kRuns, fmt::format("task_7.{}", ending));
  }
  test::write_all(array.folder + "/notes.txt", "mine\n");
  ASSERT_EQ(array.write().status, 0);
  EXPECT_TRUE(contains(array.write().err, "has a plan already"));
  for (int task : {1, 2}) ASSERT_EQ(array.task(task), 0);
  // Nor does --collect.
  fs::create_hard_link(array.folder + "/plan", array.scratch.file("link"));
  for (const std::string& name :
       {array.folder + "/plan", array.folder + "/job.sh", array.file(2), array.file(1, "runs"),
        array.file(1, "csv.sweep"), array.file(1, "log"), array.deck, array.scratch.file("link")}) {
    const std::string before = test::read_all(name);
    EXPECT_EQ(
        mbsim(fmt::format("sweep --collect {} -o {}", in_quotes(array.folder), in_quotes(name)))
            .status,
        2)
        << name;
    EXPECT_EQ(test::read_all(name), before) << name;
  }
}

TEST(JobArray, NamesOfAnyBytes) {
  for (const std::string name :
       {"it's \"100 %a\" $HOME `ls`", "line\n#SBATCH --wrap=x\ntouch pwned\n#",
        "[1,2] \\n \x1b[31m\xff"}) {
    const Array array(name);
    const Finished written = array.write("-D 'crank=0.8 + 0' -p more=1,2");
    EXPECT_EQ(written.status, 2);  // no such parameter: nothing is left
    EXPECT_FALSE(fs::exists(array.folder));
    const Finished done = array.write("-p crank=0.6,1.2");
    ASSERT_EQ(done.status, 0) << done.err;
    EXPECT_EQ(done.err.find('\n'), done.err.size() - 1) << "one line";
    EXPECT_FALSE(contains(done.err, "\x1b"));
    const std::string job = test::read_all(array.folder + "/job.sh");
    for (std::size_t at = job.find("\n#SBATCH"), next; at != std::string::npos; at = next) {
      next = job.find("\n#SBATCH", at + 1);
      const std::string line = job.substr(at + 1, job.find('\n', at + 1) - at - 1);
      EXPECT_TRUE(line.starts_with("#SBATCH --job-name=mbsim-") || line == "#SBATCH --array=1-2" ||
                  line == "#SBATCH --output=/dev/null" || line == "#SBATCH --requeue")
          << line;
    }
    for (int task : {1, 2}) EXPECT_EQ(array.task(task), 0) << array.log(task);
    EXPECT_EQ(array.collect().status, 0);
    EXPECT_EQ(test::read_all(array.table), array.alone("-p crank=0.6,1.2"));
    EXPECT_FALSE(fs::exists("pwned"));
    // The command that is shown is one that works.
    fs::remove(array.file(2));
    const Finished missing = array.collect("--no-submit");
    EXPECT_EQ(missing.status, 5);
    EXPECT_FALSE(contains(missing.err, "\x1b"));
    const std::size_t at = missing.err.find("sbatch");
    const std::string command = missing.err.substr(at, missing.err.rfind('\n') - at);
    EXPECT_EQ(std::system(fmt::format("{} bash -c {}", array.path(), in_quotes(command)).c_str()),
              0);
    EXPECT_EQ(test::read_all(array.said),
              fmt::format("sbatch --array=2 {}/job.sh\n", array.folder));
  }
}

TEST(JobArray, AnErrorOfSqueueIsNoEmptyAnswer) {
  const Array array;
  ASSERT_EQ(array.write().status, 0);
  const auto expect = [&](const char* reason, const std::string& more = {}) {
    const Finished done = array.collect(more);
    EXPECT_EQ(done.status, 5) << reason;
    EXPECT_TRUE(contains(done.err, reason)) << done.err;
    EXPECT_TRUE(contains(done.err, "nothing is submitted")) << done.err;
    EXPECT_FALSE(fs::exists(array.said)) << reason;
    EXPECT_LT(done.seconds, 60) << reason;
  };
  array.stub("squeue", "echo 'slurm_load_jobs error: busy' >&2; exit 1");
  expect("squeue ended with status 1: slurm_load_jobs error: busy");
  array.stub("squeue", "sleep 100");
  expect("squeue has not answered within 0.3 s", "--timeout 0.3");
  array.stub("squeue", "(sleep 100 &) ; sleep 100");
  expect("squeue has not answered within 0.3 s", "--timeout 0.3");
  array.stub("squeue", "echo slurm is down");
  expect("no list of tasks");
  array.stub("squeue", "kill -9 $$");
  expect("squeue was ended by signal 9");
  fs::remove(array.stubs + "/squeue");
  const Finished none =
      mbsim("sweep --collect " + in_quotes(array.folder), "PATH=" + in_quotes(array.stubs));
  EXPECT_EQ(none.status, 5);
  EXPECT_TRUE(contains(none.err, "squeue cannot be run: No such file")) << none.err;
  EXPECT_FALSE(fs::exists(array.said));
  // An answer: task 1 is queued, task 2 is not.
  array.stub("squeue", "echo 1");
  const Finished told = array.collect();
  EXPECT_EQ(told.status, 5);
  EXPECT_TRUE(contains(told.err, "1 are with Slurm, 1 are missing")) << told.err;
  EXPECT_EQ(test::read_all(array.said), fmt::format("sbatch --array=2 {}/job.sh\n", array.folder));
  array.stub("sbatch", "echo 'sbatch: error: no partition' >&2; exit 1");
  const Finished failed = array.collect();
  EXPECT_TRUE(contains(failed.err, "to be submitted: sbatch --array=2")) << failed.err;
  EXPECT_TRUE(contains(failed.err, "no partition")) << failed.err;
}

// Which of the two tasks is told to end; it begins again only if Slurm did not end the job.
TEST(JobArray, ATaskThatIsToldToEndRunsAgain) {
  const Array array;
  const std::string runs = "-p crank=0.6:1:0.0015";
  ASSERT_EQ(array.write(runs).status, 0);
  const auto end_early = [&] {
    const pid_t shell = ::fork();
    if (shell == 0) {
      const std::string command = array.task_command(1, "SLURM_JOB_ID=77 exec env");
      ::execl("/bin/bash", "bash", "-c", command.c_str(), nullptr);
      std::_Exit(127);
    }
    const std::string part = array.file(1, "csv.part");
    std::error_code code;
    for (int k = 0; k < 9000 && !(fs::exists(part, code) && fs::file_size(part, code) > 0); ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ::kill(shell, SIGTERM);
    int raw = 0;
    ::waitpid(shell, &raw, 0);
    return WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
  };
  array.stub("squeue", "echo RUNNING");
  EXPECT_EQ(end_early(), 5);
  EXPECT_EQ(test::read_all(array.said), "scontrol requeue 77\n");
  const std::string rows = test::read_all(array.file(1));  // so far
  EXPECT_TRUE(rows.ends_with('\n'));
  EXPECT_GT(std::count(rows.begin(), rows.end(), '\n'), 0);
  EXPECT_TRUE(contains(array.collect("--no-submit").err, "2 of the tasks have no result"));
  fs::remove(array.said);
  array.stub("squeue", "echo COMPLETING");  // scancel, or its time is over
  EXPECT_EQ(end_early(), 5);
  EXPECT_FALSE(fs::exists(array.said));
  for (int task : {1, 2}) EXPECT_EQ(array.task(task), 0) << array.log(task);
  EXPECT_EQ(array.collect().status, 0);
  EXPECT_EQ(test::read_all(array.table), array.alone(runs));
}

TEST(JobArray, TwoRunsOfOneTask) {
  const Array array;
  const std::string runs = "-p crank=0.6:1:0.02";
  ASSERT_EQ(array.write(runs, 1).status, 0);
  for (int round = 0; round < 2; ++round) {
    std::array<int, 3> ends{};
    std::vector<std::thread> threads;
    for (int& end : ends) threads.emplace_back([&] { end = array.task(1); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_TRUE(
        std::all_of(ends.begin(), ends.end(), [](int end) { return end == 0 || end == 2; }));
    EXPECT_GE(std::count(ends.begin(), ends.end(), 0), 1);
    const Finished done = array.collect();
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_EQ(test::read_all(array.table), array.alone(runs));
    for (const char* ending : {"csv", "csv.sweep"}) fs::remove(array.file(1, ending));
  }
  EXPECT_TRUE(contains(array.log(1), "is being run by another process")) << array.log(1);
}

TEST(JobArray, RunsThatFailAndRunsThatAreLate) {
  const Array array;
  // Without assembly from crank = 4 on: the second task has failing runs alone.
  const std::string runs = "-p crank=0.8,1,4,5";
  ASSERT_EQ(array.write(runs).status, 0);
  for (int task : {1, 2}) EXPECT_EQ(array.task(task), 0) << array.log(task);
  const Finished done = array.collect();
  EXPECT_EQ(done.status, 3) << done.err;
  EXPECT_EQ(test::read_all(array.table), array.alone(runs));
  const Array late;
  ASSERT_EQ(late.write("--timeout 1e-6 -p crank=0.8,1").status, 0);
  for (int task : {1, 2}) EXPECT_EQ(late.task(task), 0) << late.log(task);
  EXPECT_EQ(late.collect().status, 3);
  EXPECT_TRUE(contains(test::read_all(late.table), ",5,\"timeout\",nan\n"));
}

// A deck that only the first run of all finds sound: the last one and its own value are refused.
TEST(JobArray, ATaskOfRunsThatAreAllRefused) {
  const Array array;
  std::string text = test::read_all(array.deck);
  test::write_all(array.deck,
                  "PARAM n = 0\nPARAM root = ${sqrt(n)}\nPARAM part = ${1/root}\n" + text);
  const std::string runs = "-p n=1,4,-1,-2";
  const Finished alone = mbsim(fmt::format("sweep {} {}", in_quotes(array.deck), runs));
  ASSERT_EQ(alone.status, 3) << alone.err;
  ASSERT_EQ(array.write(runs).status, 0);
  for (int task : {1, 2}) EXPECT_EQ(array.task(task), 0) << array.log(task);
  EXPECT_EQ(array.collect().status, 3);
  EXPECT_EQ(test::read_all(array.table), alone.out);
}

TEST(JobArray, TaskIsOneOfTheArray) {
  const Array array;
  ASSERT_EQ(array.write().status, 0);
  EXPECT_EQ(array.task(3), 2);
  EXPECT_TRUE(contains(array.log(3), "there is no task 3; expected one of 1 to 2"));
  const std::string task =
      fmt::format("sweep {} --array {} --task 1 ", in_quotes(array.deck), in_quotes(array.folder));
  for (const char* more : {"-p crank=1", "-o x.csv", "--resume", "--zip", "--table x"})
    EXPECT_EQ(mbsim(task + more).status, 2) << more;
  EXPECT_EQ(mbsim(fmt::format("sweep {} --task 1", in_quotes(array.deck))).status, 2);
}

// ---- locks --------------------------------------------------------------------------------------

// The status of mbsim where flock() gives ENOLCK, as on file systems without locks.
int without_locks(const std::vector<std::string>& arguments, const std::string& err) {
  const pid_t child = ::fork();
  if (child == 0) {
    sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_flock, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOLCK),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog filter = {4, code};
    std::vector<char*> words = {const_cast<char*>(MBSIM_BINARY)};
    for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    if (!std::freopen(err.c_str(), "w", stderr) || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0)
      std::_Exit(77);
    ::execv(words[0], words.data());
    std::_Exit(127);
  }
  int raw = 0;
  ::waitpid(child, &raw, 0);
  return WIFEXITED(raw) ? WEXITSTATUS(raw) : -1;
}

TEST(JobArray, WithoutLocksThereIsNoArray) {
  const Array array;
  const std::string err = array.scratch.file("err");
  const int status = without_locks(
      {"sweep", array.deck, "-p", "crank=0.6,0.8", "--slurm", array.folder, "--tasks", "2"}, err);
  if (status == 77) GTEST_SKIP() << "no seccomp here";
  EXPECT_EQ(status, 2);
  EXPECT_TRUE(contains(test::read_all(err), "cannot lock")) << test::read_all(err);
  EXPECT_TRUE(contains(test::read_all(err), "No locks available")) << test::read_all(err);
  EXPECT_TRUE(fs::is_empty(array.folder));
  // A task whose machine has none, and a sweep with a file.
  ASSERT_EQ(array.write().status, 0);
  EXPECT_EQ(without_locks({"sweep", array.deck, "--array", array.folder, "--task", "1"}, err), 2);
  EXPECT_TRUE(contains(test::read_all(err), "No locks available")) << test::read_all(err);
  EXPECT_FALSE(fs::exists(array.file(1)));
  EXPECT_EQ(without_locks({"sweep", array.deck, "-p", "crank=0.6", "-o", array.table}, err), 2);
  EXPECT_FALSE(contains(test::read_all(err), "another sweep")) << test::read_all(err);
}

}  // namespace
}  // namespace mbs
