// Domes of bars in space: STATIC along its path through a snap, negative pivots, the lowest modes,
// against programs of this file: the dome by its symmetry, and the dome node by node.
// One file above 400 lines: all tests have the same dome.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <set>

#include "support/deck.h"
#include "support/elimination.h"

namespace mbs {
namespace {

constexpr double kDomeReach = 10, kDomeRise = 3, kDomeStiffness = 1e7;

// Rings of m nodes about a crown on a paraboloid, odd rings turned by half a bay; the last ring
// stands on the ground. A load down at the crown.
struct Dome {
  int rings, m;

  int count() const { return 1 + rings * m; }
  int number(int r, int j) const { return 1 + (r - 1) * m + (j % m) + 1; }
  double radius(int r) const { return kDomeReach * r / rings; }
  double height(int r) const { return kDomeRise * (1 - std::pow(1.0 * r / rings, 2)); }
  std::vector<std::array<double, 3>> places() const {
    std::vector<std::array<double, 3>> out{{0, 0, kDomeRise}};
    for (int r = 1; r <= rings; ++r)
      for (int j = 0; j < m; ++j) {
        const double turn = 2 * std::numbers::pi * (j + 0.5 * (r % 2)) / m;
        out.push_back({radius(r) * std::cos(turn), radius(r) * std::sin(turn), height(r)});
      }
    return out;
  }
  // Nodes from 1.
  std::set<std::pair<int, int>> bars() const {
    std::set<std::pair<int, int>> out;
    const auto add = [&](int a, int b) { out.insert(std::minmax(a, b)); };
    for (int j = 0; j < m; ++j) add(1, number(1, j));
    for (int r = 1; r < rings; ++r)
      for (int j = 0; j < m; ++j) {
        add(number(r, j), number(r, j + 1));
        add(number(r, j), number(r + 1, j));
        add(number(r, j), number(r + 1, r % 2 == 1 ? j + 1 : j + m - 1));
      }
    return out;
  }
  std::string deck(double load, const std::string& job) const {
    std::string text, tail;
    const auto where = places();
    for (std::size_t k = 0; k < where.size(); ++k)
      text += fmt::format("X {} {:.17g} {:.17g} {:.17g}\n", k + 1, where[k][0], where[k][1],
                          where[k][2]);
    int number_of_bar = 0;
    for (const auto& [a, b] : bars()) {
      text += fmt::format("TRUSS {0} {1} {2}\nRLSE {0}\n", ++number_of_bar, a, b);
      tail += fmt::format("ESTIFF {0} {1}\nEM {0} 1\n", number_of_bar, kDomeStiffness);
    }
    for (int j = 0; j < m; ++j) text += fmt::format("FIX {}\n", number(rings, j));
    return text + "END HALT\n" + tail +
           fmt::format("XF 1 0 0 {:.17g}\nDOF AUTO\n{}\nEND END\n", -load, job);
  }
};

// The symmetric dome: a height of the crown, a radius and a height of each free ring. With the
// crown held at a height, Newton's method for the rings; the load at the crown follows.
class SymmetricDome {
 public:
  explicit SymmetricDome(const Dome& dome) : dome_(dome), u_(2 * (dome.rings - 1)) {
    for (int r = 1; r < dome.rings; ++r) {
      u_[2 * r - 2] = dome.radius(r);
      u_[2 * r - 1] = dome.height(r);
    }
  }
  double load_at(double crown) {
    crown_ = crown;
    const std::size_t n = u_.size();
    for (int k = 0; k < 60; ++k) {
      const std::vector<double> g = gradient();
      std::vector<double> K(n * n);
      for (std::size_t j = 0; j < n; ++j) {
        const double h = 1e-6, before = u_[j];
        u_[j] = before + h;
        const std::vector<double> up = gradient();
        u_[j] = before - h;
        const std::vector<double> down = gradient();
        u_[j] = before;
        for (std::size_t i = 0; i < n; ++i) K[i * n + j] = (up[i] - down[i]) / (2 * h);
      }
      const std::vector<double> step = test::solve_by_elimination(std::move(K), g);
      double most = 0;
      for (std::size_t i = 0; i < n; ++i)
        u_[i] -= step[i], most = std::max(most, std::fabs(step[i]));
      if (most < 1e-12) break;
    }
    // Of m bars from the crown to the first ring.
    const double a = u_[0], b = u_[1] - crown, l = std::hypot(a, b);
    const double l0 = std::hypot(dome_.radius(1), dome_.height(1) - kDomeRise);
    return -dome_.m * kDomeStiffness / l0 * (l - l0) * b / l * -1;
  }

