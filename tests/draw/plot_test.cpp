// Plots of tables and runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "draw/plot/decimate.h"
#include "draw/plot/ticks.h"
#include "study/number_table.h"
#include "support/process.h"
#include "support/xml.h"

namespace mbs {
namespace {

TEST(Decimate, KeepsTheExtremesOfEachPixelColumn) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> step(0, 0.01), height(-100, 100);
  std::vector<Vec> points;
  std::map<int, std::pair<double, double>> extremes;
  double x = 0;
  for (int k = 0; k < 100000; ++k) {
    points.push_back({x += step(random), height(random)});
    auto [place, is_new] =
        extremes.try_emplace(static_cast<int>(x), points.back().y, points.back().y);
    place->second.first = std::min(place->second.first, points.back().y);
    place->second.second = std::max(place->second.second, points.back().y);
  }
  const auto pieces = decimate(points);
  ASSERT_EQ(pieces.size(), 1u);
  EXPECT_LE(pieces[0].size(), 4 * extremes.size());
  std::map<int, std::pair<double, double>> kept;
  for (const Vec p : pieces[0]) {
    auto [place, is_new] = kept.try_emplace(static_cast<int>(p.x), p.y, p.y);
    place->second.first = std::min(place->second.first, p.y);
    place->second.second = std::max(place->second.second, p.y);
  }
  EXPECT_EQ(kept, extremes);
}

TEST(Decimate, AGapEndsAPieceAndALonelyPointStays) {
  const auto pieces =
      decimate({{0, 0}, {1, 1}, {2, NAN}, {3, 3}, {4, NAN}, {5, 5}, {6, HUGE_VAL}, {7, 7}, {8, 8}});
  ASSERT_EQ(pieces.size(), 4u);
  EXPECT_EQ(pieces[1].size(), 1u);
}

// A phase plot: nothing of it is farther from the drawn points than a third of a pixel.
TEST(Decimate, ACircleStaysACircle) {
  std::vector<Vec> points;
  for (int k = 0; k < 50000; ++k)
    points.push_back({50 * std::cos(1e-3 * k), 50 * std::sin(1e-3 * k)});
  const auto pieces = decimate(points);
  ASSERT_EQ(pieces.size(), 1u);
  EXPECT_LT(pieces[0].size(), points.size() / 5);
  for (std::size_t k = 1; k < pieces[0].size(); ++k)
    EXPECT_LT(length(pieces[0][k] - pieces[0][k - 1]), 0.45);
}

// Noise in a square of 200 pixels: the picture is as full as before with far fewer points.
TEST(Decimate, ACurveThatFillsAnAreaStaysSmall) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> place(0, 200);
  std::vector<Vec> points;
  for (int k = 0; k < 200000; ++k) points.push_back({place(random), place(random)});
  std::size_t kept = 0;
  Box box;
  for (const std::vector<Vec>& piece : decimate(points)) {
    kept += piece.size();
    for (const Vec p : piece) box.add(p);
  }
  EXPECT_LT(kept, 20000u);
  EXPECT_GT(box.width(), 199);
  EXPECT_GT(box.height(), 199);
}

TEST(Ticks, AreRoundAndFewAndCoverTheRange) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> exponent(-12, 12), part(0, 1);
  for (int k = 0; k < 2000; ++k) {
    const double span = std::pow(10, exponent(random));
    const double low = span * (20 * part(random) - 10), high = low + span;
    const Ticks ticks = linear_ticks(low, high, 8);
    ASSERT_GE(ticks.at.size(), 2u) << low << " " << high;
    ASSERT_LE(ticks.at.size(), 9u) << low << " " << high;
    const double step = ticks.at[1] - ticks.at[0];
    const double digit = step / std::pow(10, std::floor(std::log10(step) + 1e-6));
    EXPECT_TRUE(std::fabs(digit - 1) < 1e-6 || std::fabs(digit - 2) < 1e-6 ||
                std::fabs(digit - 5) < 1e-6)
        << step;
    EXPECT_LT(ticks.at.front() - low, 1.001 * step);
    EXPECT_LT(high - ticks.at.back(), 1.001 * step);
    for (std::size_t m = 0; m < ticks.at.size(); ++m)  // a label says its number
      EXPECT_NEAR(std::stod(ticks.labels[m]), ticks.at[m], 0.02 * step);
  }
}

