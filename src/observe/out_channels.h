// OUT lines, and the lines that SUBJECT makes: further channels, computed from the channels before
// them.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "base/views.h"
#include "observe/layout.h"
#include "text/compiled_expression.h"

namespace mbs {

struct Plan;

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
