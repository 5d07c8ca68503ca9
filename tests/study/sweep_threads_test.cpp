// Sweeps as a library makes them: threads that share nothing, memory that does not grow. Built for
// ThreadSanitizer as well (make check-threads).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "study/sweep/sweep.h"
#include "support/process.h"

#if defined(MBSIM_SANITIZED) || defined(__SANITIZE_THREAD__)
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();  // of the sanitizers of gcc
#endif

namespace mbs {
namespace {

std::string table(const std::string& deck, const std::string& parameter, int threads) {
  SweepSettings settings;
  settings.runs.parameters = {parameter};
  std::string messages, out;
  const auto prepared =
      prepare_sweep({"deck", test::deck_text(deck), std::string(MBSIM_ROOT) + "/decks/own", {}}, {},
                    settings, messages);
  EXPECT_TRUE(prepared) << messages;
  if (!prepared) return {};
  const auto take = [&](std::string_view rows, long long) {
    out += rows;
    return std::string();
  };
  EXPECT_EQ(sweep(*prepared, threads, {take, {}, {}}, messages), ExitStatus::done) << messages;
  return out;
}

// Kinematics with measures; dynamics with a law, and its table from a file.
TEST(SweepThreads, ShareNothing) {
  for (const auto& [deck, parameter] : {std::pair("kabios/quick_return.dat", "crank=0.9:1:0.005"),
                                        std::pair("own/table_spring.dat", "push=1.5:2:0.05")})
    EXPECT_EQ(table(deck, parameter, 8), table(deck, parameter, 1)) << deck;
}

// Sanitizers keep what is free, so that only what is in use counts there.
double memory_mb() {
#if defined(MBSIM_SANITIZED) || defined(__SANITIZE_THREAD__)
  return static_cast<double>(__sanitizer_get_current_allocated_bytes()) / 1e6;
#else
  std::ifstream in("/proc/self/statm");
  double size = 0, resident = 0;
  in >> size >> resident;
  return resident * 4096 / 1e6;
#endif
}

TEST(SweepThreads, MemoryIsFlat) {
  const std::string text = test::deck_text("kabios/quick_return.dat");
  auto run = [&](int count) {
    SweepSettings settings;
    settings.runs.parameters = {fmt::format("crank=0.8:1:{}", 0.2 / count)};
    std::string messages;
    const auto prepared = prepare_sweep({"deck", text, ".", {}}, {}, settings, messages);
    ASSERT_TRUE(prepared) << messages;
    long long bytes = 0;
    const auto take = [&](std::string_view rows, long long) {
      bytes += static_cast<long long>(rows.size());
      return std::string();
    };
    EXPECT_EQ(sweep(*prepared, 2, {take, {}, {}}, messages), ExitStatus::done) << messages;
    EXPECT_GT(bytes, 100 * count);
  };
  run(60);
  const double before = memory_mb();
  run(500);
  EXPECT_LT(memory_mb() - before, 2) << before;
}

}  // namespace
}  // namespace mbs
