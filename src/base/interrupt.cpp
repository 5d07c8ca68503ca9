#include "base/interrupt.h"

#include <atomic>
#include <csignal>

#include "base/hard_stop.h"

namespace mbs {

namespace {

// `asked` is global because a signal handler gets no object. The handler may run in any thread.
constexpr int kSignal = 1, kAbandoned = 2;
std::atomic<int> asked = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void on_signal(int) {
  asked.fetch_or(kSignal, std::memory_order_relaxed);
  set_hard_stop_by_signal();
}

}  // namespace

void catch_signals() {
  struct sigaction action {
  }, before{};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGXCPU})
    if (::sigaction(number, &action, &before) == 0 && before.sa_handler == SIG_IGN)
      ::sigaction(number, &before, nullptr);
}

bool signal_came() { return (asked.load(std::memory_order_relaxed) & kSignal) != 0; }

void abandon_runs() { asked.fetch_or(kAbandoned, std::memory_order_relaxed); }

bool asked_to_end() { return asked.load(std::memory_order_relaxed) != 0; }

Interrupt::Interrupt(double seconds, const char* limit, Clock::time_point begun)
    : limited_(seconds > 0), limit_(limit) {
  // A limit of centuries must not overflow the clock.
  const double bounded = limited_ ? (seconds < 1e9 ? seconds : 1e9) : 0;
  deadline_ =
      begun + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(bounded));
}

bool Interrupt::requested() const {
  if (unwanted_ && unwanted_->load(std::memory_order_relaxed)) return true;
  const int why = asked.load(std::memory_order_relaxed);
  if (why == 0 && !(limited_ && Clock::now() >= deadline_)) return false;
  if (why != kAbandoned) put_off_hard_stop();
  return true;
}

const char* Interrupt::reason() const {
  return signal_came() ? "a signal" : asked_to_end() ? "an output that failed" : limit_;
}

}  // namespace mbs