TEST(NumberTable, ReadsWhatIsAskedFor) {
  const NumberTable table = read_number_table(
      "\xEF\xBB\xBF# a comment\r\nt,\"a,b\",C\r\n0,1,2\r\n# between\r\n1,,\"x, "
      "y\"\r\n2,nan,+4e1\r\n3\r\n",
      {"c", "T", "A,B"});
  EXPECT_EQ(table.problem, "");
  ASSERT_EQ(table.columns.size(), 3u);
  ASSERT_EQ(table.columns[0].size(), 4u);
  EXPECT_EQ(table.columns[0][0], 2);
  EXPECT_TRUE(std::isnan(table.columns[0][1]));
  EXPECT_EQ(table.columns[0][2], 40);
  EXPECT_TRUE(std::isnan(table.columns[0][3]));
  EXPECT_EQ(table.columns[1][3], 3);
  EXPECT_EQ(table.columns[2][0], 1);
  EXPECT_TRUE(std::isnan(table.columns[2][1]));
}

class PlotFile : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    test::write_all(scratch_.file(name), text);
    return "'" + scratch_.file(name) + "'";
  }
  test::Scratch scratch_;
};

TEST_F(PlotFile, GapsAreGaps) {
  const std::string file = write("gap.csv", R"(t,a
0,0
1,1
2,
3,1
4,0
)");
  const test::Finished run = test::mbsim("plot " + file + " t a");
  ASSERT_EQ(run.status, 0) << run.err;
  const test::XmlPage page = test::read_xml(run.out);
  ASSERT_EQ(page.problem, "");
  int pieces = 0;
  for (const test::XmlElement* path : page.all("path"))
    if (path->attributes.count("stroke-width") != 0 && path->attributes.at("stroke-width") == "1.7")
      for (const char c : path->attributes.at("d")) pieces += c == 'M' ? 1 : 0;
  EXPECT_EQ(pieces, 2);
}

struct Wrong {
  const char *text, *arguments, *message;
};

TEST_F(PlotFile, SaysWhatIsWrong) {
  const Wrong all[] = {
      {"t,speed\n0,1\n", "t sped", "it has no column 'sped'; did you mean 'speed'?"},
      {"", "t x", "it is empty; expected a first line with the names of its columns"},
      {"# only a comment\n", "t x",
       "it is empty; expected a first line with the names of its columns"},
      {"t,x\n", "t x", "it has no rows"},
      {"t,x\n0,\n", "t x", "there is no number to draw in these columns"},
      {"t,x\n0,1\n", "", "expected the columns to be drawn, x first; it has t, x"},
      {"t,x\n0,1\n", "t x --map", "plot --map: expected three columns: x y z"},
      {"t,x\n0,-1\n", "t x --log y", "there is no number to draw in these columns"},
  };
  for (const Wrong& wrong : all) {
    const std::string file = write("wrong.csv", wrong.text);
    const test::Finished run = test::mbsim("plot " + file + " " + wrong.arguments);
    EXPECT_EQ(run.status, 2) << wrong.arguments;
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find(wrong.message), std::string::npos) << run.err;
  }
}

TEST_F(PlotFile, OneRowHasAPicture) {
  const std::string file = write("one.csv", "t,x\n0,1\n");
  const test::Finished run = test::mbsim("plot " + file + " t x");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(test::read_xml(run.out).problem, "");
  EXPECT_EQ(run.out.find("nan"), std::string::npos);
}

// The names of --columns: * stands for any letters, of a deck and of a table.
TEST_F(PlotFile, PatternsAreTheirColumns) {
  const std::string deck = "plot decks/kabios/four_bar.dat ";
  const std::string file = "'" + scratch_.file("run.csv") + "'";
  const std::string named = test::mbsim(deck + "t body4.phi body4.phid body4.phidd").out;
  EXPECT_EQ(test::mbsim(deck + "t 'body4.phi*'").out, named);
  EXPECT_EQ(test::mbsim(deck + "'Body4.PHI*'").out, named);
  ASSERT_EQ(test::mbsim("--no-report --csv " + file + " decks/kabios/four_bar.dat").status, 0);
  EXPECT_EQ(test::mbsim("plot " + file + " t 'body4.phi*'").out,
            test::mbsim("plot " + file + " t body4.phi body4.phid body4.phidd").out);
  for (const auto& [wrong, message] :
       {std::pair{"t 'body9*'", "body9*: no channel of the run is called so"},
        std::pair{"'body4.phi*' t", "may be several columns, and the first is x"}}) {
    const test::Finished run = test::mbsim(deck + wrong);
    EXPECT_EQ(run.status, 2) << wrong;
    EXPECT_NE(run.err.find(message), std::string::npos) << run.err;
  }
  const std::string page = "animate decks/kabios/four_bar.dat ";
  EXPECT_EQ(test::mbsim(page + "'body4.phi?' body2.x").out,
            test::mbsim(page + "body4.phid body2.x").out);
}

