// The end of a process that does not come to ask its Interrupt in time, for it is inside one large
// factorisation, say, or still reads its deck. A timer of the system then writes what the outputs
// have not written yet, one line that says why, and ends the process with the status `interrupted`.
// Only a program that has called enable_hard_stop() is ended so: one that uses the library as a
// part is not, and neither is one that runs several decks in threads. Where it is not enabled all
// of this does nothing and writes nothing that threads share.
#pragma once

#include <chrono>
#include <string_view>

namespace mbs {

// What an output has not written yet goes out in rescue(), which may be called at any time outside
// a PieceOfOutput and must be safe in a signal handler: no memory, no locks.
class RescuedOutput {
 public:
  RescuedOutput();
  RescuedOutput(const RescuedOutput&) = delete;
  RescuedOutput& operator=(const RescuedOutput&) = delete;
  virtual void rescue() noexcept = 0;

 protected:
  ~RescuedOutput();

 private:
  bool registered_ = false;
};

// While one exists an output is being written to: the end waits for it.
class PieceOfOutput {
 public:
  PieceOfOutput();
  ~PieceOfOutput();
  PieceOfOutput(const PieceOfOutput&) = delete;
  PieceOfOutput& operator=(const PieceOfOutput&) = delete;

 private:
  bool counted_ = false;
};

// From here on the process may be ended. `name` stands before the message.
void enable_hard_stop(std::string_view name);
void disable_hard_stop();

// The process has until 0.05 s after the deadline, or after this call where the deadline has
// passed; of several the earliest counts. `reason` must outlive the process: "the time limit
// (--timeout)".
void set_hard_stop(std::chrono::steady_clock::time_point deadline, const char* reason);
// The run has heard that its time is over and only writes its end: 0.05 s from now, once.
void put_off_hard_stop();
// From a signal handler: 0.05 s from now.
void set_hard_stop_by_signal();

// For the message: a row for this time is in the report.
void note_row_written(double t);

}  // namespace mbs
