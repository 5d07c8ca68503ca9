// Every deck under decks/ against its reference: reference_output/<same path>.txt is the report;
// where a run writes messages or fails, <same path>.err holds its stderr and, last, a line
// "exit status N". Then what a report must not depend on: the run, the way the deck is written or
// handed over, the locale, the threads. What a run gives is compared with the reference where that
// says it, so that each deck is run six times.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "paths.h"
#include "report/diff.h"
#include "support/deck.h"
#include "support/names.h"
#include "support/process.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;
using test::Finished;
using test::read_all;

// Paths relative to the root, without bad/ (tests/diagnostics).
std::vector<std::string> decks(const std::string& folder) {
  const fs::path root = MBSIM_ROOT;
  std::vector<std::string> out;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder)) {
    const std::string path = fs::relative(entry.path(), root).generic_string();
    if (entry.path().extension() == ".dat" && !path.starts_with("decks/bad/")) out.push_back(path);
  }
  std::sort(out.begin(), out.end());
  return out;
}

// reference_output/kabios/four_bar + extension
fs::path reference(const std::string& deck, const std::string& extension) {
  const fs::path inside = fs::path(deck).lexically_relative("decks").replace_extension(extension);
  return fs::path(MBSIM_ROOT) / "reference_output" / inside;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  return test::plain_name(
      fs::path(info.param).lexically_relative("decks").replace_extension().string());
}

std::string tables_of(const std::string& report) {
  std::istringstream in(report);
  std::string line, out;
  while (std::getline(in, line))
    if (!line.starts_with('#')) out += line + "\n";
  return out;
}

// The numbers of a state after a failure differ in their last digits between machines; the names of
// its coordinates and everything else does not.
struct Messages {
  std::string text;  // all but the numbers of the state
  // By coordinate: position, velocity and, but for some chains, acceleration; of a quaternion its
  // four numbers.
  std::vector<std::vector<double>> state;
};

Messages messages_of(const std::string& err) {
  std::istringstream in(err);
  std::string line;
  Messages out;
  bool after_heading = false;
  while (std::getline(in, line)) {
    const bool of_state = after_heading && line.starts_with("  ");
    after_heading = of_state || line.starts_with("last good state");
    if (of_state) {
      constexpr std::string_view kTurn = " as a quaternion";
      const std::size_t turn = line.find(kTurn),
                        name = turn == line.npos ? 16 : turn + kTurn.size();
      std::istringstream numbers(line.substr(std::min(name, line.size())));
      std::vector<double>& values = out.state.emplace_back();
      for (double value = 0; numbers >> value;) values.push_back(value);
      EXPECT_TRUE(numbers.eof() && values.size() >= 2) << line;
      line = line.substr(0, name);
    }
    out.text += line + "\n";
  }
  return out;
}

// To a part of the largest number of its kind: positions, velocities or accelerations.
void expect_same_messages(const std::string& reference, const std::string& err) {
  constexpr double kTolerance = 1e-6;  // the integration has tolerances of 1e-9
  const Messages right = messages_of(reference), now = messages_of(err);
  EXPECT_EQ(right.text, now.text);
  ASSERT_EQ(right.state.size(), now.state.size());
  std::array<double, 4> largest = {};
  for (const std::vector<double>& values : right.state)
    for (std::size_t kind = 0; kind < std::min(values.size(), largest.size()); ++kind)
      largest[kind] = std::max(largest[kind], std::fabs(values[kind]));
  for (std::size_t i = 0; i < right.state.size(); ++i) {
    ASSERT_EQ(right.state[i].size(), now.state[i].size());
    ASSERT_LE(right.state[i].size(), largest.size());
    for (std::size_t kind = 0; kind < right.state[i].size(); ++kind)
      EXPECT_NEAR(right.state[i][kind], now.state[i][kind], kTolerance * largest[kind])
          << "line " << i + 1 << " of the state, number " << kind + 1;
  }
}

// The last line of <deck>.err, 0 without one.
int expected_status(const std::string& deck) {
  const std::string err = read_all(reference(deck, ".err")), last = "exit status ";
  const std::size_t at = err.rfind(last);
  return at == std::string::npos ? 0 : std::atoi(err.c_str() + at + last.size());
}

class Deck : public testing::TestWithParam<std::string> {};

