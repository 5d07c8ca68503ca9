// How many random cases a test draws, and how long a run of a test may take.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace mbs::test {

#if defined(MBSIM_SANITIZED)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

// `usual`, or as many as the environment variable says. A sanitized program is ten times as slow
// and looks for faults of another kind, which every case shows: it draws an eighth.
inline int draws(int usual, const char* variable = nullptr) {
  const char* const told = variable ? std::getenv(variable) : nullptr;
  if (told) return std::atoi(told);
  return kSanitized ? std::max(1, usual / 8) : usual;
}

// Limit [s] of a run that takes less than `seconds` where nothing is wrong. Machines that check may
// be several times slower, and a sanitized program is ten times as slow; a run without an end is
// found all the same.
constexpr double patience(double seconds) { return (kSanitized ? 40 : 4) * seconds; }

}  // namespace mbs::test
