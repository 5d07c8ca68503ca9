#include "command/picture_run.h"

#include <fmt/format.h>

#include "base/say.h"
#include "command/files.h"
#include "command/study_options.h"
#include "command/verbs.h"

namespace mbs {

PictureRun::PictureRun(Arguments& args, const DeckInput& input, Diagnostics& diagnostics)
    : args_(args), progress_(args), diagnostics_(diagnostics), deck_(args.deck) {
  args.settings.echo = false;
  prepared_ = prepare_run(input, args.settings, diagnostics);
  status_ = finish(prepared_ ? ExitStatus::done : ExitStatus::deck_error);
}

Recording PictureRun::record(const RecordingRequest& request) {
  Recording recording = record_run(*prepared_, request, diagnostics_);
  limit_time(args_);
  status_ = finish(recording.outcome.status);
  return recording;
}

ModeRecording PictureRun::record_mode(const ShapeRequest& request, int states) {
  ModeRecording out = mbs::record_mode(*prepared_, request, states, diagnostics_);
  limit_time(args_);
  status_ = finish(out.recording.outcome.status);
  return out;
}

int PictureRun::end(int status) {
  progress_.clear();
  say(diagnostics_.format_all());
  return status;
}

int PictureRun::write(const std::string& text, const std::string& name) {
  const int written = write_whole(text, name, files_of(deck_, diagnostics_));
  return worse(written, status_);
}

}  // namespace mbs
