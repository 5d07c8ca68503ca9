#include "base/checksum.h"

#include <gtest/gtest.h>

#include <string>

namespace mbs {
namespace {

// What the command cksum of Debian 12 prints.
TEST(PosixChecksum, IsThatOfTheCommand) {
  EXPECT_EQ(posix_checksum(""), 4294967295u);
  EXPECT_EQ(posix_checksum("123456789"), 930766865u);
  EXPECT_EQ(posix_checksum(std::string(300, 'x') + "\n"), 328237085u);
}

TEST(PosixChecksum, Pieces) {
  PosixChecksum sum;
  EXPECT_EQ(sum.value(), posix_checksum(""));
  for (const char* piece : {"12", "", "3456", "789"}) sum.add(piece);
  EXPECT_EQ(sum.value(), 930766865u);
  EXPECT_EQ(sum.size(), 9u);
}

}  // namespace
}  // namespace mbs