TEST_P(Deck, AgreesWithItsReference) {
  const fs::path report = reference(GetParam(), ".txt"), messages = reference(GetParam(), ".err");
  ASSERT_TRUE(fs::exists(report)) << "a deck needs a reference: make reference DECK=" << GetParam();
  const Finished run = test::mbsim(GetParam());
  EXPECT_EQ(read_all(report), run.out);
  std::string err = run.err;
  if (!err.empty() || run.status != 0) err += "exit status " + std::to_string(run.status) + "\n";
  expect_same_messages(read_all(messages), err);
}

// Files that a deck names are looked for beside it, which standard input has not.
TEST_P(Deck, TablesAloneFromStandardInput) {
  const bool names_files =
      read_all(fs::path(MBSIM_ROOT) / GetParam()).find('"') != std::string::npos;
  const Finished run = names_files ? test::mbsim("--no-echo " + GetParam())
                                   : test::mbsim("--no-echo -", "cat " + GetParam() + " |");
  EXPECT_EQ(tables_of(read_all(reference(GetParam(), ".txt"))), run.out);
  EXPECT_EQ(expected_status(GetParam()), run.status);
}

TEST_P(Deck, EchoIsADeckWithTheSameTables) {
  const test::Scratch scratch;
  const Finished echo = test::mbsim("--echo " + GetParam());
  ASSERT_EQ(echo.status, 0);
  test::write_all(scratch.file("echo.dat"), echo.out);
  const Finished original = test::mbsim("--no-echo --digits 17 " + GetParam());
  const Finished again = test::mbsim("--no-echo --digits 17 " + scratch.file("echo.dat"));
  EXPECT_EQ(original.out, again.out);
  EXPECT_EQ(original.status, again.status);
  EXPECT_EQ(test::mbsim("--echo " + scratch.file("echo.dat")).out, echo.out);
}

INSTANTIATE_TEST_SUITE_P(All, Deck, testing::ValuesIn(decks("decks")), test_name);

// Locale and threads reach a report through code that decks share, so that one deck of each sort is
// enough: dialects, methods, jobs, files of tables, messages with numbers, failures. That two runs
// give the same bytes every deck shows above.
class AnySurroundings : public testing::TestWithParam<std::string> {};

TEST_P(AnySurroundings, GiveTheSameBytes) {
  const Finished first = test::mbsim(GetParam());
  EXPECT_EQ(first.status, expected_status(GetParam()));
  for (const char* before : {"LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8", "OMP_NUM_THREADS=4"}) {
    const Finished again = test::mbsim(GetParam(), before);
    EXPECT_EQ(first.out, again.out) << before;
    EXPECT_EQ(first.err, again.err) << before;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Some, AnySurroundings,
    testing::Values("decks/kabios/four_bar.dat", "decks/kabios/toggle.dat",
                    "decks/kabios/vertical_jump_dynamic.dat", "decks/kabios/thigh.dat",
                    "decks/chains/mixed.dat", "decks/chains/jump.dat",
                    "decks/chains/singular_choice.dat", "decks/contact/tyre.dat",
                    "decks/elements/motor_map.dat", "decks/events/many_events.dat",
                    "decks/friction/stick_slip.dat", "decks/own/cantilever_modes.dat",
                    "decks/own/cantilever_static.dat", "decks/own/four_bar_flat.dat",
                    "decks/own/spin_up.dat", "decks/own/table_spring.dat",
                    "decks/muscles/arm_sharing.dat", "decks/muscles/jump_by_table.dat",
                    "decks/space/stewart_platform.dat", "decks/states/van_der_pol.dat"),
    test_name);

// ---- what only KABIOS decks have in common -----------------------------------------------------

class KabiosDeck : public testing::TestWithParam<std::string> {};

// The numbers of a report in the order they stand, TIME lines and row labels apart.
std::vector<double> numbers_of(const std::string& report) {
  std::istringstream in(report);
  std::string line;
  std::vector<double> out;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    double label = 0, value = 0;
    if (!(words >> label)) continue;
    while (words >> value) out.push_back(value);
  }
  return out;
}

// OUT adds channels, REPORT takes the place of the tables (tests/analytic/own_tables_test.cpp).
bool has_own_tables(const std::string& deck) {
  return deck.find("\nREPORT ") != std::string::npos || deck.find("\nOUT ") != std::string::npos;
}

