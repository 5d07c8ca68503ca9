// The place of an expression in the deck, for messages about its values.
#pragma once

#include <string>
#include <vector>

#include "base/source_location.h"
#include "text/compiled_expression.h"

namespace mbs {

struct NamedSlot {
  int slot = 0;
  std::string name;
};

struct ExpressionOrigin {
  std::string record;  // the label under which it was compiled
  SourceLocation where = {};
  std::vector<NamedSlot> slots;  // that it reads, in the order of the text
};

const ExpressionOrigin& origin_of(const Expression& expression);

}  // namespace mbs
