// The progress of a run of more than two seconds, on one line of a terminal: nothing in a pipe or
// a file, nothing with --quiet.
#pragma once

#include <optional>

#include "base/progress.h"
#include "command/arguments.h"

namespace mbs {

class ProgressLine {
 public:
  // Enters this object in the settings of `args`, so it must outlive the run.
  explicit ProgressLine(Arguments& args);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Clears the line; called before anything else is printed.
  void clear();

 private:
  void show(const Progress::Now& now);

  std::optional<Progress> progress_;
  bool on_screen_ = false;
};

}  // namespace mbs
