// What a deck has become: all that a run needs beside its Plan.
#pragma once

#include "model/model.h"
#include "model/phase.h"

namespace mbs {

struct Built {
  Model model;
  Phase phase;
};

}  // namespace mbs
