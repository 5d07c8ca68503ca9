// What events of decks of space may do to an element.
#pragma once

#include "generator.h"
#include "space.h"

namespace hunt {

// Chooses action and rows; false: nothing may happen to this element.
bool random_event(Random& random, const SpaceElement& e, SpaceEvent& event);

}  // namespace hunt
