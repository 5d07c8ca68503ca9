// The progress of long runs: on standard error where that is a terminal, and nowhere else.
#include "base/progress.h"

#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "paths.h"
#include "support/process.h"

namespace mbs {
namespace {

// Both ends of what a program started in a terminal has shown there.
struct OnTerminal {
  std::string screen;
  int status = -1;
};

// stdout goes to the file `out`, or to the terminal as well where it is empty.
OnTerminal run_on_terminal(std::vector<std::string> words, const std::string& out) {
  int master = -1;
  std::fflush(stdout);  // or the child says it again
  const pid_t child = ::forkpty(&master, nullptr, nullptr, nullptr);
  if (child == 0) {
    if (!out.empty() && !std::freopen(out.c_str(), "wb", stdout)) ::_exit(99);
    if (::chdir(MBSIM_ROOT) != 0) ::_exit(98);
    std::vector<char*> pointers;
    words.insert(words.begin(), MBSIM_BINARY);
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    ::execv(MBSIM_BINARY, pointers.data());
    ::_exit(97);
  }
  OnTerminal done;
  char buffer[4096];
  for (ssize_t n; (n = ::read(master, buffer, sizeof buffer)) > 0;)
    done.screen.append(buffer, static_cast<std::size_t>(n));
  int raw = 0;
  ::waitpid(child, &raw, 0);
  ::close(master);
  done.status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
  return done;
}

// A pendulum that swings on until --timeout ends it.
std::string endless(const test::Scratch& scratch) {
  const std::string deck = scratch.file("endless.dat");
  test::write_all(deck,
                  R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
END HALT
XM 2 1
GRAVITY 0 -9.81
DOF AUTO
TIMESTEP 1e7 10
INTEG STEP 1e-9 1e-9
LIMIT STEPS 900000000
END END
)");
  return deck;
}

TEST(Progress, OnATerminal) {
  const test::Scratch scratch;
  const OnTerminal run =
      run_on_terminal({"--timeout", "3.2", endless(scratch)}, scratch.file("out"));
  EXPECT_EQ(run.status, 5);
  const std::size_t at = run.screen.find("\rt = ");
  ASSERT_NE(at, std::string::npos) << run.screen;
  EXPECT_NE(run.screen.find(" of 1e+07, ", at), std::string::npos) << run.screen;
  EXPECT_NE(run.screen.find(" a second, ", at), std::string::npos) << run.screen;
  EXPECT_NE(run.screen.find(" s left\033[K", at), std::string::npos) << run.screen;
  // The line is empty before the message.
  EXPECT_NE(run.screen.find("\r\033[K" + scratch.file("endless.dat")), std::string::npos)
      << run.screen;
  EXPECT_EQ(test::read_all(scratch.file("out")).find("\033"), std::string::npos);
}

TEST(Progress, QuietAndShortRunsShowNothing) {
  const test::Scratch scratch;
  const OnTerminal quiet =
      run_on_terminal({"--quiet", "--timeout", "2.6", endless(scratch)}, scratch.file("out"));
  EXPECT_EQ(quiet.status, 5);
  EXPECT_EQ(quiet.screen.find("t = "), quiet.screen.find("t = ", quiet.screen.find("ended by")))
      << quiet.screen;
  EXPECT_EQ(quiet.screen.find('\033'), std::string::npos) << quiet.screen;
  const OnTerminal quick = run_on_terminal({"decks/kabios/four_bar.dat"}, scratch.file("out"));
  EXPECT_EQ(quick.status, 0);
  EXPECT_EQ(quick.screen, "");
}

TEST(Progress, NeverInAPipe) {
  const test::Scratch scratch;
  const test::Finished run = test::mbsim("--timeout 2.6 " + endless(scratch));
  EXPECT_EQ(run.status, 5);
  EXPECT_EQ(run.err.find('\r'), std::string::npos) << run.err;
  EXPECT_EQ(run.err.find(" a second"), std::string::npos) << run.err;
}

// One second in a second, less what the machine took between the two looks at the clock.
TEST(Progress, RateAndTimeLeft) {
  auto since = [](Progress::Clock::time_point then) {
    return std::chrono::duration<double>(Progress::Clock::now() - then).count();
  };
  std::vector<Progress::Now> seen;
  const auto before = Progress::Clock::now();
  Progress progress([&](const Progress::Now& now) { seen.push_back(now); }, 0.05, 0.01);
  progress.begin(1, 11);
  const auto begun = Progress::Clock::now();
  while (since(begun) < 0.3) progress.note(1 + since(begun));
  const double total = since(before);
  ASSERT_FALSE(seen.empty());
  EXPECT_LT(seen.size(), 32u);
  for (const Progress::Now& now : seen) {
    EXPECT_LE(now.rate, 1 + 1e-9);
    EXPECT_GE(now.rate, (now.t - 1) / total);
    EXPECT_NEAR(now.seconds, (11 - now.t) / now.rate, 1e-9 * now.seconds);
  }
}

}  // namespace
}  // namespace mbs
