#include "command/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/escaped.h"
#include "base/say.h"

namespace mbs {

int usage_error(const std::string& text) {
  if (text != kUnread) say(fmt::format("mbsim: error: {}\n", escaped(text)));
  return finish(ExitStatus::deck_error);
}

int worse(int a, int b) { return std::max(a, b); }

std::string write_out(std::string_view text) {
  std::size_t written = 0;
  const int error = write_all(STDOUT_FILENO, text, written);
  return error == 0 ? std::string() : cannot_write("standard output", error);
}

int print(std::string_view text) {
  const std::string problem = write_out(text);
  return problem.empty() ? 0 : usage_error(problem);
}

std::string read_deck_text(const std::string& path, std::size_t most, DeckInput& input) {
  input.name = path == "-" ? "stdin" : path;
  input.directory = path == "-" ? "." : std::filesystem::path(path).parent_path().string();
  return path == "-" ? read_descriptor(STDIN_FILENO, most, input.text)
                     : read_file(path, most, input.text);
}

std::string cannot_read(const std::string& what, const std::string& problem) {
  const bool plain = problem == std::strerror(ENOENT) || problem == std::strerror(EISDIR);
  return fmt::format("cannot read {}{}", what, plain ? "" : ": " + problem);
}

std::vector<std::string> files_of(const std::string& deck, const Diagnostics& diagnostics) {
  std::vector<std::string> out;
  for (int k = deck == "-" ? 1 : 0; k < diagnostics.file_count(); ++k)
    out.push_back(diagnostics.file(k));
  return out;
}

std::string cannot_write(const std::string& name, int error) {
  if (error == EPIPE) return std::string(kUnread);
  return fmt::format("cannot write '{}' completely: {}", name, std::strerror(error));
}

}  // namespace mbs
