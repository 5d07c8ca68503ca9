// Whether the run should stop early: a signal has come, or its time is over.
#pragma once

#include <chrono>

namespace mbs {

// Makes SIGINT and SIGTERM end the run with status 5, rows so far written.
void catch_signals();

class Interrupt {
 public:
  // seconds <= 0: no limit.
  explicit Interrupt(double seconds, const char* limit = "the time limit (--timeout)");
  bool requested() const;
  // The limit, or "a signal".
  const char* reason() const;

 private:
  bool limited_;
  const char* limit_;
  std::chrono::steady_clock::time_point deadline_;
};

}  // namespace mbs
