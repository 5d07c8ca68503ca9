// The end of a process that does not come to ask its Interrupt in time, for it is inside one large
// factorisation, say, still reads its deck, or waits for a pipe that nobody reads. A timer of the
// system then writes what the outputs have not written yet, one line that says why, and ends the
// process with the status `interrupted`. Only a program that has called enable_hard_stop() is ended
// so: one that uses the library as a part is not. Where it is not enabled all of this does nothing.
//
// A program of many runs says so by begin_threads(). From then on the outputs of its runs, which
// are texts in memory, share nothing here; a PieceOfFile still does.
#pragma once

#include <chrono>
#include <string_view>

namespace mbs {

// What an output has not written yet goes out in rescue(); then each takes its final name, or goes,
// in settle(). Both may be called at any time outside a piece and must be safe in a signal handler:
// no memory, no locks.
class RescuedOutput {
 public:
  RescuedOutput() = default;
  RescuedOutput(const RescuedOutput&) = delete;
  RescuedOutput& operator=(const RescuedOutput&) = delete;
  virtual void rescue() noexcept {}
  virtual void settle() noexcept {}

 protected:
  ~RescuedOutput() = default;
  // The first when the object is made, the last before anything of it goes. Where there are many
  // outputs already nothing happens.
  void enlist();
  void withdraw();

 private:
  bool enlisted_ = false;
};

// While one exists an output of a run is being written to: the end waits for it.
class PieceOfOutput {
 public:
  PieceOfOutput();
  ~PieceOfOutput();
  PieceOfOutput(const PieceOfOutput&) = delete;
  PieceOfOutput& operator=(const PieceOfOutput&) = delete;

 private:
  bool counted_ = false;
};

// The same of what any thread may write, such as the table of a sweep. One does not stand within
// another.
class PieceOfFile {
 public:
  PieceOfFile();
  ~PieceOfFile();
  PieceOfFile(const PieceOfFile&) = delete;
  PieceOfFile& operator=(const PieceOfFile&) = delete;

 private:
  bool counted_ = false;
};

// While one exists within a piece, the piece may last as long as somebody else likes, for it waits
// for the reader of a pipe: the end waits 0.02 s more, and no longer.
class WaitingPiece {
 public:
  explicit WaitingPiece(bool waits);
  ~WaitingPiece();
  WaitingPiece(const WaitingPiece&) = delete;
  WaitingPiece& operator=(const WaitingPiece&) = delete;

 private:
  bool counted_ = false;
};

// From here on the process may be ended. `name` stands before the message, `what` after "error:".
void enable_hard_stop(std::string_view name, const char* what);
// From here on many runs are made or prepared, each with a time limit of its own: no deadline
// counts that was set before, and none that runs set.
void begin_threads();

// The process has until 0.05 s after the deadline, or after this call where the deadline has
// passed; of several the earliest counts. `reason` must outlive the process: "the time limit
// (--timeout)".
void set_hard_stop(std::chrono::steady_clock::time_point deadline, const char* reason);
// No deadline counts that was set before; a signal does.
void forget_deadlines();
// The run has heard that its time is over and only writes its end: 0.05 s from now, once.
void put_off_hard_stop();
// From a signal handler: 0.05 s from now, 0.07 s where threads have to hear of it.
void set_hard_stop_by_signal();

// While one exists in a program of many runs, it is ended so many seconds from now; 0: it is not.
class DeadlineHere {
 public:
  DeadlineHere(double seconds, const char* reason);
  ~DeadlineHere();
  DeadlineHere(const DeadlineHere&) = delete;
  DeadlineHere& operator=(const DeadlineHere&) = delete;

 private:
  bool set_ = false;
};

// A deadline has come, and 0.02 s are left to those that ask.
bool deadline_came();

// For the message: a row for this time is in the report.
void note_row_written(double t);

}  // namespace mbs
