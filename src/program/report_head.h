// The first '#' lines of a report: where its numbers come from, and how the program understood the
// deck.
#pragma once

#include <string>

#include "base/options.h"
#include "model/built.h"

namespace mbs {

struct CurveChoice;
struct SplineFit;
struct Tables;
struct UnitSystem;

// The first lines of every report. Their checksum is the cksum of the text that `mbsim --echo`
// prints for the same deck and parameters.
std::string describe_origin(const Tables& tables, const Options& options);

// Total mass [kg], gravity [m/s^2], springs, laws and events; empty for a deck without any.
std::string describe_forces(const Tables& tables, const Built& built);

// Origin, counts, classes, motions, forces and times.
std::string describe_model(const Tables& tables, const Built& built, const Options& options);

// "cross-validated spline: lambda 2.1e-06, 22.7 parameters, rms 2.8e-04, cut-off 5.3 Hz"
std::string describe_curve(const SplineFit& fit, const CurveChoice& choice,
                           const UnitSystem& units);

// A line for each curve that does not go through the rows of its table: columns of measured forces,
// of places of net joints and of known variables. Motions are described with their coordinates.
std::string describe_smoothed_loads(const Tables& tables, const UnitSystem& units);

// Head lines of SUBJECT: the signs, joints without a moment, and which force a joint's force is;
// empty without such lines.
std::string describe_subject(const Tables& tables);

// Head lines about joints of space whose AXISJ differs from the axes of body i.
std::string describe_joint_axes(const Tables& tables);

// Head lines that name muscles across joints which a loop of bodies makes dependent: the arm of
// such a muscle does not follow from virtual work alone.
std::string describe_dependent_joints(const Tables& tables, const Built& built);

}  // namespace mbs
