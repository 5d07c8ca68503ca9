#include "base/process_start.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "base/exit_status.h"
#include "base/hard_stop.h"
#include "base/interrupt.h"

namespace mbs {

namespace {

// open() takes the lowest free number, which is that of the closed descriptor. The mode is the
// wrong one on purpose: standard input cannot be read, standard output cannot be written. Messages
// are lost.
void open_closed() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    if (::open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY) != descriptor)
      ::_exit(static_cast<int>(ExitStatus::deck_error));
  }
}

}  // namespace

void begin_process() {
  open_closed();
  for (const int number : {SIGPIPE, SIGXFSZ}) ::signal(number, SIG_IGN);
  enable_hard_stop("mbsim", "run");
  catch_signals();
}

}  // namespace mbs
