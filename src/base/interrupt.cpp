#include "base/interrupt.h"

#include <atomic>
#include <csignal>

#include "base/hard_stop.h"

namespace mbs {

namespace {

// The only thing a signal handler may touch; there is no way to hand it an object. It runs in any
// thread.
std::atomic<int> signal_seen = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void on_signal(int) {
  signal_seen.store(1, std::memory_order_relaxed);
  set_hard_stop_by_signal();
}

}  // namespace

void catch_signals() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

bool signal_came() { return signal_seen.load(std::memory_order_relaxed) != 0; }

Interrupt::Interrupt(double seconds, const char* limit, Clock::time_point begun)
    : limited_(seconds > 0), limit_(limit) {
  // A limit of centuries must not overflow the clock.
  const double bounded = limited_ ? (seconds < 1e9 ? seconds : 1e9) : 0;
  deadline_ =
      begun + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(bounded));
}

bool Interrupt::requested() const {
  if (!signal_came() && !(limited_ && Clock::now() >= deadline_)) return false;
  put_off_hard_stop();
  return true;
}

const char* Interrupt::reason() const { return signal_came() ? "a signal" : limit_; }

}  // namespace mbs
