// Rows that threads make in any order are written in the order of their numbers: row k as soon as
// rows up to k are made. A thread that is far ahead of the first missing row waits, so that at most
// kWindow rows are kept.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mbs {

class OrderedRows {
 public:
  static constexpr long long kWindow = 1 << 14;
  // Writes `count` whole consecutive rows; false where they cannot be written. Calls do not
  // overlap.
  using Write = std::function<bool(std::string_view rows, long long count)>;

  // Gives row k where it need not be made. Called for each row in order; calls overlap neither with
  // each other nor with calls of Write.
  using Known = std::function<std::optional<std::string>(long long k)>;

  // For the rows from `first` to `end` - 1.
  OrderedRows(long long first, long long end, Write write, Known known);

  // The number of the next row to be made; empty: none is left.
  std::optional<long long> take();
  // Hands in row k, whose number take() has given.
  void put(long long k, std::string row);
  // take() gives no further row; only rows that are made already are written.
  void stop();

  // Each thread that takes and puts rows calls enter() before and leave() after.
  void enter();
  void leave();
  // Waits until all threads have left, at most this long. Returns whether all have left.
  bool wait(std::chrono::milliseconds at_most);
  // Ends all writing; rows that come later are dropped.
  void close();

  long long written() const;
  bool failed() const;  // a write has failed

 private:
  void accept(long long k, std::string row);

  mutable std::mutex mutex_;
  std::condition_variable room_, left_;
  Write write_;
  Known known_;
  long long next_, written_, end_;
  std::vector<std::optional<std::string>> ring_;  // row k at k % kWindow
  int threads_ = 0;
  bool stopped_ = false, failed_ = false, closed_ = false;
};

}  // namespace mbs
