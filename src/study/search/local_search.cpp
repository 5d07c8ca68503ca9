#include "study/search/local_search.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

namespace mbs {

namespace {

constexpr const char* kProgram = "mbsim-nlopt";
// Exit statuses of the child: kNotThere where the program is missing, kNotLoaded (from the loader)
// where a library of it is missing.
constexpr int kNotThere = 113;
constexpr int kNotLoaded = 127;

// The path of mbsim-nlopt beside this program. Without /proc the name alone, which is looked for in
// PATH.
std::string program_path() {
  std::error_code code;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", code);
  return code ? std::string(kProgram) : (self.parent_path() / kProgram).string();
}

// The child and the two pipes to it.
class Child {
 public:
  Child() = default;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { finish(); }

  bool start() {
    int down[2], up[2];
    if (::pipe(down) != 0) return false;
    if (::pipe(up) != 0) return ::close(down[0]), ::close(down[1]), false;
    const std::string path = program_path();
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(down[0], STDIN_FILENO);
      ::dup2(up[1], STDOUT_FILENO);
      for (int descriptor : {down[0], down[1], up[0], up[1]}) ::close(descriptor);
      ::execlp(path.c_str(), kProgram, nullptr);
      ::_exit(kNotThere);
    }
    ::close(down[0]);
    ::close(up[1]);
    to_ = ::fdopen(down[1], "w");
    from_ = ::fdopen(up[0], "r");
    return pid_ > 0 && to_ && from_;
  }

  bool say(const std::string& line) {
    return std::fwrite(line.data(), 1, line.size(), to_) == line.size() && std::fflush(to_) == 0;
  }

  // The next line of the child without its line feed; empty at the end.
  std::string hear() {
    std::string line;
    for (int c = std::fgetc(from_); c != EOF && c != '\n'; c = std::fgetc(from_))
      line += static_cast<char>(c);
    return line;
  }

  // Ends the child; returns its exit status.
  int finish() {
    if (to_) std::fclose(std::exchange(to_, nullptr));
    if (from_) std::fclose(std::exchange(from_, nullptr));
    int status = 0;
    if (pid_ > 0) ::waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
  }

 private:
  pid_t pid_ = -1;
  std::FILE *to_ = nullptr, *from_ = nullptr;
};

// Hexadecimal numbers, which lose no bits.
std::string numbers(const std::vector<double>& values) {
  std::string out;
  for (double value : values) out += fmt::format("{:a} ", value);
  return out;
}

}  // namespace

const std::vector<std::string>& local_methods() {
  static const std::vector<std::string> methods = {"bobyqa", "cobyla", "sbplx", "slsqp"};
  return methods;
}

bool is_local_method(const std::string& method) {
  const auto& all = local_methods();
  return std::find(all.begin(), all.end(), method) != all.end();
}

bool takes_conditions(const std::string& method) { return method != "bobyqa" && method != "sbplx"; }

std::string search_locally(const LocalProblem& problem, const LocalValues& values) {
  // Without SIGPIPE the end of the child shows as a write error.
  const auto before = ::signal(SIGPIPE, SIG_IGN);
  Child child;
  if (!child.start()) return fmt::format("cannot start {}: {}", kProgram, std::strerror(errno));
  child.say(fmt::format("{} {} {}\n", problem.method, problem.unknowns.size(), problem.conditions));
  for (const LocalUnknown& u : problem.unknowns)
    child.say(numbers({u.start, u.step, u.from, u.to}) + "\n");
  std::string problem_text;
  bool ended = false;
  while (!ended) {
    const std::string line = child.hear();
    if (line.empty()) break;
    if (line[0] == 'e') {  // "end", or "error ..."
      if (line.starts_with("error ")) problem_text = line.substr(6);
      ended = true;
      break;
    }
    std::vector<double> x;
    const char* at = line.c_str() + 1;
    for (std::size_t k = 0; k < problem.unknowns.size(); ++k) {
      char* next = nullptr;
      x.push_back(std::strtod(at, &next));
      at = next;
    }
    const auto answer = values(x, line[0] == 'g');
    if (!child.say(answer ? numbers(*answer) + "\n" : "stop\n")) break;
  }
  const int status = child.finish();
  ::signal(SIGPIPE, before);
  if (status == kNotThere)
    return fmt::format(
        "{} is not there: this mbsim was built without NLopt (Debian's libnlopt-dev); --method cma "
        "needs nothing",
        program_path());
  if (status == kNotLoaded)
    return fmt::format(
        "{} cannot be loaded: its libraries are missing (Debian's libnlopt0, libstdc++6); --method "
        "cma needs nothing",
        program_path());
  if (!ended) return fmt::format("{} ended before its search did", kProgram);
  return problem_text;
}

}  // namespace mbs
