#include "command/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include "base/say.h"

namespace mbs {

ProgressLine::ProgressLine(Arguments& args) {
  if (args.quiet || !::isatty(STDERR_FILENO)) return;
  progress_.emplace([this](const Progress::Now& now) { show(now); });
  args.settings.progress = &*progress_;
}

void ProgressLine::show(const Progress::Now& now) {
  std::string text = fmt::format("t = {:.6g} of {:.6g}", now.t, now.end);
  if (now.rate > 0) text += fmt::format(", {:.3g} a second, {:.0f} s left", now.rate, now.seconds);
  say(fmt::format("\r{}\033[K", text));
  on_screen_ = true;
}

void ProgressLine::clear() {
  if (!on_screen_) return;
  on_screen_ = false;
  say("\r\033[K");
}

}  // namespace mbs