 private:
  std::vector<double> gradient() const {
    std::vector<double> g(u_.size(), 0.0);
    const double half = std::numbers::pi / dome_.m;
    const auto radius = [&](int r) { return r < dome_.rings ? u_[2 * r - 2] : dome_.radius(r); };
    const auto height = [&](int r) { return r < dome_.rings ? u_[2 * r - 1] : dome_.height(r); };
    const auto add = [&](int r, int part, double force) {
      if (r > 0 && r < dome_.rings) g[2 * r - 2 + part] += force;
    };
    const double rise = u_[1] - crown_, l1 = std::hypot(u_[0], rise);
    const double l10 = std::hypot(dome_.radius(1), dome_.height(1) - kDomeRise);
    add(1, 0, kDomeStiffness / l10 * (l1 - l10) * u_[0] / l1);
    add(1, 1, kDomeStiffness / l10 * (l1 - l10) * rise / l1);
    for (int r = 1; r < dome_.rings; ++r) {
      const double chord = 2 * std::sin(half), l0 = chord * dome_.radius(r);
      add(r, 0, kDomeStiffness / l0 * (chord * radius(r) - l0) * chord);
      // Two bars for each node, to the next ring.
      const double a = radius(r), b = radius(r + 1), d = height(r + 1) - height(r);
      const double l = std::sqrt(a * a + b * b - 2 * a * b * std::cos(half) + d * d);
      const double a0 = dome_.radius(r), b0 = dome_.radius(r + 1);
      const double d0 = dome_.height(r + 1) - dome_.height(r);
      const double k0 = std::sqrt(a0 * a0 + b0 * b0 - 2 * a0 * b0 * std::cos(half) + d0 * d0);
      const double N = 2 * kDomeStiffness / k0 * (l - k0) / l;
      add(r, 0, N * (a - b * std::cos(half)));
      add(r + 1, 0, N * (b - a * std::cos(half)));
      add(r, 1, -N * d);
      add(r + 1, 1, N * d);
    }
    return g;
  }
  const Dome dome_;
  std::vector<double> u_;  // radius, height of each free ring
  double crown_ = kDomeRise;
};

// The numbers behind each "limit point at" of a report.
std::vector<double> limits_of(const std::string& report) {
  std::vector<double> out;
  const std::string before = "# limit point at ";
  for (std::size_t at = report.find(before); at != std::string::npos;
       at = report.find(before, at + 1))
    out.push_back(std::stod(report.substr(at + before.size())));
  return out;
}

// 1001 nodes, 2853 degrees of freedom: the crown snaps through.
TEST(Dome, SnapOfAThousandNodes) {
  const Dome dome{20, 50};
  const double load = 60;
  const test::RunResult run = test::run(dome.deck(load, "ITERSTEP 50 10 ARC\nSTATIC"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  const std::vector<double> limits = limits_of(run.report);
  ASSERT_EQ(limits.size(), 2u);
  EXPECT_NE(run.report.find("of the load, then 1 negative pivot\n"), std::string::npos);
  EXPECT_NE(run.report.find("of the load, then 0 negative pivots\n"), std::string::npos);
  EXPECT_NE(run.report.find("equilibrium: stable"), std::string::npos);
  // The whole path lies on that of the symmetric dome, whose largest and smallest loads are the
  // limits.
  SymmetricDome own(dome);
  double crown = kDomeRise, most = 0, least = 0;
  ASSERT_GT(run.rows.size(), 8u);
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    const double to = run.value(k, "x1_3");
    const int parts = 1 + static_cast<int>(std::fabs(to - crown) / 2e-5);
    for (int p = 1; p < parts; ++p) {
      const double here = own.load_at(crown + (to - crown) * p / parts);
      if (least == 0) most = std::max(most, here);  // before the snap
      least = std::min(least, here);
    }
    EXPECT_NEAR(load * run.time(k), own.load_at(crown = to), 1e-6) << k;
  }
  EXPECT_NEAR(load * limits[0], most, 2e-4 * load);
  EXPECT_NEAR(load * limits[1], least, 2e-4 * load);
  // Where the whole load lies: beyond the snap.
  EXPECT_LT(run.value(run.rows.size() - 1, "x1_3"), kDomeRise - 0.015);
}

// The stiffness of the dome at a row of the path, and how many eigenvalues are negative.
int negative_at(const Dome& dome, const test::RunResult& run, std::size_t row) {
  const auto start = dome.places();
  const int free = 1 + (dome.rings - 1) * dome.m;
  const std::size_t n = 3 * static_cast<std::size_t>(free);
  std::vector<double> K(n * n, 0.0);
  const auto place = [&](int node, int c) {
    return node > free ? start[node - 1][c] : run.value(row, fmt::format("x{}_{}", node, c + 1));
  };
  for (const auto& [a, b] : dome.bars()) {
    double d[3], l = 0, l0 = 0;
    for (int c = 0; c < 3; ++c) {
      d[c] = place(b, c) - place(a, c);
      l += d[c] * d[c];
      l0 += std::pow(start[b - 1][c] - start[a - 1][c], 2);
    }
    l = std::sqrt(l), l0 = std::sqrt(l0);
    const double N = kDomeStiffness * (l - l0) / l0;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const double k =
            (kDomeStiffness / l0 - N / l) * d[i] * d[j] / (l * l) + (i == j ? N / l : 0);
        for (const int p : {a, b})
          for (const int q : {a, b})
            if (p <= free && q <= free)
              K[(3 * (p - 1) + i) * n + 3 * (q - 1) + j] += p == q ? k : -k;
      }
  }
  int negative = 0;
  for (std::size_t k = 0; k < n; ++k) {
    if (K[k * n + k] < 0) ++negative;
    for (std::size_t i = k + 1; i < n; ++i) {
      const double f = K[i * n + k] / K[k * n + k];
      for (std::size_t j = k; j < n; ++j) K[i * n + j] -= f * K[k * n + j];
    }
  }
  return negative;
}

// The numbers of negative pivots that the report names are those of the stiffness node by node.
TEST(Dome, NegativePivots) {
  const Dome dome{4, 9};
  const test::RunResult run = test::run(dome.deck(60000, "ITERSTEP 50 10 ARC\nSTATIC"));
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  int named = 0, changes = 0;
  std::size_t at = 0, row = 0, next = 0;
  // In the report a point has its line above its row.
  while ((next = run.report.find("TIME =", at)) != std::string::npos) {
    const std::string above = run.report.substr(at, next - at);
    const std::size_t then = above.find("of the load, then ");
    if (then != std::string::npos) {
      named = std::stoi(above.substr(then + 18));
      ++changes;
    } else if (row < run.rows.size()) {
      EXPECT_EQ(negative_at(dome, run, row), named) << row;
    }
    ++row;
    at = next + 1;
  }
  EXPECT_GE(changes, 2);
}

// What the bars of a dome and its load leave on the free nodes at the places of a row, over the
// load.
double unbalanced(const Dome& dome, double load, const test::RunResult& run) {
  const auto before = dome.places();
  std::vector<std::array<double, 3>> now(before), force(before.size());
  for (std::size_t k = 0; k < now.size(); ++k)
    for (std::size_t c = 0; c < 3; ++c)
      now[k][c] = run.value(0, fmt::format("x{}_{}", k + 1, c + 1));
  force[0][2] = -load;
  for (const auto& [a, b] : dome.bars()) {
    std::array<double, 3> was{}, is{};
    for (std::size_t c = 0; c < 3; ++c) {
      was[c] = before[at(b - 1)][c] - before[at(a - 1)][c];
      is[c] = now[at(b - 1)][c] - now[at(a - 1)][c];
    }
    const double length = std::hypot(is[0], is[1], is[2]),
                 rest = std::hypot(was[0], was[1], was[2]),
                 pull = kDomeStiffness / rest * (length - rest);
    for (std::size_t c = 0; c < 3; ++c) {
      force[at(a - 1)][c] += pull * is[c] / length;
      force[at(b - 1)][c] -= pull * is[c] / length;
    }
  }
  double most = 0;
  for (std::size_t k = 0; k < at(dome.number(dome.rings, 0)) - 1; ++k)
    for (const double one : force[k]) most = std::max(most, std::fabs(one));
  return most / load;
}

// A load far beyond the limit, without ARC: a warning has the limit load, which is the largest one
// of the symmetric dome, and the equilibrium lies downhill behind it.
TEST(Dome, StaticGoesDownhillBehindTheLimitLoad) {
  const Dome dome{8, 15};  // 318 degrees of freedom
  SymmetricDome own(dome);
  double limit = 0;
  for (double crown = kDomeRise; crown > dome.height(1); crown -= 1e-4) {
    const double here = own.load_at(crown);
    if (here < limit) break;
    limit = here;
  }
  for (const double load : {5000.0, 20000.0}) {
    const test::RunResult run = test::run(dome.deck(load, "STATIC"));
    ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
    EXPECT_NE(run.report.find("verdict: good"), std::string::npos) << run.report;
    const std::string before = "the path of equilibria turns at ";
    const std::size_t named = run.messages.find(before);
    ASSERT_NE(named, std::string::npos) << run.messages;
    EXPECT_NE(run.messages.find("ITERSTEP 50 10 ARC"), std::string::npos) << run.messages;
    EXPECT_NEAR(load * std::stod(run.messages.substr(named + before.size())), limit, 2e-4 * limit);
    EXPECT_LT(unbalanced(dome, load, run), 1e-7);
  }
}

// Masses say nothing of an equilibrium, nor of the one that is found downhill.
TEST(Dome, StaticFallsWithoutMasses) {
  const Dome dome{8, 15};
  std::string deck = dome.deck(5000, "STATIC");
  const test::RunResult heavy = test::run(deck);
  for (std::size_t at = deck.find("EM "); at != std::string::npos; at = deck.find("EM ", at))
    deck.erase(at, deck.find('\n', at) - at);
  const test::RunResult run = test::run(deck);
  ASSERT_EQ(run.status, ExitStatus::done) << run.messages;
  for (int node = 1; node <= 8 * 15 + 1; ++node)
    for (int c = 1; c <= 3; ++c) {
      const std::string name = fmt::format("x{}_{}", node, c);
      EXPECT_NEAR(run.value(0, name), heavy.value(0, name), 1e-9) << name;
    }
  const std::string before = "the path of equilibria turns at ";
  const auto limit = [&before](const std::string& messages) {
    const std::size_t at = messages.find(before);
    return at == std::string::npos ? 0 : std::stod(messages.substr(at + before.size()));
  };
  EXPECT_GT(limit(run.messages), 0);
  EXPECT_EQ(limit(run.messages), limit(heavy.messages));
}

// A loaded dome at its start, which accelerates, has the modes of the one without load: bars
// without stress and constant masses. Counted, as at rest.
TEST(Dome, ModesAboutAStartThatAccelerates) {
  const Dome dome{20, 50};
  const test::RunResult loaded = test::run(dome.deck(1000, "EIGEN 4")),
                        free = test::run(dome.deck(0, "EIGEN 4"));
  ASSERT_EQ(loaded.status, ExitStatus::done) << loaded.messages;
  EXPECT_NE(loaded.report.find("counted: none is missing"), std::string::npos);
  for (std::size_t k = 0; k < 4; ++k)
    EXPECT_NEAR(loaded.value(k, "omega"), free.value(k, "omega"), 1e-9 * free.value(k, "omega"));
  // A prestress of gravity: by both methods.
  const Dome small{4, 9};
  const auto omegas = [&](const std::string& job) {
    const test::RunResult run = test::run(small.deck(100, "GRAVITY 0 0 -9.81\n" + job));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    std::vector<double> out;
    for (std::size_t k = 0; k < 6; ++k) out.push_back(run.value(k, "omega"));
    return out;
  };
  const std::vector<double> few = omegas("EIGEN 6"), all = omegas("EIGEN");
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(few[k], all[k], 1e-9 * all[k]) << k;
}

// Bars whose dampers are 1e-5 s of their stiffness: each mode of the dome without dampers, omega,
// has the damping ratio 1e-5 s omega / 2.
TEST(Dome, ModesWithDampers) {
  const Dome dome{8, 15};
  std::string dampers;
  for (std::size_t k = 1; k <= dome.bars().size(); ++k)
    dampers += fmt::format("EDAMP {} {}\n", k, 1e-5 * kDomeStiffness);
  const test::RunResult damped = test::run(dome.deck(0, dampers + "EIGEN 4")),
                        free = test::run(dome.deck(0, "EIGEN 4"));
  ASSERT_EQ(damped.status, ExitStatus::done) << damped.messages;
  EXPECT_NE(damped.report.find("modes: the lowest 4 of 318"), std::string::npos);
  for (std::size_t k = 0; k < 4; ++k) {
    const double omega = free.value(k, "omega");
    EXPECT_NEAR(damped.value(k, "omega"), omega, 1e-10 * omega) << k;
    EXPECT_NEAR(damped.value(k, "damping"), 1e-5 * omega / 2, 1e-9 * omega * 1e-5) << k;
  }
}

// A net with dampers on a few bars, at rest under a load and where it moves, with forces that make
// its stiffness unsymmetric and without them: as by dense matrices.
TEST(Dome, ModesOfDampedNets) {
  const Dome dome{4, 9};
  std::string dampers;
  for (int k = 1; k <= 40; k += 3) dampers += fmt::format("EDAMP {} {}\n", k, 500 * k);
  for (const std::string where : {"", "STARTVX 1 3 0.5\nSTARTVX 5 1 -0.3\n"})
    for (const std::string law : {"", "XLAW 2 1 = 4e5*(x2_2 - 2) - 300*v2_3\n"}) {
      const auto run = [&](const std::string& job) {
        return test::run(dome.deck(100, dampers + law + where + job));
      };
      const test::RunResult few = run("EIGEN 5"), all = run("EIGEN");
      ASSERT_EQ(few.status, ExitStatus::done) << few.messages;
      ASSERT_EQ(all.status, ExitStatus::done) << all.messages;
      EXPECT_NE(few.report.find("modes: the lowest 5 of "), std::string::npos) << few.report;
      for (std::size_t k = 0; k < 5; ++k) {
        const double omega = all.value(k, "omega");
        EXPECT_NEAR(few.value(k, "omega"), omega, 1e-9 * omega) << k << law << where;
        EXPECT_NEAR(few.value(k, "real"), all.value(k, "real"), 1e-9 * omega) << k << law << where;
      }
    }
}

// The dense method and the sparse one have the same lowest modes of a dome under gravity.
TEST(Dome, LowestModes) {
  const Dome dome{4, 9};
  const auto omegas = [&](const std::string& job) {
    const test::RunResult run = test::run(dome.deck(100, "GRAVITY 0 0 -9.81\nSTATIC\n" + job));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    std::vector<double> out;
    for (int k = 1; k <= 6; ++k) out.push_back(run.value(k - 1, "omega"));
    return out;
  };
  const std::vector<double> few = omegas("EIGEN 6"), all = omegas("EIGEN");
  for (std::size_t k = 0; k < few.size(); ++k) EXPECT_NEAR(few[k], all[k], 1e-9 * all[k]) << k;
}

// A motion in time by the sparse tangent and by an explicit method.
TEST(Dome, Steps) {
  const Dome dome{3, 8};
  const auto crown = [&](const std::string& method) {
    const test::RunResult run =
        test::run(dome.deck(1000, "GRAVITY 0 0 -9.81\nTIMES 0 0.05 0.01\nINTEG " + method));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    return run.value(run.rows.size() - 1, "x1_3");
  };
  const double exact = crown("DOP853 1e-10 1e-10");
  EXPECT_NEAR(crown("STIFF 1e-7 1e-7"), exact, 1e-6);
  EXPECT_NEAR(crown("GALPHA 1e-6 1e-6"), exact, 1e-5);
}

// More bars than freedoms by a few, more than 200 freedoms: coordinates of space are integrated,
// for the elimination of so many bars fills. Fixed steps, their errors falling with the square of
// the step, against the explicit method.
TEST(Dome, StepsInCoordinatesOfSpace) {
  const Dome dome{6, 15};
  const auto crown = [&](const std::string& method) {
    const test::RunResult run = test::run(dome.deck(1000, "TIMES 0 0.01 0.01\nINTEG " + method));
    EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
    return run.value(run.rows.size() - 1, "x1_3");
  };
  const double exact = crown("DOP853 1e-10 1e-10"), coarse = crown("GALPHA STEP 1e-4") - exact,
               fine = crown("GALPHA STEP 5e-5") - exact;
  EXPECT_LT(std::fabs(coarse), 1e-2 * (kDomeRise - exact));
  EXPECT_NEAR(coarse / fine, 4, 0.6);
}

}  // namespace
}  // namespace mbs
