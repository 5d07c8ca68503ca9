// The mechanisms of the benchmarks as decks, with their solutions from elsewhere.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "support/mbsim_run.h"

namespace mbs::bench {

// A chain of n uniform rods (1 m, 1 kg) hanging from the origin; absolute angles and rates.
inline std::string chain_deck(const std::vector<double>& phi, const std::vector<double>& rate,
                              double end) {
  const int n = static_cast<int>(phi.size());
  std::string nodes = "X 5001 0 0\nX 5002 0\n", joints, dynamics;
  double x = 0, y = 0, vx = 0, vy = 0;
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const double c = 0.5 * std::cos(phi[k]), s = 0.5 * std::sin(phi[k]), w = rate[k];
    const int p = 10001 + i, q = 20001 + i;
    nodes += fmt::format("X {} {:.17g} {:.17g}\nX {} {:.17g}\n", p, x + c, y + s, q, phi[k]);
    joints += i == 0
                  ? fmt::format("PLREV 1 5001 5002 {} {} 0 0 -0.5 0\n", p, q)
                  : fmt::format("PLREV {} {} {} {} {} 0.5 0 -0.5 0\n", i + 1, p - 1, q - 1, p, q);
    dynamics += fmt::format("XM {} 1\nXM {} ${{1 / 12}}\n", p, q);
    dynamics += fmt::format("STARTVX {} 1 {:.17g}\nSTARTVX {} 2 {:.17g}\nSTARTVX {} 1 {:.17g}\n", p,
                            vx - w * s, p, vy + w * c, q, w);
    x += 2 * c, y += 2 * s, vx -= 2 * w * s, vy += 2 * w * c;
  }
  return nodes + joints + "FIX 5001\nFIX 5002\nEND HALT\n" + dynamics +
         fmt::format("GRAVITY 0 -9.81\nDOF AUTO\nINTEG STEP 1e-9 1e-9\nTIMESTEP {} 1\nEND END\n",
                     end);
}

// The state of the evaluation benchmark: relative angles 0.1 sin i, rates 0.1 cos i.
inline void chain_state(int n, std::vector<double>& phi, std::vector<double>& rate) {
  phi.clear(), rate.clear();
  double angle = 0, w = 0;
  for (int i = 1; i <= n; ++i) {
    phi.push_back(angle += 0.1 * std::sin(i));
    rate.push_back(w += 0.1 * std::cos(i));
  }
}

// Coordinate of a node by its number in the deck; the k-th rod of chain_deck() turns with node
// 20001 + k.
inline std::size_t coordinate(const DeckModel& deck, int node) {
  for (const Node& n : deck.built->model.nodes)
    if (n.number == node) return static_cast<std::size_t>(n.first);
  throw std::runtime_error("no such node");
}

inline std::string n_four_bar_deck(const std::string& root, int n) {
  const std::string command = fmt::format("'{}/tools/make_n_four_bar.sh' {} REDUCED", root, n);
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string text;
  for (int c; pipe && (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  if (!pipe || pclose(pipe) != 0) throw std::runtime_error("cannot make the N-four-bar deck");
  return text;
}

// Solution at t = 0.24 (30-digit Bulirsch-Stoer): see decks/bench/push_off.dat.
inline constexpr double kPushOffAcceleration[] = {3022.01403253250444, -879.760184168511558,
                                                  -176.536689524061971, 196.482909847224948};
// beta, Theta, gamma, Phi, delta, Omega, epsilon at t = 0.05 (index-1 form with projection,
// constraint error 1e-16).
inline constexpr double kAndrewsAngles[] = {33.825867766954,  -33.583431517463, 0.1133950738127,
                                            -0.4078528656017, 0.5260604449170,  0.4078528656017,
                                            1.0569024294350};

inline double andrews_error(const std::array<double, 7>& angles) {
  double worst = 0;
  for (unsigned i = 0; i < 7; ++i)
    worst = std::max(worst, std::fabs(angles[i] - kAndrewsAngles[i]));
  return worst;
}

inline double andrews_error(const DeckModel& deck, const State& state) {
  const auto phi = [&](int node) { return state.x[coordinate(deck, node)]; };
  return andrews_error({phi(21), phi(22) - phi(21), phi(23), phi(24) - phi(25), phi(25),
                        phi(26) - phi(27), phi(27)});
}

// Sum of squared differences of the four accelerations.
inline double push_off_error(const std::vector<double>& a, std::size_t first, std::size_t stride) {
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i)
    sum += std::pow(a[first + i * stride] - kPushOffAcceleration[i], 2);
  return sum;
}

// theta(10) of the N-four-bar: theta" = -k cos theta from theta = pi/2, theta' = -1, by
// classical Runge-Kutta with many steps in long double.
inline double n_four_bar_angle(int n) {
  const long double k = 9.81L * ((n + 1) / 2.0L + n) / ((n + 1) / 3.0L + n);
  const int steps = 200000;
  const long double h = 10.0L / steps;
  long double q = std::acos(0.0L), w = -1;
  for (int i = 0; i < steps; ++i) {
    const long double a1 = -k * std::cos(q), w2 = w + h / 2 * a1;
    const long double a2 = -k * std::cos(q + h / 2 * w), w3 = w + h / 2 * a2;
    const long double a3 = -k * std::cos(q + h / 2 * w2), w4 = w + h * a3;
    const long double a4 = -k * std::cos(q + h * w3);
    q += h / 6 * (w + 2 * w2 + 2 * w3 + w4);
    w += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return static_cast<double>(q);
}

// Angles of the cranks at the end of a run of n_four_bar_deck().
inline std::vector<double> crank_angles(const DeckModel& deck, const State& state, int n) {
  std::vector<double> out;
  for (int i = 0; i <= n; ++i) out.push_back(state.x[coordinate(deck, 1001 + i)]);
  return out;
}

// Over all cranks: another branch shows here.
inline double crank_error(const std::vector<double>& cranks, double angle) {
  double worst = 0;
  for (double crank : cranks) worst = std::max(worst, std::fabs(crank - angle));
  return worst;
}

}  // namespace mbs::bench
