// The head of a report says where its numbers come from.
#include <gtest/gtest.h>

#include <string>

#include "base/checksum.h"
#include "support/process.h"

namespace mbs {
namespace {

std::string head_of(const std::string& arguments) {
  const test::Finished run = test::mbsim("--check " + arguments);
  EXPECT_EQ(run.status, 0) << run.err;
  return run.out;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Provenance, TheChecksumIsThatOfTheResolvedDeck) {
  for (const std::string deck :
       {"decks/kabios/numbered.dat", "decks/own/arm_swing.dat", "decks/chains/sprint.dat"}) {
    const std::string resolved = test::mbsim("--echo " + deck).out;
    EXPECT_TRUE(has(head_of(deck), "checksum " + std::to_string(posix_checksum(resolved)))) << deck;
  }
}

TEST(Provenance, TheFolderOfATableDoesNotCount) {
  const test::Scratch scratch;
  for (const char* file : {"table_spring.dat", "buffer.csv"})
    test::write_all(scratch.file(file), test::deck_text(std::string("own/") + file));
  EXPECT_EQ(head_of(scratch.file("table_spring.dat")), head_of("decks/own/table_spring.dat"));
}

TEST(Provenance, TheNumbersOfATableCount) {
  const test::Scratch scratch;
  test::write_all(scratch.file("table_spring.dat"), test::deck_text("own/table_spring.dat"));
  std::string table = test::deck_text("own/buffer.csv");
  test::write_all(scratch.file("buffer.csv"), table + "# a remark\n");
  const std::string same = head_of(scratch.file("table_spring.dat"));
  EXPECT_EQ(same, head_of("decks/own/table_spring.dat"));
  table.insert(table.find_last_of("0123456789") + 1, "1");
  test::write_all(scratch.file("buffer.csv"), table);
  EXPECT_NE(head_of(scratch.file("table_spring.dat")), same);
}

TEST(Provenance, TwoVariantsDiffer) {
  const std::string plain = head_of("decks/kabios/numbered.dat");
  const std::string faster = head_of("-D omega=7 decks/kabios/numbered.dat");
  EXPECT_TRUE(has(plain, "# parameters: crank = 2, coupler = 4, OMEGA = 6.2832\n")) << plain;
  EXPECT_TRUE(has(faster, "# parameters: crank = 2, coupler = 4, OMEGA = 7 (-D)\n")) << faster;
  EXPECT_NE(plain.substr(0, plain.find('\n')), faster.substr(0, faster.find('\n')));
}

TEST(Provenance, OptionsThatDifferFromTheirDefaults) {
  EXPECT_FALSE(has(head_of("decks/kabios/thigh.dat"), "# options"));
  EXPECT_TRUE(has(head_of("--set feps=1e-10 --set guides=interpolate decks/kabios/thigh.dat"),
                  "# options: feps = 1e-10, guides = interpolate\n"));
}

TEST(Provenance, TheFolderOfTheDeckDoesNotShow) {
  EXPECT_TRUE(has(head_of("decks/kabios/../kabios/four_bar.dat"), "KABIOS deck four_bar.dat,"));
}

}  // namespace
}  // namespace mbs
