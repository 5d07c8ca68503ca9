#include "run/dynamic/chain_check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "observe/observers.h"
#include "support/channels.h"
#include "support/deck.h"
#include "support/dynamic_mechanism.h"

namespace mbs::test {
namespace {

std::string chain(const std::string& choice) {
  return "SEGDYN\nSEGMENT 1 2 0.8 0.3 0.05\nSEGMENT 2 1 0.5 0.2 0.02\nSTATE 1 0.4 1.5\n"
         "STATE 2 1.1 -2\nGRAV 0 -9.81\n" +
         choice + "TIME 0 1 1\nEND\n";
}

struct Checked {
  DynamicMechanism m;
  ChainCheck check;
  explicit Checked(const std::string& choice)
      : m(chain(choice)),
        check(m.loaded.tables.chain, m.model(), m.phase(), ChainCheck::Matrix::built) {}
  // The channels of the chain at its start.
  std::vector<double> row() {
    EXPECT_TRUE(m.accelerate()) << m.loaded.diagnostics.format_all();
    ChainObserver observer(m.loaded.tables, m.model());
    ChannelRow out;
    observer.lay_out(out.layout);
    out.fill([&](Vector values) { observer.observe(m.state, *m.dynamics, values.data()); });
    return out.values;
  }
  const Balance* balance() const { return m.dynamics->equations()->balance(); }
};

TEST(ChainCheck, UnknownsAreThoseOfTheDeck) {
  EXPECT_EQ(Checked("").check.unknowns(), "FRX 1, FRX 2, FRY 1, FRY 2, PHIDD 1, PHIDD 2");
  Checked mixed("KNOWN PHIDD 1 0\nUNKNOWN M 1\n");
  EXPECT_EQ(mixed.check.unknowns(), "FRX 1, FRX 2, FRY 1, FRY 2, M 1, PHIDD 2");
  Diagnostics diagnostics;
  EXPECT_TRUE(mixed.check.counts_agree(diagnostics));
}

TEST(ChainCheck, CountsThatDifferAreAnError) {
  Checked more("UNKNOWN M 1\n");
  Diagnostics diagnostics;
  diagnostics.add_file("d");
  EXPECT_FALSE(more.check.counts_agree(diagnostics));
  EXPECT_NE(diagnostics.format_all().find("6 equations"), std::string::npos);
  EXPECT_NE(diagnostics.format_all().find("7 unknowns"), std::string::npos);
  Diagnostics fewer;
  fewer.add_file("d");
  EXPECT_FALSE(Checked("KNOWN PHIDD 1 0\n").check.counts_agree(fewer));
  EXPECT_NE(fewer.format_all().find("expected 1 more UNKNOWN"), std::string::npos);
}

// The matrix of Casius gives what the two lines give, and says so; a false number is found.
TEST(ChainCheck, AFalseNumberIsADifference) {
  for (const char* choice : {"", "KNOWN PHIDD 1 0\nUNKNOWN M 1\n",
                             "UNKNOWN M 1\nROW 1 M 1 1\nROW 1 M 2 -2\nROW 1 RHS 3\n"}) {
    Checked right(choice), wrong(choice);
    const std::vector<double> as_it_is = right.row();
    right.check.note(0, as_it_is, right.balance());
    EXPECT_LT(right.check.result().difference, 1e-12) << choice;
    std::vector<double> row = wrong.row();
    row[2] *= 1.001;  // phidd of the first segment
    row[3] += 0.01;   // its joint force
    wrong.check.note(0, row, wrong.balance());
    EXPECT_GT(wrong.check.result().difference, 1e-5) << choice;
    EXPECT_GT(right.check.rcond(), 1e-6) << choice;
  }
}

// Two moments in the same equation of motion, told apart by d in one equation of the deck: the
// condition number grows as 1/d, and the report's class with it; a spring at another joint, of
// which the matrix of Casius knows nothing, changes nothing of that.
TEST(ChainCheck, TheReportHasRcondOfTheRunsOwnEquations) {
  const auto classes = [](double d, const std::string& more) {
    RunResult run =
        test::run(chain(fmt::format("KNOWN PHIDD 1 0\nUNKNOWN M 1\nUNKNOWN MEXT 1\nROW 1 M 1 1\n"
                                    "ROW 1 MEXT 1 {:.17g}\nROW 1 RHS 3\n{}",
                                    1 + d, more)));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    std::vector<std::string> out;
    const std::string before = "rcond of the known/unknown choice";
    for (std::size_t i = 0; (i = run.report.find(before, i)) != std::string::npos; ++i) {
      const std::size_t from = i + before.size();
      out.push_back(run.report.substr(from, run.report.find('\n', from) - from));
    }
    return out;
  };
  using Lines = std::vector<std::string>;
  for (const char* more : {"", "RSDA 1 2 0.3 0 0\n"}) {
    EXPECT_EQ(classes(1, more), (Lines{" above 0.001", ": above 0.001"})) << more;
    EXPECT_EQ(classes(2e-5, more), (Lines{" above 1e-06", ": above 1e-06"})) << more;
    EXPECT_EQ(classes(2e-8, more), (Lines{" above 1e-09", ": above 1e-09"})) << more;
  }
}

}  // namespace
}  // namespace mbs::test
