#include "study/sweep/ordered_rows.h"

#include <utility>

namespace mbs {

namespace {
std::size_t place(long long k) { return static_cast<std::size_t>(k % OrderedRows::kWindow); }
}  // namespace

OrderedRows::OrderedRows(long long first, long long end, Write write, Known known)
    : write_(std::move(write)),
      known_(std::move(known)),
      next_(first),
      written_(first),
      end_(end),
      ring_(kWindow) {}

std::optional<long long> OrderedRows::take() {
  std::unique_lock lock(mutex_);
  for (;;) {
    room_.wait(lock, [&] { return stopped_ || next_ >= end_ || next_ < written_ + kWindow; });
    if (stopped_ || next_ >= end_) return {};
    const long long k = next_++;
    std::optional<std::string> row = known_(k);
    if (!row) return k;
    accept(k, std::move(*row));
  }
}

void OrderedRows::put(long long k, std::string row) {
  const std::lock_guard lock(mutex_);
  accept(k, std::move(row));
}

void OrderedRows::accept(long long k, std::string row) {
  ring_[place(k)] = std::move(row);
  if (k != written_ || closed_ || failed_) return;
  std::string rows;
  const long long before = written_;
  for (; written_ < end_ && ring_[place(written_)]; ++written_) {
    rows += *ring_[place(written_)];
    ring_[place(written_)].reset();
  }
  if (!write_(rows, written_ - before)) failed_ = stopped_ = true;
  room_.notify_all();
}

void OrderedRows::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  room_.notify_all();
}

void OrderedRows::enter() {
  const std::lock_guard lock(mutex_);
  ++threads_;
}

void OrderedRows::leave() {
  const std::lock_guard lock(mutex_);
  --threads_;
  left_.notify_all();
}

bool OrderedRows::wait(std::chrono::milliseconds at_most) {
  std::unique_lock lock(mutex_);
  return left_.wait_for(lock, at_most, [&] { return threads_ == 0; });
}

void OrderedRows::close() {
  const std::lock_guard lock(mutex_);
  closed_ = stopped_ = true;
  room_.notify_all();
}

long long OrderedRows::written() const {
  const std::lock_guard lock(mutex_);
  return written_;
}

bool OrderedRows::failed() const {
  const std::lock_guard lock(mutex_);
  return failed_;
}

}  // namespace mbs
