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

}  // namespace
}  // namespace mbs
