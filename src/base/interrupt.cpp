#include "base/interrupt.h"

#include <csignal>

namespace mbs {

namespace {

// The only thing a signal handler may touch; there is no way to hand it an object.
volatile std::sig_atomic_t signal_seen = 0;

void on_signal(int) { signal_seen = 1; }

}  // namespace

void catch_signals() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

Interrupt::Interrupt(double seconds, const char* limit) : limited_(seconds > 0), limit_(limit) {
  // A limit of centuries must not overflow the clock.
  const double bounded = limited_ ? (seconds < 1e9 ? seconds : 1e9) : 0;
  deadline_ = std::chrono::steady_clock::now() +
              std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                  std::chrono::duration<double>(bounded));
}

bool Interrupt::requested() const {
  return signal_seen != 0 || (limited_ && std::chrono::steady_clock::now() >= deadline_);
}

const char* Interrupt::reason() const { return signal_seen != 0 ? "a signal" : limit_; }

}  // namespace mbs
