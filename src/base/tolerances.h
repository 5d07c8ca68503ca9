// The numbers that decide what is zero, the same, singular or rounding: one table. Those that a
// user may set are in base/options.h; what belongs to one formula only (the weights and controllers
// of integrators) stands beside it. Without a unit a number is a part of what is named.
#pragma once

#include <limits>

namespace mbs::tolerance {

// Rounding of single numbers.

// From 1 to the next number.
inline constexpr double epsilon = std::numeric_limits<double>::epsilon();

// A correction below this part of a number moves its last digit at most.
inline constexpr double last_digit = 4e-16;

// Rounding of lengths and angles near 1: smaller corrections say nothing.
inline constexpr double rounding_of_one = 1e-15;

// Sizes that differ by no more than this part are the same: the first of them is taken or named.
inline constexpr double same_size = 1e-9;

// What numbers typed with a few digits may be off.
inline constexpr double typed = 1e-6;

// The minors of an inertia that are negative by no more than this part of its size are zero.
inline constexpr double definite = 1e-12;

// Tables, ranges and times of a report reach a number this part of their spacing beyond the end.
inline constexpr double reaches = 1e-6;

// First and last value of a periodic table that differ by no more than this part are equal.
inline constexpr double closed_table = 1e-9;

// A derivative that differs by no more than this part at two states is a constant.
inline constexpr double constant_gradient = 1e-12;

// A spline must score better than another one by this part to be chosen in place of it.
inline constexpr double same_score = 1e-9;

// Steps of an integration that differ by no more than this part have the same length.
inline constexpr double same_length_of_step = 1e-12;

// Curves of cams, and that roll on each other.

// The angle [rad] between the ends of a closed curve from which on there is a corner.
inline constexpr double corner = 1e-4;

// The ends of a curve are one point if they are apart by no more than this part of a piece of it.
inline constexpr double closed_curve = 1e-6;

// Lengths along a curve and slopes of its curvature come from polynomials that resolve its speed
// and its curvature to these parts.
inline constexpr double length_of_curve = 1e-14;
inline constexpr double curvature_slope = 1e-11;

// Two curves touch where the tangents are parallel to this [rad], and the way from the one to the
// other is square to them to this part of their size.
inline constexpr double touching_curves = 1e-8;

// Polylines and polygons.

// A corner that turns by no more than this [rad] is none.
inline constexpr double straight_corner = 1e-9;

// A point that is nearer to a corner than this part of the size of the outline is in it.
inline constexpr double same_corner = 1e-9;

// A wheel is on the next piece where it is beyond the present one by this part of the size of the
// outline: so much that rounding does not bring it back, and too little to be seen.
inline constexpr double next_piece = 1e-11;

// Positions and their constraints: parts of the size of the terms of each residual.

// References at the assembled start that differ from those of the estimates by no more than this
// stay what they are: the estimates are exact but for rounding.
inline constexpr double start_reference = 1e-11;

// A further iteration would only move rounding errors about.
inline constexpr double position_rounding = 1e-15;

// The correction is so small that the Jacobian need not be factored anew for it.
inline constexpr double position_polish = 1e-14;

// An interpolated position fulfils the constraints this well.
inline constexpr double interpolated_position = 1e-10;

// Part of the largest term that counts towards the size of every residual: all terms of one may
// vanish.
inline constexpr double small_terms = 1e-3;

// Rates below this part of the largest one of the mechanism are not compared with themselves.
inline constexpr double small_rate = 0.1;

// An acceleration below this part of the one that weight and loads alone would give is that of
// rest.
inline constexpr double at_rest = 1e-5;

// An acceleration below this part of speed^2 / length is nothing beside that of what turns.
inline constexpr double even_turn = 1e-5;

// Velocities that the deck gives agree with the constraints if no more than this part of the
// largest changes.
inline constexpr double consistent_velocity = 1e-9;

// Singular and nearly singular: parts of a column, a row or the best pivot so far.

// No choice of degrees of freedom has a pivot above this part of the best seen: rounding errors of
// accelerations grow with 1 / pivot^3.
inline constexpr double weak_position = 0.05;

// A choice of degrees of freedom or of minimal coordinates is bad below this part of its first
// pivot.
inline constexpr double worn_choice = 0.3;

// The same of an equilibrium, whose positions are iterated anyway.
inline constexpr double bad_choice = 0.1;

// In a large mechanism a pivot below this part of its column is not taken while there are others.
inline constexpr double poor_pivot = 0.1;

// Below this pivot of the constraint rows themselves the position is singular for any choice.
inline constexpr double singular_constraints = 1e-3;

// Below this pivot a position is not used as it comes out of the equations: Newton finds singular
// positions to half the digits only.
inline constexpr double singular_position = 1e-6;

// A position this near its prediction, in mechanism sizes, is on the same branch.
inline constexpr double same_branch = 1e-6;

// An interpolation whose accelerations are less sure than this does not count.
inline constexpr double sure_interpolation = 1e-6;

// A pivot of the two lines below this part of its column asks for a closer look.
inline constexpr double suspicious_pivot = 1e-12;

// Joint forces are eliminated as long as no pivot of J M^-1 J^T is below this part of its
// diagonal.
inline constexpr double nearly_dependent = 1e-5;

// A row or coordinate with at least this coefficient takes part in a dependency.
inline constexpr double takes_part = 1e-6;

// A coordinate is loose if an eigenvalue of J^T J is below this part of the largest.
inline constexpr double loose = 1e-4;

// A deformation that others determine but for this part of its gradient is no coordinate.
inline constexpr double determined = 1e-2;

// A pivot of DF^T M DF below this part of its diagonal belongs to a motion without mass.
inline constexpr double massless = 1e-13;

// A stiffness below this part of the largest one is none.
inline constexpr double no_stiffness = 1e-13;

// Two velocities per impulse that reciprocity makes equal, over the largest of them.
inline constexpr double reciprocal = 1e-9;
// 1 / condition of the system of a chain with a choice.
inline constexpr double chain_singular = 1e-12;

// A pivot of it below this part of its column asks for the condition.
inline constexpr double chain_suspicious = 1e-9;

// Components of its null vector, relative to the largest, that are more than rounding.
inline constexpr double chain_takes_part = 1e-3;

// Degrees of freedom that the user has named, with fixed steps (run/motion/choice_audit.h).

// The determinacy of the degrees of freedom changes by more than this part in a step.
inline constexpr double suspicious_step = 0.1;

// Of the integration that shows on which side of a bad position a step ends.
inline constexpr double second_run = 1e-5;

// Velocities that differ by this part of the largest belong to different motions.
inline constexpr double other_motion = 0.25;

// Impacts and contacts.

// A line of an impact or a constraint of a chain whose pivot falls to this part of its own entry
// depends on the lines before it.
inline constexpr double dependent_line = 1e-12;

// A line that an impulse along it moves by less than this part (squared) of what the most mobile
// coordinate would move is held: rounding of the position leaves that much.
inline constexpr double unmoved_line = 1e-20;

// Velocities smaller than this part of what they are summed from are rounding.
inline constexpr double impulse_velocity_rounding = 1e-12;

// Work below this part of the energy in play is rounding, not gain.
inline constexpr double impact_work_rounding = 1e-13;

// Part of the kinetic energy that no impact, hold or closing contact may add.
inline constexpr double impact_energy = 1e-10;

// Sliding friction has been found when an iteration changes it by less than last_digit of the
// largest force, or no less than the iteration before while it is below this.
inline constexpr double friction_near = 1e-9;

// A velocity after an impact below this part of the one before is rounding.
inline constexpr double stopped = 1e-13;

// What is free changes a coordinate or deformation less than by this part: it cannot be stopped or
// held, for velocities and impulses would be what rounding and the error of the integration have
// left of a zero. Rows that agree to this part hold the same.
inline constexpr double holds_something = 1e-6;

// A rigid contact that approaches with less than this part of the speed of comparison rests: the
// last of a series of bounces (run/contacts/bounce_series.h).
inline constexpr double contact_rest = 1e-6;

// Gaps, velocities, forces and impulses of contacts below this part of what they are made of are
// zero.
inline constexpr double contact_zero = 1e-10;

// Points whose slips or gaps differ by no more than this part hold the same.
inline constexpr double same_point = 1e-8;

// Part of the largest acceleration with which a gap must not close.
inline constexpr double contact_sinks = 1e-8;

// Part of the speed of comparison below which what is closed does not part or sink in.
inline constexpr double contact_still = 1e-8;

// Part of the largest gap by which a contact that others hold has been moved.
inline constexpr double contact_moved = 1e-8;

// A flight rises above this part of what a gap may be off.
inline constexpr double flight = 1e-3;

// A gap that leaves zero on the wrong side is noticed when it has come to this part of the
// largest.
inline constexpr double gap_overrun = 1e-10;

// Events and times.

// Hits closer than this part of their time are one instant: each is bracketed to 4 ulp.
inline constexpr double same_instant = 4e-15;

// An instant this part of a report step from a report time is the same one.
inline constexpr double same_row = 1e-9;

// A jump of an event function smaller than this part of its range is rounding.
inline constexpr double event_jump = 1e-11;

// An event function that begins at zero leaves it where it passes this part of its range.
inline constexpr double event_noise = 1e-12;

// A prescribed motion that jumps within this part of a report step jumps at once.
inline constexpr double at_once = 1e-6;

// A window of a measure that ends by no more than this part of the times after the run ends with
// it.
inline constexpr double same_end = 1e-12;

// A step below this part of the longest one is short, as they are before a dead position.
inline constexpr double short_step = 1e-6;

// A prescribed position that jumps by no more than this part of its size, or of the mechanism's,
// goes on.
inline constexpr double position_goes_on = 1e-9;

// A prescribed velocity that jumps by no more than this part is the same.
inline constexpr double same_rate = 1e-12;

// An event function below this part of its range is shown as 0: rounding differs from machine to
// machine.
inline constexpr double event_zero = 1e-9;

// An event fires on the far side of zero by a rounding error, and the restart may have moved the
// state by another; neither may look like a departure from zero.
inline constexpr double event_restart = 1e-9;

// Part of the run in which so many events are chatter.
inline constexpr double chatter_span = 1e-6;

// Part of the run over which an impact is seen to have turned an event function back.
inline constexpr double glance = 1e-8;

// Linearised motion.

// Damping below this part of the terms is rounding.
inline constexpr double undamped = 1e-12;

// Asymmetry of the stiffness below this part of the terms is rounding.
inline constexpr double symmetric = 1e-10;

// A tangent of STATIC that is unsymmetric by less than this part is so by rounding.
inline constexpr double skew = 1e-9;

// A growth that is less than this part of the square of a frequency is rounding, too.
inline constexpr double growing = 1e-7;

// Largest over smallest square of the frequencies of undamped modes up to which one decomposition
// serves all of them.
inline constexpr double mode_spread = 1e10;
// A vector of a pencil has its value to this part, or others have spoilt it.
inline constexpr double same_vector = 1e-6;
// A mode whose stiffness cancels to this part of its terms has none.
inline constexpr double rigid_mode = 1e-13;

// A mode of which less than this part lies in degrees of freedom is one of states of the deck.
inline constexpr double mode_of_states = 1e-9;

// A root found in another way replaces that of the pencil if they differ by no more than this part
// of its size and least_root [1/s].
inline constexpr double same_root = 1e-5, least_root = 1e-3;

// The two vectors of a mode are orthogonal, as where modes coincide, below this part of the terms.
inline constexpr double defective = 1e-6;

// Frequencies that differ by no more than this part are equal.
inline constexpr double same_frequency = 1e-12;

// States of the deck that are found where their rates are 0.

// A correction below this part of the largest value that a state has had is rounding.
inline constexpr double state_rounding = 1e-14;

// The iteration has converged where corrections no longer fall, and are no more than this part.
inline constexpr double state_at_rest = 1e-9;

// A state that has never been larger counts as one of this size [its unit]: in STATIC its
// corrections may be what rounding leaves of forces.
inline constexpr double least_state = 1e-6;

// Parts of a shape below this are rounding and would print as such.
inline constexpr double shown_shape = 1e-12;

// What the efforts of a choice leave out of balance in an equilibrium, over the largest force.
inline constexpr double choice_at_rest = 1e-9;

// A rate or an acceleration below this is rounding.
inline constexpr double standing_still = 1e-6;

// Certificates and verdicts.

// A channel this small beside the largest of its kind shows error, not chaos.
inline constexpr double certified_kind = 1e-9;

// So small that it is rounding of its kind, even where it comes out alike in every run.
inline constexpr double rounding_of_kind = 1e-12;

// The same beside all numbers of the run, where a whole kind is rounding.
inline constexpr double rounding_of_all = 1e-12;

// Positions are iterated to rounding anyway; below this feps asks for more than there is.
inline constexpr double least_feps = 1e-13;

// Tolerances of integrators below this ask for more than rounding leaves.
inline constexpr double least_tolerance = 1e-14;

// Rounding of one step, relative, in the audit of paths.
inline constexpr double step_rounding = 1e-15;

// What is shown.

// A number is rounding below this part of the size that its unit has by nature, or of the largest
// number of the same quantity.
inline constexpr double shown_of_nature = 1e-9, shown_of_quantity = 1e-11;

// A logarithm this far below a whole number is that number.
inline constexpr double power_of_ten = 1e-9;

// Initial values that have been moved by no more than this part of their size have not been moved.
inline constexpr double moved = 1e-12;

// Numerical dissipation below this part of the largest energy is none.
inline constexpr double no_dissipation = 1e-9;

// A result of a formula below this part of its operands is what rounding has left of them.
inline constexpr double cancelled = 1e-9;

// Lengths, steps and their logarithms in pictures that differ by no more than this part are equal.
inline constexpr double drawn = 1e-9;

// Angles [rad] that differ by no more than this look the same in a picture.
inline constexpr double drawn_turn = 1e-6;

// A picture or an axis with less extent than this part of its coordinates has none.
inline constexpr double no_extent = 1e-12;

// Muscles.

// Tensions have been found when none moves by more than this part of its range.
inline constexpr double tension_found = 1e-14;

// A tension leaves a limit where the cost would fall by more than this part.
inline constexpr double leaves_limit = 1e-12;

// A muscle that can make no more than this part of FMAX has nothing to share.
inline constexpr double no_tension = 1e-9;

// What MUSCLESTART REST leaves where no muscle acts, over the largest moment or force.
inline constexpr double unheld_rest = 1e-2;
// Moments that MUSCLESTART asks for and those that the muscles make, over the sizes of their parts.
inline constexpr double muscle_moment = 1e-9;

}  // namespace mbs::tolerance
