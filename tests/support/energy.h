// How well the energies of a run agree.
#pragma once

#include "support/deck.h"

namespace mbs::test {

// The largest gap in the balance over the largest energy. `least` [J]: no smaller energy counts,
// where hardly anything moves and absolute tolerances decide.
inline double worst_balance(const RunResult& run, double least = 0) {
  double balance = 0, scale = least;
  for (std::size_t r = 0; r < run.rows.size(); ++r) {
    balance = std::max(balance, std::fabs(run.value(r, "energy.balance")));
    for (const char* name : {"energy.kinetic", "energy.potential", "energy.work"})
      scale = std::max(scale, std::fabs(run.value(r, name)));
  }
  return balance / scale;
}

}  // namespace mbs::test
