// Two hundred rods on bushings, and ten discs that fall into a box onto stiff penalty contacts,
// against a program of its own for each: every body by its three coordinates, explicit steps of
// Runge and Kutta that are short beside the fastest motion.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "support/deck.h"

namespace mbs {
namespace {

// Of each body x, y, phi and their rates.
struct Bodies {
  std::vector<std::array<double, 3>> x, v;
};
using Accelerations = std::vector<std::array<double, 3>>;

// find(bodies, accelerations) fills the accelerations.
template <class Find>
void move_bodies(Bodies& now, double end, int steps, Find&& find) {
  const std::size_t n = now.x.size();
  const double h = end / steps;
  std::array<Accelerations, 4> a;
  a.fill(Accelerations(n));
  std::array<Bodies, 4> stage;
  stage.fill(now);
  for (int step = 0; step < steps; ++step) {
    stage[0] = now;
    find(stage[0], a[0]);
    for (std::size_t s = 1; s < 4; ++s) {
      const double way = s == 3 ? h : 0.5 * h;
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t k = 0; k < 3; ++k) {
          stage[s].x[i][k] = now.x[i][k] + way * stage[s - 1].v[i][k];
          stage[s].v[i][k] = now.v[i][k] + way * a[s - 1][i][k];
        }
      find(stage[s], a[s]);
    }
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        now.x[i][k] +=
            h / 6 *
            (stage[0].v[i][k] + 2 * stage[1].v[i][k] + 2 * stage[2].v[i][k] + stage[3].v[i][k]);
        now.v[i][k] += h / 6 * (a[0][i][k] + 2 * a[1][i][k] + 2 * a[2][i][k] + a[3][i][k]);
      }
  }
}

// The largest difference of a position in the last row. Body i has the nodes 2 i + 1 and 2 i + 2.
double largest_difference(const std::string& deck, const Bodies& bodies) {
  const test::RunResult run = test::run(deck);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  if (run.rows.empty()) return HUGE_VAL;
  double out = 0;
  for (std::size_t i = 0; i < bodies.x.size(); ++i)
    for (std::size_t k = 0; k < 2; ++k)
      out = std::max(
          out, std::fabs(run.value(run.rows.size() - 1, fmt::format("x{}_{}", 2 * i + 1, k + 1)) -
                         bodies.x[i][k]));
  return out;
}

constexpr double kGravity = 9.81;

// A rope of n rods (length and mass 1) with bushings between them, let go from the horizontal.
constexpr int kRods = 200;
constexpr double kBushing = 1e6, kBushingDamping = 20, kFall = 0.1;

std::string rods_on_bushings(const std::string& method) {
  const double n = kRods, half = 0.5 / n;
  std::string nodes = "X 1000 0 0\nFIX 1000\nFIX 1001\n", bushings, forces;
  for (int i = 1; i <= kRods; ++i) {
    nodes += fmt::format("X {} {:.17g} 0\nX {} 0\n", 2 * i - 1, (i - 0.5) / n, 2 * i);
    bushings += fmt::format("PLREV {0} {1} {2} {3} {4} {5:.17g} 0 {6:.17g} 0\nRLSE {0}\n", i,
                            i == 1 ? 1000 : 2 * i - 3, i == 1 ? 1001 : 2 * i - 2, 2 * i - 1, 2 * i,
                            i == 1 ? 0 : half, -half);
    forces += fmt::format("XM {} {:.17g}\nXM {} {:.17g}\nESTIFF {} {} {}\nEDAMP {} {} {}\n",
                          2 * i - 1, 1 / n, 2 * i, 1 / (12 * n * n * n), i, kBushing, kBushing, i,
                          kBushingDamping, kBushingDamping);
  }
  return nodes + bushings + "END HALT\n" + forces + "GRAVITY 0 -9.81\nDOF AUTO\nTIMES 0 " +
         fmt::format("{} {}\n", kFall, kFall) + "INTEG " + method + "\nEND END\n";
}

