// Which runs the command line asks for: ranges, lists, combinations, tables, samples and what is
// wrong with them.
#include "study/run_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "study/run_table.h"
#include "support/process.h"
#include "text/number.h"
#include "text/parameters.h"

namespace mbs {
namespace {

RunRequest of(std::vector<std::string> parameters, bool zip = false) {
  RunRequest request;
  request.parameters = std::move(parameters);
  request.zip = zip;
  return request;
}

std::vector<double> values(const RunRequest& request, std::size_t parameter = 0) {
  Diagnostics diagnostics;
  const auto runs = make_run_list(request, {}, {}, diagnostics);
  EXPECT_TRUE(runs) << diagnostics.format_all();
  std::vector<double> out;
  for (long long k = 0; runs && k < runs->count(); ++k) out.push_back(runs->value(k, parameter));
  return out;
}

std::string error(const RunRequest& request) {
  Diagnostics diagnostics;
  EXPECT_FALSE(make_run_list(request, {}, {}, diagnostics));
  return diagnostics.format_all();
}

using Values = std::vector<double>;

TEST(RunList, RangesAreMultiplesOfTheStep) {
  EXPECT_EQ(values(of({"a=0:1:0.25"})), (Values{0, 0.25, 0.5, 0.75, 1}));
  const Values fine = values(of({"a=0.02:0.069:0.001"}));
  ASSERT_EQ(fine.size(), 50u);
  for (std::size_t k = 0; k < fine.size(); ++k)
    EXPECT_EQ(fine[k], 0.02 + static_cast<double>(k) * 0.001);
  EXPECT_EQ(values(of({"a=0:0.9999:0.25"})).size(), 4u);     // 4e-4 of a step is missing
  EXPECT_EQ(values(of({"a=0:0.9999999:0.25"})).size(), 5u);  // 4e-7 is rounding
  EXPECT_EQ(values(of({"a=0:1:0.3"})), (Values{0, 0.3, 2 * 0.3, 3 * 0.3}));
  EXPECT_EQ(values(of({"a=1:-1:-1"})), (Values{1, 0, -1}));
  EXPECT_EQ(values(of({"a=2:2:1"})), (Values{2}));
}

TEST(RunList, ListsExpressionsDegrees) {
  EXPECT_EQ(values(of({"c=1,2,5"})), (Values{1, 2, 5}));
  EXPECT_EQ(values(of({" c = max(1, 2) , 2*pi,30deg, 1d-3"})),
            (Values{2, 2 * kPi, 30 * kDegree, 1e-3}));
  EXPECT_EQ(values(of({"c=-1,2:3:0.5,(1 > 2 ? 7 : 8)"})), (Values{-1, 2, 2.5, 3, 8}));
  EXPECT_EQ(values(of({"th=0:90deg:45deg"})), (Values{0, 45 * kDegree, 2 * (45 * kDegree)}));
}

TEST(RunList, TheLastParameterRunsFastest) {
  const RunRequest three = of({"a=1,2", "b=10,20,30", "c=5,6"});
  const Values a = values(three, 0), b = values(three, 1), c = values(three, 2);
  ASSERT_EQ(a.size(), 12u);
  std::size_t k = 0;
  for (double va : {1., 2.})
    for (double vb : {10., 20., 30.})
      for (double vc : {5., 6.}) {
        EXPECT_EQ(a[k], va);
        EXPECT_EQ(b[k], vb);
        EXPECT_EQ(c[k++], vc);
      }
  EXPECT_EQ(values(of({"a=1,2", "b=3,4"}, true), 1), (Values{3, 4}));
}

TEST(RunList, Errors) {
  auto says = [](const RunRequest& request, const char* what) {
    const std::string text = error(request);
    EXPECT_NE(text.find(what), std::string::npos) << text;
  };
  says(of({}), "no parameter is given");
  says(of({"a"}), "no name and '='");
  says(of({"=1"}), "no name and '='");
  says(of({"2a=1"}), "no name and '='");
  says(of({"a="}), "it has no values");
  says(of({"a=1,,2"}), "a value is missing in '1,,2'");
  says(of({"a=1:2"}), "'1:2' has no step");
  says(of({"a=1:2:3:4"}), "'1:2:3:4' is no range");
  says(of({"a=1::3"}), "a value is missing");
  says(of({"a=1:2:0"}), "the step of 1:2:0 is 0");
  says(of({"a=1:2:-0.1"}), "the step of 1:2:-0.1 has the wrong sign; 2 lies above 1");
  says(of({"a=2:1:0.1"}), "the step of 2:1:0.1 has the wrong sign; 1 lies below 2");
  says(of({"a=1:2:1e-300"}), "too many values");
  says(of({"a=0:1e9:1", "b=0:1e9:1"}), "too many combinations");
  says(of({"a=1/0"}), "-p a: ");
  says(of({"a=length"}), "-p a: ");
  says(of({"a=1", "A=2"}), "-p A: given twice");
  says(of({"a=1,2", "b=1,2,3"}, true), "--zip: a has 2 values and b has 3");
  RunRequest request = of({"a=1:2:1"});
  request.sample = 5;
  says(request, "'1:2:1' is no range to draw from");
  request.parameters = {"a=2:1"};
  says(request, "2 is not less than 1");
  request.sample = 0;
  says(request, "0 runs cannot be drawn");
  request = of({"a=1"});
  request.seed = 3;
  says(request, "--seed: it belongs to --sample");
  request = of({"a=1"}, true);
  request.table = "runs.csv";
  says(request, "exclude each other");
  request.zip = false;
  says(request, "-p has no place beside it");
}

TEST(RunList, Table) {
  const test::Scratch scratch;
  RunRequest request;
  request.table = scratch.file("runs.csv");
  test::write_all(request.table,
                  "\xEF\xBB\xBF# dimensions\r\na, \"b\"\r\n1,30deg\r\n\n\"max(2, 3)\", 2*4 \n");
  EXPECT_EQ(values(request, 0), (Values{1, 3}));
  EXPECT_EQ(values(request, 1), (Values{30 * kDegree, 8}));
  auto says = [&](const char* text, const char* what) {
    test::write_all(request.table, text);
    const std::string found = error(request);
    EXPECT_NE(found.find(what), std::string::npos) << found;
  };
  says("", "it is empty");
  says("a,b\n", "it has no runs");
  says("a,b\n1\n", "runs.csv:2:1: error: --table: the row has 1 field; expected 2");
  says(R"(a,b
1,2
1,
)",
       "runs.csv:3:1: error: --table b: the field is empty");
  says("a,b\n1,x\n", "--table b: ");
  says("a,a\n1,2\n", "'a' stands there twice");
  says("1,2\n1,2\n", "'1' is no name");
  request.table = scratch.file("none.csv");
  EXPECT_NE(error(request).find("cannot read"), std::string::npos);
}

TEST(RunTable, FieldsReadBackWhatIsQuoted) {
  const std::string text = "ended, \"early\"; at 3";
  EXPECT_EQ(csv_fields("1," + csv_quoted(text) + ",2"), (std::vector<std::string>{"1", text, "2"}));
  EXPECT_EQ(csv_fields("1,,"), (std::vector<std::string>{"1", "", ""}));
}

TEST(LatinHypercube, EachStratumOnce) {
  for (long long n : {1LL, 2LL, 7LL, 1000LL}) {
    const LatinHypercube draws(n, 4, 0);
    std::set<long long> strata;
    for (long long k = 0; k < n; ++k) {
      const double u = draws.at(k);
      ASSERT_GE(u, 0);
      ASSERT_LT(u, 1);
      strata.insert(static_cast<long long>(u * static_cast<double>(n)));
    }
    EXPECT_EQ(strata.size(), static_cast<std::size_t>(n));
  }
}

// The correlation of independent columns of 1e4 runs has a standard deviation of 0.01.
TEST(LatinHypercube, CoordinatesAndSeedsAreIndependent) {
  constexpr long long n = 10000;
  const LatinHypercube a(n, 1, 0), b(n, 1, 1), c(n, 2, 0);
  double ab = 0, ac = 0, neighbours = 0;
  for (long long k = 0; k < n; ++k) {
    ab += 12 * (a.at(k) - 0.5) * (b.at(k) - 0.5);
    ac += 12 * (a.at(k) - 0.5) * (c.at(k) - 0.5);
    neighbours += 12 * (a.at(k) - 0.5) * (a.at((k + 1) % n) - 0.5);
  }
  for (double sum : {ab, ac, neighbours}) EXPECT_LT(std::fabs(sum / n), 0.04);
}

TEST(LatinHypercube, Sample) {
  RunRequest request = of({"a=-1:1", "b=0:90deg"});
  request.sample = 100;
  const Values a = values(request, 0), b = values(request, 1);
  EXPECT_EQ(a.size(), 100u);
  EXPECT_LT(*std::max_element(b.begin(), b.end()), 90 * kDegree);
  EXPECT_GT(*std::max_element(b.begin(), b.end()), 89 * kDegree);
  EXPECT_LT(*std::min_element(a.begin(), a.end()), -0.98);
  EXPECT_EQ(values(request, 0), a);
  request.seed = 1;
  EXPECT_EQ(values(request, 0), a);  // the seed without --seed
  request.seed = 2;
  EXPECT_NE(values(request, 0), a);
}

}  // namespace
}  // namespace mbs
