// Threads with a stack of our own size: that of the system is what `ulimit -s` says, too small for
// a run where that is. A thread that the system refuses is not started, and told of.
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
  // `work` is what each of them does, once.
  explicit Threads(std::function<void()> work);
  ~Threads() { join(); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  // So many more; how many there are then. Those that are refused are noted.
  int start(int count);
  // Waits for all. What a thread has thrown is thrown on, once.
  void join_and_throw();
  void join();
  // They go on by themselves; `work` lasts as long, and so must what it uses.
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

// Of this machine; at least one.
int cores();

// "mbsim: warning: ..." where this process was refused threads that it asked for; else empty.
std::string threads_refused();

}  // namespace mbs
