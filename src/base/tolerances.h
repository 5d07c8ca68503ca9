// The numbers that decide what is zero, the same, singular or rounding: one table, therefore long.
// Numbers that a user may set are in base/options.h, those of pictures in
// draw/scene/drawn_tolerances.h; a number of one formula only (weights and controllers of
// integrators) stands beside the formula. A number without a unit is relative: its comment says to
// what.
#pragma once

#include <limits>

namespace mbs::tolerance {

// Rounding of single numbers.

// Distance from 1 to the next larger double.
inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

// A correction below this part of a number changes at most its last digit.
inline constexpr double last_digit = 4e-16;

// Rounding of lengths and angles of size 1: an iteration ends when its correction is smaller.
inline constexpr double rounding_of_one = 1e-15;

// Two sizes that differ by no more than this part are equal: the first of them is taken or named.
inline constexpr double same_size = 1e-9;

// Relative error of a number that is typed with a few digits.
inline constexpr double typed = 1e-6;

// The end of a table, a range or a time grid is included up to this part of its spacing beyond it.
inline constexpr double reaches = 1e-6;

// Positions and their constraints: relative to the size of the terms of each residual.

// Reference values at the assembled start and at the estimates are equal if they differ by no more
// than this: then the references of the estimates stay.
inline constexpr double start_reference = 1e-11;

// This part of the largest term (or of the length of the mechanism) is added to the size of every
// residual, because all terms of one residual may vanish.
inline constexpr double small_terms = 1e-3;

// Rates are compared with at least this part of the largest rate of the mechanism.
inline constexpr double small_rate = 0.1;

// Singular and nearly singular: relative to a column, a row or the best pivot so far.

// A position is weak if the pivot of its degrees of freedom is below this part of the best pivot so
// far: rounding errors of accelerations grow with 1 / pivot^3.
inline constexpr double weak_position = 0.05;

// Degrees of freedom or minimal coordinates are chosen again when their pivot falls below this part
// of its value after the last choice.
inline constexpr double worn_choice = 0.3;

// A position with a smaller pivot is not used as Newton iteration gives it: near a singular
// position Newton finds only half of the digits.
inline constexpr double singular_position = 1e-6;

// Joint forces are eliminated while every pivot of J M^-1 J^T is above this part of its diagonal.
inline constexpr double nearly_dependent = 1e-5;

// A deformation is no coordinate if other rows determine all but this part of its gradient.
inline constexpr double determined = 1e-2;

// A motion has no mass if its pivot of DF^T M DF is below this part of the diagonal.
inline constexpr double massless = 1e-13;

// A stiffness below this part of the largest one counts as 0.
inline constexpr double no_stiffness = 1e-13;

// The system of a chain with a choice is singular if its 1 / condition is below this.
inline constexpr double chain_singular = 1e-12;

// The condition of that system is computed only if a pivot is below this part of its column.
inline constexpr double chain_suspicious = 1e-9;

// Impacts and contacts.

// A line of an impact, or a constraint of a chain, depends on the lines before it if its pivot is
// at most this part of its diagonal entry.
inline constexpr double dependent_line = 1e-12;

// A line is held if its mobility is below this part of the mobility that the most mobile
// coordinates alone would give it: rounding of the position leaves that much. It is the square of a
// part of De.
inline constexpr double unmoved_line = 1e-20;

// An impact, a hold or a closing contact may add at most this part of the kinetic energy.
inline constexpr double impact_energy = 1e-10;

// Relative size below which a row counts as 0 in the rank audit of holds. Free coordinates that
// change a deformation by less cannot stop or hold it: velocities and impulses would only be
// rounding and integration error. Rows that agree to this part hold the same motion.
inline constexpr double holds_something = 1e-6;

// Gaps, velocities, forces and impulses of contacts below this part of their terms are zero.
inline constexpr double contact_zero = 1e-10;

// A closed gap may accelerate inwards by at most this part of the largest acceleration.
inline constexpr double contact_sinks = 1e-8;

// A closed contact is still if its gap rate, or its slip rate, is at most this part of the speed of
// comparison.
inline constexpr double contact_still = 1e-8;

// A flight between bounces is over if it rises by less than this part of the rounding of its gap.
inline constexpr double flight = 1e-3;

// A gap that goes through zero to the wrong side is noticed at this part of the largest gap.
inline constexpr double gap_overrun = 1e-10;

// Events and times.

// Two hits are one instant if they are closer than this part of their time: each is bracketed to 4
// ulp.
inline constexpr double same_instant = 4e-15;

// An instant is a report time if it is nearer than this part of a report step.
inline constexpr double same_row = 1e-9;

// A jump of an event function smaller than this part of its range is rounding.
inline constexpr double event_jump = 1e-11;

// An event function that begins at zero has left zero when it exceeds this part of its range.
inline constexpr double event_noise = 1e-12;

// Rounding of a channel at the start of a run, as a part of the largest channel of its unit.
inline constexpr double event_rounding = 1e-13;

// After a restart, changes of an event function up to this part of its range are rounding: the
// event fired a rounding error beyond zero, and the restart may have moved the state by another
// one.
inline constexpr double event_restart = 1e-9;

// Linearised motion.

// Damping below this part of the terms is rounding.
inline constexpr double undamped = 1e-12;

// Asymmetry of the stiffness below this part of the terms is rounding.
inline constexpr double symmetric = 1e-10;

// A tangent of STATIC is symmetric if its asymmetry is at most this part of the largest entry.
inline constexpr double skew = 1e-9;

// The stiffness of a mode is 0 if it is at most this part of its terms.
inline constexpr double rigid_mode = 1e-13;

// A refined root replaces the root of the pencil if they differ by at most same_root times (its
// size + least_root) [1/s].
inline constexpr double same_root = 1e-5, least_root = 1e-3;

// States of the deck that start at an equilibrium: their rates are 0.

// In a standstill a given acceleration below this counts as 0, and rates below it are not shown as
// digits.
inline constexpr double standing_still = 1e-6;

// Certificates and verdicts.

// A channel at most this part of the largest of its kind is rounding, even if it is equal in all
// runs.
inline constexpr double rounding_of_kind = 1e-12;

// Least tolerance of an integrator: smaller ones are below rounding.
inline constexpr double least_tolerance = 1e-14;

// Numbers that are shown.

// A number is rounding if it is below this part of the largest number of the same quantity.
inline constexpr double shown_of_quantity = 1e-11;

// Muscles.

// Largest difference of the moments wanted and the moments of the muscles, over the sizes of their
// terms.
inline constexpr double muscle_moment = 1e-9;

}  // namespace mbs::tolerance
