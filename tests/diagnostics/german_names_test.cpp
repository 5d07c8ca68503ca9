// A fourth vocabulary: German names of channels, made from their quantities by one function. The
// CSV, REPORT, OUT, measures, events and messages go by them in all dialects.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "support/deck.h"

namespace mbs {
namespace {

std::string german(const Quantity& what, const Plan&, const Model& model) {
  static constexpr std::string_view kRate[] = {"", "p", "pp"};
  static constexpr std::string_view kPlace[] = {"x", "y", "winkel"};
  static constexpr std::string_view kAxis[] = {"x", "y", "z"};
  static constexpr std::string_view kEnergy[] = {"kinetisch", "potentiell", "arbeit", "bilanz"};
  static constexpr std::string_view kSegment[] = {"winkel", "fx", "fy", "moment"};
  const auto k = static_cast<std::size_t>(what.owner);
  const int c = what.component;
  const auto name = [&](std::string_view owner, int number, std::string_view part) {
    return fmt::format("{}{}.{}{}", owner, number, part, kRate[what.rate]);
  };
  switch (what.of) {
    case Of::body:
      return name("koerper", model.bodies[k].number, kPlace[c]);
    case Of::point:
      return name("punkt", model.points[k].number, kPlace[c]);
    case Of::coordinate:
      return name("knoten", model.nodes[k].number, fmt::format("k{}", c + 1));
    case Of::load:
      return name("knoten", model.nodes[k].number, fmt::format("last{}", c + 1));
    case Of::reaction:
      return name("knoten", model.nodes[k].number, fmt::format("reaktion{}", c + 1));
    case Of::deformation:
      return name("element", model.elements[k].number, fmt::format("e{}", c + 1));
    case Of::stress:
      return name("element", model.elements[k].number, fmt::format("s{}", c + 1));
    case Of::segment:
      return c < 4 ? name("glied", what.owner + 1, kSegment[c]) : "";
    case Of::place:
      return name("gelenkort", what.owner + 1, kPlace[c]);
    case Of::energy:
      return fmt::format("energie.{}", kEnergy[c]);
    case Of::centre:
      return fmt::format("schwerpunkt.{}{}", kAxis[c % 3], kRate[what.rate]);
    case Of::momentum:
      return fmt::format("impuls.{}", kAxis[c]);
    case Of::spin:
      return fmt::format("drall.{}", kAxis[c]);
    default:
      return {};  // keeps the name of the dialect
  }
}

test::RunResult run_german(const std::string& text) {
  test::Loaded deck = test::load(text);
  EXPECT_TRUE(deck.built) << deck.diagnostics.format_all();
  if (!deck.built) return {};
  deck.tables.vocabulary.namer = german;
  return test::run_loaded(std::move(deck));
}

const std::string kBody =
    "2 0 0 1 0 0 0 0 0\n0 0 0\n0 0 0\n1\n0 2 0.5\nMASS 2 2 0.1\nVEL 2 3 -1 5\n";
const std::string kEnd = "INTEG DOP853 1e-13 1e-13\nEND\n";

// A body that flies: x = 3 t, y = -t, phi = 5 t.
TEST(GermanNames, ChannelsOfAKabiosDeck) {
  const test::RunResult run = run_german(kBody + kEnd);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double t = run.time(k);
    EXPECT_NEAR(run.value(k, "koerper2.x"), 3 * t, 1e-12);
    EXPECT_NEAR(run.value(k, "koerper2.yp"), -1, 1e-12);
    EXPECT_NEAR(run.value(k, "koerper2.winkel"), 5 * t, 1e-12);
    EXPECT_NEAR(run.value(k, "schwerpunkt.xp"), 3, 1e-12);
    EXPECT_NEAR(run.value(k, "impuls.y"), -2, 1e-12);
    EXPECT_NEAR(run.value(k, "energie.kinetisch"), 10 + 0.05 * 25, 1e-12);
  }
  EXPECT_FALSE(run.has("body2.x"));
}

// Deck lines name channels by the vocabulary, and by the dialect as before.
TEST(GermanNames, LinesOfADeckReadThem) {
  const test::RunResult run =
      run_german(kBody +
                 "OUT tempo = hypot(koerper2.xp, body2.yd)\nMEASURE hub = MAX koerper2.x\n"
                 "MEASURE wann = TIME WHEN koerper2.winkel > 4\nREPORT t koerper2.winkel[deg]\n"
                 "EVENT halt WHEN koerper2.y < -1.5 DO STOP\n" +
                 kEnd);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  EXPECT_NEAR(run.value(1, "tempo"), std::sqrt(10.0), 1e-12);
  EXPECT_NEAR(run.measure("hub"), 4.5, 1e-10);
  EXPECT_NEAR(run.measure("wann"), 0.8, 1e-10);
  EXPECT_NE(run.report.find("koerper2.winkel"), std::string::npos) << run.report;
}

TEST(GermanNames, AMistakeIsAnsweredWithThem) {
  const test::RunResult run = run_german(kBody + "MEASURE hub = MAX koerper2.winkl\n" + kEnd);
  EXPECT_NE(run.messages.find("did you mean 'koerper2.winkel'"), std::string::npos) << run.messages;
}

// The numbers are those of the dialect's own names, column by column, and no name stands twice.
TEST(GermanNames, ColumnsAreThoseOfTheDialect) {
  const std::string decks[] = {
      kBody + kEnd,
      "X 1 0 0\nX 2 1 0\nX 3 0\nPLTRUSS 1 1 2\nFIX 1\nFIX 3\nDYNX 2 2\nPOINT 1 2 3 0.1 0\n"
      "END HALT\nXM 2 2\nXF 2 0 -3\nINTEG DOP853 1e-10 1e-10\nTIMES 0 0.2 0.1\nEND END\n",
      "SEGDYN\nSEGMENT 1 2 0.4 0.1 0.1\nSEGMENT 2 1 0.3 0.1 0.1\nSTATE 1 0.2 5\nSTATE 2 0.4 1\n"
      "BASE 0 0 3 -1\nFREE BASE\nTIME 0 0.2 0.1\nINTEG DOP853 1e-10 1e-10\nEND\n"};
  const std::string expected[] = {"koerper2.xpp", "element1.s1", "glied2.winkelpp"};
  for (std::size_t d = 0; d < 3; ++d) {
    const test::RunResult own = test::run(decks[d]), german_run = run_german(decks[d]);
    ASSERT_EQ(own.status, ExitStatus::done) << own.messages;
    EXPECT_EQ(german_run.rows, own.rows);
    EXPECT_TRUE(german_run.has(expected[d])) << fmt::format("{}", fmt::join(german_run.names, " "));
    const std::set<std::string> names(german_run.names.begin(), german_run.names.end());
    EXPECT_EQ(names.size(), own.names.size()) << decks[d];
  }
}

}  // namespace
}  // namespace mbs
