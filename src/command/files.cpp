#include "command/files.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace mbs {

int usage_error(const std::string& text) {
  fmt::print(stderr, "mbsim: error: {}\n", text);
  return finish(ExitStatus::deck_error);
}

bool read_file(const std::string& path, std::string& text) {
  std::ifstream in(path, std::ios::binary);
  if (!in || std::filesystem::is_directory(path)) return false;
  text.assign(std::istreambuf_iterator<char>(in), {});
  return true;
}

bool read_deck_text(const std::string& path, DeckInput& input) {
  input.name = path == "-" ? "stdin" : path;
  if (path == "-") {
    input.text.assign(std::istreambuf_iterator<char>(std::cin), {});
    input.directory = ".";
    return true;
  }
  input.directory = std::filesystem::path(path).parent_path().string();
  return read_file(path, input.text);
}

std::vector<std::string> files_of(const std::string& deck, const Diagnostics& diagnostics) {
  std::vector<std::string> out;
  for (int k = deck == "-" ? 1 : 0; k < diagnostics.file_count(); ++k)
    out.push_back(diagnostics.file(k));
  return out;
}

std::string cannot_write(const std::string& name, int error) {
  return fmt::format("cannot write '{}' completely: {}", name, std::strerror(error));
}

}  // namespace mbs
