// EIGEN with a number of modes about a large mechanism at rest: the lowest ones, at a cost that
// grows like the mechanism (observe/low_modes.h); and what dense matrices cost where all are asked
// for, or where that does not do.
#pragma once

#include <string>

#include "observe/modes.h"
#include "run/frame/run.h"

namespace mbs {

// The form of the equations of motion of STATIC, and of EIGEN: one that is not dense where
// equilibrium, or modes, are not.
Form form_of_statics(const Built& built);
Form form_of_modes(const Plan& plan, const Built& built);

struct LargeModes {
  bool found = false;  // false: dense matrices are to find them
  Modes modes;
  std::string in_report, in_audit;  // how they were found
};

// What dense matrices of so many degrees of freedom cost; empty where that is little.
std::string dense_modes_cost(int freedoms);
// The same as a warning and for the head of the report, where it is known before the start that
// they are needed.
std::string dense_modes_ahead(const Plan& plan, const Built& built, int freedoms,
                              Diagnostics& diagnostics);

// About a state with its accelerations and stresses.
LargeModes find_large_modes(const Plan& plan, const Built& built, const Dynamics& dynamics,
                            const State& state, Diagnostics& diagnostics);

}  // namespace mbs
