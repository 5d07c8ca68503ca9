// Folders that others may write to, too: what they leave there is neither followed nor written, and
// what belongs to them stays theirs.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "support/child.h"
#include "support/process.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFourBar = "decks/kabios/four_bar.dat";
constexpr const char* kSweep = "sweep decks/optimise/balanced_arm.dat -p stiffness=1,2";

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// The shell leaves a link under the name that the program, which it becomes, will try first.
TEST(Folders, ALinkUnderTheTemporaryNameIsNotFollowed) {
  const test::Scratch scratch;
  test::write_all(scratch.file("victim"), "precious\n");
  for (const char* link : {"ln -s", "ln"}) {
    const test::Finished run = test::shell(fmt::format(
        "export d='{}'; sh -c '{} \"$d/victim\" \"$d/.a.csv.$$.tmp\"; exec \"$MBSIM\" --no-report "
        "--csv \"$d/a.csv\" {}'",
        scratch.file(""), link, kFourBar));
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(test::read_all(scratch.file("victim")), "precious\n") << link;
    EXPECT_FALSE(fs::is_symlink(scratch.file("a.csv")));
    EXPECT_EQ(lines_of(test::read_all(scratch.file("a.csv"))), 42u);
    EXPECT_EQ(test::names_in(scratch.file("")).size(), 3u);  // that of the link is not ours
    EXPECT_EQ(test::shell("rm '" + scratch.file("") + "'/.a.csv.* '" + scratch.file("a.csv") + "'")
                  .status,
              0);
  }
}

TEST(Folders, LinksBesideATableAreNotFollowed) {
  const test::Scratch scratch;
  const std::string victim = scratch.file("victim");
  const std::string sweep = fmt::format("{} -o '{}'", kSweep, scratch.file("t.csv"));
  for (const char* text : {"precious\n", ""})
    for (const char* name : {"t.csv.part", "t.csv.sweep", "t.csv.next"})
      for (const bool hard : {false, true}) {
        test::write_all(victim, text);
        if (hard)
          fs::create_hard_link(victim, scratch.file(name));
        else
          fs::create_symlink("victim", scratch.file(name));
        const int status = test::mbsim(sweep).status;
        EXPECT_EQ(test::read_all(victim), text) << name << hard;
        EXPECT_TRUE(status == 2 || lines_of(test::read_all(scratch.file("t.csv"))) == 3u)
            << name << hard << status;
        EXPECT_EQ(test::shell("rm -f '" + scratch.file("") + "'/t.csv*").status, 0);
      }
  fs::create_symlink("nowhere", scratch.file("t.csv.part"));
  EXPECT_EQ(test::mbsim(sweep).status, 2);
  EXPECT_FALSE(fs::exists(scratch.file("nowhere")));
}

TEST(Folders, LinksThatLeadRoundAreRefused) {
  const test::Scratch scratch;
  fs::create_symlink("two", scratch.file("one"));
  fs::create_symlink("one", scratch.file("two"));
  for (const std::string& arguments :
       {fmt::format("--csv '{}' {}", scratch.file("one"), kFourBar),
        fmt::format("draw {} -o '{}'", kFourBar, scratch.file("one")),
        fmt::format("{} -o '{}'", kSweep, scratch.file("one"))}) {
    const test::Finished run = test::mbsim(arguments);
    EXPECT_EQ(run.status, 2) << arguments;
    EXPECT_NE(run.err.find("Too many levels of symbolic links"), std::string::npos) << run.err;
    EXPECT_TRUE(fs::is_symlink(scratch.file("one")));
    EXPECT_EQ(test::names_in(scratch.file("")).size(), 2u);
  }
}

TEST(Folders, ALongNameHasRoomForItsNeighbour) {
  const test::Scratch scratch;
  const std::string name(251, 'n');
  EXPECT_EQ(test::mbsim(fmt::format("--csv '{}' {}", scratch.file(name + ".csv"), kFourBar)).status,
            0);
  EXPECT_EQ(test::names_in(scratch.file("")), std::vector<std::string>{name + ".csv"});
}

TEST(Folders, AReplacedFileKeepsItsOwner) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  const test::Scratch scratch;
  const std::string file = scratch.file("run.csv"), table = scratch.file("t.csv");
  for (const std::string& name : {file, table}) {
    test::write_all(name, "old\n");
    ASSERT_EQ(::chown(name.c_str(), 65534, 65534), 0);
    ASSERT_EQ(::chmod(name.c_str(), 0640), 0);
  }
  EXPECT_EQ(test::mbsim(fmt::format("--csv '{}' {}", file, kFourBar)).status, 0);
  EXPECT_EQ(test::mbsim(fmt::format("{} -o '{}'", kSweep, table)).status, 0);
  for (const std::string& name : {file, table}) {
    struct stat now {};
    ASSERT_EQ(::stat(name.c_str(), &now), 0);
    EXPECT_EQ(now.st_uid, 65534u) << name;
    EXPECT_EQ(now.st_gid, 65534u) << name;
    EXPECT_EQ(now.st_mode & 07777, 0640u) << name;
  }
}

// As another user, who may write but not own.
class AsNobody : public testing::Test {
 protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "root makes itself another user";
    if (as_nobody("--version").status != 0) GTEST_SKIP() << "nobody may not run the program";
    ASSERT_EQ(::chmod(scratch_.file("").c_str(), 0777), 0);
    test::write_all(scratch_.file("run.csv"), "old\n");
    ASSERT_EQ(::chmod(scratch_.file("run.csv").c_str(), 0666), 0);
  }
  static test::Finished as_nobody(const std::string& arguments) {
    return test::shell("setpriv --reuid 65534 --regid 65534 --clear-groups \"$MBSIM\" " +
                       arguments);
  }
  test::Scratch scratch_;
};

TEST_F(AsNobody, AnOwnerThatCannotBeKeptIsSaid) {
  const test::Finished run =
      as_nobody(fmt::format("--csv '{}' {}", scratch_.file("run.csv"), kFourBar));
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(lines_of(test::read_all(scratch_.file("run.csv"))), 42u);
  EXPECT_NE(run.err.find("run.csv' belongs to user 65534, the old one to 0: "), std::string::npos)
      << run.err;
}

TEST_F(AsNobody, AFileThatCannotBeReplacedIsFoundOutAtTheStart) {
  ASSERT_EQ(::chmod(scratch_.file("").c_str(), 01777), 0);  // as /tmp
  for (const std::string& arguments :
       {fmt::format("--csv '{}' {}", scratch_.file("run.csv"), kFourBar),
        fmt::format("{} -o '{}'", kSweep, scratch_.file("run.csv"))}) {
    const test::Finished run = as_nobody(arguments);
    EXPECT_EQ(run.status, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find("it is another user's, in a folder where only the owner replaces"),
              std::string::npos)
        << run.err;
    EXPECT_EQ(test::read_all(scratch_.file("run.csv")), "old\n");
    EXPECT_EQ(test::names_in(scratch_.file("")).size(), 1u);
  }
}

}  // namespace
}  // namespace mbs
