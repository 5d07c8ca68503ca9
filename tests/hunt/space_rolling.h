// Wheels, balls, eggs and rate rows (VFORMULA) of the hunt of space: what they hold, their lines of
// a deck, random ones.
#pragma once

#include "space_functions.h"

namespace hunt {

// Whether it has rows that bind velocities alone.
bool has_rates(Joint joint);
// Whether it is a wheel, a ball or an egg.
bool rolls(Joint joint);

// Where body i touches the plane of body j.
TaylorVector contact_of(const SpaceElement& element, const Pose& i, const Pose& j);
// Of what rolls the slips along and across, which have a rate and no value, then the gap; of a rate
// row its rate.
std::vector<Taylor> rolling_deformations(const SpaceElement& element, const Pose& i, const Pose& j);
bool is_regular_rolling(const SpaceElement& element, const Pose& i, const Pose& j);
// The deformation of the deck, from 1, that has this place there.
int deck_deformation(Joint joint, std::size_t d);

// What stands behind the number of the element. names: point and orientation of a body.
std::string rolling_fields(const SpaceElement& element, const std::string& body_i,
                           const std::string& body_j);
// In a rate row nodes are named by their numbers.
std::string rate_row(const SpaceElement& element);

// An element between body i and the plane of body j, which touches it in the position of the
// bodies.
SpaceElement random_rolling(Random& random, const SpaceMechanism& m, int i, int j);
SpaceElement random_rate_row(Random& random, const SpaceMechanism& m, int i, int j);

}  // namespace hunt
