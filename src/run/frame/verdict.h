// Judges whether the numbers of a run can be believed: compares the figures of its audit with the
// errors that tolerances and rounding explain. The judgement is data; the text of a report is made
// of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"

namespace mbs {

// The checks of a run. Every figure is relative, so that units do not matter.
enum class Check {
  energy,                 // kinetic + potential - work - start, over the largest energy
  momentum,               // rates of momentum against loads and reactions, over their terms
  position_residual,      // of the constraints, over their terms
  velocity_residual,      //
  acceleration_residual,  //
  held,                   // velocity of a fixed coordinate, over the largest velocity
  path,                   // x(t) - x(0) against the integral of v, over the largest coordinate
  rate_path,              // v(t) - v(0) and its jumps against the integral of a, likewise
  gain,                   // kinetic energy gained in a jump, over the largest energy
  range,                  // deformation of an element over what its theory allows
  reach,                  // displacement of an equilibrium over the size of the mechanism
  stability,              // 1 where an equilibrium is unstable
  smallness,              // the tolerance abs over the largest motion of lengths, or of angles
  rows,                   // change of a velocity against its rate in the rows, over the largest
  contact_force,          // pull of a contact, or friction beyond its bound, over the largest force
  given,                  // prescribed motion against the deck, over its size
  finer_run,  // motion against a run of half the step or smaller tolerances, over the largest
              // motion
};
inline constexpr int kCheckCount = 17;

struct Figure {
  Check check;
  double value = 0;
  // The value that the tolerances of the run allow if nothing is wrong; 0: rounding only.
  double explained = 0;
  std::string where = {};  // name of the coordinate, element, ...; may be empty
  // Check::energy only: the motion is smaller than the tolerance abs, so the figure means nothing.
  bool of_nothing = false;
};

// What a run with fixed steps shows at its report times, row by row.
struct ShownMotion {
  std::vector<double> x, v, z;  // coordinates, velocities, states
};

struct Evidence {
  std::vector<Figure> figures;
  // The steps were fixed: `explained` is no bound of energy and paths; a run with half the step is.
  bool fixed_step = false;
  // A run to its end that no run with half the step was compared with.
  bool lacks_finer_run = false;
  ShownMotion shown = {};  // of a run that judges another one

  // The figure of a check; null: not measured.
  const Figure* find(Check check) const;
};

enum class Judgement { good, bad, not_judged };

struct Finding {
  Figure figure;
  double limit = 0;
};

struct Verdict {
  Judgement judgement = Judgement::not_judged;
  std::vector<Finding> findings;  // figures above their limits
  std::vector<Check> judged, unjudged;
  bool bad() const { return judgement == Judgement::bad; }
};

// Whether a figure is above its limit, whatever the steps.
bool is_bad(const Figure& figure);

// half: of the same run with half the step, if steps are fixed; null: no such run.
Verdict judge(const Evidence& evidence, const Evidence* half);

// "energy balance", "path of a coordinate", ...
std::string_view check_name(Check check);

// The class of a figure whose digits rounding may change: "below 1e-12", 1e-9, 1e-6, 1e-3, 1;
// "above 1". The smallest class is "below `floor`".
std::string size_class(double value, double floor);
// The class of a figure that is good when it is large (rcond): "above 1e-3", 1e-6, ...
std::string depth_class(double value);

// "verdict: good (energy balance, ...)\n", the line that opens the audit, and one line for each
// figure as a class. ended_early: the run did not come to its end; its verdict is about the rows
// until then.
std::string describe_verdict(const Verdict& verdict, bool ended_early = false);
std::string describe_figures(const Evidence& evidence);
// All digits, for --audit.
std::string describe_digits(const Evidence& evidence, const Verdict& verdict);
// One warning for each finding, or an error where the run is strict.
void warn_of(const Verdict& verdict, bool strict, Diagnostics& diagnostics);

}  // namespace mbs
