// mbsim optimise: standard functions as decks, conditions, tables that can be gone on with, the
// same bytes for any number of threads.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "study/run_table.h"
#include "study/search/global_search.h"
#include "support/draws.h"
#include "support/process.h"

namespace mbs {
namespace {

using test::Finished;
using test::mbsim;

const char* const kFunctions =
    R"(PARAM u = -1.2 FROM -5 TO 5
PARAM w = 1 FROM -5 TO 5
MEASURE rosenbrock = 100*(w - u^2)^2 + (1 - u)^2
MEASURE rastrigin = 20 + u^2 + w^2 - 10*cos(2*pi*u) - 10*cos(2*pi*w)
MEASURE bowl = (u - 7)^2 + (w - 0.5)^2
MEASURE partial = u + w^2 + 0*sqrt(u)
X 1 0 0
DYNX 1 1
FIX 1 2
END HALT
XM 1 1
TIMESTEP 1 1
END END
)";

class Optimise : public testing::Test {
 protected:
  Optimise() : deck_(scratch_.file("f.dat")) { test::write_all(deck_, kFunctions); }
  Finished run(const std::string& arguments, const std::string& bounds = "-p u -p w") {
    return mbsim(fmt::format("optimise '{}' {} {}", deck_, bounds, arguments));
  }
  static double value(const std::string& answer, const std::string& name) {
    const std::size_t at = answer.find("-D " + name + "=");
    return at == std::string::npos ? NAN : std::stod(answer.substr(at + name.size() + 4));
  }
  const test::Scratch scratch_;
  std::string deck_;
};

// MBSIM_SEEDS=10 takes more of them.
TEST_F(Optimise, RosenbrockAndRastriginFromAnySeed) {
  for (int seed = 1; seed <= test::draws(2, "MBSIM_SEEDS"); ++seed) {
    const Finished valley =
        run(fmt::format("--min rosenbrock --evals 1500 --seed {} --method cma", seed));
    ASSERT_EQ(valley.status, 0) << valley.err;
    EXPECT_NEAR(value(valley.out, "u"), 1, 1e-5) << seed;
    EXPECT_NEAR(value(valley.out, "w"), 1, 2e-5) << seed;
    const Finished many = run(fmt::format("--max 0-rastrigin --evals 10000 --seed {}", seed));
    ASSERT_EQ(many.status, 0) << many.err;
    EXPECT_NEAR(value(many.out, "u"), 0, 1e-6) << seed;
    EXPECT_NEAR(value(many.out, "w"), 0, 1e-6) << seed;
  }
}

// Two onsets of the jump with six muscles. The best of 50 x 50 of them, every 3 ms from 0 on, is
// 1.4358612 m (a sweep of 2500 runs); the search has a tenth of these runs.
TEST_F(Optimise, BetterThanAGridInATenthOfItsRuns) {
  constexpr double kBestOfGrid = 1.43586122;
  for (int seed = 1; seed <= 3; ++seed) {
    const std::string deck = "decks/muscles/best_jump.dat";
    const Finished best = mbsim("optimise " + deck + " --max apex -p onset_sol -p onset_ham " +
                                fmt::format("--evals 250 --seed {}", seed));
    ASSERT_EQ(best.status, 0) << best.err;
    const Finished there = mbsim("measure " + deck + " " + best.out.substr(0, best.out.find('\n')));
    const std::size_t at = there.out.find("apex ");
    ASSERT_NE(at, std::string::npos) << there.out << there.err;
    EXPECT_GT(std::stod(there.out.substr(at + 5)), kBestOfGrid) << seed;
  }
}

TEST_F(Optimise, BoundsAndConditions) {
  const Finished bound = run("--min bowl --evals 1500");
  EXPECT_NEAR(value(bound.out, "u"), 5, 1e-6) << bound.err;
  EXPECT_NEAR(value(bound.out, "w"), 0.5, 1e-4);
  // Of a bowl about (7, 1/2) the point of the disc of radius 5 about 0 that is nearest.
  const double far = std::hypot(7, 0.5);
  const Finished disc = run("--min bowl --subject 'u^2 + w^2 < 25' --subject 'u > 0' --evals 2000");
  ASSERT_EQ(disc.status, 0) << disc.err;
  const double u = value(disc.out, "u"), w = value(disc.out, "w");
  EXPECT_NEAR(u, 5 * 7 / far, 1e-3);
  EXPECT_NEAR(w, 5 * 0.5 / far, 1e-2);
  EXPECT_NEAR(std::hypot(u - 7, w - 0.5), far - 5, 1e-5);
  EXPECT_LE(u * u + w * w, 25 * (1 + 1e-9));
  const Finished none = run("--min bowl --subject 'u > 6' --evals 200");
  EXPECT_EQ(none.status, 4) << none.err;
  EXPECT_EQ(none.out, "");
  EXPECT_NE(none.err.find("none of 200 runs meets the conditions"), std::string::npos) << none.err;
}

TEST_F(Optimise, RunsThatFailAreInfeasibleAndListed) {
  const Finished done = run("--min partial --evals 2000");
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_NEAR(value(done.out, "u"), 0, 1e-4);
  EXPECT_NEAR(value(done.out, "w"), 0, 1e-3);
  EXPECT_NE(done.err.find("runs have failed and count as infeasible"), std::string::npos);
  EXPECT_NE(done.err.find("run 1, -D u=-1.2 -D w=1"), std::string::npos) << done.err;
}

TEST_F(Optimise, SameBytesForEveryNumberOfThreadsAndOtherOnesForAnotherSeed) {
  auto table = [&](const std::string& options) {
    const std::string out = scratch_.file("table.csv");
    EXPECT_EQ(run("--min rastrigin --evals 300 -o '" + out + "' " + options).status, 0);
    return test::read_all(out);
  };
  const std::string one = table("-j 1");
  EXPECT_EQ(std::count(one.begin(), one.end(), '\n'), 301);
  EXPECT_EQ(one.substr(0, one.find('\n')),
            "run,u,w,rosenbrock,rastrigin,bowl,partial,objective,status,message,t_end");
  EXPECT_EQ(table("-j 2"), one);
  EXPECT_EQ(table("-j 7"), one);
  EXPECT_NE(table("--seed 2"), one);
}

TEST_F(Optimise, GoesOnFromItsTable) {
  const std::string out = scratch_.file("table.csv");
  const std::string search = "--min rosenbrock --subject 'u^2 + w^2 < 1' -o '" + out + "' --evals ";
  const Finished whole = run(search + "500");
  ASSERT_EQ(whole.status, 0) << whole.err;
  const std::string rows = test::read_all(out);
  for (const std::size_t kept : {std::size_t{10}, std::size_t{5000}, rows.size() - 3}) {
    test::write_all(out + ".part", rows.substr(0, kept));
    const Finished again = run(search + "500 --resume");
    EXPECT_EQ(again.out, whole.out) << again.err;
    EXPECT_EQ(test::read_all(out), rows) << kept;
  }
  // More runs of the same search.
  const Finished more = run(search + "700 --resume");
  EXPECT_EQ(more.status, 0) << more.err;
  EXPECT_TRUE(test::read_all(out).starts_with(rows));
  const std::string long_rows = test::read_all(out);
  EXPECT_EQ(std::count(long_rows.begin(), long_rows.end(), '\n'), 701);
  const Finished other = run(search + "700 --resume --seed 3");
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.err.find("this has changed: the search"), std::string::npos) << other.err;
}

