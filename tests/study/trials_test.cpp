// The trials of a laboratory: text columns of a sweep, curves over the stride of each run, and
// their average, with any number of threads.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>
#include <vector>

#include "study/average.h"
#include "support/process.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;
using test::Finished;

constexpr double kPi = std::numbers::pi;

// 20 trials of 3 subjects; a subject has a stride of its own, and each trial differs a little.
struct Trial20 {
  const char* subject;
  int trial;
  double period, size;
};
std::vector<Trial20> trials() {
  std::vector<Trial20> out;
  for (int k = 0; k < 20; ++k)
    out.push_back({k % 3 == 0   ? "anna"
                   : k % 3 == 1 ? "ben of the east"
                                : "carla",
                   k + 1, 1 + 0.1 * (k % 3) + 0.002 * k, 0.3 + 0.01 * k});
  return out;
}

class Trials : public testing::Test {
 protected:
  void SetUp() override {
    std::string table = "subject,trial,size\n";
    for (const Trial20& one : trials()) {
      std::string rows;
      for (int k = 0; k <= 700; ++k)
        rows += fmt::format("{} {:.12g}\n", 0.005 * k,
                            one.size * std::cos(2 * kPi * 0.005 * k / one.period));
      test::write_all(folder_.file(fmt::format("{}_{:02}.txt", one.subject, one.trial)), rows);
      table += fmt::format("\"{}\",{},{}\n", one.subject, one.trial, one.size);
    }
    test::write_all(folder_.file("trials.csv"), table);
    test::write_all(folder_.file("leg.dat"), R"(PARAM subject = "anna"
PARAM trial = 1
PARAM size = 0.3
MARK back WHEN body2.phid < 0
STRIDE walk FROM back TO back
OUT part = body2.phi/size
MEASURE lasts = walk.time
MEASURE n = walk.count
2 1 0 1 0 0 0 0 0
0 0 0
0.5 0 0
1 2  0 0  -0.5 0
1
0 3.5 0.1
DRIVE 2 PHI = spline("${subject}_${trial:02}.txt", t)
)");
  }
  Finished sweep(const std::string& more) const {
    return test::shell(
        fmt::format("cd '{}' && \"$MBSIM\" sweep leg.dat {}", folder_.file(""), more));
  }

  test::Scratch folder_;
};

TEST_F(Trials, TwentyTrialsOfThreeSubjectsInOneCommand) {
  std::vector<std::string> tables;
  for (const int threads : {1, 2, 5}) {
    const Finished got = sweep(fmt::format(
        "--table trials.csv -j {0} --strides 'j{0}/${{subject}}_${{trial}}.csv' --columns t,part",
        threads));
    ASSERT_EQ(got.status, 0) << got.err;
    EXPECT_EQ(got.err, "");
    tables.push_back(got.out);
    EXPECT_EQ(tables.back(), tables.front()) << threads;
  }
  const std::string& table = tables.front();
  EXPECT_NE(table.find("\n\"ben of the east\",2,0.31,1.10"), std::string::npos) << table;
  std::vector<Trial> anna;
  for (const Trial20& one : trials()) {
    const std::string name = fmt::format("{}_{}.csv", one.subject, one.trial);
    const std::string first = test::read_all(folder_.file("j1/" + name));
    EXPECT_NE(first, "") << name;
    for (const char* folder : {"j2/", "j5/"})
      EXPECT_EQ(test::read_all(folder_.file(folder + name)), first) << folder << name;
    if (one.subject == std::string("anna")) anna.push_back({name, first});
  }
  // Every stride of every trial is the same cosine of its per cents.
  const Average of = average(anna, {}, 101);
  ASSERT_EQ(of.problem, "");
  ASSERT_EQ(of.channels.size(), 1u);  // without t
  EXPECT_EQ(of.channels[0].name, "part");
  EXPECT_EQ(of.along, "percent");
  ASSERT_EQ(of.point.size(), 101u);
  EXPECT_GT(of.channels[0].count[0], 7);  // more than one stride a trial
  for (std::size_t k = 0; k <= 100; ++k) {
    const double part = static_cast<double>(k) / 100;
    EXPECT_NEAR(of.channels[0].mean[k], std::cos(2 * kPi * part), 1e-6);  // of the natural spline
    EXPECT_LT(of.channels[0].deviation[k], 1e-6);
  }
  EXPECT_NEAR(of.channels[0].correlation, 1, 1e-9);
}

TEST_F(Trials, TextsOfTheCommandLine) {
  const Finished listed = sweep("-p subject=anna,carla -p trial=1,3 --zip");
  EXPECT_EQ(listed.out.substr(0, listed.out.find('\n')),
            "subject,trial,lasts,n,status,message,t_end");
  EXPECT_NE(listed.out.find("\n\"anna\",1,"), std::string::npos) << listed.out << listed.err;
  EXPECT_NE(listed.out.find("\n\"carla\",3,1.20"), std::string::npos) << listed.out;
  const Finished one = test::shell(fmt::format(
      "cd '{}' && \"$MBSIM\" measure -D subject=carla -D trial=3 leg.dat", folder_.file("")));
  EXPECT_EQ(one.out.substr(0, 10), "lasts 1.20") << one.out << one.err;
  // The file that a run lacks is an error of that run.
  const Finished lacks = sweep("-p subject=anna,dora");
  EXPECT_EQ(lacks.status, 3) << lacks.err;
  EXPECT_NE(lacks.out.find("dora_01.txt"), std::string::npos) << lacks.out;
}