TEST_F(PlotFile, FamiliesMapsAndBarsOfASweep) {
  std::string table = "a,b,m\n";
  for (int a = 0; a < 6; ++a)
    for (int b = 0; b < 3; ++b)
      table += std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(a * a + b) + "\n";
  const std::string file = write("sweep.csv", table);
  const test::Finished family = test::mbsim("plot " + file + " a m --by b");
  ASSERT_EQ(family.status, 0) << family.err;
  for (const char* name : {">b = 0<", ">b = 1<", ">b = 2<"})
    EXPECT_NE(family.out.find(name), std::string::npos);
  const test::Finished map = test::mbsim("plot " + file + " a b m --map");
  ASSERT_EQ(map.status, 0) << map.err;
  const test::XmlPage page = test::read_xml(map.out);
  EXPECT_EQ(page.problem, "");
  EXPECT_EQ(page.all("rect").size(), 1u + 18u + 48u);  // paper, cells, colour bar
  const test::Finished bars = test::mbsim("plot " + file + " a m --bars");
  ASSERT_EQ(bars.status, 0) << bars.err;
  EXPECT_EQ(test::read_xml(bars.out).all("rect").size(), 1u + 18u);
}

// A table of mbsim average: the mean of a channel is its curve, one deviation to each side its
// band.
// --normal lays a grey band of another table behind it. The axis takes in both.
TEST_F(PlotFile, BandsOfAverages) {
  const std::string file = write("average.csv",
                                 "percent,knee.mean,knee.sd,knee.n\n"
                                 "0,1,1,2\n50,3,1,2\n75,3,,1\n90,2,1,2\n100,2,1,2\n");
  const std::string normal =
      write("normal.csv", "percent,knee.mean,knee.sd,knee.n\n0,-2,1,9\n100,-2,1,9\n");
  const test::Finished plain = test::mbsim("plot " + file + " percent knee.mean");
  ASSERT_EQ(plain.status, 0) << plain.err;
  EXPECT_EQ(plain.out.find("fill-opacity=\"0.18\""), std::string::npos);
  const test::Finished run = test::mbsim("plot " + file + " percent knee --normal " + normal);
  ASSERT_EQ(run.status, 0) << run.err;
  const test::XmlPage page = test::read_xml(run.out);
  ASSERT_EQ(page.problem, "");
  std::vector<std::string> bands;
  for (const test::XmlElement* path : page.all("path"))
    if (path->attributes.count("fill-opacity") != 0) bands.push_back(path->attributes.at("d"));
  ASSERT_EQ(bands.size(), 2u);  // the normal one first, since it lies behind
  const auto pieces = [](const std::string& d) { return std::count(d.begin(), d.end(), 'M'); };
  EXPECT_EQ(pieces(bands[0]), 1);
  EXPECT_EQ(pieces(bands[1]), 2);  // without the row that has no deviation
  // M x y L x y ... Z: of the first row the edge below, of the last point the edge above.
  std::vector<double> numbers;
  for (std::string text = bands[1]; !text.empty();) {
    const std::size_t from = text.find_first_of("0123456789.-");
    if (from == std::string::npos) break;
    std::size_t used = 0;
    numbers.push_back(std::stod(text.substr(from), &used));
    text = text.substr(from + used);
  }
  // First piece: (0, 0) (50, 2) (50, 4) (0, 2): heights are linear in the values.
  ASSERT_GE(numbers.size(), 8u);
  const double unit = (numbers[1] - numbers[3]) / 2;  // pixels of 1; the picture grows downwards
  EXPECT_GT(unit, 10);
  EXPECT_NEAR(numbers[3] - numbers[5], 2 * unit, 0.02);
  EXPECT_NEAR(numbers[1] - numbers[7], 2 * unit, 0.02);
  const test::Finished script = test::mbsim("plot " + file + " percent knee --gnuplot");
  EXPECT_NE(script.out.find("$band1 << END\n0 0 2\n50 2 4\n75 NaN NaN\n"), std::string::npos)
      << script.out;
  EXPECT_EQ(run.err, "");
  const std::string other =
      write("seconds.csv", "t,knee.mean,knee.sd,knee.n\n0,-2,1,9\n1,-2,1,9\n");
  const test::Finished along = test::mbsim("plot " + file + " percent knee --normal " + other);
  EXPECT_EQ(along.status, 0);
  EXPECT_NE(along.err.find("seconds.csv: its bands go along 't', the curves along 'percent'"),
            std::string::npos)
      << along.err;
  const test::Finished wrong = test::mbsim("plot " + file + " percent knee.n --normal " + normal);
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("expected columns 'knee.n.mean' and 'knee.n.sd'"), std::string::npos)
      << wrong.err;
}

