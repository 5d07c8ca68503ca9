#include "support/child.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>

#include "paths.h"
#include "support/process.h"

namespace mbs::test {

namespace {

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void connect(const Child::Stream& stream, int to) {
  const int from = stream.descriptor >= 0
                       ? stream.descriptor
                       : ::open(stream.file.c_str(), to == 0 ? O_RDONLY : O_WRONLY | O_CREAT, 0644);
  if (from >= 0) ::dup2(from, to);
}

}  // namespace

Child::Child(const std::vector<std::string>& arguments, const Setup& setup) {
  std::vector<char*> words = {const_cast<char*>(MBSIM_BINARY)};
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  begun_ = now();
  pid_ = ::fork();
  if (pid_ != 0) return;
  connect(setup.in, 0);
  connect(setup.out, 1);
  connect(setup.err, 2);
  for (int k = 3; k < 64; ++k) ::close(k);
  if (::chdir(MBSIM_ROOT) != 0) ::_exit(126);
  if (setup.before) setup.before();
  ::execv(MBSIM_BINARY, words.data());
  ::_exit(127);
}

Child::~Child() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void Child::signal(int number) const {
  begun_ = now();
  ::kill(pid_, number);
}

void Child::await_handler(int number) const {
  const std::string file = "/proc/" + std::to_string(pid_) + "/status", key = "SigCgt:";
  for (int k = 0; k < 2000; ++k) {
    const std::string status = read_all(file);
    const std::size_t at = status.find(key);
    const bool has_ended = status.find("State:\tZ") != std::string::npos;
    if (has_ended || at == std::string::npos) return;
    if (std::stoull(status.substr(at + key.size()), nullptr, 16) >> (number - 1) & 1U) return;
    ::usleep(10'000);
  }
}

int Child::wait(double seconds) {
  for (;;) {
    int status = 0;
    const bool ended = ::waitpid(pid_, &status, WNOHANG) == pid_;
    seconds_ = now() - begun_;
    if (ended) {
      pid_ = -1;
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    if (seconds_ > seconds) return -1;
    ::usleep(1000);
  }
}

StalledPipe::StalledPipe() {
  if (::pipe(ends_) == 0) ::fcntl(ends_[0], F_SETFL, O_NONBLOCK);
}

StalledPipe::~StalledPipe() {
  ::close(ends_[0]);
  ::close(ends_[1]);
}

std::string StalledPipe::taken() {
  std::string out;
  char piece[4096];
  for (ssize_t n = 0; (n = ::read(ends_[0], piece, sizeof piece)) > 0;)
    out.append(piece, static_cast<std::size_t>(n));
  return out;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    out.push_back(entry.path().filename().string());
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace mbs::test
