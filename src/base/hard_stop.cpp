#include "base/hard_stop.h"

#include <fmt/format.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>

#include "base/exit_status.h"
#include "base/say.h"

namespace mbs {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// Extra time [s] after the deadline: a process that had no processor may still ask its Interrupt. A
// piece that waits for a reader gets it once more.
constexpr double kSecondChance = 0.02;
constexpr double kGrace = 0.05 - kSecondChance;    // [s]
constexpr double kThreads = 0.07 - kSecondChance;  // [s]
// SIGALRM counts only if the timer is due, to within this time [s]: another process may send it.
constexpr double kEarly = 0.001;
constexpr int kMostOutputs = 64;

enum Enabled : int { kNot, kOneThread, kManyThreads };

// The state is global because a signal handler gets no object. Either a writer sees `ending`, or
// end_process() sees the writer in `busy`.
struct HardStop {
  std::atomic<int> enabled = kNot, busy = 0, waiting = 0, ending = 0, ended = 0;
  std::atomic<int> pending = 0, put_off = 0, by_signal = 0, warned = 0, looked = 0, rows = 0;
  std::atomic<RescuedOutput*> outputs[kMostOutputs] = {};
  const char *reason = "", *what = "run";
  char name[256] = "";
  double last_row = 0;
  Clock::time_point at = Clock::time_point::max(), due = Clock::time_point::max();
};
HardStop stop;
static_assert(std::atomic<RescuedOutput*>::is_always_lock_free);

[[noreturn]] void end_process() {
  // Block all signals: a second SIGALRM in this thread would wait for the thread that it
  // interrupts.
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
  if (stop.ended.exchange(1) != 0)
    for (;;) ::pause();  // another thread ends the process
  for (auto& output : stop.outputs)
    if (RescuedOutput* const one = output) one->rescue();
  for (auto& output : stop.outputs)
    if (RescuedOutput* const one = output) one->settle();
  char line[512];
  const bool of_run = std::strcmp(stop.what, "run") == 0;
  const char* const where = !of_run     ? ""
                            : stop.rows ? " after the row of t = "
                                        : " before the first row";
  auto end = fmt::format_to_n(line, sizeof line - 40, "{}: error: {}: ended by {}{}",
                              static_cast<const char*>(stop.name), stop.what, stop.reason, where)
                 .out;
  if (of_run && stop.rows) end = fmt::format_to(end, "{:.6g}", stop.last_row);
  *end++ = '\n';
  write_at_once(STDERR_FILENO, {line, static_cast<std::size_t>(end - line)});
  ::_exit(static_cast<int>(ExitStatus::interrupted));
}

// Ends the process unless something is being written.
void try_to_end(bool waiting_too) {
  stop.ending = 1;
  const int busy = stop.busy, waiting = stop.waiting;
  const bool only_waits =
      waiting > 0 && (stop.enabled == kOneThread || waiting == busy) && waiting_too;
  if (busy == 0 || only_waits) end_process();
  stop.ending = 0;
}

void set_timer(double seconds) {
  const double bounded = std::clamp(seconds, 1e-5, 1e9);  // 0 would be no timer
  stop.due = Clock::now() + std::chrono::duration_cast<Clock::duration>(Seconds(bounded));
  itimerval value = {};
  value.it_value.tv_sec = static_cast<time_t>(bounded);
  value.it_value.tv_usec =
      static_cast<suseconds_t>(1e6 * (bounded - static_cast<double>(value.it_value.tv_sec)));
  setitimer(ITIMER_REAL, &value, nullptr);
}

void on_alarm(int) {
  if (stop.enabled == kNot || Clock::now() + Seconds(kEarly) < stop.due) return;
  if (!stop.warned) {
    stop.warned = 1;
    set_timer(kSecondChance);
    return;
  }
  try_to_end(stop.looked != 0);
  stop.pending = stop.looked = 1;
  set_timer(kSecondChance);
}

void set_timer_at(Clock::time_point at) {
  stop.at = at;
  set_timer(Seconds(at - Clock::now()).count());
}

Clock::time_point with_grace(Clock::time_point from) {
  return from + std::chrono::duration_cast<Clock::duration>(Seconds(kGrace));
}

void stop_timer() {
  stop.at = Clock::time_point::max();
  stop.due = Clock::time_point::max();
  const itimerval none = {};
  setitimer(ITIMER_REAL, &none, nullptr);
}

}  // namespace

