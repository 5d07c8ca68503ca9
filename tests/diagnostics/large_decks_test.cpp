// Decks of a size nobody writes by hand are run, or refused with a clear message, within a memory
// that dense matrices of their size would exceed many times.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "support/draws.h"
#include "support/process.h"

namespace mbs {
namespace {

constexpr int kMany = 100'000;

#if defined(MBSIM_SANITIZED)
const std::string kLittleMemory;  // AddressSanitizer reserves an address space of its own
#else
const std::string kLittleMemory = "ulimit -v 4000000 &&";  // kB
#endif

test::Finished run(const std::string& deck, const std::string& arguments) {
  const test::Scratch scratch;
  test::write_all(scratch.file("deck.dat"), deck);
  return test::mbsim(
      fmt::format("--timeout {} {} {}", test::patience(40), arguments, scratch.file("deck.dat")),
      kLittleMemory);
}

std::string counts(int nb, int nr, int ng, int ndata, int ngui) {
  return std::to_string(nb) + " " + std::to_string(nr) + " 0 " + std::to_string(ng) + " 0 " +
         (ngui > 0 ? "2 0 " : "0 0 ") + std::to_string(ngui) + " " + std::to_string(ndata) + "\n";
}

TEST(LargeDeck, BodiesThatNothingDetermines) {
  std::string deck = counts(kMany, 0, 0, 0, 0);
  for (int i = 0; i < kMany; ++i) deck += std::to_string(i) + " 0 0\n";
  const test::Finished done = run(deck + "0 1 0.1\n", "");
  EXPECT_EQ(done.status, 2) << done.err;
  EXPECT_NE(done.err.find("leave 300000 motion(s) free: nothing determines body 1 X"),
            std::string::npos)
      << done.err;
}

TEST(LargeDeck, AChainWithoutDrivers) {
  const int joints = kMany - 1;
  std::string deck = counts(kMany, joints, 1, 0, 0);
  for (int i = 0; i < kMany; ++i) deck += std::to_string(i) + " 0 0\n";
  for (int i = 1; i <= joints; ++i)
    deck += std::to_string(i) + " " + std::to_string(i + 1) + " 0.5 0 -0.5 0\n";
  const test::Finished done = run(deck + "1\n0 1 0.1\n", "");
  EXPECT_EQ(done.status, 2) << done.err;
  EXPECT_NE(done.err.find("leave 99999 motion(s) free"), std::string::npos) << done.err;
}

// 60000 unknowns: rods end to end, each turned at its own rate.
TEST(LargeDeck, ADrivenChainOfManyRods) {
  const int rods = 20'000;
  const std::string number = std::to_string(rods);
  std::string deck =
      std::to_string(rods + 1) + " " + number + " 0 1 0 " + number + " 0 0 0\n0 0 0\n";
  for (int i = 0; i < rods; ++i) deck += std::to_string(i + 0.5) + " 0 0\n";
  deck += "1 2 0 0 -0.5 0\n";
  for (int i = 2; i <= rods; ++i)
    deck += std::to_string(i) + " " + std::to_string(i + 1) + " 0.5 0 -0.5 0\n";
  deck += "1\n";
  for (int i = 0; i < rods; ++i)
    deck += std::to_string(i + 2) + " 3 0 " + std::to_string(0.1 * (i % 7 - 3)) + " 0\n";
  const test::Finished done = run(deck + "0 1 0.5\n", "--no-echo");
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_NE(done.out.find("\n20001 "), std::string::npos);
}

TEST(LargeDeck, BodiesOnTheGroundAreNoUnknowns) {
  std::string deck = counts(kMany, 0, kMany, 0, 0);
  for (int i = 0; i < kMany; ++i) deck += std::to_string(i) + " 0 0\n";
  for (int i = 1; i <= kMany; ++i) deck += std::to_string(i) + "\n";
  const test::Finished done = run(deck + "0 0 1\n", "--no-echo");
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_NE(done.out.find("\n99999 "), std::string::npos);
}

TEST(LargeDeck, AGuideTableOfManyRows) {
  std::string deck = counts(1, 0, 0, kMany, 1) + R"(0 0 0
1 1 0 1 0
1 2 0 1 0
1 3
)";
  for (int k = 0; k < kMany; ++k)
    deck += std::to_string(k * 1e-4) + " " + std::to_string((k * 7919 % 1000) * 1e-3) + "\n";
  const test::Finished done = run(deck + "0 9.9 0.1\n", "");
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_NE(done.out.find("report times done: 100 of 100"), std::string::npos);
}

}  // namespace
}  // namespace mbs
