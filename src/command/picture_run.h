// The run of a deck behind a picture, a plot or a page: prepares and records the run, and prints
// its messages before any output is written.
#pragma once

#include <optional>
#include <string>

#include "command/progress_line.h"
#include "draw/scene/mode_recording.h"
#include "program/run_deck.h"

namespace mbs {

class PictureRun {
 public:
  // Reads and builds the deck. The arguments and diagnostics outlive this object.
  PictureRun(Arguments& args, const DeckInput& input, Diagnostics& diagnostics);

  // Null after an error of the deck.
  const PreparedRun* prepared() const { return prepared_ ? &*prepared_ : nullptr; }
  // The exit status so far: of reading the deck, later of its run.
  int status() const { return status_; }
  Recording record(const RecordingRequest& request);
  // states: of a period; 0: the state at rest and the moved one.
  ModeRecording record_mode(const ShapeRequest& request, int states);
  // Prints the messages to standard error and returns `status`.
  int end(int status);
  int end() { return end(status_); }
  // Called after end(): writes all of `text` to a file, or to standard output where there is no
  // name. Returns the worse of the exit statuses of the writing and of the run.
  int write(const std::string& text, const std::string& name);

 private:
  const Arguments& args_;
  ProgressLine progress_;
  Diagnostics& diagnostics_;
  std::string deck_;
  std::optional<PreparedRun> prepared_;
  int status_;
};

}  // namespace mbs