Bodies fallen_rods() {
  const double half = 0.5 / kRods, mass = 1.0 / kRods, inertia = mass * half * half / 3;
  Bodies rods;
  for (int i = 0; i < kRods; ++i) rods.x.push_back({(2 * i + 1) * half, 0, 0});
  rods.v.assign(kRods, {});
  move_bodies(rods, kFall, 10'000, [&](const Bodies& now, Accelerations& a) {
    for (auto& of_rod : a) of_rod = {0, -kGravity, 0};
    for (std::size_t i = 0; i < now.x.size(); ++i) {
      // From rod i - 1, or the ground, to rod i: way and its rate of the ends that belong together.
      const auto& x = now.x[i];
      const auto& v = now.v[i];
      const double cx = half * std::cos(x[2]), cy = half * std::sin(x[2]);
      double way[2] = {x[0] - cx, x[1] - cy}, rate[2] = {v[0] + cy * v[2], v[1] - cx * v[2]};
      double bx = 0, by = 0;
      if (i > 0) {
        const auto& y = now.x[i - 1];
        const auto& w = now.v[i - 1];
        bx = half * std::cos(y[2]), by = half * std::sin(y[2]);
        way[0] -= y[0] + bx, way[1] -= y[1] + by;
        rate[0] -= w[0] - by * w[2], rate[1] -= w[1] + bx * w[2];
      }
      const double fx = -kBushing * way[0] - kBushingDamping * rate[0],
                   fy = -kBushing * way[1] - kBushingDamping * rate[1];
      a[i][0] += fx / mass, a[i][1] += fy / mass, a[i][2] += (-cx * fy + cy * fx) / inertia;
      if (i == 0) continue;
      a[i - 1][0] -= fx / mass, a[i - 1][1] -= fy / mass;
      a[i - 1][2] -= (bx * fy - by * fx) / inertia;
    }
  });
  return rods;
}

TEST(ManyBodies, TwoHundredRodsOnBushings) {
  const Bodies rods = fallen_rods();
  EXPECT_LT(rods.x.back()[1], -0.04);  // the end falls by g t^2/2, and the others with it
  EXPECT_LT(largest_difference(rods_on_bushings("STIFF 1e-6 1e-6"), rods), 1e-6);
  EXPECT_LT(largest_difference(rods_on_bushings("GALPHA 1e-5 1e-5"), rods), 1e-5);
  EXPECT_LT(largest_difference(rods_on_bushings("DOP853 1e-9 1e-9"), rods), 1e-9);
}

// Ten discs (radius 0.1, mass 1) in three columns, of which each second row is shifted, fall into a
// box 0.8 wide. Their contacts by k p^1.5 (1 + d p') with friction mu tanh(w/vs).
constexpr int kDiscs = 10;
constexpr double kRadius = 0.1, kWidth = 0.8, kStiffness = 1e8, kLoss = 0.3, kFriction = 0.2,
                 kCreep = 0.1, kDiscEnd = 0.12;

std::array<double, 2> place_of_disc(int i) {
  return {0.15 + 0.23 * (i % 3) + 0.02 * (i / 3 % 2), 0.13 + 0.23 * (i / 3)};
}

std::string discs_in_a_box(const std::string& method) {
  std::string nodes = "X 100 0 0\nX 101 0\nFIX 100\nFIX 101\n", contacts, laws, masses;
  int e = 0;
  const auto add = [&](const std::string& element) {
    contacts += fmt::format("{}\nRLSE {}\n", fmt::format(fmt::runtime(element), ++e), e);
    laws += fmt::format("CONTACT {} PENALTY {} 1.5 {} {} {}\n", e, kStiffness, kLoss, kFriction,
                        kCreep);
  };
  for (int i = 0; i < kDiscs; ++i) {
    const auto [x, y] = place_of_disc(i);
    const int p = 2 * i + 1, a = 2 * i + 2;
    nodes += fmt::format("X {} {:.17g} {:.17g}\nX {} 0\n", p, x, y, a);
    masses += fmt::format("XM {} 1\nXM {} {:.17g}\n", p, a, 0.5 * kRadius * kRadius);
    for (const char* line : {"0 0 1 0", "0 0 0 -1", "0.8 0 0 1"})
      add(fmt::format("PLCLINE {{}} {} {} 100 101 0 0 0.1 {}", p, a, line));
    for (int j = 0; j < i; ++j)
      add(fmt::format("PLCCIRC {{}} {} {} {} {} 0 0 0.1 0 0 0.1", p, a, 2 * j + 1, 2 * j + 2));
  }
  return nodes + contacts + "END HALT\n" + masses + laws + "GRAVITY 0 -9.81\nDOF AUTO\nTIMES 0 " +
         fmt::format("{} {}\n", kDiscEnd, kDiscEnd) + "INTEG " + method + "\nEND END\n";
}

