// Arguments in, exit status out.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <exception>
#include <new>

#include "base/escaped.h"
#include "base/exit_status.h"
#include "base/hard_stop.h"
#include "base/interrupt.h"
#include "base/say.h"
#include "base/threads.h"
#include "command/arguments.h"
#include "command/files.h"
#include "command/verbs.h"

namespace {

// Opens closed descriptors 0 to 2, so that no file of the run gets their number; writing to a
// standard output that was closed still fails: open() takes the lowest free number, which is that
// of the closed descriptor, and the mode is the wrong one on purpose. Messages are lost.
void open_closed() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    if (::open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY) != descriptor)
      ::_exit(static_cast<int>(mbs::ExitStatus::deck_error));
  }
}

// Corrects what the process has inherited, before anything else. Ignores SIGPIPE and SIGXFSZ, so
// that a closed pipe or a too large file is only an error of writing. Catches signals that ask for
// an end (base/interrupt.h) and enables the hard stop.
void begin_process() {
  open_closed();
  for (const int number : {SIGPIPE, SIGXFSZ}) ::signal(number, SIG_IGN);
  mbs::enable_hard_stop("mbsim", "run");
  mbs::catch_signals();
}

int run(int argc, char** argv) {
  mbs::Arguments args;
  if (const auto status = mbs::parse_arguments(argc, argv, args)) return *status;
  return mbs::run_command(args);
}

}  // namespace

int main(int argc, char** argv) {
  begin_process();
  int status = 0;
  try {
    status = run(argc, argv);
  } catch (const std::bad_alloc&) {
    mbs::say("mbsim: error: no memory is left\n");
    status = mbs::finish(mbs::ExitStatus::deck_error);
  } catch (const std::exception& error) {
    mbs::say(fmt::format("mbsim: internal error: {}\n", mbs::escaped(error.what())));
    status = mbs::finish(mbs::ExitStatus::internal_error);
  }
  mbs::say(mbs::threads_refused());
  return status;
}
