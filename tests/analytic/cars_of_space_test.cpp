// Cars of space with tyres. A trailer: eigenvalues and the speed above which it weaves, against its
// linear equations written by hand. Four wheels on springs: over a low bump against the linear
// equations of the half car, and round a wide curve against the closed form of the single track.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include "paths.h"
#include "support/deck.h"
#include "support/good_run.h"
#include "support/process.h"

namespace mbs {
namespace {

using Complex = std::complex<double>;
using Polynomial = std::vector<double>;

Polynomial times(const Polynomial& a, const Polynomial& b) {
  Polynomial out(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) out[i + j] += a[i] * b[j];
  return out;
}

std::vector<Complex> roots_of(const Polynomial& p) {
  const std::size_t n = p.size() - 1;
  std::vector<Complex> root(n);
  for (std::size_t i = 0; i < n; ++i)
    root[i] = std::pow(Complex(0.4, 0.9), static_cast<double>(i)) * 5.0;
  for (int sweep = 0; sweep < 1000; ++sweep)
    for (std::size_t i = 0; i < n; ++i) {
      Complex value = p[n];
      for (std::size_t k = n; k-- > 0;) value = value * root[i] + p[k];
      for (std::size_t j = 0; j < n; ++j)
        if (j != i) value /= root[i] - root[j];
      root[i] -= value / p[n];
    }
  return root;
}

// The car's place y sideways and heading psi, and the heading theta of the trailer. An axle at
// y + f psi + g theta with the heading psi or theta has the side force -C (rate of its place / v -
// heading).
std::vector<Complex> modes_of_trailer(double v) {
  const double m1 = 1500, J1 = 2400, a = 1.2, b = 1.4, d = 2.3, m2 = 1200, J2 = 2200, h = 2.9,
               l = 3;
  struct Axle {
    double stiffness;
    std::array<double, 3> place;
    std::size_t heading;
  };
  const Axle axles[] = {{9e4, {1, a, 0}, 1}, {9e4, {1, -b, 0}, 1}, {6e4, {1, -d, -l}, 2}};
  const std::array<double, 3> centre = {1, -d, -h};
  Polynomial A[3][3];
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      double M = m2 * centre[i] * centre[j], C = 0, K = 0;
      if (i == j) M += i == 0 ? m1 : i == 1 ? J1 : J2;
      for (const Axle& axle : axles) {
        C += axle.stiffness / v * axle.place[i] * axle.place[j];
        if (axle.heading == j) K -= axle.stiffness * axle.place[i];
      }
      A[i][j] = {K, C, M};
    }
  Polynomial whole(7);
  const std::size_t orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                    {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  for (std::size_t k = 0; k < 6; ++k) {
    const auto& o = orders[k];
    const Polynomial term = times(times(A[0][o[0]], A[1][o[1]]), A[2][o[2]]);
    for (std::size_t n = 0; n < 7; ++n) whole[n] += (k < 3 ? 1 : -1) * term[n];
  }
  // Nothing depends on the place, nor on one heading of all: two values are 0.
  return roots_of(Polynomial(whole.begin() + 2, whole.end()));
}

double growth_of_weave(double v) {
  double out = -HUGE_VAL;
  for (const Complex& root : modes_of_trailer(v))
    if (std::fabs(root.imag()) > 1) out = std::max(out, root.real());
  return out;
}

std::string deck_of(const std::string& name) {
  return test::read_all(std::string(MBSIM_ROOT) + "/decks/space/" + name);
}

TEST(Trailer, EigenvaluesOverTheSpeeds) {
  for (const double v : {8.0, 15.0, 21.0, 25.0, 40.0}) {
    const test::RunResult run = test::good_run(fmt::format("PARAM speed = {}\n", v) +
                                               deck_of("trailer.inc") + "EIGEN\nEND END\n");
    std::vector<Complex> found;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      found.emplace_back(run.value(k, "real"), run.value(k, "imaginary"));
      if (found.back().imag() > 0) found.push_back(std::conj(found.back()));
    }
    ASSERT_EQ(found.size(), 6u) << v;
    EXPECT_EQ(std::count(found.begin(), found.end(), Complex(0)), 2) << v;
    for (const Complex& root : modes_of_trailer(v)) {
      double nearest = HUGE_VAL;
      for (const Complex& value : found) nearest = std::min(nearest, std::abs(root - value));
      EXPECT_LT(nearest / std::abs(root), 1e-9) << v << ": " << root;
    }
  }
}

TEST(Trailer, WeavesAboveItsCriticalSpeed) {
  double low = 15, high = 30;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (growth_of_weave(middle) > 0 ? high : low) = middle;
  }
  const test::Finished solved =
      test::mbsim("solve decks/space/trailer_modes.dat -p speed=18:25 'weave = 0'");
  ASSERT_EQ(solved.status, 0) << solved.err;
  EXPECT_NEAR(std::stod(solved.out.substr(solved.out.find('=') + 1)), low, 1e-8);
  for (const double v : {18.0, 25.0}) {
    const test::RunResult run =
        test::good_run(fmt::format("PARAM speed = {}\n", v) + deck_of("trailer.inc") +
                       "STARTDE 2 1  0 1e-3\nINTEG DOP853 1e-11 1e-11\nTIMESTEP 6 600\nEND END\n");
    double early = 0, late = 0;
    for (std::size_t k = 0; k < run.rows.size(); ++k) {
      double& most = run.time(k) < 2 ? early : late;
      if (run.time(k) < 2 || run.time(k) > 4)
        most = std::max(most, std::fabs(run.value(k, "e2_1")));
    }
    EXPECT_EQ(late > early, v > low) << v;
  }
}

