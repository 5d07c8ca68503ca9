// Arguments in, exit status out.
#include <fmt/format.h>

#include <exception>
#include <new>

#include "base/escaped.h"
#include "base/process_start.h"
#include "base/say.h"
#include "base/threads.h"
#include "command/arguments.h"
#include "command/files.h"
#include "command/verbs.h"

namespace {

int run(int argc, char** argv) {
  mbs::Arguments args;
  if (const auto status = mbs::parse_arguments(argc, argv, args)) return *status;
  return mbs::run_command(args);
}

}  // namespace

int main(int argc, char** argv) {
  mbs::begin_process();
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
