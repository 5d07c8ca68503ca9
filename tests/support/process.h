// Running the mbsim binary as a user does, from the repository root so that deck names in reports
// and messages are the same everywhere.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "paths.h"

namespace mbs::test {

inline std::string read_all(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text(1 << 16, 0);
  std::size_t size = 0;
  while (in.read(text.data() + size, static_cast<std::streamsize>(text.size() - size)),
         in.gcount() > 0) {
    size += static_cast<std::size_t>(in.gcount());
    if (size == text.size()) text.resize(2 * size);
  }
  text.resize(size);
  return text;
}

// Of decks/.
inline std::string deck_text(const std::string& name) {
  return read_all(std::string(MBSIM_ROOT) + "/decks/" + name);
}

inline void write_all(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// A folder of this process's own, removed at the end.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "mbsim-test-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

struct Finished {
  int status = -1;  // 128 + the signal if one ended it
  std::string out, err;
  double seconds = 0;  // from starting the shell to the end of the program
};

// `arguments` go through the shell, `before` stands before the command (variables, a pipe).
inline Finished mbsim(const std::string& arguments, const std::string& before = {}) {
  const Scratch scratch;
  const std::string command = "cd '" MBSIM_ROOT "' && " + before + " '" MBSIM_BINARY "' " +
                              arguments + " > '" + scratch.file("out") + "' 2> '" +
                              scratch.file("err") + "'";
  Finished done;
  const auto begun = std::chrono::steady_clock::now();
  const int raw = std::system(command.c_str());
  done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  done.status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
  done.out = read_all(scratch.file("out"));
  done.err = read_all(scratch.file("err"));
  return done;
}

// A report without the line of its head that lists the options of the command line.
inline std::string without_options(const std::string& report) {
  const std::size_t begin = report.find("# options: ");
  if (begin == std::string::npos) return report;
  std::size_t end = begin;  // a long list goes on in indented lines
  do end = report.find('\n', end) + 1;
  while (report.compare(end, 4, "#   ") == 0);
  return report.substr(0, begin) + report.substr(end);
}

// The N-four-bar mechanism of tools/.
inline std::string n_four_bar(int n) {
  const Scratch scratch;
  const std::string file = scratch.file("deck");
  const std::string command = "'" MBSIM_ROOT "/tools/make_n_four_bar.sh' " + std::to_string(n) +
                              " REDUCED 0.4 > '" + file + "'";
  return std::system(command.c_str()) == 0 ? read_all(file) : "";
}

}  // namespace mbs::test
