// table2 and periodic: values and exact derivatives against the formulas that made the files, ends
// of tables, files that are wrong, a motor with a map, a cam whose profile is a table.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "support/deck.h"
#include "text/expression.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;

class Surfaces : public testing::Test {
 protected:
  Surfaces() : folder_(fs::temp_directory_path() / fmt::format("mbsim_surfaces_{}", ::getpid())) {
    fs::create_directory(folder_);
  }
  ~Surfaces() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  test::RunResult run(const std::string& deck) const {
    return test::run(deck, {}, folder_.string());
  }
  test::RunResult good_run(const std::string& deck) const {
    const test::RunResult out = run(deck);
    EXPECT_EQ(out.status, ExitStatus::done) << deck << out.messages;
    EXPECT_EQ(out.messages, "") << deck;
    return out;
  }

 private:
  fs::path folder_;
};

// z = 2 - 3 u + 0.5 w + 0.25 u w is bilinear: the table has it, and the force that it gives a mass,
// to rounding.
TEST_F(Surfaces, ABilinearFunctionIsFoundEverywhere) {
  std::string text = "# map\nspeed, load\n0";
  const double us[] = {-1, 0.5, 2, 7}, ws[] = {-2, 1, 4};
  for (const double w : ws) text += fmt::format(", {}", w);
  for (const double u : us) {
    text += fmt::format("\n{}", u);
    for (const double w : ws) text += fmt::format(", {:.17g}", 2 - 3 * u + 0.5 * w + 0.25 * u * w);
  }
  write("map.csv", text + "\n");
  const char* pair[] = {"table2(\"map.csv\", x, t - 1)", "2 - 3*x + 0.5*(t - 1) + 0.25*x*(t - 1)"};
  std::vector<std::vector<double>> rows[2];
  std::vector<double> modes[2];
  for (const std::size_t k : {0, 1}) {
    const std::string deck = fmt::format(R"(X 1 0.3 0
FIX 1 2
DYNX 1 1
END HALT
XM 1 2
XLAW 1 1 = {}
)",
                                         pair[k]);
    rows[k] = good_run(deck + R"(TIMES 0 4 0.5
INTEG DOP853 1e-12 1e-12
END END
)")
                  .rows;
    const test::RunResult at = good_run(deck + "EIGEN\nEND END\n");
    modes[k] = at.rows.front();
    EXPECT_NEAR(at.value(0, "omega"), std::sqrt(3.25 / 2), 1e-12);
  }
  for (std::size_t k = 0; k < rows[0].size(); ++k)
    for (std::size_t c = 0; c < rows[0][k].size(); ++c)
      EXPECT_NEAR(rows[0][k][c], rows[1][k][c], 1e-11) << k << " " << c;
}

// As a constraint its second derivatives count: FORMULA beside the same written out.
TEST_F(Surfaces, AFormulaOfATable) {
  write("map.csv", R"(0 -3 5
-4 12 -20
6 -18 30
)");  // z = u w
  const std::string rest =
      R"(X 1 0.5 0
X 2 0.8 0
X 3 0.4 0
FIX 1 2
FIX 2 2
FIX 3 2
INPUTX 1 1
INPUTX 2 1
END HALT
INPUTX 1 1 = 0.5 + sin(t)
INPUTX 2 1 = cos(2*t) - 0.2
XM 3 1
TIMES 0 2 0.2
END END
)";
  const test::RunResult table =
      good_run("FORMULA 1 = x3_1 - table2(\"map.csv\", x1_1, x2_1)\n" + rest);
  const test::RunResult product = good_run("FORMULA 1 = x3_1 - x1_1*x2_1\n" + rest);
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    EXPECT_NEAR(table.value(k, "x3_1"), product.value(k, "x3_1"), 1e-13);
    EXPECT_NEAR(table.value(k, "v3_1"), product.value(k, "v3_1"), 1e-12);
    EXPECT_NEAR(table.value(k, "a3_1"), product.value(k, "a3_1"), 1e-12);
  }
}

TEST_F(Surfaces, OutsideTheTableIsAnError) {
  write("map.csv", R"(0 0 1
0 1 1
1 1 1
)");
  const test::RunResult run = this->run(
      R"(X 1 0 0
FIX 1 2
DYNX 1 1
END HALT
XM 1 1
XLAW 1 1 = table2("map.csv", 0.5, t)
TIMES 0 2 0.5
END END
)");
  EXPECT_EQ(run.status, ExitStatus::solution_failed);
  EXPECT_NE(run.messages.find("deck:6:12: error"), std::string::npos) << run.messages;
  EXPECT_NE(run.messages.find("lies outside table 'map.csv'; expected the first from 0 to 1, the "
                              "second from 0 to 1"),
            std::string::npos)
      << run.messages;
}

// A triangle of 2 ms in 10 s of rest, 1000 high at w = 1 and 2000 at w = 2, gives its impulse.
TEST_F(Surfaces, NarrowRowsOfTimeAreSeen) {
  write("map.csv", "0 0 1 2\n0 0 0 0\n4.999 0 0 0\n5 0 1000 2000\n5.001 0 0 0\n14 0 0 0\n");
  const struct {
    const char* law;
    double impulse;
  } laws[] = {{"table2(\"map.csv\", t, 1)", 1},
              {"table2(\"map.csv\", t, 1.5)", 1.5},
              {"table2(\"map.csv\", t + 0.004, 0.199*(t + 0.004))", 0.995},
              {"3 + table2(\"map.csv\", mod(t + 3, 10), 1) - 3", 1},
              {"max(t - 5, 0) && max(5.001 - t, 0) ? 1000 : 0", 1},
              {"max(abs(t - 5) - 0.0005, 0) ? 0 : 1000", 1},
              {"exp(-((t - 5)/1e-3)^2) - 0.5 > 0 ? 1000 : 0", 2 * std::sqrt(std::log(2.0))}};
  const char* const native = R"(X 1 0 0
DYNX 1 1
FIX 1 2
END HALT
XM 1 2
XLAW 1 1 = {}
TIMES 0 10 10
MEASURE vend = LAST v1_1
{}END END
)";
  const char* const chain = R"(SEGDYN
