#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <optional>
#include <utility>

#include "base/escaped.h"
#include "base/interrupt.h"
#include "study/sweep/slurm.h"

extern char** environ;

namespace mbs {

namespace {

using Clock = std::chrono::steady_clock;

// limit of an answer; squeue prints some bytes for each task
constexpr std::size_t kMostBytes = 64 << 20;
constexpr int kTick = 50;  // ms between two looks at the clock

// The reading end of a pipe; the writing end is the child's.
struct Reader {
  std::array<int, 2> ends{-1, -1};
  std::string text;
  bool open = false;

  Reader() {
    open = ::pipe2(ends.data(), O_CLOEXEC) == 0 && ::fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0;
  }
  ~Reader() {
    for (int end : ends)
      if (end >= 0) ::close(end);
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  void close_writing_end() { ::close(std::exchange(ends[1], -1)); }
  void read() {
    std::array<char, 1 << 16> piece{};
    const ssize_t n = ::read(ends[0], piece.data(), piece.size());
    if (n > 0) text.append(piece.data(), static_cast<std::size_t>(n));
    if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) open = false;
  }
};

// Starts the program. Returns the problem, or empty.
std::string start(const std::vector<std::string>& words, Reader& out, Reader& err, pid_t& child) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.ends[1], STDERR_FILENO);
  // so that its whole process group can be ended
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  const int error =
      ::posix_spawnp(&child, arguments[0], &actions, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error == 0 ? "" : fmt::format("cannot be run: {}", std::strerror(error));
}

std::string first_line(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return {};
  return ": " + escaped(text.substr(begin, text.find_first_of("\r\n", begin) - begin));
}

}  // namespace

Answer answer_of(const std::vector<std::string>& words, double seconds) {
  Reader out, err;
  if (!out.open || !err.open) return {{}, fmt::format("cannot be run: {}", std::strerror(errno))};
  pid_t child = -1;
  if (std::string problem = start(words, out, err, child); !problem.empty())
    return {{}, std::move(problem)};
  out.close_writing_end();
  err.close_writing_end();
  const Interrupt limit(seconds);
  std::optional<int> ended;
  int status = 0;
  while (!ended && !limit.requested() && out.text.size() + err.text.size() < kMostBytes) {
    std::array<pollfd, 2> wait{pollfd{out.open ? out.ends[0] : -1, POLLIN, 0},
                               pollfd{err.open ? err.ends[0] : -1, POLLIN, 0}};
    ::poll(wait.data(), wait.size(), kTick);
    if (wait[0].revents != 0) out.read();
    if (wait[1].revents != 0) err.read();
    // A grandchild may keep standard error; the answer is whole when standard output has ended.
    if (!out.open && ::waitpid(child, &status, WNOHANG) == child) ended = status;
  }
  if (!ended) {
    ::kill(-child, SIGKILL);
    ::waitpid(child, &status, 0);
    return {{},
            signal_came() ? "was left by a signal"
                          : fmt::format("has not answered within {} s", seconds)};
  }
  if (err.open) err.read();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {std::move(out.text), {}};
  const std::string said = first_line(err.text.empty() ? out.text : err.text);
  return {{},
          WIFEXITED(status) ? fmt::format("ended with status {}{}", WEXITSTATUS(status), said)
                            : fmt::format("was ended by signal {}{}", WTERMSIG(status), said)};
}

}  // namespace mbs
