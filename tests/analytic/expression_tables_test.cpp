// Tables and splines in expressions: values and derivatives by hand, an oscillator whose spring is
// a table, and what leaves a table.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "deck/lines/lexer.h"
#include "support/process.h"
#include "text/expression.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;

class TablesInExpressions : public ::testing::Test {
 protected:
  TablesInExpressions() {
    write("wave.csv", R"(u, y, z
-1, 2, 0
0, 1, 0
1, 3, 0.5
3, 3, 9
)");
    write("spring.csv", R"(-2 8
0 0
1 -4
2 -8
)");
  }
  void write(const std::string& name, const std::string& text) const {
    test::write_all(scratch_.file(name), text);
  }
  test::Finished run(const std::string& deck) const {
    write("deck.dat", deck);
    return test::mbsim((folder_ / "deck.dat").string());
  }
  // The number of PARAM a = expression, or the message.
  std::string constant(const std::string& expression) const {
    Diagnostics diagnostics;
    const LexedDeck deck =
        lex({"deck", "PARAM a = " + expression + "\n${a}\n", folder_, {}}, diagnostics);
    if (diagnostics.has_errors()) return diagnostics.format_all();
    return std::to_string(deck.records.at(0).tokens.at(0).value);
  }

  test::Scratch scratch_;
  const fs::path folder_ = scratch_.file("");
};

TEST_F(TablesInExpressions, ValuesByHand) {
  EXPECT_EQ(constant("table(\"wave.csv\", -0.25)"), "1.250000");
  EXPECT_EQ(constant("2*table(\"wave.csv\", 2) + 1"), "7.000000");
  EXPECT_EQ(constant("TABLE (\"wave.csv\", 1 + 1, 2)"), "4.750000");
  EXPECT_EQ(constant("spline(\"wave.csv\", 0)"), "1.000000");
  EXPECT_EQ(constant("5 < 10 ? 7 : table(\"wave.csv\", 5)"), "7.000000");
}

// A natural cubic spline through 3 rows at -1, 0, 1: with M the second derivative at 0,
// 4 M = 6 (y0 - 2 y1 + y2), s(u) = y1 + b u + M/2 u^2 -+ M/6 u^3.
TEST_F(TablesInExpressions, SplineAndDerivativesByHand) {
  write("three.csv", R"(-1 2
0 1
1 3
)");
  Diagnostics diagnostics;
  const LexedDeck deck =
      lex({"deck", "ELAW 1 1 = e*spline(\"three.csv\", t)\n", folder_, {}}, diagnostics);
  ASSERT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
  const Token& token = deck.records.at(0).tokens.back();
  const std::string_view names[] = {"t", "e"};
  const auto f =
      Expression::compile(token.text, token.where, names, deck.parameters, diagnostics, "");
  ASSERT_TRUE(f) << diagnostics.format_all();
  const double M = 6. / 4 * (2 - 2 * 1 + 3), b = (3. - 2) / 2;
  for (const double u : {-0.7, 0.2, 0.9}) {
    const double side = u < 0 ? 1 : -1, e = 1.5, slots[] = {u, e};
    const double s = 1 + b * u + M / 2 * u * u + side * M / 6 * u * u * u;
    const double ds = b + M * u + side * M / 2 * u * u, dds = M + side * M * u;
    const int by[] = {0, 1};
    double gradient[2];
    EXPECT_NEAR(f->gradient(slots, by, gradient), e * s, 1e-14);  // seen 4e-16
    EXPECT_NEAR(gradient[0], e * ds, 1e-14);
    EXPECT_NEAR(gradient[1], s, 1e-14);
    const double direction[] = {2, -1};
    const DerivativesAlong along = f->along(slots, direction);
    EXPECT_NEAR(along.first, 2 * e * ds - s, 1e-14);
    EXPECT_NEAR(along.second, 4 * e * dds - 4 * ds, 4e-14);  // seen 4e-15
  }
}

TEST_F(TablesInExpressions, Mistakes) {
  EXPECT_EQ(constant("1 + table(\"wave.csv\", 4)"),
            "deck:1:15: error: PARAM a: the argument 4 lies outside table 'wave.csv'; expected a "
            "value from -1 "
            "to 3\n");
  EXPECT_EQ(constant("table(wave, 4)"),
            "deck:1:17: error: PARAM a: 'wave' where the name of a file should stand; expected "
            "'table(\"file.csv\", u)'\n");
  EXPECT_EQ(constant("table(\"wave.csv\", 1, 1+1)"),
            "deck:1:32: error: PARAM a: '1' where the number of a column should stand; expected a "
            "whole number from 1 to 1000\n");
  EXPECT_EQ(constant("table(\"wave.csv\")"),
            "deck:1:11: error: PARAM a: function 'table' takes 2 arguments, not 1\n");
  EXPECT_EQ(constant("table(\"none.csv\", 1)"),
            "deck:1:17: error: PARAM: table file 'none.csv' does not exist; paths are relative to "
            "the deck\n");
  EXPECT_EQ(constant("1 + \"wave.csv\""),
            "deck:1:15: error: PARAM a: unexpected '\"'; expected numbers, names and operators\n");
}

const std::string kOscillator = R"(X 1  0
DYNX 1
END HALT
XM 1  1
STARTDX 1 1 @
XLAW 1 1 = table("spring.csv", x)
ERROR 1e-12 1e-12
TIMESTEP 3 3
END END
)";

std::string oscillator(const std::string& amplitude) {
  std::string out = kOscillator;
  return out.replace(out.find('@'), 1, amplitude);
}

// x'' = -4 x from x = 1.5: x = 1.5 cos 2t.
TEST_F(TablesInExpressions, ASpringByATable) {
  write("deck.dat", oscillator("1.5"));
  const std::string deck = (folder_ / "deck.dat").string();
  const auto result = test::mbsim("--csv " + (folder_ / "out.csv").string() + " " + deck);
  EXPECT_EQ(result.status, 0) << result.err;
  std::ifstream csv(folder_ / "out.csv");
  std::string line;
  std::getline(csv, line);
  for (int t = 0; t <= 3; ++t) {
    ASSERT_TRUE(std::getline(csv, line));
    const double x = std::stod(line.substr(line.find(',') + 1));
    EXPECT_NEAR(x, 1.5 * std::cos(2 * t), 1e-10) << line;
  }
}

// The swing goes beyond the last row at x = 2.
TEST_F(TablesInExpressions, ARunThatLeavesATable) {
  for (const char* method : {"", "INTEG STIFF 1e-8 1e-8\n", "INTEG RK4 0.01\n"}) {
    std::string deck = oscillator("1.5 3");  // swings to 2.1
    deck.erase(deck.find("ERROR"), 18);
    deck.insert(deck.find("TIMESTEP"), method);
    const auto result = run(deck);
    EXPECT_EQ(result.status, 3) << method << result.err;
    EXPECT_NE(result.err.find("deck.dat:6:12: error: at t = 0."), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("lies outside table 'spring.csv'; expected a value from -2 to 2"),
              std::string::npos)
        << result.err;
  }
}

}  // namespace
}  // namespace mbs
