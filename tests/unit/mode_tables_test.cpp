#include "observe/mode_tables.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/channels.h"
#include "support/drawn.h"

namespace mbs::test {
namespace {

using Complex = std::complex<double>;

Modes modes(bool complex, std::vector<Mode> list) {
  Modes out;
  out.ok = true;
  out.complex = complex;
  out.list = std::move(list);
  return out;
}

Mode mode(Complex value, std::vector<Complex> shape) {
  Mode out;
  out.value = value;
  out.shape = std::move(shape);
  return out;
}

const std::string kPoint = "X 7 0 0\nDYNX 7\nEND HALT\nXM 7 1\nTIMESTEP 1 1\nEND END\n";

// -3 + 4i: omega 5, damping 3/5, frequency 4 / (2 pi).
TEST(ModeTables, NativeDecksShowEveryNode) {
  const Drawn m(kPoint);
  const ModeTables tables(m.loaded.tables, m.model(), m.state(),
                          modes(true, {mode({-3, 4}, {{1, 0}, {0.5, -0.25}})}));
  ChannelRow row;
  tables.lay_out(row.layout);
  row.fill([&](Vector out) { tables.put(out.data()); });
  EXPECT_EQ(row["mode1.omega"], 5);
  EXPECT_NEAR(row["mode1.damping"], 0.6, 1e-15);
  EXPECT_NEAR(row["mode1.frequency"], 4 / (2 * M_PI), 1e-15);
  EXPECT_EQ(row["mode1.real"], -3);
  EXPECT_EQ(row["x7_2.RE1"], 0.5);
  EXPECT_EQ(row["x7_2.IM1"], -0.25);
  EXPECT_EQ(tables.columns(),
            (std::vector<std::string>{"mode", "omega", "frequency", "damping", "real", "imaginary",
                                      "x7_1", "x7_1.im", "x7_2", "x7_2.im"}));
  const std::vector<double> csv = tables.row(0);
  ASSERT_EQ(csv.size(), 10u);
  EXPECT_EQ(csv[0], 1);
  EXPECT_EQ(csv[8], 0.5);
  EXPECT_EQ(csv[9], -0.25);
}

TEST(ModeTables, RealShapesStandSixInARow) {
  const Drawn m(kPoint);
  std::vector<Mode> list;
  for (int k = 1; k <= 7; ++k) list.push_back(mode({0, k + 0.0}, {1, 0.1 * k}));
  const ModeTables tables(m.loaded.tables, m.model(), m.state(), modes(false, list));
  ChannelRow row;
  tables.lay_out(row.layout);
  row.fill([&](Vector out) { tables.put(out.data()); });
  ASSERT_EQ(row.layout.tables.size(), 3u);
  EXPECT_EQ(row.layout.tables[1].columns.size(), 6u);
  EXPECT_EQ(row.layout.tables[2].columns, std::vector<std::string>{"MODE7"});
  EXPECT_NEAR(row["x7_2.MODE6"], 0.6, 1e-15);
  EXPECT_NEAR(row["x7_2.MODE7"], 0.7, 1e-15);
}

// The base is d before the centre, along the segment at 60 degrees: it moves by dx + d sin dphi and
// dy - d cos dphi. The largest number that is shown is 1.
TEST(ModeTables, AChainShowsAnglesAndItsFreeBase) {
  const Drawn m("SEGDYN\nSEGMENT 1 2 0.8 0.3 0.05\nSTATE 1 60deg 0\nFREE BASE\nTIME 0 1 1\nEND\n");
  std::vector<Complex> shape(m.model().nx);
  shape[m.model().nodes[m.loaded.tables.chain.segments[0].angle].first] = 2;
  shape[m.model().nodes[m.loaded.tables.chain.segments[0].point].first] = 0.5;
  const ModeTables tables(m.loaded.tables, m.model(), m.state(),
                          modes(false, {mode({0, 1}, shape)}));
  ChannelRow row;
  tables.lay_out(row.layout);
  row.fill([&](Vector out) { tables.put(out.data()); });
  EXPECT_NEAR(row["phi1.MODE1"], 1, 1e-15);
  EXPECT_NEAR(row["x.MODE1"], (0.5 + 2 * 0.3 * std::sin(M_PI / 3)) / 2, 1e-15);
  EXPECT_NEAR(row["y.MODE1"], -2 * 0.3 * std::cos(M_PI / 3) / 2, 1e-15);
}

// A mode of a state of the deck stands in a table of its own.
TEST(ModeTables, StatesFollowTheShape) {
  const Drawn m("X 7 0 0\nDYNX 7\nEND HALT\nXM 7 1\nODE z 0 RATE -3*z\nTIMESTEP 1 1\nEND END\n");
  Mode own = mode({-3, 0}, {0, 0, 1});
  own.moves = false;
  const ModeTables tables(m.loaded.tables, m.model(), m.state(), modes(false, {own}));
  ChannelRow row;
  tables.lay_out(row.layout);
  row.fill([&](Vector out) { tables.put(out.data()); });
  EXPECT_EQ(row["z.MODE1"], 1);
  EXPECT_EQ(row["mode1.damping"], 1);
  EXPECT_EQ(row.layout.tables.size(), 3u);
}

TEST(ModeTables, NoModesNoTables) {
  const Drawn m(kPoint);
  const ModeTables tables(m.loaded.tables, m.model(), m.state(), modes(false, {}));
  Layout layout;
  tables.lay_out(layout);
  EXPECT_EQ(tables.count(), 0u);
  EXPECT_EQ(layout.count(), 0);
}

}  // namespace
}  // namespace mbs::test
