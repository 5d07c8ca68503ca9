#include "support/process.h"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace mbs::test {

std::string read_all(const std::filesystem::path& path) {
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

std::string deck_text(const std::string& name) {
  return read_all(std::string(MBSIM_ROOT) + "/decks/" + name);
}

void write_all(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

namespace {

Finished finished(const std::string& command, const Scratch& scratch) {
  Finished done;
  const auto begun = std::chrono::steady_clock::now();
  const int raw = std::system(command.c_str());
  done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  done.status = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
  done.out = read_all(scratch.file("out"));
  done.err = read_all(scratch.file("err"));
  return done;
}

}  // namespace

Scratch::Scratch() {
  std::string name = (std::filesystem::temp_directory_path() / "mbsim-test-XXXXXX").string();
  if (mkdtemp(name.data()) != nullptr) path_ = name;
}
Scratch::~Scratch() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}
std::string Scratch::file(const std::string& name) const { return (path_ / name).string(); }

Finished mbsim(const std::string& arguments, const std::string& before) {
  const Scratch scratch;
  return finished("cd '" MBSIM_ROOT "' && " + before + " '" MBSIM_BINARY "' " + arguments + " > '" +
                      scratch.file("out") + "' 2> '" + scratch.file("err") + "'",
                  scratch);
}

Finished shell(const std::string& command) {
  const Scratch scratch;
  return finished("cd '" MBSIM_ROOT "' && export MBSIM='" MBSIM_BINARY "' && { " + command +
                      "\n} > '" + scratch.file("out") + "' 2> '" + scratch.file("err") + "'",
                  scratch);
}

std::string without_options(const std::string& report) {
  const std::size_t begin = report.find("# options: ");
  if (begin == std::string::npos) return report;
  std::size_t end = begin;  // a long list goes on in indented lines
  do end = report.find('\n', end) + 1;
  while (report.compare(end, 4, "#   ") == 0);
  return report.substr(0, begin) + report.substr(end);
}

std::string n_four_bar(int n) {
  const Scratch scratch;
  const std::string file = scratch.file("deck");
  const std::string command = "'" MBSIM_ROOT "/tools/make_n_four_bar.sh' " + std::to_string(n) +
                              " REDUCED 0.4 > '" + file + "'";
  return std::system(command.c_str()) == 0 ? read_all(file) : "";
}

}  // namespace mbs::test
