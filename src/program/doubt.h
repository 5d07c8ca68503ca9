// One warning about what a deck says and most likely does not mean.
#pragma once

#include <string>

#include "base/source_location.h"

namespace mbs {

struct Doubt {
  SourceLocation where;
  std::string label, problem, expected;
};

}  // namespace mbs
