// mbsim as a child process of the test: with its descriptors and signals as the test likes them,
// sent signals while it runs.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace mbs::test {

class Child {
 public:
  // Where its standard streams go: a file, a descriptor of this process.
  struct Stream {
    std::string file = "/dev/null";
    int descriptor = -1;
  };
  struct Setup {
    Stream in, out, err;
    std::function<void()> before;  // in the child, before mbsim begins
  };

  // From the root of the repository.
  Child(const std::vector<std::string>& arguments, const Setup& setup);
  ~Child();  // kills it
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void signal(int number) const;
  // Waits until the program handles a signal: on a machine that is busy it may begin late.
  void await_handler(int number) const;
  // Its exit status, 128 + the signal that ended it, or -1 where it is still there after so many
  // seconds.
  int wait(double seconds);
  // From the beginning, or the last signal, to the end [s].
  double seconds() const { return seconds_; }

 private:
  pid_t pid_ = -1;
  mutable double begun_ = 0;
  double seconds_ = 0;
};

// A pipe that nobody reads, full to the brim with nothing: whoever writes more than it takes waits.
class StalledPipe {
 public:
  StalledPipe();
  ~StalledPipe();
  StalledPipe(const StalledPipe&) = delete;
  StalledPipe& operator=(const StalledPipe&) = delete;
  int writer() const { return ends_[1]; }
  // What it has taken.
  std::string taken();

 private:
  int ends_[2] = {-1, -1};
};

// The names in a folder, in order.
std::vector<std::string> names_in(const std::string& folder);

}  // namespace mbs::test
