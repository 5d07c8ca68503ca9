// The names of a deck in a layout. Names of NAME stand beside the numbers in tables and are further
// names of channels; OUT lines make further channels.
#pragma once

#include "base/diagnostics.h"
#include "base/views.h"
#include "model/model.h"
#include "observe/layout.h"
#include "text/compiled_expression.h"

namespace mbs {

struct Plan;

// Adds the names of NAME to channels and to rows of tables, after all channels have been laid out.
void add_names(const Plan& plan, const Model& model, Layout& layout);

// The variables of expressions: t (variable 0), then the channels by all their names.
VariableNames channel_names(const Layout& layout);

// The channels of OUT lines.
class OutChannels {
 public:
  // Appends their names to the layout, which has all others, and the tables of SUBJECT lines.
  // Errors (a channel that does not exist, a name that is one) go to `diagnostics`.
  OutChannels(const Plan& plan, Layout& layout, Diagnostics& diagnostics);

  // Fills the channels of OUT lines from the channels before them. live: the present values of live
  // parameters.
  void observe(double t, ConstVector live, Vector values);
  // Index of the first channel of OUT lines.
  int first() const { return static_cast<int>(first_); }

 private:
  void lay_out_subject(const Plan& plan, Layout& layout);

  std::vector<Expression> expressions_;
  Slots slots_;  // t, then the channels
  std::size_t first_ = 0;
};

}  // namespace mbs
