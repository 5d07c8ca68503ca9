// Closed forms of planar linkages and the KABIOS decks that describe them. Nothing here uses the
// program's equations: points are complex numbers, rates follow by differentiating the vector loop.
#pragma once

#include <fmt/format.h>

#include <complex>
#include <random>
#include <string>
#include <vector>

#include "support/deck.h"

namespace mbs::test {

inline constexpr double kPi = 3.14159265358979323846;
using Complex = std::complex<double>;

// A value with its first and second derivative in time.
struct Angle {
  double p = 0, v = 0, a = 0;
};
struct Point {
  Complex p, v, a;
};

// r e^(i angle), with rates.
inline Point arm(Complex r, const Angle& q) {
  const Complex z = r * std::polar(1.0, q.p), i(0, 1);
  return {z, i * q.v * z, (i * q.a - q.v * q.v) * z};
}
inline Point operator+(const Point& a, const Point& b) { return {a.p + b.p, a.v + b.v, a.a + b.a}; }
inline Point operator-(const Point& a, const Point& b) { return {a.p - b.p, a.v - b.v, a.a - b.a}; }

// The angle of a bar of fixed length whose ends move as given.
inline Angle direction(const Point& from, const Point& to) {
  const Point s = to - from;
  const double l2 = std::norm(s.p);
  auto cross = [](Complex a, Complex b) { return (std::conj(a) * b).imag(); };
  return {std::arg(s.p), cross(s.p, s.v) / l2, cross(s.p, s.a) / l2};
}

// The joint of two bars of lengths b and c whose far ends are given: the assembly on the left
// (side +1) or right (-1) of the line from B to D. Rates from |C-B| = b, |C-D| = c.
inline Point dyad(const Point& B, const Point& D, double b, double c, int side) {
  const Complex s = D.p - B.p;
  const double l = std::abs(s), along = (l * l + b * b - c * c) / (2 * l);
  const double across = side * std::sqrt(b * b - along * along);
  Point C;
  C.p = B.p + s / l * Complex(along, across);
  const Complex u = C.p - B.p, w = C.p - D.p;
  auto dot = [](Complex x, Complex y) { return (std::conj(x) * y).real(); };
  // z.u = f, z.w = g
  auto solve = [&](double f, double g) {
    const double det = (std::conj(u) * w).imag();
    return Complex(f * w.imag() - g * u.imag(), g * u.real() - f * w.real()) / det;
  };
  C.v = solve(dot(u, B.v), dot(w, D.v));
  C.a = solve(dot(u, B.a) - std::norm(C.v - B.v), dot(w, D.a) - std::norm(C.v - D.v));
  return C;
}

// A bar with joints A and B and a body frame that lies anywhere in it: A at (u, v), B at A + l
// (cos beta, sin beta) in that frame.
struct Bar {
  double l = 1;
  Complex at_a = 0;
  double beta = 0;

  Complex at_b() const { return at_a + std::polar(l, beta); }
  Angle phi(Angle bar) const { return {bar.p - beta, bar.v, bar.a}; }
  Point origin(const Point& A, const Angle& bar) const { return A - arm(at_a, phi(bar)); }
};

struct BodyMotion {
  Point origin;
  Angle phi;
};
inline BodyMotion body_motion(const Bar& bar, const Point& A, const Point& B) {
  const Angle angle = direction(A, B);
  return {bar.origin(A, angle), bar.phi(angle)};
}

// Positions, velocities and accelerations of one body of a run against the closed form.
struct Errors {
  Error position, angle, velocity, acceleration;

