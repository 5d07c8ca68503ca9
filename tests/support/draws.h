// How many random cases a test draws.
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

}  // namespace mbs::test
