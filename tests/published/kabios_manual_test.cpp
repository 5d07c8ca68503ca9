// What the KABIOS manual prints (Flores 2010, chapters 7 and 8), searched in the report as printed:
// 57 legible numbers of the four-bar tables and all of the thigh tables. "?" is a number the scan
// has lost.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "paths.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

using Words = std::vector<std::string>;

Words split(const std::string& line) {
  std::istringstream in(line);
  Words out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

// "time table row" -> the words of that row, table being B(ODY) or P(OINTS OF INTEREST).
std::map<std::string, Words> rows_of(const std::string& report) {
  std::istringstream in(report);
  std::map<std::string, Words> out;
  std::string line, time, table;
  while (std::getline(in, line)) {
    const Words words = split(line);
    if (words.empty() || words[0] == "#" || words[0] == "NO.") continue;
    if (words[0] == "TIME")
      time = words[2];
    else if (words[0] == "BODY" || words[0] == "POINTS")
      table = words[0][0];
    else
      out[time + " " + table + " " + words[0]] = Words(words.begin() + 1, words.end());
  }
  return out;
}

struct Printed {
  const char* row;
  const char* numbers;
};

// Returns how many numbers were compared.
int compare(const std::string& deck, const std::vector<Printed>& printed) {
  const test::RunResult run = test::run(test::read_all(MBSIM_ROOT "/decks/kabios/" + deck));
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  const std::map<std::string, Words> rows = rows_of(run.report);
  int count = 0;
  for (const Printed& p : printed) {
    const auto found = rows.find(p.row);
    const Words expected = split(p.numbers);
    if (found == rows.end() || found->second.size() != expected.size()) {
      ADD_FAILURE() << "no row " << p.row << " of " << expected.size() << " numbers";
      continue;
    }
    for (std::size_t k = 0; k < expected.size(); ++k) {
      if (expected[k] == "?") continue;
      EXPECT_EQ(found->second[k], expected[k]) << p.row << ", column " << k + 1;
      ++count;
    }
  }
  return count;
}

TEST(KabiosManual, FourBarTables) {
  const int count =
      compare("four_bar.dat",
              {{"0.0000 B 1", "0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000"},
               {"0.0000 B 2", "0.500 0.866 ? -5.441 3.142 6.283 ? -34.190 0.000"},
               {"0.0000 B 3", "2.824 2.553 ? -11.085 6.732 0.246 ? -39.898 15.646"},
               {"0.0000 B 4", "3.574 1.687 ? ? 3.590 ? ? -5.709 ?"},
               {"0.0000 P 1", "2.663 4.126 -11.472 6.692 -77.042 -42.500"},
               {"0.0250 B 1", "0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000"},
               {"0.0250 B 2", "0.358 0.934 1.204 -5.866 2.252 6.283 -14.148 -36.856 0.000"},
               {"0.0250 B 3", "2.531 2.708 0.434 -12.220 5.558 0.581 -38.613 -53.046 11.545"},
               {"0.0250 B 4", "3.423 1.774 1.091 -6.354 3.306 3.581 -24.465 -16.189 7.116"},
               {"0.0250 P 1", "2.355 4.279 -13.133 5.455 -56.693 -55.617"}});
  EXPECT_EQ(count, 57 + 18);  // 57 of the moving bodies and the point, 18 zeros of the ground
}

TEST(KabiosManual, FourBarBlockAsPrinted) {
  const std::string report =
      test::run(test::read_all(MBSIM_ROOT "/decks/kabios/four_bar.dat")).report;
  EXPECT_NE(report.find(R"(
 TIME =     0.0250
 BODY         X         Y       PHI        XD        YD      PHID       XDD       YDD     PHIDD
    1     0.000     0.000     0.000     0.000     0.000     0.000     0.000     0.000     0.000
    2     0.358     0.934     1.204    -5.866     2.252     6.283   -14.148   -36.856     0.000
    3     2.531     2.708     0.434   -12.220     5.558     0.581   -38.613   -53.046    11.545
    4     3.423     1.774     1.091    -6.354     3.306     3.581   -24.465   -16.189     7.116
 POINTS OF INTEREST
  NO.         X         Y        XD        YD       XDD       YDD
    1     2.355     4.279   -13.133     5.455   -56.693   -55.617
)"),
            std::string::npos);
}

TEST(KabiosManual, ThighTables) {
  const int count = compare("thigh.dat", {{"0.0000 B 1", "? ? ? ? ? ? 0.000 ? ?"},
                                          {"0.0145 B 1", "? ? ? ? ? ? -0.987 ? ?"},
                                          {"0.0290 B 1", "? ? ? ? ? ? -1.973 ? ?"},
                                          {"0.9570 B 1", "? ? ? ? ? ? 1.205 ? ?"},
                                          {"0.9715 B 1",
                                           "1.802 0.651 1.398 2.157 -0.133 2.587 "
                                           "0.040 0.048 0.836"}});
  EXPECT_EQ(count, 13);
}

}  // namespace
}  // namespace mbs
