// Whether the numbers of a run can be believed: the figures of its audit against what tolerances
// and rounding explain. Data in, judgement out; the text of a report is one consumer of it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"

namespace mbs {

// What is judged. Every figure is relative, so that units do not matter.
enum class Check {
  energy,                 // kinetic + potential - work - start, over the largest energy
  momentum,               // rates of momentum against loads and reactions, over their terms
  position_residual,      // of the constraints, over their terms
  velocity_residual,      //
  acceleration_residual,  //
  held,                   // velocity of a fixed coordinate, over the largest velocity
  path,                   // x(t) - x(0) against the integral of v, over the largest coordinate
  rate_path,              // v(t) - v(0) and its jumps against the integral of a, likewise
  gain,                   // kinetic energy won where something is held or struck and nothing driven
  range,                  // deformation of an element over what its theory allows
  reach,                  // displacement of an equilibrium over the size of the mechanism
  stability,              // 1 where an equilibrium is unstable
  smallness,              // the tolerance abs over the largest motion of all lengths, or angles
  rows,                   // change of a velocity against its rate in the rows, over the largest
  contact_force,          // pull of a contact, or friction beyond its bound, over the largest force
};
inline constexpr int kCheckCount = 15;

struct Figure {
  Check check;
  double value = 0;
  // What the tolerances of the run let it become if nothing is wrong; 0: rounding only.
  double explained = 0;
  std::string where = {};  // name of the coordinate, element, ...; may be empty
  // Of the energy: the motion is smaller than the tolerance abs, and says nothing.
  bool of_nothing = false;
};

struct Evidence {
  std::vector<Figure> figures;
  // The steps were fixed: `explained` says nothing about energy and paths, half the step does.
  bool fixed_step = false;

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
  std::vector<Finding> findings;  // what is bad
  std::vector<Check> judged, unjudged;
  bool bad() const { return judgement == Judgement::bad; }
};

// Whether a figure is above its limit, whatever the steps.
bool is_bad(const Figure& figure);

// half: the same run with half the step, where steps are fixed; null: there is none.
Verdict judge(const Evidence& evidence, const Evidence* half);

// "energy balance", "path of a coordinate", ...
std::string_view check_name(Check check);

// What rounding may change, as a class: "below 1e-12", 1e-9, 1e-6, 1e-3, 1; "above 1". Nothing
// below `floor` (one of these) is told apart.
std::string size_class(double value, double floor);
// The same for a figure that is good when it is large (rcond): "above 1e-3", 1e-6, ...
std::string depth_class(double value);

// "verdict: good (energy balance, ...)\n", the line that opens the audit, and one line for each
// figure as a class.
// ended_early: of a run that did not come to its end, whose verdict is that of its rows.
std::string describe_verdict(const Verdict& verdict, bool ended_early = false);
std::string describe_figures(const Evidence& evidence);
// All digits, for --audit.
std::string describe_digits(const Evidence& evidence, const Verdict& verdict);
// One warning for each finding, or an error where the run is strict.
void warn_of(const Verdict& verdict, bool strict, Diagnostics& diagnostics);

}  // namespace mbs
