// The text of a table as CSV, whatever kind of file it comes from.
#pragma once

#include <string>

namespace mbs {

struct TableFile {
  std::string csv;          // the text itself, unless it is a storage file (.sto, .mot)
  bool in_degrees = false;  // what the head of a storage file says of its angles
  std::string problem;      // why it is no table; or empty
};

// name: of the file; it decides what a text without the head of a storage file should be.
TableFile table_file(std::string text, const std::string& name);

}  // namespace mbs
