// Rows that threads make in any order and that are written in theirs: row k as soon as it and all
// before it are there. A thread that is far ahead of the row that is missing waits, so that no more
// than kWindow rows are kept.
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
  // Rows that follow each other, whole, and how many; false where they cannot be written. Calls do
  // not overlap.
  using Write = std::function<bool(std::string_view rows, long long count)>;

  // The row, if it need not be made. Called for each row, in order; calls do not overlap with each
  // other nor with those of Write.
  using Known = std::function<std::optional<std::string>(long long k)>;

  // The rows from `first` up to `end` - 1.
  OrderedRows(long long first, long long end, Write write, Known known);

  // The next row to be made; empty: there is none left.
  std::optional<long long> take();
  // Row k, which take() has given.
  void put(long long k, std::string row);
  // No further row is to be taken, nor written that is not there.
  void stop();

  // A thread that takes and puts.
  void enter();
  void leave();
  // Whether all threads have left; waits for that at most so long.
  bool wait(std::chrono::milliseconds at_most);
  // Writes nothing more, whatever comes.
  void close();

  long long written() const;
  bool failed() const;  // a write has

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