// The force of an obstacle on disc i, which touches it with the normal (nx, ny) and penetration p.
// On the obstacle j, a disc, acts its opposite; j < 0: a wall. The slip of two discs is 2 R theta -
// R phi_i - R phi_j (docs/contact.md): theta is the direction from j to i, so that the force along
// it acts at the centres with the part 2 R/(2 R - p).
void touch(const Bodies& now, Accelerations& a, int i, int j, double nx, double ny, double p) {
  if (p <= 0) return;
  const double inertia = 0.5 * kRadius * kRadius, part = j < 0 ? 1 : 1 / (1 - p / (2 * kRadius));
  const auto& v = now.v[static_cast<std::size_t>(i)];
  double ux = v[0], uy = v[1], turns = v[2];
  if (j >= 0) {
    const auto& w = now.v[static_cast<std::size_t>(j)];
    ux -= w[0], uy -= w[1], turns += w[2];
  }
  const double approach = -(ux * nx + uy * ny), slip = part * (uy * nx - ux * ny) - kRadius * turns,
               normal = std::max(0.0, kStiffness * std::pow(p, 1.5) * (1 + kLoss * approach)),
               drag = -kFriction * normal * std::tanh(slip / kCreep),
               fx = normal * nx - part * drag * ny, fy = normal * ny + part * drag * nx;
  auto& of_disc = a[static_cast<std::size_t>(i)];
  of_disc[0] += fx, of_disc[1] += fy, of_disc[2] -= kRadius * drag / inertia;
  if (j < 0) return;
  auto& of_other = a[static_cast<std::size_t>(j)];
  of_other[0] -= fx, of_other[1] -= fy, of_other[2] -= kRadius * drag / inertia;
}

Bodies fallen_discs() {
  Bodies discs;
  for (int i = 0; i < kDiscs; ++i) {
    const auto [x, y] = place_of_disc(i);
    discs.x.push_back({x, y, 0});
  }
  discs.v.assign(kDiscs, {});
  move_bodies(discs, kDiscEnd, 40'000, [](const Bodies& now, Accelerations& a) {
    for (auto& of_disc : a) of_disc = {0, -kGravity, 0};
    for (int i = 0; i < kDiscs; ++i) {
      const auto& x = now.x[static_cast<std::size_t>(i)];
      touch(now, a, i, -1, 0, 1, kRadius - x[1]);
      touch(now, a, i, -1, 1, 0, kRadius - x[0]);
      touch(now, a, i, -1, -1, 0, kRadius - (kWidth - x[0]));
      for (int j = 0; j < i; ++j) {
        const auto& y = now.x[static_cast<std::size_t>(j)];
        const double dx = x[0] - y[0], dy = x[1] - y[1], square = dx * dx + dy * dy;
        if (square >= 4 * kRadius * kRadius) continue;
        const double r = std::sqrt(square);
        touch(now, a, i, j, dx / r, dy / r, 2 * kRadius - r);
      }
    }
  });
  return discs;
}

TEST(ManyBodies, TenDiscsInABox) {
  const Bodies discs = fallen_discs();
  const double free_fall = 0.5 * kGravity * kDiscEnd * kDiscEnd;
  EXPECT_GT(discs.x[0][1], place_of_disc(0)[1] - free_fall + 0.02);  // the lowest have bounced
  EXPECT_GT(std::fabs(discs.x[3][0] - place_of_disc(3)[0]), 1e-3);   // onto those above them
  EXPECT_LT(largest_difference(discs_in_a_box("STIFF 1e-7 1e-7"), discs), 1e-6);
  EXPECT_LT(largest_difference(discs_in_a_box("GALPHA 1e-6 1e-6"), discs), 1e-5);
  EXPECT_LT(largest_difference(discs_in_a_box("DOP853 1e-10 1e-10"), discs), 1e-8);
}

}  // namespace
}  // namespace mbs
