// Whether the run should stop early: a signal has come, or its time is over. Long loops ask
// requested(); a run that does not ask in time is ended by base/hard_stop.h.
#pragma once

#include <atomic>
#include <chrono>

namespace mbs {

// Makes SIGINT, SIGTERM, SIGHUP and SIGXCPU end the run with status 5, rows so far written. A
// signal that is ignored (nohup, background jobs) stays ignored.
void catch_signals();
bool signal_came();

// Asks all runs of this process to end, because their output has failed.
void abandon_runs();
// True after a signal or abandon_runs().
bool asked_to_end();

class Interrupt {
 public:
  using Clock = std::chrono::steady_clock;

  // seconds <= 0: no limit.
  explicit Interrupt(double seconds, const char* limit = "the time limit (--timeout)",
                     Clock::time_point begun = Clock::now());
  bool requested() const;
  // The run may end, too, when another thread sets this; null: never. Not owned.
  void end_when(const std::atomic<bool>* unwanted) { unwanted_ = unwanted; }
  // The text of the limit, "a signal" or "an output that failed".
  const char* reason() const;
  bool limited() const { return limited_; }
  Clock::time_point deadline() const { return deadline_; }

 private:
  bool limited_;
  const char* limit_;
  Clock::time_point deadline_;
  const std::atomic<bool>* unwanted_ = nullptr;
};

}  // namespace mbs
