#include "base/threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <new>
#include <thread>
#include <utility>

namespace mbs {

namespace {

// Stack of a thread: a run with the deepest expressions needs at most a quarter of it.
constexpr std::size_t kStack = 2u << 20;
// Memory that must remain for the program (kLeft) and for the runs of each thread (kOfThread)
// besides the stacks.
constexpr std::size_t kLeft = 16u << 20, kOfThread = 2u << 20;

bool is_enough_for(std::size_t threads) {
  return std::unique_ptr<char[]>(new (std::nothrow) char[kLeft + threads * kOfThread]) != nullptr;
}

// The call of start() with most refused threads.
struct Refused {
  std::atomic<int> asked = 0, missing = 0, reason = 0;
};
Refused refused;

}  // namespace

Threads::Threads(std::function<void()> work) : shared_(std::make_shared<Shared>(std::move(work))) {}

void* Threads::run(void* given) {
  const std::unique_ptr<std::shared_ptr<Shared>> own(static_cast<std::shared_ptr<Shared>*>(given));
  Shared& shared = **own;
  try {
    shared.work();
  } catch (...) {
    const std::lock_guard lock(shared.mutex);
    if (!shared.thrown) shared.thrown = std::current_exception();
  }
  return nullptr;
}

int Threads::start(int count) {
  pthread_attr_t attributes;
  const bool sized = ::pthread_attr_init(&attributes) == 0 &&
                     ::pthread_attr_setstacksize(&attributes, kStack) == 0;
  threads_.reserve(threads_.size() + static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k) {
    pthread_t thread;
    auto own = std::make_unique<std::shared_ptr<Shared>>(shared_);
    const int error = is_enough_for(threads_.size() + 1)
                          ? ::pthread_create(&thread, sized ? &attributes : nullptr, run, own.get())
                          : ENOMEM;
    if (error == 0) {
      static_cast<void>(own.release());  // run() deletes it
      threads_.push_back(thread);
      continue;
    }
    if (count - k > refused.missing)
      refused.asked = count, refused.missing = count - k, refused.reason = error;
    break;
  }
  ::pthread_attr_destroy(&attributes);
  return static_cast<int>(threads_.size());
}

void Threads::join() {
  for (const pthread_t thread : threads_) ::pthread_join(thread, nullptr);
  threads_.clear();
}

void Threads::join_and_throw() {
  join();
  if (shared_->thrown) std::rethrow_exception(std::exchange(shared_->thrown, nullptr));
}

void Threads::detach() {
  for (const pthread_t thread : threads_) ::pthread_detach(thread);
  threads_.clear();
}

int cores() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

std::string threads_refused() {
  if (refused.missing == 0) return {};
  return fmt::format("mbsim: warning: the system refuses {} of {} threads: {}\n",
                     refused.missing.load(), refused.asked.load(), std::strerror(refused.reason));
}

}  // namespace mbs
