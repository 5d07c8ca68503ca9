// Arguments in, exit status out.
#include <fmt/format.h>

#include <cstdio>
#include <exception>

#include "command/arguments.h"
#include "command/files.h"
#include "command/verbs.h"

int main(int argc, char** argv) {
  try {
    mbs::Arguments args;
    if (const auto status = mbs::parse_arguments(argc, argv, args)) return *status;
    return mbs::run_command(args);
  } catch (const std::exception& error) {
    fmt::print(stderr, "mbsim: internal error: {}\n", error.what());
    return mbs::finish(mbs::ExitStatus::internal_error);
  }
}