  void add(const RunResult& run, std::size_t row, int body, const BodyMotion& m) {
    auto value = [&](const char* name) {
      return run.value(row, fmt::format("body{}.{}", body, name));
    };
    position.add(value("x"), m.origin.p.real());
    position.add(value("y"), m.origin.p.imag());
    angle.add_angle(value("phi"), m.phi.p);
    velocity.add(value("xd"), m.origin.v.real());
    velocity.add(value("yd"), m.origin.v.imag());
    velocity.add(value("phid"), m.phi.v);
    acceleration.add(value("xdd"), m.origin.a.real());
    acceleration.add(value("ydd"), m.origin.a.imag());
    acceleration.add(value("phidd"), m.phi.a);
  }
};

// Four-bar linkage: ground pivots O = 0 and D = d, crank OB, coupler BC, rocker DC.
struct FourBar {
  Bar crank, coupler, rocker;
  double d = 2;
  int side = 1;

  struct Motion {
    BodyMotion crank, coupler, rocker;
  };
  Motion at(const Angle& theta) const {
    const Point O{}, D{d, 0, 0}, B = arm(crank.l, theta);
    const Point C = dyad(B, D, coupler.l, rocker.l, side);
    BodyMotion first{crank.origin(O, theta), crank.phi(theta)};
    return {first, body_motion(coupler, B, C), body_motion(rocker, D, C)};
  }

  // Body 1 ground, 2 crank, 3 coupler, 4 rocker. `records` is the rest of the deck: driver or
  // guides, with `counts` "ND NP NGUI NDATA"; estimates are off by `noise` (their own unit).
  std::string deck(const Motion& start, const std::string& counts, const std::string& records,
                   const std::vector<double>& noise = {}) const {
    std::string out = fmt::format("4 4 0 1 0 {}\n0 0 0\n", counts);
    std::size_t n = 0;
    auto off = [&] { return n < noise.size() ? noise[n++] : 0.0; };
    for (const BodyMotion* b : {&start.crank, &start.coupler, &start.rocker}) {
      const double x = b->origin.p.real() + off(), y = b->origin.p.imag() + off();
      out += fmt::format("{} {} {}\n", x, y, b->phi.p + off());
    }
    auto joint = [&](int i, int j, Complex p, Complex q) {
      out += fmt::format("{} {} {} {} {} {}\n", i, j, p.real(), p.imag(), q.real(), q.imag());
    };
    joint(1, 2, 0, crank.at_a);
    joint(2, 3, crank.at_b(), coupler.at_a);
    joint(3, 4, coupler.at_b(), rocker.at_b());
    joint(4, 1, rocker.at_a, d);
    return out + "1\n" + records;
  }
  // Driven at its crank: theta = theta0 + omega t + alpha t^2 / 2.
  std::string driven(double theta0, double omega, double alpha, const std::string& time,
                     const std::vector<double>& noise = {}) const {
    return deck(at({theta0, omega, alpha}), "1 0 0 0",
                fmt::format("2 3 {} {} {}\n{}\n", theta0 - crank.beta, omega, alpha, time), noise);
  }
};

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double operator()(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(engine_);
  }
  std::vector<double> noise(std::size_t n, double size) {
    std::vector<double> out(n);
    for (double& x : out) x = (*this)(-size, size);
    return out;
  }
  Bar bar(double l) { return {l, {(*this)(-0.5, 0.5), (*this)(-0.5, 0.5)}, (*this)(-3, 3)}; }
  // A crank-rocker (Grashof, crank shortest), well away from a change point.
  FourBar crank_rocker() {
    for (;;) {
      const double a = (*this)(0.3, 0.7), b = (*this)(1, 2), c = (*this)(1, 2), d = (*this)(1, 2);
      const double longest = std::max({b, c, d});
      if (a + longest > b + c + d - longest - 0.2) continue;
      FourBar f{bar(a), bar(b), bar(c), d, (*this)(0, 1) < 0.5 ? 1 : -1};
      return f;
    }
  }

 private:
  std::mt19937 engine_;
};

inline Angle quadratic(double t, double p, double v, double a) {
  return {p + v * t + 0.5 * a * t * t, v + a * t, a};
}

}  // namespace mbs::test
