// How a run is computed: integration, form of the equations, iteration and limits.
#pragma once

#include <cstdint>
#include <string>

#include "base/source_location.h"

namespace mbs {

struct IntegrationRow {
  bool given = false;       // method and tolerances come from the deck
  std::string method;       // upper case; empty: the default
  double abs = 0, rel = 0;  // 0: the default
  double hmax = 0;
  double h = 0;         // of HEUN, RK4 and GALPHA STEP
  double rho = -1;      // of GALPHA; negative: the default
  bool strict = false;  // of STIFF: all velocities keep the tolerance
  SourceLocation where;
};

enum class Form : std::uint8_t { automatic, reduced, full };
enum class Job : std::uint8_t { kinematic, dynamic, equilibrium, modes };

struct Method {
  IntegrationRow integration;
  Form form = Form::automatic;
  bool choose_freedoms = false;  // degrees of freedom named by the user may be chosen again
  int outlevel = 0;              // 1: transfer functions in the report
  // ITERSTEP: Newton iterations allowed (0: the option nrmax), load steps and tolerance of an
  // equilibrium (0: the default).
  int iterations = 0;
  int load_steps = 1;
  bool follows_path = false;  // ARC: STATIC goes through limit points
  double tolerance = 0;
  SourceLocation iterstep_where;
  // REDUNDANT LEAST: redundant joints take the least shares of what they leave open. least_length:
  // the arm that relates moments to forces; 0: the extent of the mechanism.
  bool least_shares = false;
  double least_length = 0;
  SourceLocation redundant_where;
  bool equilibrium_first = false;  // EIGEN with STATIC: modes about the equilibrium
  int modes = 0;                   // EIGEN: how many; 0: all
};

// LIMIT: limits of a run; 0: the default of the option of the same name.
struct LimitRow {
  double seconds = 0;
  long long steps = 0;
  long long events = 0;
  SourceLocation where;
};

}  // namespace mbs