// A normal band of another length ends at the frame, and its file is not written over.
TEST_F(PlotFile, ALongNormalBandEndsAtTheFrame) {
  const std::string file = write("short.csv", "t,knee\n0,1\n1,2\n");
  const std::string table = "percent,knee.mean,knee.sd\n0,1,1\n100,2,1\n";
  const std::string normal = write("normal.csv", table);
  const test::Finished run = test::mbsim("plot " + file + " t knee --normal " + normal);
  ASSERT_EQ(run.status, 0) << run.err;
  const std::size_t clip = run.out.find("<g clip-path="), band = run.out.find("fill-opacity");
  ASSERT_NE(clip, std::string::npos);
  EXPECT_LT(clip, band);
  EXPECT_LT(band, run.out.find("</g>", clip));
  EXPECT_EQ(test::mbsim("plot " + file + " t knee --normal " + normal + " -o " + normal).status, 2);
  EXPECT_EQ(test::read_all(scratch_.file("normal.csv")), table);
}

TEST(Plot, EventsOfARunAreMarked) {
  const test::Finished run = test::mbsim("plot decks/events/jump_chain.dat t cm.y");
  ASSERT_EQ(run.status, 0) << run.err;
  for (const char* name : {">takeoff<", ">lock<", ">landing<"})
    EXPECT_NE(run.out.find(name), std::string::npos) << name;
  EXPECT_NE(run.out.find(">cm.y<"), std::string::npos);  // of a deck that says no units
  EXPECT_EQ(test::read_xml(run.out).problem, "");
}

TEST(Plot, AnUnknownChannelOffersTheNearest) {
  const test::Finished run = test::mbsim("plot decks/kabios/four_bar.dat t body3.ph");
  EXPECT_EQ(run.status, 2);
  EXPECT_NE(run.err.find("did you mean 'body3.phi'?"), std::string::npos) << run.err;
}

// gnuplot is no part of the tests; the script holds the numbers of the CSV as they are.
TEST_F(PlotFile, AGnuplotScriptHoldsAllRows) {
  const test::Finished csv =
      test::mbsim("--no-report --csv - --columns t,body3.phi decks/kabios/four_bar.dat");
  const std::string file = write("run.csv", csv.out);
  const test::Finished run = test::mbsim("plot " + file + " t body3.phi --gnuplot");
  ASSERT_EQ(run.status, 0) << run.err;
  std::string rows = csv.out.substr(csv.out.find('\n') + 1);
  for (char& c : rows)
    if (c == ',') c = ' ';
  EXPECT_NE(run.out.find("$curve1 << END\n" + rows + "END\n"), std::string::npos);
}

TEST(Plot, TheDeckIsNotWrittenOver) {
  const test::Scratch scratch;
  const std::string deck = scratch.file("d.dat");
  test::write_all(deck, test::deck_text("kabios/four_bar.dat"));
  for (const char* what : {"draw '{}'", "plot '{}' t body3.x", "animate '{}'"}) {
    std::string command = what;
    command.replace(command.find("{}"), 2, deck);
    EXPECT_EQ(test::mbsim(command + " -o '" + deck + "'").status, 2);
    EXPECT_EQ(test::read_all(deck), test::deck_text("kabios/four_bar.dat"));
  }
}

}  // namespace
}  // namespace mbs
