// What every benchmark program does with an exception: say it and fail.
#pragma once

#include <fmt/format.h>

#include <exception>

namespace mbs::bench {

template <class Run>
int run_program(const char* name, Run run, int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
    return 1;
  }
}

}  // namespace mbs::bench