TEST_F(Optimise, MethodsOfNlopt) {
  ASSERT_TRUE(
      std::filesystem::exists(std::filesystem::path(MBSIM_BINARY).parent_path() / "mbsim-nlopt"))
      << "NLopt was not found when this was built: libnlopt-dev";
  for (const char* method : {"bobyqa", "sbplx", "slsqp"}) {
    const Finished done = run(fmt::format("--min rosenbrock --method {}", method));
    ASSERT_EQ(done.status, 0) << method << done.err;
    EXPECT_NEAR(value(done.out, "u"), 1, 1e-6) << method;
  }
  for (const char* method : {"cobyla", "slsqp"}) {
    const Finished done =
        run(fmt::format("--min bowl --subject 'u^2 + w^2 < 25' --method {} --evals 2000", method));
    ASSERT_EQ(done.status, 0) << method << done.err;
    EXPECT_NEAR(value(done.out, "u"), 35 / std::hypot(7, 0.5), 1e-3) << method;
  }
  EXPECT_EQ(run("--min bowl --subject 'u < 1' --method bobyqa").status, 2);
}

TEST_F(Optimise, WhatIsRefused) {
  auto says = [&](const std::string& arguments, const char* what,
                  const char* bounds = "-p u -p w") {
    const Finished done = run(arguments, bounds);
    EXPECT_EQ(done.status, 2) << arguments;
    EXPECT_EQ(done.out, "");
    EXPECT_NE(done.err.find(what), std::string::npos) << done.err;
  };
  says("", "nothing is to be optimised");
  says("--min bowl --max bowl", "--min and --max exclude each other");
  says("--min bowl --method simplex", "'simplex' is none; expected cma, bobyqa");
  says("--min bowl --subject 'u'", "'u' is no inequality");
  says("--min x1_1", "expected FIRST x1_1, LAST x1_1");
  says("--min bowl --evals 0", "0 runs cannot be made");
  says("--min bowl --resume", "--resume: expected -o");
  says("--min bowl", "no parameter is given", "");
  says("--min bowl", "-p u: -D gives it a value too", "-p u -D u=1");
  EXPECT_EQ(mbsim("optimize '" + deck_ + "' -p u --min bowl --evals 20").status, 0);
}

// The method itself, on an ellipsoid whose axes differ a thousandfold and are turned.
TEST(Cma, AdaptsToATurnedEllipsoid) {
  Cma cma({3, -2, 1}, 1, 0, 5);
  long long runs = 0;
  double best = HUGE_VAL;
  while (best > 1e-14 && runs < 5000 && !cma.exhausted(1e-14)) {
    const auto points = cma.ask();
    std::vector<double> f;
    for (const auto& x : points) {
      const double a = (x[0] + x[1]) / std::sqrt(2.0), b = (x[0] - x[1]) / std::sqrt(2.0);
      f.push_back(a * a + 1e6 * b * b + 1e3 * x[2] * x[2]);
      best = std::min(best, f.back());
      ++runs;
    }
    std::vector<std::size_t> order(points.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return f[a] < f[b]; });
    cma.tell(order);
  }
  EXPECT_LE(best, 1e-14);
  EXPECT_LT(runs, 2500);
}

}  // namespace
}  // namespace mbs
