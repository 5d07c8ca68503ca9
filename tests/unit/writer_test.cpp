#include "report/writer.h"

#include <gtest/gtest.h>

#include "paths.h"
#include "support/deck.h"

namespace mbs {
namespace {

Layout two_tables() {
  Layout layout;
  for (const char* name : {"body2.x", "body2.y", "body3.x", "body3.y", "point1.x"})
    layout.add(name, unit::metre);
  layout.tables = {{"", " BODY", {"X", "Y"}, {{"    2", 0}, {"    3", 2}}},
                   {" POINTS OF INTEREST", "  NO.", {"X"}, {{"    1", 4}}}};
  return layout;
}

TEST(ReportWriter, LayoutOfTheManual) {
  test::MemoryFile file;
  const Layout layout = two_tables();
  {
    TextSink sink(file.get());
    ReportWriter writer(sink, layout, kManualDigits, {}, 4);
    writer.block(0.025, std::vector<double>{2.531, 2.708, -0.0, 1234567, 3});
    EXPECT_TRUE(sink.good());
  }
  EXPECT_EQ(file.text(),
            "\n TIME =     0.0250\n"
            " BODY         X         Y\n"
            "    2     2.531     2.708\n"
            "    3     0.000 1234567.000\n"
            " POINTS OF INTEREST\n"
            "  NO.         X\n"
            "    1     3.000\n");
}

TEST(ReportWriter, DigitsWidenHeadsAndFields) {
  test::MemoryFile file;
  const Layout layout = two_tables();
  {
    TextSink sink(file.get());
    ReportWriter writer(sink, layout, 3, {}, 6);
    writer.block(-0.0, std::vector<double>{1, 2, 3, 4, 5});
  }
  EXPECT_EQ(file.text().substr(0, 83),
            "\n TIME =   0.000000\n"
            " BODY           X           Y\n"
            "    2   1.00E+000   2.00E+000\n   ");
}

TEST(ReportWriter, CommentsAreMarked) {
  test::MemoryFile file;
  const Layout layout;
  {
    TextSink sink(file.get());
    ReportWriter writer(sink, layout, kManualDigits, {}, 4);
    writer.comment("one\n\ntwo\n");
    writer.comment("");
    writer.comment("three");
  }
  EXPECT_EQ(file.text(), "# one\n#\n# two\n# three\n");
}

TEST(CsvWriter, NamesThenRowsThatReadBack) {
  test::MemoryFile file;
  const Layout layout = two_tables();
  const std::vector<double> values = {1.0 / 3, -0.0, 1e-300, -1e300, 0.1};
  {
    TextSink sink(file.get());
    CsvWriter writer(sink, layout.names(), choose_columns({}, layout.names(), true).indices);
    writer.row(0.1, values);
  }
  EXPECT_EQ(file.text().substr(0, file.text().find('\n')),
            "t,body2.x,body2.y,body3.x,body3.y,point1.x");
  test::RunResult run;
  test::parse_csv(file.text(), run);
  ASSERT_EQ(run.rows.size(), 1u);
  EXPECT_EQ(run.time(0), 0.1);
  for (std::size_t k = 0; k < values.size(); ++k) EXPECT_EQ(run.rows[0][k + 1], values[k]);
  EXPECT_EQ(file.text().find("-0,"), std::string::npos);  // no negative zero here either
}

TEST(TextSink, LargeTextsGoOutOnTheWay) {
  test::MemoryFile file;
  TextSink sink(file.get());
  std::string expected;
  for (int k = 0; k < 3000; ++k) {
    const std::string line(50, static_cast<char>('a' + k % 26));
    sink.buffer().append(line);
    expected += line;
    sink.flush_if_large();
    ASSERT_LE(sink.buffer().size(), (1u << 16) + 50);
  }
  EXPECT_GE(file.text().size(), 65536u);
  sink.flush();
  EXPECT_EQ(file.text(), expected);
  EXPECT_EQ(sink.buffer().size(), 0u);
}

TEST(TextSink, SaysWhenNothingCanBeWritten) {
  std::FILE* full = std::fopen(MBSIM_ROOT "/README.md", "r");  // not for writing
  ASSERT_NE(full, nullptr);
  {
    TextSink sink(full);
    sink.buffer().push_back('x');
    EXPECT_TRUE(sink.good());
    sink.flush();
    EXPECT_FALSE(sink.good());
    sink.buffer().push_back('y');
    sink.flush();  // stays so
    EXPECT_FALSE(sink.good());
  }
  std::fclose(full);
}

}  // namespace
}  // namespace mbs
