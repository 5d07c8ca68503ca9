#include "command/picture_run.h"

#include <fmt/format.h>

#include "base/hard_stop.h"
#include "command/files.h"
#include "command/verbs.h"

namespace mbs {

PictureRun::PictureRun(Arguments& args, const DeckInput& input, Diagnostics& diagnostics)
    : progress_(args), diagnostics_(diagnostics), deck_(args.deck) {
  args.settings.echo = false;
  prepared_ = prepare_run(input, args.settings, diagnostics);
  status_ = finish(prepared_ ? ExitStatus::done : ExitStatus::deck_error);
}

Recording PictureRun::record(const RecordingRequest& request) {
  catch_signals();
  Recording recording = record_run(*prepared_, request, diagnostics_);
  disable_hard_stop();
  status_ = finish(recording.outcome.status);
  return recording;
}

int PictureRun::end(int status) {
  progress_.clear();
  fmt::print(stderr, "{}", diagnostics_.format_all());
  return status;
}

int PictureRun::write(const std::string& text, const std::string& name) {
  const int written = write_whole(text, name, files_of(deck_, diagnostics_));
  return written != 0 ? written : status_;
}

}  // namespace mbs
