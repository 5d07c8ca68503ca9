// The model of a deck and its first phase: with the Plan all that a run needs.
#pragma once

#include "model/model.h"
#include "model/phase.h"

namespace mbs {

struct Built {
  Model model;
  Phase phase;
};

}  // namespace mbs
