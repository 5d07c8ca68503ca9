// The run of a deck that a picture, a plot or a page is made from: prepared, recorded, and what it
// has to say told before anything is written.
#pragma once

#include <optional>
#include <string>

#include "command/progress_line.h"
#include "draw/scene/recording.h"

namespace mbs {

class PictureRun {
 public:
  // Reads and builds the deck. The arguments and diagnostics outlive this object.
  PictureRun(Arguments& args, const DeckInput& input, Diagnostics& diagnostics);

  // Null after an error of the deck.
  const PreparedRun* prepared() const { return prepared_ ? &*prepared_ : nullptr; }
  // The exit status so far: of the deck, then of its run.
  int status() const { return status_; }
  Recording record(const RecordingRequest& request);
  // Messages to standard error; hands the status on.
  int end(int status);
  int end() { return end(status_); }
  // All of `text` to a file, or to standard output where there is no name; after end(). The exit
  // status: of the writing where that fails, else of the run.
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