// "rev1.x", "tran2.y": in the CSV only.
bool is_joint_place(const std::string& name) {
  return name.starts_with("rev") || name.starts_with("tran");
}

TEST_P(KabiosDeck, CsvHoldsTheNumbersOfTheReport) {
  if (has_own_tables(read_all(fs::path(MBSIM_ROOT) / GetParam()))) return;
  const test::Scratch scratch;
  const Finished run =
      test::mbsim("--no-echo --digits 17 --csv " + scratch.file("out.csv") + " " + GetParam());
  test::RunResult csv;
  test::parse_csv(read_all(scratch.file("out.csv")), csv);
  std::vector<double> values;
  for (const std::vector<double>& row : csv.rows) {
    ASSERT_EQ(row.size(), csv.names.size());
    for (std::size_t k = 1; k < row.size(); ++k)
      if (!is_joint_place(csv.names[k])) values.push_back(row[k]);
  }
  EXPECT_EQ(values, numbers_of(run.out));
}

TEST_P(KabiosDeck, CsvNames) {
  if (has_own_tables(read_all(fs::path(MBSIM_ROOT) / GetParam()))) return;
  const test::RunResult run = test::run(read_all(fs::path(MBSIM_ROOT) / GetParam()));
  if (run.rows.empty()) return;  // it fails before its first row
  const test::Loaded deck = test::load(read_all(fs::path(MBSIM_ROOT) / GetParam()));
  std::vector<std::string> names = {"t"};
  auto add = [&](const std::string& owner, std::vector<std::string> columns) {
    for (const std::string& column : columns) names.push_back(owner + "." + column);
  };
  for (std::size_t k = 1; k <= deck.tables.bodies.size(); ++k)
    add("body" + std::to_string(k), {"x", "y", "phi", "xd", "yd", "phid", "xdd", "ydd", "phidd"});
  for (std::size_t k = 1; k <= deck.tables.points.size(); ++k)
    add("point" + std::to_string(k), {"x", "y", "xd", "yd", "xdd", "ydd"});
  int revolutes = 0, translationals = 0;
  for (const ElementRow& row : deck.tables.elements)
    add(row.spec->keyword == "PLREV" ? "rev" + std::to_string(++revolutes)
                                     : "tran" + std::to_string(++translationals),
        {"x", "y"});
  EXPECT_EQ(run.names, names);
}

// A tail adds tables and channels.
std::vector<std::string> decks_without_tail() {
  std::vector<std::string> out = decks("decks/kabios");
  std::erase_if(out, [](const std::string& path) { return path.ends_with("_dynamic.dat"); });
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, KabiosDeck, testing::ValuesIn(decks_without_tail()), test_name);

// Decks that are the same mechanism.
TEST(Decks, TheFourBarInThreeDisguises) {
  const std::string tables = test::mbsim("--no-echo decks/kabios/four_bar.dat").out;
  EXPECT_EQ(tables, test::mbsim("--no-echo decks/kabios/numbered.dat").out);
  EXPECT_EQ(tables, test::mbsim("--no-echo decks/kabios/poor_estimates.dat").out);

  const auto run = [](const char* name) {
    return test::run(read_all(fs::path(MBSIM_ROOT) / "decks/kabios" / name));
  };
  const test::RunResult metres = run("four_bar.dat"), millimetres = run("four_bar_mm.dat");
  ASSERT_EQ(metres.rows.size(), 41u);
  ASSERT_EQ(millimetres.rows.size(), 41u);
  test::Error error;
  for (std::size_t k = 1; k < metres.names.size(); ++k) {
    const bool angle = metres.names[k].find("phi") != std::string::npos;
    for (std::size_t row = 0; row < 41; ++row)
      error.add(millimetres.rows[row][k] / (angle ? 1 : 1000), metres.rows[row][k]);
  }
  EXPECT_LT(error.relative(), 1e-13);  // seen 4.3e-15
}

// References of decks that no longer exist would be checked by nothing.
TEST(Decks, EveryReferenceHasItsDeck) {
  const fs::path root = fs::path(MBSIM_ROOT) / "reference_output";
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file() || entry.path().filename() == "HISTORY") continue;
    const fs::path inside = fs::relative(entry.path(), root).replace_extension(".dat");
    EXPECT_TRUE(fs::exists(fs::path(MBSIM_ROOT) / "decks" / inside)) << entry.path();
  }
}

}  // namespace
}  // namespace mbs