std::string with(std::string deck, const std::string& name, const std::string& value) {
  const std::size_t at = deck.find("PARAM " + name + " ="), end = deck.find('\n', at);
  EXPECT_NE(at, deck.npos);
  return deck.replace(at, end - at, "PARAM " + name + " = " + value);
}

// Both sides over a bump of 10 micrometres: heave z, pitch p (front down) and the way ahead x of
// the chassis. The travel of a spring at f ahead of the mass centre is road - z + f p, less (h - r)
// p^2/2, so that the weight W on the springs has the energy -W (h - r) p^2/2. A hub moves by x - (h
// - r) p along the road, and so its wheel turns.
TEST(Car, OverALowBump) {
  const double bump = 1e-5, v = 15, a = 1.2, b = 1.4, h = 0.55, r = 0.3, m = 1200, g = 9.81;
  const double k = 24e3, c = 1800, low = h - r, hubs = 4 * (28 + 0.7 / (r * r));
  const double Jp = 1800 + 4 * 0.05 + 2 * 0.03, span = 0.5, place = 15;
  std::string deck = deck_of("car.dat");
  deck = with(deck, "bump", "1e-5"), deck = with(deck, "right", "1");
  deck = with(deck, "long", "0.5"), deck = with(deck, "steer", "0");
  deck.replace(deck.find("TIMESTEP 6 12"), 13, "TIMESTEP 2 40");
  deck.replace(deck.find("DOP853 1e-9 1e-9"), 16, "DOP853 1e-13 1e-13");
  const test::RunResult run = test::good_run(deck);
  // Road under an axle at f and its rate.
  const auto road = [&](double t, double f) {
    const double s = (v * t + f - place) / span;
    const double height = bump * std::exp(-s * s);
    return std::array<double, 2>{height, -2 * s * v / span * height};
  };
  using State = std::array<double, 6>;  // z p x and their rates
  const auto rate = [&](double t, const State& y) {
    double force_z = 0, moment = m * g * low * y[1];
    for (const double f : {a, -b}) {
      const auto [height, up] = road(t, f);
      const double spring = 2 * (k * (height - y[0] + f * y[1]) + c * (up - y[3] + f * y[4]));
      force_z += spring, moment -= f * spring;
    }
    // (m + hubs) x'' - hubs low p'' = 0,  (Jp + hubs low^2) p'' - hubs low x'' = moment
    const double pd = moment / (Jp + hubs * low * low - hubs * hubs * low * low / (m + hubs));
    return State{y[3], y[4], y[5], force_z / m, pd, hubs * low * pd / (m + hubs)};
  };
  State y{};
  std::size_t row = 0;
  const int steps = 4000;
  const double dt = 2.0 / steps;
  for (int n = 0; n <= steps; ++n) {
    const double t = n * dt;
    if (n % (steps / 40) == 0) {
      EXPECT_NEAR(run.value(row, "x1_3") - h, y[0], 1e-4 * bump) << t;
      EXPECT_NEAR(run.value(row, "x1_1") - v * t, y[2], 1e-4 * bump) << t;
      EXPECT_NEAR(2 * run.value(row, "x2_3"), y[1], 1e-4 * bump) << t;
      ++row;
    }
    const auto moved = [&](const State& by, double step) {
      State out = y;
      for (std::size_t i = 0; i < 6; ++i) out[i] += step * by[i];
      return out;
    };
    const State k1 = rate(t, y), k2 = rate(t + dt / 2, moved(k1, dt / 2)),
                k3 = rate(t + dt / 2, moved(k2, dt / 2)), k4 = rate(t + dt, moved(k3, dt));
    for (std::size_t i = 0; i < 6; ++i) y[i] += dt / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  }
  EXPECT_EQ(row, run.rows.size());
}

// A small angle of the front wheels turns the car with the rate v angle/(l + K v^2).
TEST(Car, RoundAWideCurve) {
  const double v = 15, angle = 1e-5, m = 1200 + 4 * 28, C = 2 * 4e4;
  const double shift = 4 * 28 * (1.2 - 1.4) / 2 / m;  // of the mass centre, ahead
  const double a = 1.2 - shift, b = 1.4 + shift, l = a + b;
  std::string deck = deck_of("car.dat");
  deck = with(deck, "bump", "0"), deck = with(deck, "steer", "1e-5");
  for (const char* name : {"INPUTE 5 1 =", "INPUTE 6 1 ="}) {
    const std::size_t at = deck.find(name), end = deck.find('\n', at);
    deck.replace(at, end - at, std::string(name) + " steer*(1 + tanh(6*(t - 2)))/2");
  }
  deck.replace(deck.find("DOP853 1e-9 1e-9"), 16, "DOP853 1e-12 1e-12");
  const test::RunResult run = test::good_run(deck);
  const double expected = v * angle / (l + m * v * v / l * (b / C - a / C));
  const std::size_t last = run.rows.size() - 1;
  EXPECT_NEAR(run.value(last, "v2_3") / expected, 1, 1e-6);
}

// What the wheels carry is the weight and what lifts the mass centre.
TEST(Car, WheelsCarryItsWeight) {
  const test::RunResult run = test::good_run(deck_of("car.dat"));
  for (std::size_t k = 0; k < run.rows.size(); ++k) {
    double sum = 0;
    for (const int wheel : {11, 12, 13, 14}) {
      sum += run.value(k, fmt::format("wheel{}.n", wheel));
      EXPECT_GT(run.value(k, fmt::format("wheel{}.n", wheel)), 0);
    }
    EXPECT_NEAR(sum, 1312 * (9.81 + run.value(k, "cm.zdd")), 1e-6);
  }
}

}  // namespace
}  // namespace mbs
