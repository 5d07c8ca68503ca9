// Settings of an integrator by the user.
#pragma once

#include <string>
#include <vector>

namespace mbs {

struct IntegratorSettings {
  std::string method = "STEP";   // any letter case, see integrator_names()
  double abs = 1e-8;             // a local error e_i is accepted when for every component
  double rel = 1e-6;             //   |e_i| <= abs_i + rel |y_i|
  std::vector<double> abs_each;  // abs_i, n of them; empty: abs for all
  // With abs_each: of the places of OdeSystem::displace, then of their rates.
  std::vector<double> abs_places;
  double second = 1;    // one second in the unit of time, for the guess of a first step
  double h = 0;         // step of HEUN and RK4 (required), of GALPHA (0: error control)
  double rho = 0.8;     // of GALPHA: part of the fastest oscillations left after a step, 0 to 1
  bool strict = false;  // of STIFF: velocities keep the tolerance in large mechanisms, too
  double hinit = 0;     // first step of other methods, 0: chosen from f
  double hmax = 0;      // 0: no bound
  double hmin = 0;      // smallest step except to tstop; never less than 16 ulp of t
  long max_steps = 10'000'000;  // accepted and rejected, since start()
};

}  // namespace mbs
