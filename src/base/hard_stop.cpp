#include "base/hard_stop.h"

#include <fmt/format.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstring>

#include "base/exit_status.h"

namespace mbs {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// A process that had no processor for a while gets this much more, for it may ask its Interrupt as
// soon as it runs again [s].
constexpr double kSecondChance = 0.02;
constexpr double kGrace = 0.05 - kSecondChance;  // [s]
constexpr int kMostOutputs = 4;

// A signal handler can be handed no object. It runs in the only thread there is, so the fences of
// PieceOfOutput are all the order it needs.
struct HardStop {
  volatile std::sig_atomic_t enabled = 0, busy = 0, pending = 0, put_off = 0, warned = 0, rows = 0;
  RescuedOutput* outputs[kMostOutputs] = {};
  const char* reason = "";
  char name[256] = "";
  double last_row = 0;
  Clock::time_point at = Clock::time_point::max();
};
HardStop stop;

void write_out(const char* text, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(STDERR_FILENO, text, size);
    if (written <= 0) return;
    text += written;
    size -= static_cast<std::size_t>(written);
  }
}

[[noreturn]] void end_process() {
  for (RescuedOutput* output : stop.outputs)
    if (output) output->rescue();
  char line[512];
  const char* const where = stop.rows ? " after the row of t = " : " before the first row";
  auto end = fmt::format_to_n(line, sizeof line - 40, "{}: error: run: ended by {}{}",
                              static_cast<const char*>(stop.name), stop.reason, where)
                 .out;
  if (stop.rows) end = fmt::format_to(end, "{:.6g}", stop.last_row);
  *end++ = '\n';
  write_out(line, static_cast<std::size_t>(end - line));
  ::_exit(static_cast<int>(ExitStatus::interrupted));
}

void set_timer(double seconds) {
  itimerval value = {};
  const double bounded = std::clamp(seconds, 1e-5, 1e9);  // 0 would be no timer
  value.it_value.tv_sec = static_cast<time_t>(bounded);
  value.it_value.tv_usec =
      static_cast<suseconds_t>(1e6 * (bounded - static_cast<double>(value.it_value.tv_sec)));
  setitimer(ITIMER_REAL, &value, nullptr);
}

void on_alarm(int) {
  if (!stop.enabled) return;
  if (!stop.warned) {
    stop.warned = 1;
    set_timer(kSecondChance);
  } else if (stop.busy) {
    stop.pending = 1;
  } else {
    end_process();
  }
}

void set_timer_at(Clock::time_point at) {
  stop.at = at;
  set_timer(Seconds(at - Clock::now()).count());
}

Clock::time_point with_grace(Clock::time_point from) {
  return from + std::chrono::duration_cast<Clock::duration>(Seconds(kGrace));
}

}  // namespace

RescuedOutput::RescuedOutput() {
  if (!stop.enabled) return;
  const PieceOfOutput piece;
  for (RescuedOutput*& place : stop.outputs)
    if (!place) {
      place = this;
      registered_ = true;
      return;
    }
}

RescuedOutput::~RescuedOutput() {
  if (!registered_) return;
  const PieceOfOutput piece;
  std::replace(std::begin(stop.outputs), std::end(stop.outputs), this,
               static_cast<RescuedOutput*>(nullptr));
}

PieceOfOutput::PieceOfOutput() {
  if (!stop.enabled) return;
  counted_ = true;
  stop.busy = stop.busy + 1;
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

PieceOfOutput::~PieceOfOutput() {
  if (!counted_) return;
  std::atomic_signal_fence(std::memory_order_seq_cst);
  stop.busy = stop.busy - 1;
  if (stop.pending && !stop.busy && stop.enabled) end_process();
}

void enable_hard_stop(std::string_view name) {
  const std::size_t size = std::min(name.size(), sizeof stop.name - 1);
  std::memcpy(stop.name, name.data(), size);
  stop.name[size] = 0;
  stop.enabled = 1;
  std::signal(SIGALRM, on_alarm);
}

void disable_hard_stop() { stop.enabled = 0; }

void set_hard_stop(Clock::time_point deadline, const char* reason) {
  const Clock::time_point at = with_grace(std::max(deadline, Clock::now()));
  if (!stop.enabled || stop.put_off || at >= stop.at) return;
  stop.reason = reason;
  set_timer_at(at);
}

void put_off_hard_stop() {
  if (!stop.enabled || stop.put_off) return;
  stop.put_off = 1;
  set_timer_at(with_grace(Clock::now()));
}

void set_hard_stop_by_signal() {
  if (!stop.enabled || stop.put_off) return;
  stop.put_off = 1;  // a second signal gives no more time
  stop.reason = "a signal";
  set_timer(kGrace);
}

void note_row_written(double t) {
  if (!stop.enabled) return;
  stop.last_row = t;
  stop.rows = 1;
}

}  // namespace mbs
