// One warning about input that is valid but most likely not meant so.
#pragma once

#include <string>

#include "base/source_location.h"

namespace mbs {

struct Doubt {
  SourceLocation where;
  std::string label, problem, expected;
};

}  // namespace mbs