SEGMENT 1 1 1 0.5 0.25
STATE 1 0 0
BASE 0 0
KNOWN M 1 = {}
TIME 0 10 10
MEASURE vend = LAST phid1
{}END
)";
  const char* const body = R"(2 0 0 1 0 0 0 0 0
0 0 0
0 0 0
1
0 10 10
MASS 2 2 0.1
VEL 2 0 0 0
LAW BODY 2 X = {}
MEASURE vend = LAST body2.xd
{}END
)";
  for (const auto& law : laws)
    for (const std::string method : {"", "INTEG DOP853\n", "INTEG STIFF\n"})
      for (const auto& [deck, mass] : {std::pair{native, 2.0}, {chain, 0.5}, {body, 2.0}}) {
        const test::RunResult run = good_run(fmt::format(fmt::runtime(deck), law.law, method));
        ASSERT_EQ(run.measures.size(), 1U);
        EXPECT_NEAR(run.measures[0].value, law.impulse / mass, 1e-6 * law.impulse)
            << method << law.law << "\n"
            << deck;
      }
}

TEST_F(Surfaces, FilesThatAreWrong) {
  const std::string head = R"(X 1 0 0
FIX 1 2
DYNX 1 1
END HALT
XM 1 1
XLAW 1 1 = )",
                    tail = "\nTIMES 0 1 1\nEND END\n";
  const auto said = [&](const std::string& file, const std::string& call) {
    write("map.csv", file);
    return run(head + call + tail).messages;
  };
  const std::string call = "table2(\"map.csv\", x, v)";
  EXPECT_NE(said(R"(0 0 1
0 1
1 1 1
)",
                 call)
                .find("map.csv:2:4: error: table row 1: value 2 is missing"),
            std::string::npos)
      << said(R"(0 0 1
0 1
1 1 1
)",
              call);
  EXPECT_NE(said(R"(0 0 1
0 1 1 4
1 1 1
)",
                 call)
                .find("one field too many"),
            std::string::npos);
  EXPECT_NE(said(R"(0 1 0
0 1 1
1 1 1
)",
                 call)
                .find("0 does not come after 1"),
            std::string::npos);
  EXPECT_NE(said(R"(0 0 1
1 1 1
0 1 1
)",
                 call)
                .find("argument 0 does not come after 1"),
            std::string::npos);
  EXPECT_NE(said("0 0 1\n1 1 1\n", call).find("the table has 1 rows and 2 columns"),
            std::string::npos);
  EXPECT_NE(said(R"(0 0 1
0 1 1
1 1 1
)",
                 "table2(\"map.csv\", x)")
                .find("takes 3 arguments, not 2"),
            std::string::npos);
  EXPECT_NE(said(R"(0 1
1 2
2 3
3 4
)",
                 "periodic(\"map.csv\", x)")
                .find("its first and last values are 1 and 4; expected the same"),
            std::string::npos);
}

// sin through 24 rows per turn: order 4 in value, and a seam that cannot be seen.
TEST_F(Surfaces, APeriodicSplineGoesOn) {
  double worst[2] = {0, 0};
  for (const int level : {0, 1}) {
    const int n = level == 0 ? 24 : 48;
    std::string text;
    for (int k = 0; k <= n; ++k)
      text += fmt::format("{:.17g} {:.17g}\n", 2 * M_PI * k / n,
                          k == n ? 0 : std::sin(2 * M_PI * k / n));
    write(fmt::format("sine{}.csv", n), text);
    const test::RunResult run = good_run(fmt::format(
        R"(X 1 0 0
FIX 1 2
INPUTX 1 1
END HALT
INPUTX 1 1 = periodic("sine{}.csv", 7*t - 20)
XM 1 1
TIMES 0 3 0.013
END END
)",
        n));
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      const double u = 7 * run.time(k) - 20;
      worst[level] = std::max(worst[level], std::fabs(run.value(k, "x1_1") - std::sin(u)));
      EXPECT_NEAR(run.value(k, "a1_1"), -49 * std::sin(u), 0.3);
    }
  }
  EXPECT_LT(worst[0], 2e-5);
  EXPECT_GT(worst[0] / worst[1], 14);  // 16 in the limit
}

// A shaft with a motor whose map is of speed and throttle, and a load that grows with the speed.
TEST_F(Surfaces, AMotorRunsUp) {
  write("motor.csv", R"(0 0 1
0 0 10
100 -5 5
)");  // 10 s - w/20 (1 + 0 s): bilinear
  const test::RunResult run = good_run(
      R"(PARAM throttle = 0.8
X 1 0
DYNX 1
END HALT
XM 1 0.5
XLAW 1 1 = table2("motor.csv", v, throttle) - 0.03*v
TIMES 0 8 1
INTEG DOP853 1e-12 1e-12
END END
)");
  for (std::size_t k = 0; k < run.rows.size(); ++k)
    EXPECT_NEAR(run.value(k, "v1_1"), 100 * (1 - std::exp(-0.16 * run.time(k))), 1e-9);
}

}  // namespace
}  // namespace mbs