void RescuedOutput::enlist() {
  if (stop.enabled == kNot) return;
  for (auto& place : stop.outputs) {
    RescuedOutput* empty = nullptr;
    if (!place.compare_exchange_strong(empty, this)) continue;
    enlisted_ = true;
    return;
  }
}

void RescuedOutput::withdraw() {
  if (!enlisted_) return;
  const PieceOfFile piece;
  for (auto& place : stop.outputs) {
    RescuedOutput* here = this;
    if (place.compare_exchange_strong(here, nullptr)) break;
  }
  enlisted_ = false;
}

PieceOfOutput::PieceOfOutput() {
  if (stop.enabled.load(std::memory_order_relaxed) != kOneThread) return;
  counted_ = true;
  stop.busy.store(stop.busy.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

PieceOfOutput::~PieceOfOutput() {
  if (!counted_) return;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  stop.busy.store(stop.busy.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
  if (stop.pending.load(std::memory_order_relaxed) != 0) try_to_end(false);
}

PieceOfFile::PieceOfFile() {
  if (stop.enabled == kNot) return;
  counted_ = true;
  for (;;) {
    stop.busy.fetch_add(1);
    if (stop.ending == 0) return;
    stop.busy.fetch_sub(1);
    ::usleep(1000);  // try_to_end() may see `busy` and give up
  }
}

PieceOfFile::~PieceOfFile() {
  if (!counted_) return;
  if (stop.busy.fetch_sub(1) == 1 && stop.pending) try_to_end(false);
}

WaitingPiece::WaitingPiece(bool waits) {
  if (!waits || stop.enabled == kNot) return;
  counted_ = true;
  stop.waiting.fetch_add(1);
}

WaitingPiece::~WaitingPiece() {
  if (counted_) stop.waiting.fetch_sub(1);
}

void enable_hard_stop(std::string_view name, const char* what) {
  const std::size_t size = std::min(name.size(), sizeof stop.name - 1);
  std::memcpy(stop.name, name.data(), size);
  stop.name[size] = 0;
  stop.what = what;
  if (stop.enabled != kNot) return;
  struct sigaction action {};
  action.sa_handler = on_alarm;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGALRM, &action, nullptr);
  sigset_t alarm;
  ::sigemptyset(&alarm);
  ::sigaddset(&alarm, SIGALRM);
  ::sigprocmask(SIG_UNBLOCK, &alarm, nullptr);
  stop.enabled = kOneThread;
}

void begin_threads() {
  if (stop.enabled != kOneThread) return;
  stop.enabled = kManyThreads;
  forget_deadlines();
}

void forget_deadlines() {
  if (stop.enabled == kNot || stop.by_signal) return;
  stop_timer();
  stop.put_off = stop.warned = stop.looked = stop.pending = 0;
  if (!stop.by_signal) return;
  stop.put_off = 1;  // the signal has come just now
  set_timer(kGrace);
}

void set_hard_stop(Clock::time_point deadline, const char* reason) {
  if (stop.enabled != kOneThread || stop.put_off) return;
  const Clock::time_point at = with_grace(std::max(deadline, Clock::now()));
  if (at >= stop.at) return;
  stop.reason = reason;
  set_timer_at(at);
}

void put_off_hard_stop() {
  if (stop.enabled != kOneThread || stop.put_off) return;
  stop.put_off = 1;
  set_timer_at(with_grace(Clock::now()));
}

void set_hard_stop_by_signal() {
  if (stop.enabled == kNot || stop.by_signal) return;
  stop.by_signal = stop.put_off = 1;  // a second signal gives no more time
  stop.reason = "a signal";
  set_timer(stop.enabled == kManyThreads ? kThreads : kGrace);
}

DeadlineHere::DeadlineHere(double seconds, const char* reason) {
  if (!(seconds > 0) || stop.enabled != kManyThreads || stop.by_signal) return;
  set_ = true;
  stop.reason = reason;
  set_timer(seconds + kGrace);
}

DeadlineHere::~DeadlineHere() {
  if (set_) forget_deadlines();
}

bool deadline_came() { return stop.warned != 0; }

void note_row_written(double t) {
  if (stop.enabled.load(std::memory_order_relaxed) != kOneThread) return;
  stop.last_row = t;
  stop.rows.store(1, std::memory_order_relaxed);
}

}  // namespace mbs