// SWEEP lines of the deck are the -p of the command line.
TEST_F(Trials, TextsOfTheDeck) {
  const std::string deck = test::read_all(folder_.file("leg.dat"));
  const auto with = [&](const std::string& lines, const std::string& more) {
    std::string text = deck;
    text.insert(text.find("MARK"), lines);
    test::write_all(folder_.file("swept.dat"), text);
    return test::shell(
        fmt::format("cd '{}' && \"$MBSIM\" sweep swept.dat {}", folder_.file(""), more));
  };
  const Finished zip = with(
      "SWEEP subject = \"anna\", \"ben of the east\", \"carla\"\nSWEEP trial = 1, 2, 3\n", "--zip");
  EXPECT_EQ(zip.err, "");
  EXPECT_EQ(zip.out, sweep("-p 'subject=anna,ben of the east,carla' -p trial=1,2,3 --zip").out);
  EXPECT_NE(zip.out.find("\n\"carla\",3,1.20"), std::string::npos) << zip.out;
  const Finished all = with("SWEEP trial = 1\nSWEEP subject = \"anna\", \"dora, the late\"\n", "");
  EXPECT_EQ(all.status, 3);
  EXPECT_NE(all.out.find("\n1,\"anna\",0.99"), std::string::npos) << all.out << all.err;
  EXPECT_NE(all.out.find("\n1,\"dora, the late\",nan"), std::string::npos) << all.out;
}

TEST_F(Trials, TasksOfAJobArrayHaveTheTexts) {
  const Finished got = sweep("--table trials.csv --slurm array --tasks 2");
  ASSERT_EQ(got.status, 0) << got.err;
  std::string pieces;
  for (const auto& entry : fs::recursive_directory_iterator(folder_.file("array")))
    if (entry.is_regular_file()) pieces += test::read_all(entry.path());
  EXPECT_NE(pieces.find("\"ben of the east\",2,0.31\n"), std::string::npos);
  EXPECT_NE(pieces.find("\"anna\",19,"), std::string::npos);
}

TEST_F(Trials, TasksOfAJobArrayWriteTheStrides) {
  const std::string strides = "--strides 'curves/${subject}_${trial}.csv' --columns t,part";
  ASSERT_EQ(sweep("--table trials.csv -o whole.csv " + strides).status, 0);
  fs::rename(folder_.file("curves"), folder_.file("wanted"));
  const Finished made = sweep("--table trials.csv --slurm array --tasks 3 " + strides);
  ASSERT_EQ(made.status, 0) << made.err;
  EXPECT_FALSE(fs::exists(folder_.file("curves")));
  // The machines of Slurm start elsewhere.
  const auto task = [&](int k) {
    const Finished ran = test::shell(
        fmt::format("cd / && SLURM_ARRAY_TASK_ID={} bash '{}'", k, folder_.file("array/job.sh")));
    EXPECT_EQ(ran.status, 0) << test::read_all(folder_.file(fmt::format("array/task_{}.log", k)));
  };
  for (const int k : {2, 1, 3}) task(k);
  const Finished table =
      test::shell(fmt::format("cd '{}' && \"$MBSIM\" sweep --collect array", folder_.file("")));
  EXPECT_EQ(table.out, test::read_all(folder_.file("whole.csv"))) << table.err;
  const auto all_there = [&] {
    for (const Trial20& one : trials()) {
      const std::string name = fmt::format("/{}_{}.csv", one.subject, one.trial);
      EXPECT_EQ(test::read_all(folder_.file("curves" + name)),
                test::read_all(folder_.file("wanted" + name)))
          << name;
    }
  };
  all_there();
  // A file that was lost is made again with the row of its run.
  fs::remove(folder_.file("curves/anna_1.csv"));
  task(1);
  all_there();
  // A task by hand without the words of the array is refused: its rows would lack their curves.
  const Finished bare = sweep("--array array --task 1");
  EXPECT_EQ(bare.status, 2);
  EXPECT_NE(bare.err.find("since the array was written this has changed: --strides, --columns"),
            std::string::npos)
      << bare.err;
  // Two runs with one file would be in two tasks: said before the folder is written.
  const Finished same =
      sweep("--table trials.csv --slurm other --tasks 3 --strides '${subject}.csv'");
  EXPECT_EQ(same.status, 2);
  EXPECT_NE(same.err.find("--strides: runs 1 and 4 have the same file 'anna.csv'; expected"),
            std::string::npos)
      << same.err;
  EXPECT_FALSE(fs::exists(folder_.file("other")));
}

