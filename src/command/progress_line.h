// The progress of a run of more than two seconds, on one line of a terminal: nothing in a pipe or
// a file, nothing with --quiet.
#pragma once

#include <optional>

#include "base/progress.h"
#include "command/arguments.h"

namespace mbs {

class ProgressLine {
 public:
  // The settings of `args` tell the run of this object, which must outlive it.
  explicit ProgressLine(Arguments& args);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // The line is empty again, before anything else is printed.
  void clear();

 private:
  void show(const Progress::Now& now);

  std::optional<Progress> progress_;
  bool on_screen_ = false;
};

}  // namespace mbs
