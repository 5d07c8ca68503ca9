// All exit statuses of the program; shell scripts rely on them (docs/manual.md).
#pragma once

namespace mbs {

enum class ExitStatus : int {
  done = 0,
  internal_error = 1,
  deck_error = 2,       // deck or usage
  solution_failed = 3,  // assembly, singularity, integration; rows so far are written
  check_failed = 4,     // mbsim diff, audit thresholds, --certify
  interrupted = 5,      // --timeout or a signal
};

}  // namespace mbs