TEST_F(Trials, ASweepGoesOnWithItsStrides) {
  const std::string strides = "--strides 'curves/${subject}_${trial}.csv'";
  ASSERT_EQ(sweep("--table trials.csv -o t.csv " + strides).status, 0);
  const std::string whole = test::read_all(folder_.file("t.csv")),
                    anna = test::read_all(folder_.file("curves/anna_1.csv"));
  fs::remove(folder_.file("curves/anna_1.csv"));
  ASSERT_EQ(sweep("--table trials.csv -o t.csv --resume " + strides).status, 0);
  EXPECT_EQ(test::read_all(folder_.file("curves/anna_1.csv")), anna);
  EXPECT_EQ(test::read_all(folder_.file("t.csv")), whole);
  const Finished other = sweep("--table trials.csv -o t.csv --resume " + strides + " --columns t");
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.err.find("has changed: --strides, --columns"), std::string::npos) << other.err;
  // A parameter that hangs on the runs names files as well.
  std::string deck = test::read_all(folder_.file("leg.dat"));
  deck.insert(deck.find("PARAM size"), "PARAM number = 100 + trial\n");
  test::write_all(folder_.file("named.dat"), deck);
  const Finished derived = test::shell(fmt::format(
      "cd '{}' && \"$MBSIM\" sweep named.dat -p subject=anna,carla -p trial=1,3 --zip -o n.txt "
      "--strides 'n${{number}}.csv' && ls n*.csv",
      folder_.file("")));
  EXPECT_NE(derived.out.find("n101.csv\nn103.csv\n"), std::string::npos)
      << derived.out << derived.err;
  EXPECT_EQ(derived.err, "");
}

TEST_F(Trials, Errors) {
  const auto says = [&](const std::string& more, int status, const std::string& message) {
    const Finished got = sweep(more);
    EXPECT_EQ(got.status, status) << got.err;
    EXPECT_NE(got.err.find(message), std::string::npos) << got.err << "\n" << message;
  };
  says("--table trials.csv --strides all.csv", 2, "have the same file 'all.csv'; expected");
  says("-p subject=a:b --sample 3", 2, "-p subject: a text cannot be drawn");
  says("-p subject=anna -D subject=ben", 2, "-p subject: -D gives it a value too");
  says("--table trials.csv --strides '${trail}.csv'", 2, "--strides: unknown name 'trail'");
  const auto said = [&](const std::string& text, const std::string& more = "") {
    test::write_all(folder_.file("wrong.dat"), text);
    return test::shell(fmt::format("cd '{}' && \"$MBSIM\" --no-report wrong.dat {}",
                                   folder_.file(""), more))
        .err;
  };
  const auto deck = [&](const std::string& line, const std::string& message) {
    const std::string err = said(line + test::read_all(folder_.file("leg.dat")));
    EXPECT_NE(err.find(message), std::string::npos) << err << "\n" << message;
  };
  // Beside STRIDE a text may be there for the name of a file of --strides; a number, and all that a
  // given name leaves out, is a mistake.
  const std::string leg = test::read_all(folder_.file("leg.dat"));
  EXPECT_EQ(said("PARAM who = \"x\"\n" + leg), "");
  EXPECT_NE(said("PARAM shin = 3\n" + leg).find("1:7: warning: PARAM shin: never used"),
            std::string::npos);
  const std::string more = "PARAM who = \"x\"\nPARAM shin = 3\n";
  EXPECT_EQ(said(more + leg, "--strides '${who}_${shin:02}.csv'"), "");
  const std::string left_out = said(more + leg, "--strides '${subject}.csv'");
  EXPECT_NE(left_out.find("1:7: warning: PARAM who: never used"), std::string::npos) << left_out;
  EXPECT_NE(left_out.find("2:7: warning: PARAM shin: never used"), std::string::npos) << left_out;
  const std::string unused =
      said("PARAM who = \"x\"\nX 1 0 0\nDYNX 1\nEND HALT\nXM 1 1\nTIMES 0 1 1\nEND END\n");
  EXPECT_NE(unused.find("1:7: warning: PARAM who: never used; a text is filled in between"),
            std::string::npos)
      << unused;
  deck("PARAM who = \"x\"\nPARAM b = 2*who\nOUT c = b\n", "'who' is a text; expected a number; a");
  deck("PARAM who = \"x\"\nPARAM who = \"y\"\n", "2:7: error: PARAM who: defined twice");
  const std::string form = "; expected texts in quotes: SWEEP name = \"a\", \"b\"";
  deck("PARAM who = \"x\"\nSWEEP who = 1, 2\n", "2:13: error: SWEEP who: no text in quotes" + form);
  deck("PARAM who = \"x\"\nSWEEP who = \"a\",\n", "error: SWEEP who: no text in quotes" + form);
  deck("PARAM who = \"x\"\nSWEEP who = \"a\" \"b\"\n",
       "2:17: error: SWEEP who: no comma follows a text" + form);
  deck("PARAM who = \"x\"\nSWEEP who FROM 1 TO 2 BY 1\n",
       "2:11: error: SWEEP who: no '=' follows the name of a text" + form);
}

}  // namespace
}  // namespace mbs
