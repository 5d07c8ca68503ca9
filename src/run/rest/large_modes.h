// EIGEN with a number of modes about a large mechanism: finds the lowest modes at a cost
// proportional to the size of the mechanism, at rest without dampers and states by
// observe/low_modes.h, else by observe/general_modes.h. Where this is not possible, or all modes
// are asked for, the cost of dense matrices is reported.
#pragma once

#include <string>

#include "observe/modes.h"
#include "run/frame/run.h"

namespace mbs {

// The form of the equations of motion of STATIC and of EIGEN. Large mechanisms get a form without
// dense matrices, if the equilibrium or the modes need none.
Form form_of_statics(const Built& built);
Form form_of_modes(const Plan& plan, const Built& built);

struct LargeModes {
  bool found = false;  // false: dense matrices must find the modes
  Modes modes;
  // How the modes were found; in_report also says why dense matrices must find few modes of many.
  std::string in_report, in_audit;
  std::string kinks;  // describe_kinks()
};

// The cost of dense matrices for the head of the report, with a warning, if dense matrices are
// known to be needed before the start; else empty.
std::string dense_modes_ahead(const Plan& plan, const Built& built, int freedoms,
                              Diagnostics& diagnostics);

// The lowest modes about a state with its accelerations and stresses.
LargeModes find_large_modes(const Plan& plan, const Built& built, const Dynamics& dynamics,
                            const State& state, Diagnostics& diagnostics);

}  // namespace mbs
