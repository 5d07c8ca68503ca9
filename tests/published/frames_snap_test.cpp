// An arch and a frame of beams through their limit loads, along the paths of ITERSTEP ARC, against
// a beam of Kirchhoff (it bends and stretches, sections stay plane and across) that is integrated
// by Runge and Kutta from one support to the other: no elements, no chords, no nodes. The limit
// load of the arch is printed, too (DaDeppo and Schmidt 1975).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/deck.h"
#include "support/elimination.h"

namespace mbs {
namespace {

constexpr double pi = 3.14159265358979323846;

// A curved line without stress: EI = 1, curvature as it is without load; the frame turns by `turn`
// in front of the piece, and behind it a load may stand that pulls downwards.
struct Piece {
  double length, curvature, turn;
  bool has_load_behind;
};

struct Frame {
  double x, y, heading;  // of the first support, which is clamped or a hinge; the last is a hinge
  bool is_clamped;
  std::array<double, 2> end;
  std::vector<Piece> pieces;
  double EA;
};

// What the first support does and the load: the force (x, y) in the first section, its moment
// (clamped) or the turn of the frame there (hinge), and the load.
using Unknowns = std::array<double, 4>;

struct Shot {
  std::array<double, 3> miss;  // at the last support: x, y, moment
  double x, y;                 // of the load
};

Shot shoot(const Frame& frame, const Unknowns& z) {
  struct Section {
    double x, y, heading, moment;
  };
  double fx = z[0], fy = z[1], curvature = 0;
  Section at{frame.x, frame.y, frame.heading + (frame.is_clamped ? 0 : z[2]),
             frame.is_clamped ? z[2] : 0};
  const auto rate = [&](const Section& s) {
    const double c = std::cos(s.heading), n = std::sin(s.heading);
    const double stretch = 1 + (fx * c + fy * n) / frame.EA;
    return Section{stretch * c, stretch * n, curvature + s.moment, stretch * (n * fx - c * fy)};
  };
  const auto add = [](const Section& s, const Section& r, double h) {
    return Section{s.x + h * r.x, s.y + h * r.y, s.heading + h * r.heading,
                   s.moment + h * r.moment};
  };
  Shot out{};
  for (const Piece& piece : frame.pieces) {
    constexpr int steps = 200;
    const double h = piece.length / steps;
    curvature = piece.curvature;
    at.heading += piece.turn;
    for (int k = 0; k < steps; ++k) {
      const Section a = rate(at), b = rate(add(at, a, h / 2)), c = rate(add(at, b, h / 2)),
                    d = rate(add(at, c, h));
      at = add(add(add(add(at, a, h / 6), b, h / 3), c, h / 3), d, h / 6);
    }
    if (!piece.has_load_behind) continue;
    fy += z[3];
    out.x = at.x;
    out.y = at.y;
  }
  out.miss = {at.x - frame.end[0], at.y - frame.end[1], at.moment};
  return out;
}

// How the misses change with the unknowns.
std::array<std::array<double, 4>, 3> slopes(const Frame& frame, const Unknowns& z) {
  std::array<std::array<double, 4>, 3> out{};
  for (std::size_t j = 0; j < 4; ++j) {
    Unknowns up = z, down = z;
    up[j] += 1e-5;
    down[j] -= 1e-5;
    const Shot p = shoot(frame, up), m = shoot(frame, down);
    for (std::size_t i = 0; i < 3; ++i) out[i][j] = (p.miss[i] - m.miss[i]) / 2e-5;
  }
  return out;
}

// The direction of the path of equilibria: along it nothing is missed.
Unknowns direction(const Frame& frame, const Unknowns& z) {
  const auto J = slopes(frame, z);
  Unknowns t{};
  for (std::size_t j = 0; j < 4; ++j) {
    const std::size_t a = j == 0 ? 1 : 0, b = j <= 1 ? 2 : 1, c = j <= 2 ? 3 : 2;
    t[j] = (j % 2 == 0 ? 1 : -1) * (J[0][a] * (J[1][b] * J[2][c] - J[1][c] * J[2][b]) -
                                    J[0][b] * (J[1][a] * J[2][c] - J[1][c] * J[2][a]) +
                                    J[0][c] * (J[1][a] * J[2][b] - J[1][b] * J[2][a]));
  }
  const double length = std::hypot(std::hypot(t[0], t[1]), std::hypot(t[2], t[3]));
  for (double& v : t) v /= length;
  return t;
}

double along(const Unknowns& t, const Unknowns& z, const Unknowns& from) {
  double sum = 0;
  for (std::size_t j = 0; j < 4; ++j) sum += t[j] * (z[j] - from[j]);
  return sum;
}

// The equilibrium near `from` that lies in the plane across t through `from` + s t.
std::optional<Unknowns> equilibrium(const Frame& frame, const Unknowns& from, const Unknowns& t,
                                    double s) {
  Unknowns z = from;
  for (int k = 0; k < 12; ++k) {
    const Shot shot = shoot(frame, z);
    std::vector<double> A, miss(shot.miss.begin(), shot.miss.end());
    for (const auto& row : slopes(frame, z)) A.insert(A.end(), row.begin(), row.end());
    A.insert(A.end(), t.begin(), t.end());
    miss.push_back(along(t, z, from) - s);
    const std::vector<double> step = test::solve_by_elimination(A, miss);
    double largest = 0;
    for (std::size_t j = 0; j < 4; ++j) {
      z[j] -= step[j];
      largest = std::max(largest, std::fabs(step[j]));
    }
    if (!(largest < 10)) return std::nullopt;
    if (largest < 1e-8) return z;
  }
  return std::nullopt;
}

// The load where it turns, near `from`: the direction has no part of it there.
double limit_load(const Frame& frame, const Unknowns& from) {
  const Unknowns t = direction(frame, from);
  const auto rise = [&](double s) {
    const Unknowns now = direction(frame, equilibrium(frame, from, t, s).value());
    return now[3] * (along(t, now, {}) > 0 ? 1 : -1);
  };
  double s = 0, before = 0.02, there = rise(before);
  for (int k = 0; k < 20 && std::fabs(s - before) > 1e-8; ++k) {
    const double here = rise(s), next = s - here * (s - before) / (here - there);
    before = s;
    there = here;
    s = next;
  }
  return equilibrium(frame, from, t, s).value()[3];
}

// Equilibria from no load to behind the second limit, and the loads at the two.
struct Path {
  std::vector<Unknowns> points;
  std::vector<double> limits;
};

Path follow(const Frame& frame) {
  Path out;
  Unknowns z{}, t = direction(frame, z);
  if (t[3] < 0)
    for (double& v : t) v = -v;
  double length = 0.05;
  while (out.limits.size() < 2 || z[3] < 0.1) {
    out.points.push_back(z);
    std::optional<Unknowns> next;
    Unknowns turned{};
    for (;; length /= 2) {
      if (length < 1e-6 || out.points.size() > 5000) throw std::runtime_error("the path is lost");
      if (next = equilibrium(frame, z, t, length); !next) continue;
      turned = direction(frame, *next);
      if (along(t, turned, {}) < 0)
        for (double& v : turned) v = -v;
      if (along(t, turned, {}) > 0.98) break;
    }
    if (t[3] * turned[3] < 0) out.limits.push_back(limit_load(frame, z));
    z = *next;
    t = turned;
    length = std::min(0.5, 1.5 * length);
  }
  return out;
}

// A deck of beams through these points; EI = 1. The load P stands at the point `loaded`.
std::string deck(const std::string& beam, const std::vector<std::array<double, 2>>& points,
                 bool is_clamped, std::size_t loaded, double EA, double P) {
  const std::size_t n = points.size() - 1;
  std::string out, springs;
  for (std::size_t k = 0; k < n; ++k) {
    out += fmt::format("{} {} {} {} {} {}\nRLSE {}\n", beam, k + 1, 2 * k + 1, 2 * k + 2, 2 * k + 3,
                       2 * k + 4, k + 1);
    springs += fmt::format("ESTIFF {} {} 1\n", k + 1, EA);
  }
  for (std::size_t k = 0; k <= n; ++k)
    out += fmt::format("X {} {:.17g} {:.17g}\n", 2 * k + 1, points[k][0], points[k][1]);
  return out +
         fmt::format("FIX 1\n{}FIX {}\nEND HALT\n{}XF {} 0 {:.17g}\nDOF AUTO\n",
                     is_clamped ? "FIX 2\n" : "", 2 * n + 1, springs, 2 * loaded + 1, -P) +
         "ITERSTEP 50 20 ARC\nSTATIC\nEND END\n";
}

struct Compared {
  std::vector<double> limits;  // of the deck
  double load = 0, place = 0;  // largest differences of rows up to the second limit
};

Compared compare(const Frame& frame, const Path& path, const std::string& text, std::size_t loaded,
                 double P) {
  const test::RunResult run = test::run(text);
  EXPECT_EQ(run.status, ExitStatus::done) << run.messages;
  Compared out;
  const auto node = 2 * loaded + 1;
  for (std::size_t k = 0; k + 1 < run.rows.size() && out.limits.size() < 2; ++k) {
    // What the row says of the first support and the load, and the equilibrium nearest to it.
    const Unknowns said = {-run.value(k, "r1_1"), -run.value(k, "r1_2"),
                           frame.is_clamped ? -run.value(k, "r2_1") : run.value(k, "x2_1"),
                           P * run.time(k)};
    const auto distance = [&](const Unknowns& z) {
      return std::hypot(std::hypot(z[0] - said[0], z[1] - said[1]),
                        std::hypot(z[2] - said[2], z[3] - said[3]));
    };
    const Unknowns near = *std::min_element(
        path.points.begin(), path.points.end(),
        [&](const Unknowns& p, const Unknowns& q) { return distance(p) < distance(q); });
    const Unknowns t = direction(frame, near);
    const std::optional<Unknowns> exact = equilibrium(frame, near, t, along(t, said, near));
    if (!exact) throw std::runtime_error(fmt::format("no equilibrium near row {}", k));
    const Shot shot = shoot(frame, *exact);
    out.load = std::max(out.load, std::fabs((*exact)[3] - said[3]));
    out.place = std::max({out.place, std::fabs(shot.x - run.value(k, fmt::format("x{}_1", node))),
                          std::fabs(shot.y - run.value(k, fmt::format("x{}_2", node)))});
    if (k > 0 && (run.time(k) - run.time(k - 1)) * (run.time(k + 1) - run.time(k)) < 0)
      out.limits.push_back(said[3]);
  }
  return out;
}

// An arc of 215 degrees and radius 1, clamped at the left, a hinge at the right, pressed down at
// its crown.
constexpr double half_arch = 215 * pi / 180 / 2;

Frame deep_arch() {
  return {-std::sin(half_arch),
          std::cos(half_arch),
          half_arch,
          true,
          {std::sin(half_arch), std::cos(half_arch)},
          {{half_arch, -1, 0, true}, {half_arch, -1, 0, false}},
          1e6};
}

Compared arch_of(const std::string& beam, int n, const Path& path) {
  std::vector<std::array<double, 2>> points;
  for (int k = 0; k <= n; ++k) {
    const double angle = half_arch * (1 - 2.0 * k / n);
    points.push_back({-std::sin(angle), std::cos(angle)});
  }
  const auto crown = static_cast<std::size_t>(n / 2);
  return compare(deep_arch(), path, deck(beam, points, true, crown, 1e6, 12), crown, 12);
}

TEST(FramesSnap, DeepArch) {
  const Path path = follow(deep_arch());
  ASSERT_EQ(path.limits.size(), 2u);
  // Printed: 897 for EI = 1e6 and a radius of 100.
  EXPECT_NEAR(path.limits[0], 8.97, 5e-3);
  struct Bounds {
    const char* beam;
    double load, place;  // of 64 beams
  };
  for (const auto& [beam, load, place] :
       {Bounds{"PLBEAM", 0.05, 0.02}, {"PLBEAML", 0.012, 1.2e-3}}) {
    const Compared coarse = arch_of(beam, 32, path), fine = arch_of(beam, 64, path);
    for (const Compared* one : {&coarse, &fine}) ASSERT_EQ(one->limits.size(), 2u) << beam;
    for (std::size_t k = 0; k < 2; ++k) {
      const double exact = path.limits[k];
      // Straight beams along an arc: the error falls with the square of their length.
      EXPECT_NEAR((coarse.limits[k] - exact) / (fine.limits[k] - exact), 4, 0.4)
          << beam << " limit " << k;
      EXPECT_NEAR((4 * fine.limits[k] - coarse.limits[k]) / 3, exact, 1e-3 * std::fabs(exact))
          << beam << " limit " << k;
    }
    EXPECT_LT(fine.load, load) << beam;
    EXPECT_LT(fine.place, place) << beam;
    EXPECT_NEAR(coarse.load / fine.load, 4, 0.6) << beam;
  }
}

// Lee's frame: a column and a beam of length 1, hinges at both ends, the load on the beam at a
// fifth of its length from the corner. Its members are straight, so nothing but the elements errs.
Frame lees_frame() {
  return {0,     0,      pi / 2,
          false, {1, 1}, {{1, 0, 0, false}, {0.2, 0, -pi / 2, true}, {0.8, 0, 0, false}},
          43200};
}

Compared frame_of(int n, const Path& path) {
  std::vector<std::array<double, 2>> points;
  for (int k = 0; k <= n; ++k) points.push_back({0, 1.0 * k / n});
  for (int k = 1; k <= n; ++k) points.push_back({1.0 * k / n, 1});
  const auto loaded = static_cast<std::size_t>(n + n / 5);
  return compare(lees_frame(), path, deck("PLBEAML", points, false, loaded, 43200, 20), loaded, 20);
}

TEST(FramesSnap, LeesFrame) {
  const Path path = follow(lees_frame());
  ASSERT_EQ(path.limits.size(), 2u);
  const Compared coarse = frame_of(5, path), fine = frame_of(10, path);
  for (const Compared* one : {&coarse, &fine}) ASSERT_EQ(one->limits.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    const double exact = path.limits[k];
    EXPECT_NEAR(coarse.limits[k], exact, 2e-3 * std::fabs(exact));
    EXPECT_NEAR(fine.limits[k], exact, 1.5e-4 * std::fabs(exact));
  }
  EXPECT_LT(fine.load, 1e-3);
  EXPECT_LT(fine.place, 2e-5);
  // The error of PLBEAML falls with the fourth power.
  EXPECT_GT(coarse.load / fine.load, 12);
  EXPECT_GT(coarse.place / fine.place, 12);
}

}  // namespace
}  // namespace mbs
