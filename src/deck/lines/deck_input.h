// A deck as text, with all that belongs to it before it is read.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mbs {

class FileCache;

// A line that the command line adds behind the deck. Errors call it by `name`; its column 1 is the
// first character behind `head`.
struct AddedLine {
  std::string name;
  std::string head;  // "MEASURE equation_1 ="
  std::string text;
};

struct DeckInput {
  std::string name;  // shown in errors
  std::string text;
  std::filesystem::path directory;                                  // folder for INCLUDE files
  std::vector<std::pair<std::string, std::string>> overrides = {};  // -D name=value
  bool follow_includes = true;  // false: INCLUDE is an error and no file is touched
  bool empty_cells = false;     // an empty cell before a comma is an empty word, not an error
  std::vector<AddedLine> added = {};
  std::shared_ptr<FileCache> files = {};  // shared by many runs; null: files are read again
  std::string stride_file = {};           // of --strides: ${parameter} in it uses the parameter
};

}  // namespace mbs
