// Ends a process that does not ask its Interrupt in time: it is inside one large factorisation,
// reads its deck, or waits for a pipe that nobody reads. A system timer then writes the rest of all
// outputs and one line with the reason, and ends the process with the status `interrupted`. The
// hard stop works only after enable_hard_stop(), so that a program that uses the library is never
// ended; without it all functions here do nothing.
//
// A program of many runs calls begin_threads(). From then on PieceOfOutput does nothing, because
// the outputs of its runs are texts in memory; PieceOfFile still works.
#pragma once

#include <chrono>
#include <string_view>

namespace mbs {

// rescue() writes what the output has not written yet; settle() then gives its file the final name
// or removes it. Both may be called at any time outside a piece and must be safe in a signal
// handler: no memory, no locks.
class RescuedOutput {
 public:
  RescuedOutput() = default;
  RescuedOutput(const RescuedOutput&) = delete;
  RescuedOutput& operator=(const RescuedOutput&) = delete;
  virtual void rescue() noexcept {}
  virtual void settle() noexcept {}

 protected:
  ~RescuedOutput() = default;
  // Call enlist() when the object is complete and withdraw() before any part of it is destroyed.
  // enlist() does nothing if the list of outputs is full.
  void enlist();
  void withdraw();

 private:
  bool enlisted_ = false;
};

// While a PieceOfOutput exists, an output of a run is being written, and the end waits.
class PieceOfOutput {
 public:
  PieceOfOutput();
  ~PieceOfOutput();
  PieceOfOutput(const PieceOfOutput&) = delete;
  PieceOfOutput& operator=(const PieceOfOutput&) = delete;

 private:
  bool counted_ = false;
};

// The same for a file that any thread may write, such as the table of a sweep. They must not be
// nested.
class PieceOfFile {
 public:
  PieceOfFile();
  ~PieceOfFile();
  PieceOfFile(const PieceOfFile&) = delete;
  PieceOfFile& operator=(const PieceOfFile&) = delete;

 private:
  bool counted_ = false;
};

// Says that the present piece waits for the reader of a pipe. The reader may never come, so the
// hard stop gives such a piece only 0.02 s more.
class WaitingPiece {
 public:
  explicit WaitingPiece(bool waits);
  ~WaitingPiece();
  WaitingPiece(const WaitingPiece&) = delete;
  WaitingPiece& operator=(const WaitingPiece&) = delete;

 private:
  bool counted_ = false;
};

// From this call on the process may be ended. The message is "`name`: error: `what`: ...".
void enable_hard_stop(std::string_view name, const char* what);
// From this call on many runs are made or prepared, each with its own time limit: deadlines set
// before, and by set_hard_stop() later, do not count.
void begin_threads();

// The process is ended 0.05 s after the deadline, or 0.05 s after this call if the deadline has
// passed. The earliest of several deadlines counts. `reason`: "the time limit (--timeout)"; it must
// live as long as the process.
void set_hard_stop(std::chrono::steady_clock::time_point deadline, const char* reason);
// Removes all deadlines; the end after a signal stays.
void forget_deadlines();
// The run knows that its time is over and only writes its end: it gets 0.05 s from now, once.
void put_off_hard_stop();
// Called by a signal handler: the end comes 0.05 s from now, with many threads 0.07 s.
void set_hard_stop_by_signal();

// Sets a deadline while it exists, in a program of many runs; seconds from now, 0: none.
class DeadlineHere {
 public:
  DeadlineHere(double seconds, const char* reason);
  ~DeadlineHere();
  DeadlineHere(const DeadlineHere&) = delete;
  DeadlineHere& operator=(const DeadlineHere&) = delete;

 private:
  bool set_ = false;
};

// Whether a deadline has come; the hard stop ends the program 0.02 s after it.
bool deadline_came();

// Notes for the message that the report has a row for time t.
void note_row_written(double t);

}  // namespace mbs
