// Ranges of an expression of one variable over a stretch of it: of its value and of its first two
// derivatives; and the places within where it may jump or have a kink. Private to text/.
#pragma once

#include <span>
#include <vector>

#include "text/bound.h"
#include "text/expression_program.h"

namespace mbs {

// Ranges of a value and its first two derivatives.
struct Series {
  Bound value, first = Bound::of(0), second = Bound::of(0);
};

// What changes the branch of an operation: r[a] - r[b], or r[a] / r[b], passes `level`, by which
// the registers of a program go. Where b is a: r[a] passes it.
struct Switch {
  std::uint16_t a = 0, b = 0;
  double level = 0;
  bool ratio = false;
  bool zero_is_below = false;  // the side of the level itself
  Bound slope = {};            // of what passes, over the stretch

  // Whether it is above its level.
  bool is_above(const double* registers) const;
};

// Writes the ranges of all registers. Slot k has the value slots[k], but for slot `variable`, which
// runs over `stretch`. Switches that may happen within are added to `switches`.
class SeriesRun {
 public:
  explicit SeriesRun(const Program& program)
      : program_(program), registers_(program.register_count()), undecided_(program.code.size()) {}

  Series run(const double* slots, int variable, Bound stretch, std::vector<Switch>& switches);

 private:
  Series apply(const Instruction& i, std::vector<Switch>& switches);
  Series table(const Instruction& i, std::vector<Switch>& switches) const;
  Series remainder(const Instruction& i, std::vector<Switch>& switches) const;

  const Program& program_;
  std::vector<Series> registers_;
  std::vector<char> undecided_;  // by index of an `otherwise`: both of its parts count
};

}  // namespace mbs
