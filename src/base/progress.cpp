#include "base/progress.h"

#include <algorithm>

namespace mbs {

namespace {

using Seconds = std::chrono::duration<double>;

Progress::Clock::duration ticks(double seconds) {
  return std::chrono::duration_cast<Progress::Clock::duration>(Seconds(seconds));
}

// The clock is read about every kLook seconds, or after kMostCalls calls.
constexpr double kLook = 0.02;
constexpr int kMostCalls = 1 << 16;

}  // namespace

Progress::Progress(Show show, double patience, double interval, Clock::time_point begun)
    : show_(std::move(show)),
      run_begun_(begun),
      next_(begun + ticks(patience)),
      looked_(begun),
      interval_(interval) {}

void Progress::begin(double start, double end) {
  start_ = start;
  end_ = end;
  run_begun_ = looked_ = Clock::now();
  calls_ = 0;
  due_ = 1;
}

void Progress::note(double t) {
  if (++calls_ >= due_) look(t);
}

void Progress::look(double t) {
  calls_ = 0;
  const Clock::time_point now = Clock::now();
  const double passed = Seconds(now - looked_).count();
  if (passed < kLook / 2)
    due_ = std::min(2 * due_, kMostCalls);
  else if (passed > kLook)
    due_ = std::max(due_ / 2, 1);
  looked_ = now;
  if (now < next_) return;
  next_ = now + ticks(interval_.count());
  Now out;
  out.t = t;
  out.end = end_;
  const double seconds = Seconds(now - run_begun_).count();
  if (seconds > 0) out.rate = (t - start_) / seconds;
  if (out.rate > 0) out.seconds = std::max(0.0, end_ - t) / out.rate;
  shown_ = true;
  show_(out);
}

}  // namespace mbs
