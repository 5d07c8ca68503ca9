// The names of a deck in a layout. Names of NAME stand beside the numbers in tables and are further
// names of channels.
#pragma once

#include "model/model.h"
#include "observe/layout.h"
#include "text/compiled_expression.h"

namespace mbs {

struct Plan;

// Adds the names of NAME to channels and to rows of tables, after all channels have been laid out.
void add_names(const Plan& plan, const Model& model, Layout& layout);

// The variables of expressions: t (variable 0), then the channels by all their names.
VariableNames channel_names(const Layout& layout);

}  // namespace mbs
