// Doubts about contacts that start deep on the side which is not free: most likely their direction
// in the deck is the wrong way round.
#pragma once

#include <vector>

#include "model/model.h"
#include "program/doubt.h"

namespace mbs {

struct Tables;

std::vector<Doubt> doubts_of_contacts(const Tables& tables, const Model& model);

}  // namespace mbs
