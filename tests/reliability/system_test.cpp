// What the system refuses is no bug of the program: fewer threads, less memory, a small stack. And
// what has no end is refused at a bound.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include "support/child.h"
#include "support/process.h"

namespace mbs {
namespace {

constexpr const char* kSweep = "sweep decks/kabios/quick_return.dat -p crank=0.6:1:0.2";

#if defined(MBSIM_SANITIZED)
#define NEEDS_LITTLE_MEMORY GTEST_SKIP() << "a sanitized program needs more addresses"
#define NEEDS_NO_PROCESS GTEST_SKIP() << "a sanitized program looks for leaks by a process"
#else
#define NEEDS_LITTLE_MEMORY static_cast<void>(0)
#define NEEDS_NO_PROCESS static_cast<void>(0)
#endif

constexpr uid_t kNobody = 65534;

class System : public testing::Test {
 protected:
  static test::Finished run(const std::string& limit, const std::string& arguments) {
    return test::shell(fmt::format("{}; \"$MBSIM\" {}", limit, arguments));
  }
};

TEST_F(System, ThreadsThatAreRefusedAreDoneWithout) {
  NEEDS_LITTLE_MEMORY;
  const std::string sweep = "sweep decks/kabios/quick_return.dat -p crank=0.6:1.4:0.05";
  const std::string all = test::mbsim(sweep + " -j 1").out;
  const test::Finished few = run("ulimit -v 50000", sweep + " -j 64");
  EXPECT_EQ(few.status, 0) << few.err;
  EXPECT_EQ(few.out, all);
  EXPECT_NE(few.err.find("mbsim: warning: the system refuses "), std::string::npos) << few.err;
}

TEST_F(System, ProcessesThatAreRefusedAreDoneWithout) {
  NEEDS_NO_PROCESS;
  if (::geteuid() != 0) GTEST_SKIP() << "root gives itself another user";
  const test::Scratch scratch;
  test::Child::Setup setup;
  setup.out.file = scratch.file("out");
  setup.err.file = scratch.file("err");
  setup.before = [] {
    const rlimit none = {0, 0};
    if (::setrlimit(RLIMIT_NPROC, &none) != 0 || ::setuid(kNobody) != 0) ::_exit(77);
  };
  test::Child child({"sweep", "decks/kabios/quick_return.dat", "-p", "crank=0.6:1:0.2", "-j", "8"},
                    setup);
  const int status = child.wait(30);
  if (status == 126 || status == 127) GTEST_SKIP() << "nobody may not run the program";
  EXPECT_EQ(status, 0) << test::read_all(scratch.file("err"));
  EXPECT_EQ(test::read_all(scratch.file("out")), test::mbsim(std::string(kSweep) + " -j 1").out);
  EXPECT_EQ(
      test::read_all(scratch.file("err")),
      "mbsim: warning: the system refuses 3 of 3 threads: Resource temporarily unavailable\n");
}

// The deck needs 100 MB and more: of its reading the status is 2.
TEST_F(System, NoMemoryForADeckIsSaid) {
  NEEDS_LITTLE_MEMORY;
  const test::Scratch scratch;
  std::string deck;
  for (int k = 0; k < 20'000; ++k) deck += fmt::format("X {} {} 0\n", k + 1, k);
  test::write_all(scratch.file("large.dat"), deck + "END HALT\n");
  const test::Finished none = run("ulimit -v 14000", "'" + scratch.file("large.dat") + "'");
  EXPECT_EQ(none.status, 2) << none.err;
  EXPECT_NE(none.err.find("no memory is left"), std::string::npos) << none.err;
}

TEST_F(System, WhatHasNoEndIsRefused) {
  NEEDS_LITTLE_MEMORY;
  const test::Finished zeros = run("ulimit -v 800000", "/dev/zero");
  EXPECT_EQ(zeros.status, 2);
  EXPECT_EQ(zeros.err, "mbsim: error: cannot read deck '/dev/zero': it is larger than 256 MB\n");
}

TEST_F(System, ASampleHasABound) {
  const test::Finished large = run("true",
                                   "sweep decks/kabios/quick_return.dat -p crank=0.6:1.4 --sample "
                                   "100000000");
  EXPECT_EQ(large.status, 2);
  EXPECT_EQ(large.err,
            "decks/kabios/quick_return.dat: error: --sample: 100000000 runs cannot be drawn; "
            "expected a number from 1 to 50000000, of 1 parameter\n");
}

}  // namespace
}  // namespace mbs
