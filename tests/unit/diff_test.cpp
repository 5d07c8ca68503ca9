// mbsim diff: what counts as a difference, and that its place is named rightly. The expected lines,
// times and tolerances are counted by hand in the texts below.
#include "report/diff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>

#include "report/report_reader.h"

namespace mbs {
namespace {

const std::string kReport =
    "# mbsim 0.1.0 KABIOS deck four_bar.dat\n"
    "# 4 bodies\n"
    "\n"
    " TIME =     0.0000\n"
    " BODY         X         Y       PHI\n"
    "    2     0.500     0.866     1.047\n"
    "    3     2.538     2.705     0.433\n"
    " POINTS OF INTEREST\n"
    "  NO.         X         Y\n"
    "    1     2.366     4.278\n"
    "\n"
    " TIME =     0.0250\n"
    " BODY         X         Y       PHI\n"
    "    2     0.000     0.897     1.197\n"
    "    3     2.531     2.708     0.434\n"
    " POINTS OF INTEREST\n"
    "  NO.         X         Y\n"
    "    1     2.355     4.279\n"
    "\n"
    "# audit\n"
    "# largest residual, position    1.2E-16 at t = 0.0250\n"
    "# Newton iterations 7\n";

const std::string kCsv =
    "t,body2.x,body2.y\n"
    "0,1,0.5\n"
    "0.025000000000000001,2,0.29999999999999999\n"
    "0.050000000000000003,5,0.10000000000000001\n";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

DiffResult diff(const std::string& a, const std::string& b, const DiffOptions& options = {}) {
  return diff_texts(a, b, "a", "b", options);
}

bool has(const DiffResult& result, const std::string& part) {
  return result.text.find(part) != std::string::npos;
}

std::string first_line(const DiffResult& result) {
  return result.text.substr(0, result.text.find('\n'));
}

TEST(Diff, IdenticalTextsAgree) {
  EXPECT_EQ(diff(kReport, kReport).exit_status, 0);
  EXPECT_EQ(diff(kReport, kReport).text, "agree: 8 channels at 2 times; no difference\n");
  const std::string copy = kCsv;
  EXPECT_EQ(diff(kCsv, copy).exit_status, 0);
  EXPECT_EQ(diff(kCsv, copy).text, "agree: 2 channels at 3 times; no difference\n");
}

TEST(Diff, OneUnitOfTheLastPrintedDigitAgrees) {
  // Range of BODY 3 X 2.538 - 2.531; the difference is 1/7 of it.
  const DiffResult one = diff(kReport, replaced(kReport, "2.531", "2.532"));
  EXPECT_EQ(one.exit_status, 0);
  EXPECT_EQ(one.text,
            "agree: 8 channels at 2 times; largest difference 1.4E-01 of the range, 1.0E-03 where "
            "1.0E-03 is allowed (BODY 3 X at t = 0.025)\n"
            "note: 1 channel differs by more than a hundredth of its range within the digits "
            "printed, the first BODY 3 X; --digits 9 in both runs shows more\n");
  // In binary 4.280 - 4.279 is more than 0.001.
  EXPECT_EQ(diff(kReport, replaced(kReport, "4.279", "4.280")).exit_status, 0);
  EXPECT_EQ(diff(kReport, replaced(kReport, "2.531", "2.529")).exit_status, 4);
  EXPECT_EQ(diff(kReport, replaced(kReport, "2.531", "2.532"), {0, 0, false}).exit_status, 4);
}

TEST(Diff, OneChangedNumberIsNamedWithChannelTimeAndLines) {
  const std::string b = replaced(kReport, "4.279", "4.299");
  const DiffResult result = diff(kReport, "# mbsim one more line of echo\n" + b);
  EXPECT_EQ(result.exit_status, 4);
  // Range 4.299 - 4.278 = 0.021.
  EXPECT_EQ(result.text,
            "differ: 1 of 8 channels at 2 times; largest difference 9.5E-01 of the range "
            "(POINTS OF INTEREST 1 Y at t = 0.025)\n"
            "  channel                  time      a      b  difference    allowed  lines\n"
            "  POINTS OF INTEREST 1 Y  0.025  4.279  4.299   2.000E-02  1.000E-03  a:18 b:19\n"
            "note: the echoes differ, first at a:1, b:1\n");
}

TEST(Diff, CsvDifferenceIsJudgedFromTheRange) {
  // body2.x has range 4, so 4e-9 is allowed; body2.y has range 0.4.
  const auto x = [](const char* text) { return replaced(kCsv, "1,2,", std::string("1,") + text); };
  EXPECT_EQ(diff(kCsv, x("2.0000000039,")).exit_status, 0);
  const DiffResult result = diff(kCsv, x("2.0000000041,"));
  EXPECT_EQ(result.exit_status, 4);
  EXPECT_EQ(result.text,
            "differ: 1 of 2 channels at 3 times; largest difference 1.0E-09 of the range "
            "(body2.x at t = 0.025)\n"
            "  channel   time  a             b  difference    allowed  lines\n"
            "  body2.x  0.025  2  2.0000000041   4.100E-09  4.000E-09  a:3 b:3\n");
  EXPECT_EQ(diff(kCsv, x("2.01,"), {0.003, 0, false}).exit_status, 0);
  EXPECT_EQ(diff(kCsv, x("2.01,"), {0.002, 0, false}).exit_status, 4);
  EXPECT_EQ(diff(kCsv, x("2.01,"), {0, 0.011, false}).exit_status, 0);
  EXPECT_EQ(diff(kCsv, x("2.0000000000000004,"), {0, 0, false}).exit_status, 4);
}

TEST(Diff, ConstantAndZeroChannels) {
  const std::string names = "t,c\n0,", second = "\n1,";
  const auto constant = [&](const std::string& v) { return names + v + second + v + "\n"; };
  EXPECT_EQ(diff(constant("3"), constant("3")).exit_status, 0);
  EXPECT_EQ(diff(constant("0"), constant("-0")).exit_status, 0);
  EXPECT_EQ(diff(constant("0"), constant("1e-300")).exit_status, 4);
  EXPECT_EQ(diff(constant("0"), constant("1e-15"), {-1, 1e-14, false}).exit_status, 0);
  // Noise of a constant is no difference, though its range is all noise; of zero it is.
  const std::string a = names + "0.3\n1,0.30000000000000004\n";
  const std::string b = names + "0.3\n1,0.2999999999999\n";
  EXPECT_EQ(diff(a, b).text,
            "agree: 1 channels at 2 times; largest difference 3.3E-13 of the range (c at t = 1)\n");
  EXPECT_EQ(diff(a, b, {0, 0, false}).exit_status, 4);
  EXPECT_EQ(diff(a, names + "0.3\n1,0.2999999999\n").exit_status, 4);
  EXPECT_EQ(diff(names + "1e-17\n1,0\n", names + "0\n1,1e-17\n").exit_status, 4);
}

TEST(Diff, MinusZeroIsZero) {
  EXPECT_EQ(diff(kReport, replaced(kReport, " 0.000     0.897", "-0.000     0.897")).text,
            "agree: 8 channels at 2 times; no difference\n");
}

TEST(Diff, ExponentFieldsAllowTheirDigitsOfTheRange) {
  const auto report = [](const std::string& x, const std::string& y) {
    return "# mbsim\n\n TIME =     0.0000\n BODY            X\n    1   " + x +
           "\n\n TIME =     0.1000\n BODY            X\n    1   " + y + "\n";
  };
  const std::string a = report("0.0000E+000", "-9.0000E+001");
  // Five digits: one unit of -9.0000E+001 is 1e-3, 1e-4 of the range 90 is 9e-3.
  EXPECT_EQ(diff(a, report("3.1234E-009", "-9.0009E+001")).exit_status, 0);
  EXPECT_EQ(diff(a, report("9.9000E-003", "-9.0000E+001")).exit_status, 0);
  EXPECT_EQ(diff(a, report("1.1000E-002", "-9.0000E+001")).exit_status, 4);
  EXPECT_EQ(diff(a, report("0.0000E+000", "-9.0012E+001")).exit_status, 4);
}

// One digit says a tenth of a number at best: the default of 10^-(digits - 1) of the range would be
// the range itself.
TEST(Diff, OneDigitIsNoLicence) {
  const auto report = [](const std::string& x, const std::string& y) {
    return "# mbsim\n\n TIME =     0.0000\n BODY            X\n    1   " + x +
           "\n\n TIME =     0.1000\n BODY            X\n    1   " + y + "\n";
  };
  const std::string a = report("1E+000", "9E+000");
  EXPECT_EQ(diff(a, report("9E+000", "1E+000")).exit_status, 4);
  EXPECT_EQ(diff(a, report("3E+000", "9E+000")).exit_status, 4);
  const DiffResult one = diff(a, report("2E+000", "9E+000"));
  EXPECT_EQ(one.exit_status, 0);
  EXPECT_TRUE(has(one, "1.2E-01 of the range, 1.0E+00 where 1.0E+00 is allowed")) << one.text;
  EXPECT_TRUE(has(one, "note: 1 channel differs by more")) << one.text;
  const std::string two = report("1.0E+000", "9.0E+000");
  EXPECT_EQ(diff(two, report("1.2E+000", "9.0E+000")).exit_status, 4);
  EXPECT_EQ(diff(two, report("1.1E+000", "9.0E+000")).exit_status, 0);
}

TEST(Diff, NotANumberIsAlwaysADifference) {
  const std::string nan = replaced(kReport, " 0.434", "   nan");
  const DiffResult result = diff(nan, nan);
  EXPECT_EQ(result.exit_status, 4);
  EXPECT_EQ(first_line(result),
            "differ: 1 of 8 channels at 2 times; not a finite number: BODY 3 PHI at t = 0.025");
  EXPECT_TRUE(has(result, "a:15 b:15"));
  for (const char* bad : {"nan", "-nan", "inf", "-inf", "1e999", "", "abc"}) {
    const std::string csv = replaced(kCsv, "5,", std::string(bad) + ",");
    for (const DiffOptions& options : {DiffOptions{}, DiffOptions{1e300, 1e300, false}}) {
      EXPECT_EQ(diff(csv, csv, options).exit_status, 4) << bad;
      EXPECT_EQ(diff(kCsv, csv, options).exit_status, 4) << bad;
      EXPECT_EQ(diff(csv, kCsv, options).exit_status, 4) << bad;
    }
  }
}

TEST(Diff, MissingRowIsNamed) {
  const DiffResult result =
      diff(kReport, replaced(kReport, "    3     2.531     2.708     0.434\n", ""));
  EXPECT_EQ(result.exit_status, 4);
  EXPECT_EQ(result.text,
            "differ: the layouts part at t = 0.025 (a:15, b:15); before that 0 of 8 channels "
            "differ\n"
            "  a:15:     3     2.531     2.708     0.434\n"
            "  b:15:  POINTS OF INTEREST\n");
}

TEST(Diff, ExtraTimeIsNamed) {
  const std::string extra = replaced(kReport, "0.0250", "0.0125");
  EXPECT_EQ(first_line(diff(kReport, extra)),
            "differ: the times part at t = 0 (a:12, b:12); before that 0 of 8 channels differ");
  EXPECT_EQ(diff(kReport, extra, {1, 1, false}).exit_status, 4);
  const std::string longer = kCsv + "0.075,1,1\n";
  EXPECT_EQ(diff(kCsv, longer).text,
            "differ: a ends first at t = 0.05 (a:5, b:5); before that 0 of 2 channels differ\n"
            "  a:5: (end of file)\n"
            "  b:5: 0.075,1,1\n");
  EXPECT_EQ(diff(longer, kCsv).exit_status, 4);
}

// Tables of REPORT lines were read as labels and numbers: a generous tolerance paired rows of
// different times, and columns in degrees were called "]".
TEST(Diff, ReportTablesHaveTimes) {
  const std::string table =
      "# mbsim 0.1.0 KABIOS deck four_bar.dat\n"
      "\n"
      "       t  stride  x2_1[deg]    out\n"
      "       0       1     90.000  1.250\n"
      "  0.0250       1     80.000  2.250\n"
      "  0.0500       2     70.000  3.250\n";
  EXPECT_EQ(first_line(diff(table, table)), "agree: 3 channels at 3 times; no difference");
  const DiffResult off = diff(table, replaced(table, "80.000", "81.000"));
  EXPECT_EQ(off.exit_status, 4);
  EXPECT_EQ(first_line(off),
            "differ: 1 of 3 channels at 3 times; largest difference 5.0E-02 of the range "
            "(x2_1[deg] at t = 0.025)");
  const std::string later = replaced(table, "0.0250", "0.0260");
  const DiffResult parted = diff(table, later, {1, 1, false});
  EXPECT_EQ(parted.exit_status, 4);
  EXPECT_EQ(first_line(parted),
            "differ: the times part at t = 0 (a:5, b:5); before that 0 of 3 channels differ");
}

TEST(Diff, SwappedAndMissingColumns) {
  const std::string swapped = replaced(kCsv, "body2.x,body2.y", "body2.y,body2.x");
  const DiffResult result = diff(kCsv, swapped);
  EXPECT_EQ(result.exit_status, 4);
  EXPECT_EQ(first_line(result),
            "differ: the names part in column 2 at t = - (a:1, b:1); before that 0 of 2 channels "
            "differ");
  EXPECT_TRUE(has(result, "  a:1: body2.x\n  b:1: body2.y\n"));
  EXPECT_TRUE(has(diff(kCsv, "t,body2.x\n0,1\n"), "b:1: (no such column)"));
  EXPECT_EQ(diff(kCsv, replaced(kCsv, "0,1,0.5", "0,1")).exit_status, 4);
  const std::string report = replaced(kReport, "X         Y       PHI", "Y         X       PHI");
  EXPECT_TRUE(has(diff(kReport, report), "the layouts part at t = 0 (a:5, b:5)"));
}

TEST(Diff, AuditLinesAreComparedByTheirLabels) {
  EXPECT_EQ(diff(kReport, replaced(kReport, "1.2E-16 at t = 0.0250", "9E-9 at t = 1")).exit_status,
            0);
  EXPECT_EQ(diff(kReport, replaced(kReport, "# Newton iterations 7\n", "")).exit_status, 4);
  EXPECT_TRUE(has(diff(kReport, replaced(kReport, "# Newton", "# Broyden")),
                  "the audit lines part at t = 0.025 (a:22, b:22)"));
}

TEST(Diff, EventLinesAreTextWithNumbers) {
  const std::string event = replaced(kReport, "\n TIME =     0.0250",
                                     "\n EVENT toe released at t=0.01234, step 3\n\n"
                                     " TIME =     0.0250");
  EXPECT_EQ(diff(event, replaced(event, "0.01234,", "0.01235,")).exit_status, 0);
  const DiffResult result = diff(event, replaced(event, "0.01234,", "0.01334,"));
  EXPECT_EQ(result.exit_status, 4);
  EXPECT_TRUE(has(result, "EVENT toe released at t= [1]"));
  EXPECT_TRUE(has(diff(event, replaced(event, "toe", "heel")), "the layouts part"));
  EXPECT_TRUE(has(diff(event, kReport), "the layouts part at t = 0 (a:12, b:12)"));
}

TEST(Diff, RowsOfOneLabelInTwoTablesAreTwoChannels) {
  const std::string a =
      "# mbsim\n TIME =     0.0000\n NODE  C CLASS         X         V\n    3  1 D         1.000"
      "     2.000\n    3  2 F         1.000     2.000\n ELEMENT  C CLASS      X         V\n"
      "    3  1 D         1.000     2.000\n";
  EXPECT_EQ(first_line(diff(a, a)), "agree: 6 channels at 1 times; no difference");
}

TEST(Diff, LabelsWithWordsNameTheirColumn) {
  const std::string a =
      "# mbsim\n TIME =     0.0000\n NODE  C CLASS         X         V\n"
      "    3  1 D         1.000     2.000\n    3  2 F         1.000     2.000\n";
  const std::string b = replaced(a, "2 F         1.000     2.000", "2 F         1.000     2.500");
  EXPECT_TRUE(has(diff(a, b), "NODE 3 2 F V"));
  EXPECT_EQ(diff(a, replaced(a, "2 F", "2 P")).exit_status, 4);
  // Fewer numbers than header words: the column is the one the number ends under.
  const std::string c =
      "# mbsim\n TIME =     0.0000\n REACTION        FX        FY         M\n"
      "        3                         1.000\n";
  EXPECT_TRUE(has(diff(c, replaced(c, "1.000", "1.500")), "REACTION 3 M "));
}

TEST(Diff, TheWorstFiveOrAll) {
  std::string a = "t", b, row_a = "0", row_b = "0", last = "1";
  for (int i = 1; i <= 7; ++i) {
    a += ",c" + std::to_string(i);
    row_a += ",0";
    row_b += ",0.00" + std::to_string(i);
    last += ",1";
  }
  b = a + "\n" + row_b + "\n" + last + "\n";
  a += "\n" + row_a + "\n" + last + "\n";
  const auto lines = [](const DiffResult& r) {
    return std::count(r.text.begin(), r.text.end(), '\n');
  };
  const DiffResult five = diff(a, b), all = diff(a, b, {-1, -1, true});
  EXPECT_EQ(lines(five), 7);  // verdict, head, five
  EXPECT_EQ(lines(all), 9);
  EXPECT_LT(five.text.find("c7  "), five.text.find("c6  "));
  EXPECT_FALSE(has(five, "c2  "));
  EXPECT_TRUE(has(all, "c1  "));
}

TEST(Diff, NotComparable) {
  EXPECT_EQ(diff(kReport, kCsv).exit_status, 2);
  EXPECT_EQ(diff(kReport, kCsv).text,
            "b: error: diff: not comparable: one file is a report, the other a CSV file; expected "
            "a report\n");
  EXPECT_EQ(diff(kCsv, kReport).exit_status, 2);
  EXPECT_EQ(diff(kReport, "").exit_status, 2);
  EXPECT_EQ(diff("some prose\n", kCsv).exit_status, 2);
  EXPECT_EQ(diff("# mbsim 0.1.0\n", "# mbsim 0.1.0\n").exit_status, 2);
  EXPECT_EQ(diff("# mbsim 0.1.0\n", kReport).exit_status, 4);
}

TEST(Diff, LineEndsAndBlanksDoNotCount) {
  std::string crlf;
  for (const char c : kReport) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(diff(kReport, crlf).exit_status, 0);
  EXPECT_FALSE(has(diff(kReport, crlf), "note"));
  EXPECT_EQ(diff(kReport, replaced(kReport, "    2     0.500", "   2  0.500")).exit_status, 0);
}

TEST(ReportReader, ResolutionOfPrintedNumbers) {
  const auto check = [](const char* text, double unit, double relative) {
    const Resolution r = printed_resolution(read_token(text));
    EXPECT_NEAR(r.unit, unit, 1e-15 * unit) << text;  // seen 2e-16, by pow
    EXPECT_EQ(r.relative, relative) << text;
  };
  check("-12.220", 1e-3, 0);
  check("3", 0, 0);
  check("1.2345E+002", 1e-2, 1e-4);
  check("-1.25e-007", 1e-9, 1e-2);
  check("0.0000E+000", 0, 1e-4);
  check("nan", 0, 0);
}

// Bytes that look like reports as often as not; the sanitizers judge. The result must be one of
// the three statuses and the same twice.
TEST(Diff, RandomBytesDoNoHarm) {
  std::mt19937 random(7);
  const std::string alphabet = "0123456789.eE+-,=#\n\n\r \t nanBODYTIMEx(\x01\xff";
  for (int round = 0; round < 4000; ++round) {
    std::string texts[2] = {round % 3 == 0 ? kCsv : kReport, round % 3 == 0 ? kCsv : kReport};
    for (std::string& text : texts) {
      if (round % 5 == 0) text.assign(random() % 300, ' ');
      const std::size_t changes = round % 5 == 0 ? text.size() : random() % 6;
      for (std::size_t k = 0; k < changes && !text.empty(); ++k)
        text[random() % text.size()] =
            round % 2 == 0 ? static_cast<char>(random()) : alphabet[random() % alphabet.size()];
      if (random() % 4 == 0) text.resize(random() % (text.size() + 1));
    }
    const DiffOptions options{random() % 2 ? -1.0 : 0.0, random() % 2 ? -1.0 : 1e-3, true};
    const DiffResult result = diff(texts[0], texts[1], options);
    EXPECT_TRUE(result.exit_status == 0 || result.exit_status == 2 || result.exit_status == 4);
    EXPECT_FALSE(result.text.empty());
    EXPECT_EQ(result.text, diff(texts[0], texts[1], options).text);
  }
}

// Prints its speed; only the answer is asserted.
TEST(Diff, TwentyMegabytes) {
  std::string a = "# mbsim\n", b;
  char line[128];
  for (int k = 0; a.size() < 20'000'000; ++k) {
    a += "\n TIME =  " + std::to_string(k) + ".0000\n BODY         X         Y         Z\n";
    for (int body = 1; body <= 20; ++body) {
      std::snprintf(line, sizeof line, "%5d%10.3f%10.3f%10.3f\n", body, std::sin(k + body),
                    40 * std::cos(k * body), 0.001 * (k % 97));
      a += line;
    }
  }
  b = a;
  for (std::size_t i = 100; i < b.size(); ++i)  // the first decimal of about every tenth number
    if (b[i - 1] == '.' && b[i - 2] != ' ' && i % 10 == 0 && b[i + 3] != '0')
      b[i] = static_cast<char>(b[i] ^ 1);
  for (const std::string* other : {&a, &b}) {
    const auto start = std::chrono::steady_clock::now();
    const DiffResult result = diff(a, *other);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(result.exit_status, other == &a ? 0 : 4);
    EXPECT_FALSE(has(result, " part at "));
    std::printf("%.1f MB against %s: %.3f s\n", static_cast<double>(a.size()) * 1e-6,
                other == &a ? "itself" : "a changed copy", taken.count());
  }
}

}  // namespace
}  // namespace mbs
