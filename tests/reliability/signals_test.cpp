// Signals at any moment of any verb: status 5, or 0 or 2 where the verb was done, whole rows under
// the final name, nothing under another. What waits for a pipe or a FIFO is ended, too.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "support/child.h"
#include "support/draws.h"
#include "support/process.h"

namespace mbs {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kFourBar = "decks/kabios/four_bar.dat";
constexpr const char* kSearched = "decks/optimise/balanced_arm.dat";
constexpr double kLate = test::kSanitized ? 1 : 0.1;  // [s]
constexpr int kAttempts = 40;                         // a busy machine may hold up any one run

// Runs for hours, or a minute with 1e-6.
std::string endless_deck(const char* step) {
  std::string deck = test::deck_text("kabios/four_bar.dat");
  return deck.replace(deck.rfind("0.0250"), 6, step);
}

// Has endless.dat, long.dat and columns.csv; verbs write into its folder.
class Verbs {
 public:
  Verbs() {
    test::write_all(file("endless.dat"), endless_deck("1.0E-9"));
    test::write_all(file("long.dat"), endless_deck("1.0E-6"));
    std::string text = "t,y\n";
    for (int k = 0; k < 100'000; ++k) text += fmt::format("{},{}\n", k, k % 7);
    test::write_all(file("columns.csv"), text);
  }
  std::string file(const std::string& name) const { return scratch_.file(name); }

  // Each would run for long, and writes to "out..." only.
  std::vector<Words> all() const {
    const std::string deck = file("endless.dat"), csv = file("out.csv");
    const std::string range = "stiffness=1:1000:1e-3";
    return {{"--no-report", "--csv", csv, deck},
            {"--csv", csv, deck},
            {"--certify", file("long.dat")},
            {"draw", deck, "-o", file("out.svg")},
            {"animate", deck, "-o", file("out.html")},
            {"plot", deck, "t", "body2.x", "-o", file("out.svg")},
            {"plot", file("columns.csv"), "t", "y", "-o", file("out.svg")},
            {"sweep", kSearched, "-p", range, "-j", "2", "-o", csv},
            {"sweep", kSearched, "-p", range, "-j", "2", "--keep", "reports", file("out")},
            {"sweep", kSearched, "-p", "stiffness=1:9", "--sample", "30000000", "-o", csv},
            {"optimise", kSearched, "--min", "effort", "-p", "stiffness", "-p", "post", "--evals",
             "1000000", "-j", "2", "-o", csv},
            {"optimise", kSearched, "--min", "effort", "-p", "stiffness", "--method", "cobyla",
             "--subject", "effort > 1e9", "--evals", "1000000", "-o", csv},
            {"solve", kSearched, "-p", "stiffness", "-p", "post", "effort = 1", "effort = 2"},
            {"sensitivity", kSearched, "-p", "stiffness", "-p", "post"}};
  }

  // Only whole rows under final names; then all is removed.
  void check_files(const std::string& what) const {
    for (const std::string& name : test::names_in(file(""))) {
      if (name.ends_with(".dat") || name == "columns.csv") continue;
      EXPECT_EQ(name.find(".tmp"), std::string::npos) << what << ": " << name;
      EXPECT_FALSE(name.ends_with(".part") || name.ends_with(".next")) << what << ": " << name;
      if (name.ends_with(".csv")) {
        const std::string rows = test::read_all(file(name));
        EXPECT_TRUE(rows.ends_with('\n')) << what;
        const auto commas = [&](std::size_t begin, std::size_t end) {
          return std::count(rows.begin() + begin, rows.begin() + end, ',');
        };
        const std::size_t last = rows.rfind('\n', rows.size() - 2);
        if (last != std::string::npos) {
          EXPECT_GE(commas(last, rows.size()), commas(0, rows.find('\n'))) << what;
        }
      }
      if (name == "out") {
        for (const std::string& kept : test::names_in(file(name)))
          EXPECT_EQ(kept.find(".tmp"), std::string::npos) << what << ": " << kept;
      }
      EXPECT_EQ(test::shell("rm -r '" + file(name) + "'").status, 0);
    }
  }

 private:
  test::Scratch scratch_;
};

std::string text_of(const Words& words) { return fmt::format("{}", fmt::join(words, " ")); }

// Searches that may be at their end before a signal comes, with a status of their own.
bool is_short(const Words& words) {
  return words[0] == "sensitivity" || words[0] == "solve" ||
         std::find(words.begin(), words.end(), "cobyla") != words.end();
}

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};

TEST(Signals, EndEveryVerbWithItsRows) {
  const Verbs verbs;
  int number = 0;
  for (const Words& words : verbs.all()) {
    const int signal = kSignals[number++ % 4];
    const std::string what = fmt::format("{} signal {}", text_of(words), signal);
    double least = 1e9;
    for (int k = 0; k < kAttempts && least > kLate; ++k) {
      test::Child::Setup setup;
      // Whoever starts the tests in the background may have them ignored.
      setup.before = [] {
        for (const int each : kSignals) ::signal(each, SIG_DFL);
      };
      test::Child child(words, setup);
      child.await_handler(signal);
      ::usleep(150'000);
      child.signal(signal);
      const int status = child.wait(20);
      const bool short_one = is_short(words) || words[1].ends_with("columns.csv");
      EXPECT_TRUE(status == 5 || (short_one && status != -1 && status < 5))
          << what << ": " << status;
      verbs.check_files(what);
      least = std::min(least, child.seconds());
    }
    EXPECT_LE(least, kLate) << what;
  }
}

// MBSIM_SIGNALS=200 makes so many.
TEST(Signals, AtRandomMomentsLeaveOnlyWholeRows) {
  const Verbs verbs;
  std::mt19937 random(17);
  const std::vector<Words> all = verbs.all();
  const char* const asked = std::getenv("MBSIM_SIGNALS");
  const int count = asked ? std::atoi(asked) : 28;
  std::map<int, int> statuses;
  for (int k = 0; k < count; ++k) {
    const Words& words = all[static_cast<std::size_t>(k) % all.size()];
    const int signal = k % 5 == 4 ? SIGPIPE : kSignals[random() % 4];
    const bool nohup = k % 3 == 2;
    const std::string what =
        fmt::format("{} signal {}{}", text_of(words), signal, nohup ? ", nohup" : "");
    test::Child::Setup setup;
    // A signal that comes before the program has begun would end it as any other program.
    setup.before = [nohup] {
      for (const int number : kSignals) ::signal(number, SIG_DFL);
      if (nohup) ::signal(SIGHUP, SIG_IGN);
    };
    test::Child child(words, setup);
    ::usleep(static_cast<useconds_t>(random() % 150'000));
    child.signal(signal);
    if (signal == SIGPIPE || (nohup && signal == SIGHUP)) {  // ends nothing
      ::usleep(50'000);
      child.signal(SIGTERM);
    }
    const int status = child.wait(20);
    ++statuses[status];
    // 128 and more: before the program has begun.
    EXPECT_TRUE(status == 5 || status == 0 || status == 2 || status > 128 ||
                (is_short(words) && (status == 3 || status == 4)))
        << what << ": " << status;
    verbs.check_files(what);
  }
  for (const auto& [status, times] : statuses)
    RecordProperty(fmt::format("status_{}", status), times);
  if (asked)
    for (const auto& [status, times] : statuses) fmt::print("status {}: {}\n", status, times);
}

TEST(Signals, OnesThatAreIgnoredAtTheStartStaySo) {
  const test::Scratch scratch;
  std::string deck = test::deck_text("kabios/four_bar.dat");
  test::write_all(scratch.file("long.dat"), deck.replace(deck.rfind("0.0250"), 6, "1.0E-5"));
  test::Child::Setup setup;
  setup.before = [] {
    for (const int signal : {SIGHUP, SIGINT}) std::signal(signal, SIG_IGN);
  };
  test::Child child({"--no-report", "--csv", scratch.file("run.csv"), scratch.file("long.dat")},
                    setup);
  ::usleep(150'000);
  for (const int signal : {SIGHUP, SIGINT}) child.signal(signal);
  ASSERT_EQ(child.wait(0.05), -1);  // it is not over yet
  EXPECT_EQ(child.wait(60), 0);
  const std::string rows = test::read_all(scratch.file("run.csv"));
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 100'002);
}

// The signal of the program's own timer may come from outside.
TEST(Signals, AnAlarmFromOutsideEndsNothing) {
  const Verbs verbs;
  const std::size_t alone = test::names_in(verbs.file("")).size();
  test::Child child(
      {"--no-report", "--csv", verbs.file("out.csv"), "--timeout", "2", verbs.file("endless.dat")},
      {});
  // The program has begun as soon as something stands beside the decks.
  const auto names = [&] { return test::names_in(verbs.file("")).size(); };
  for (int k = 0; k < 500 && names() == alone; ++k) ::usleep(10'000);
  ASSERT_GT(names(), alone);
  for (int k = 0; k < 5; ++k) {
    ::usleep(50'000);
    child.signal(SIGALRM);
  }
  EXPECT_EQ(child.wait(0.2), -1);
  EXPECT_EQ(child.wait(30), 5);
  verbs.check_files("alarm");
}

// ---- what blocks --------------------------------------------------------------------------------

struct Blocked {
  const char* name;
  Words words;
  bool to_pipe = false;
  bool own_limit =
      false;  // --timeout is that of each run, and of each time that a pipe is waited for
};

std::vector<Blocked> blocked(const Verbs& verbs, const std::string& fifo) {
  const std::string deck = verbs.file("endless.dat");
  return {{"report", {deck}, true},
          {"csv", {"--no-report", "--csv", "-", deck}, true},
          {"csv beside", {"--csv", verbs.file("out.csv"), deck}, true},
          {"sweep", {"sweep", kSearched, "-p", "stiffness=1:1000:1e-3", "-j", "2"}, true, true},
          {"draw", {"draw", kFourBar, "--moving", "600"}, true},
          {"help", {"help", "--words"}, true},
          {"draw into a FIFO", {"draw", kFourBar, "-o", fifo}},
          {"sweep into a FIFO", {"sweep", kSearched, "-p", "stiffness=1,2", "-o", fifo}},
          {"csv into a FIFO", {"--csv", fifo, kFourBar}},
          {"diff of a FIFO", {"diff", fifo, kFourBar}},
          {"a deck from a FIFO", {fifo}},
          {"a table from a FIFO", {"sweep", kSearched, "--table", fifo}},
          {"a plot of a FIFO", {"plot", fifo, "t", "y"}}};
}

void expect_end(const Verbs& verbs, const Blocked& one, bool by_signal) {
  constexpr double kTimeout = 1;  // what the preparation of a sweep has at least
  const std::string what = fmt::format("{}, {}", one.name, by_signal ? "signal" : "--timeout");
  double least = 1e9;
  for (int k = 0; k < kAttempts && least > kLate; ++k) {
    test::StalledPipe pipe;
    if (one.to_pipe) {  // all of its room
      for (int n = 0; n < 16; ++n)
        EXPECT_EQ(::write(pipe.writer(), std::string(4096, '-').data(), 4096), 4096);
    }
    Words words = one.words;
    if (!by_signal) words.insert(words.begin(), {"--timeout", fmt::format("{}", kTimeout)});
    test::Child::Setup setup;
    if (one.to_pipe) setup.out.descriptor = pipe.writer();
    test::Child child(words, setup);
    if (by_signal) {
      child.await_handler(SIGTERM);
      ::usleep(300'000);
      child.signal(SIGTERM);
    }
    ASSERT_EQ(child.wait(kTimeout + 30), 5) << what;
    least = std::min(least, child.seconds() - (by_signal ? 0 : kTimeout));
    if (one.own_limit && !by_signal) least = 0;
    verbs.check_files(what);
  }
  EXPECT_LE(least, kLate) << what;
}

class Blocking : public testing::TestWithParam<bool> {};

TEST_P(Blocking, IsEnded) {
  const Verbs verbs;
  const test::Scratch scratch;
  const std::string fifo = scratch.file("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  for (const Blocked& one : blocked(verbs, fifo)) expect_end(verbs, one, GetParam());
}

INSTANTIATE_TEST_SUITE_P(By, Blocking, testing::Bool(), [](const testing::TestParamInfo<bool>& i) {
  return std::string(i.param ? "Signal" : "Timeout");
});

// A process that is stopped does not hear of its limit; it ends when it goes on.
TEST(Blocking, AStoppedProcessEndsWhenItGoesOn) {
  const Verbs verbs;
  test::Child child({"--no-report", "--csv", verbs.file("out.csv"), "--timeout", "0.3",
                     verbs.file("endless.dat")},
                    {});
  ::usleep(100'000);
  child.signal(SIGSTOP);
  EXPECT_EQ(child.wait(0.6), -1);
  child.signal(SIGCONT);
  EXPECT_EQ(child.wait(30), 5);
  verbs.check_files("stopped");
}

}  // namespace
}  // namespace mbs
