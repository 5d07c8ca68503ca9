// Running the mbsim binary as a user does, from the repository root so that deck names in reports
// and messages are the same everywhere.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "paths.h"

namespace mbs::test {

std::string read_all(const std::filesystem::path& path);
// Of decks/.
std::string deck_text(const std::string& name);
void write_all(const std::filesystem::path& path, const std::string& text);

// A folder of this process's own, removed at the end.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  std::string file(const std::string& name) const;

 private:
  std::filesystem::path path_;
};

struct Finished {
  int status = -1;  // 128 + the signal if one ended it
  std::string out, err;
  double seconds = 0;  // from starting the shell to the end of the program
};

// `arguments` go through the shell, `before` stands before the command (variables, a pipe).
Finished mbsim(const std::string& arguments, const std::string& before = {});

// A command of the shell, in which "$MBSIM" is the program; it runs in the root of the repository.
Finished shell(const std::string& command);

// A report without the line of its head that lists the options of the command line.
std::string without_options(const std::string& report);

// The N-four-bar mechanism of tools/.
std::string n_four_bar(int n);

}  // namespace mbs::test
