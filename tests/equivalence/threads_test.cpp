// One const Model, eight threads: each run must give the rows of a run alone, to the last bit. The
// decks have laws of deformations and coordinates, SET events, a chain's expressions, a table.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "build/build.h"
#include "deck/lines/dialects.h"
#include "deck/lines/lexer.h"
#include "elements/element.h"
#include "paths.h"
#include "program/run_deck.h"

namespace mbs {
namespace {

constexpr int kThreads = 8;
constexpr int kRuns = 200;

struct Prepared {
  Tables tables;
  std::optional<Built> built;
};

Prepared prepare(const std::string& text) {
  Diagnostics diagnostics;
  const LexedDeck lexed = lex({"deck", text, MBSIM_ROOT, {}}, diagnostics);
  std::vector<const RecordSpec*> specs;
  for (const ElementType* type : element_types()) specs.push_back(&type->spec);
  Prepared out;
  out.tables = read_deck(lexed, specs, {}, diagnostics);
  out.built = build_model(out.tables, diagnostics);
  EXPECT_TRUE(out.built && !diagnostics.has_errors()) << diagnostics.format_all();
  return out;
}

std::vector<double> rows(const Tables& tables, const Built& built) {
  Diagnostics diagnostics;
  RunSettings settings;
  settings.echo = false;
  std::vector<double> out;
  Outputs outputs;
  outputs.rows = [&](double t, ConstVector row) {
    out.push_back(t);
    out.insert(out.end(), row.begin(), row.end());
  };
  run_dynamic(tables, built, settings, outputs, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
  return out;
}

void all_alike(const std::string& text) {
  const Prepared deck = prepare(text);
  ASSERT_TRUE(deck.built);
  const Built& built = *deck.built;
  const std::vector<double> alone = rows(deck.tables, built);
  ASSERT_GT(alone.size(), 20u);
  std::atomic<int> other = 0;
  auto work = [&] {
    for (int k = 0; k < kRuns; ++k)
      if (rows(deck.tables, built) != alone) ++other;
  };
  std::vector<std::thread> threads;
  for (int k = 0; k < kThreads; ++k) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(other, 0) << "of " << kThreads * kRuns;
  const Built copy = built;  // a copy has nothing in common with it that a run writes
  EXPECT_EQ(rows(deck.tables, copy), alone);
}

TEST(Threads, LawsOfADeformation) {
  all_alike(R"(PLTRUSS 1 1 2
X 1 0 0
X 2 1 0
FIX 1
DYNX 2 2
RLSE 1
DYNX 2 1
END HALT
XM 2 1
ELAW 1 1 = 100*e + 3*e^3 + 0.2*ed + 0.3*sin(5*t)
STARTVX 2 2 3
TIMESTEP 1 10
END END
)");
}

TEST(Threads, ParametersThatEventsSet) {
  all_alike(R"(PARAM brake = 0
X 3  0
DYNX 3
END HALT
XM 3  0.2
XLAW 3 1 = 1 - brake * v + 0.01 * spline("tests/data/threads.csv", x)
EVENT off WHEN x3_1 > 1 DO SET brake = 0.5 + 0.01 * v3_1
TIMESTEP 2 10
END END
)");
}

TEST(Threads, ExpressionsOfAChain) {
  all_alike(R"(SEGDYN
SEGMENT 1  3.0 0.5 0.25 0.0625
SEGMENT 2  2.5 0.4 0.20 0.0333
STATE 1  1.2 0.3
STATE 2  1.8 0.2
GRAV 0 -9.8
KNOWN PHIDD 1 = -0.5*sin(3.0*t+0.1) - 0.1*phi2
KNOWN PHIDD 2 = -0.7*sin(2.5*t+0.4)
UNKNOWN M 1
UNKNOWN M 2
TIME 0 1 0.1
END
)");
}

// The run with half the step, which judges fixed steps, is made beside the run in a second thread.
// The figures are those of two runs one after the other. Runs that fail end it.
TEST(Threads, TheRunWithHalfTheStep) {
  const auto figures = [](const std::string& text, bool of_study) {
    const Prepared deck = prepare(text);
    std::vector<double> out;
    if (!deck.built) return out;
    Diagnostics diagnostics;
    RunSettings settings;
    settings.echo = false;
    settings.of_study = of_study;
    const Outcome outcome = run_dynamic(deck.tables, *deck.built, settings, {}, diagnostics);
    out.push_back(static_cast<double>(outcome.status));
    for (const Figure& figure : outcome.evidence.figures) out.push_back(figure.value);
    return out;
  };
  const std::string head = "X 1 0 0\nFIX 1 2\nDYNX 1 1\nEND HALT\nXM 1 1\nSTARTVX 1 1 2\n";
  for (const std::string rest :
       {"XLAW 1 1 = -400*x - 90*x^3\nINTEG RK4 0.0005\nTIMES 0 10 0.5\n",
        "XLAW 1 1 = -400*x - 90*x^3\nINTEG GALPHA STEP 0.002\nTIMES 0 20 0.5\n",
        "XLAW 1 1 = 6*x^2\nINTEG HEUN 0.0001\nTIMES 0 4 0.5\n"}) {
    const std::vector<double> beside = figures(head + rest + "END END\n", false);
    EXPECT_GT(beside.size(), 1u) << rest;
    EXPECT_EQ(beside, figures(head + rest + "END END\n", true)) << rest;
  }
}

}  // namespace
}  // namespace mbs
