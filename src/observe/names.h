// The names of a deck in a layout: those of NAME stand beside the numbers in tables and are other
// names of channels; OUT makes channels of its own.
#pragma once

#include "base/diagnostics.h"
#include "base/views.h"
#include "model/model.h"
#include "observe/layout.h"
#include "text/compiled_expression.h"

namespace mbs {

struct Plan;

// After all channels have their names: those of NAME, also of the rows of tables.
void add_names(const Plan& plan, const Model& model, Layout& layout);

// What expressions may name: t, variable 0, then the channels by all their names.
VariableNames channel_names(const Layout& layout);

// The channels of OUT lines.
class OutChannels {
 public:
  // Appends their names to the layout, which has all others. Errors (a channel that does not exist,
  // a name that is one) go to `diagnostics`.
  OutChannels(const Plan& plan, Layout& layout, Diagnostics& diagnostics);

  // Fills them from the channels before them. live: the present values of live parameters.
  void observe(double t, ConstVector live, Vector values);
  // The channel of the first one.
  int first() const { return static_cast<int>(first_); }

 private:
  std::vector<Expression> expressions_;
  Slots slots_;  // t, then the channels
  std::size_t first_ = 0;
};

}  // namespace mbs
