// The place of an expression in the deck, for messages about its values.
#pragma once

#include <string>

#include "base/source_location.h"
#include "text/compiled_expression.h"

namespace mbs {

struct ExpressionOrigin {
  std::string record;  // the label under which it was compiled
  SourceLocation where = {};
};

const ExpressionOrigin& origin_of(const Expression& expression);

}  // namespace mbs
