// Dormand and Prince's formula of order 5(4) with step control (Dormand and Prince 1980; Hairer,
// Norsett and Wanner, Solving ODEs I, table II.5.2), for small systems of fixed size.
#pragma once

#include <algorithm>
#include <cmath>

namespace mbs::bench {

struct StepCount {
  long accepted = 0, rejected = 0, evaluations = 0;
};

// y(t0) -> y(t1) of y' = f(y). Errors |e_i| <= tolerance (1 + |y_i|).
template <class State, class F>
StepCount dormand_prince(const F& f, double t0, double t1, double h, double tolerance, State& y) {
  StepCount count;
  State k1, k2, k3, k4, k5, k6, k7, z;
  f(y, k1);
  count.evaluations = 1;
  const auto stage = [&](auto&& slope, State& k) {
    for (std::size_t i = 0; i < y.size(); ++i) z[i] = y[i] + h * slope(i);
    f(z, k);
    ++count.evaluations;
  };
  for (double t = t0; t1 - t > 1e-14 * (t1 - t0);) {
    h = std::min(h, t1 - t);
    stage([&](auto i) { return k1[i] * (1. / 5); }, k2);
    stage([&](auto i) { return k1[i] * (3. / 40) + k2[i] * (9. / 40); }, k3);
    stage([&](auto i) { return k1[i] * (44. / 45) - k2[i] * (56. / 15) + k3[i] * (32. / 9); }, k4);
    stage(
        [&](auto i) {
          return k1[i] * (19372. / 6561) - k2[i] * (25360. / 2187) + k3[i] * (64448. / 6561) -
                 k4[i] * (212. / 729);
        },
        k5);
    stage(
        [&](auto i) {
          return k1[i] * (9017. / 3168) - k2[i] * (355. / 33) + k3[i] * (46732. / 5247) +
                 k4[i] * (49. / 176) - k5[i] * (5103. / 18656);
        },
        k6);
    stage(
        [&](auto i) {
          return k1[i] * (35. / 384) + k3[i] * (500. / 1113) + k4[i] * (125. / 192) -
                 k5[i] * (2187. / 6784) + k6[i] * (11. / 84);
        },
        k7);
    double error = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double e =
          h * double(k1[i] * (71. / 57600) - k3[i] * (71. / 16695) + k4[i] * (71. / 1920) -
                     k5[i] * (17253. / 339200) + k6[i] * (22. / 525) - k7[i] * (1. / 40));
      error = std::max(error, std::fabs(e) / (tolerance * (1 + std::fabs(double(y[i])))));
    }
    const double change = 0.9 * std::pow(std::max(error, 1e-10), -0.2);
    if (error <= 1) {
      t += h;
      y = z;
      k1 = k7;
      ++count.accepted;
    } else {
      ++count.rejected;
    }
    h *= std::clamp(change, 0.2, 5.0);
  }
  return count;
}

}  // namespace mbs::bench
