// Whether the run should stop early: a signal has come, or its time is over. Loops that may last
// ask requested(); what does not come to ask is ended by base/hard_stop.h.
#pragma once

#include <chrono>

namespace mbs {

// Makes SIGINT, SIGTERM, SIGHUP and SIGXCPU end the run with status 5, rows so far written. One
// that is ignored (nohup, jobs in the background) stays so.
void catch_signals();
bool signal_came();

// Nobody can get what the runs of this process are made for: they are to end.
void abandon_runs();
// By a signal or by abandon_runs().
bool asked_to_end();

class Interrupt {
 public:
  using Clock = std::chrono::steady_clock;

  // seconds <= 0: no limit.
  explicit Interrupt(double seconds, const char* limit = "the time limit (--timeout)",
                     Clock::time_point begun = Clock::now());
  bool requested() const;
  // The limit, or "a signal".
  const char* reason() const;
  bool limited() const { return limited_; }
  Clock::time_point deadline() const { return deadline_; }

 private:
  bool limited_;
  const char* limit_;
  Clock::time_point deadline_;
};

}  // namespace mbs
