// Threads with a fixed stack size: the default size follows `ulimit -s`, which may be too small for
// a run. A thread that the system refuses is reported by threads_refused().
#pragma once

#include <pthread.h>

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace mbs {

class Threads {
 public:
  // Each thread calls `work` once.
  explicit Threads(std::function<void()> work);
  ~Threads() { join(); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  // Starts `count` more threads and returns the number of all. Refused threads are noted.
  int start(int count);
  // Waits for all threads, then throws the first exception of a thread again, once.
  void join_and_throw();
  void join();
  // The threads continue alone; `work` lives as long as they do, and everything that it uses must
  // too.
  void detach();

 private:
  struct Shared {
    explicit Shared(std::function<void()> what) : work(std::move(what)) {}
    std::function<void()> work;
    std::mutex mutex;
    std::exception_ptr thrown;
  };
  static void* run(void* shared);

  std::shared_ptr<Shared> shared_;
  std::vector<pthread_t> threads_;
};

// Number of cores of this machine; at least 1.
int cores();

// "mbsim: warning: ..." if the system has refused threads of this process; else empty.
std::string threads_refused();

}  // namespace mbs
