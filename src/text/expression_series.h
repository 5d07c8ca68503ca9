// Ranges of an expression along a stretch of one variable on which all its slots may depend: ranges
// of its value and of its first two derivatives, and the places where it may jump or have a kink.
// Private to text/; the interfaces are time_function.h and ranged_expression.h.
#pragma once

#include <span>
#include <vector>

#include "text/expression_program.h"
#include "text/series.h"

namespace mbs {

// The condition on which an operation changes its branch: r[a] - r[b], or r[a] / r[b], or (b = a)
// r[a] passes `level`. r: registers of the program.
struct Switch {
  std::uint16_t a = 0, b = 0;
  double level = 0;
  bool ratio = false;
  bool zero_is_below = false;  // the level itself counts as below
  Bound slope = {};            // range of the slope of the passing quantity over the stretch

  // Whether the quantity is above `level`.
  bool is_above(const double* registers) const;
};

enum class Truth : std::uint8_t { no, yes, open };

// Computes the ranges of all registers for slots in the ranges slots[k]. Adds the switches that may
// happen within them to `switches`.
class SeriesRun {
 public:
  explicit SeriesRun(const Program& program)
      : program_(program), registers_(program.register_count()), undecided_(program.code.size()) {}

  Series run(const Series* slots, std::vector<Switch>& switches);
  // Whether the expression may jump in the ranges of the last run; if not, its values change no
  // faster than the ranges of slopes allow.
  bool may_jump() const { return may_jump_; }
  // Range of a register in the last run.
  Bound value(std::uint16_t reg) const { return registers_[reg].value; }

 private:
  bool runs_plainly(const Instruction& i);
  Series apply(const Instruction& i, std::vector<Switch>& switches);
  Series lacking_with(const Instruction& i, Series out) const;
  Series of_truth(Truth truth);
  Series table(const Instruction& i, std::vector<Switch>& switches) const;
  void note_truth(std::uint16_t reg, std::vector<Switch>& switches) const;
  Series surface_of(const Instruction& i, std::vector<Switch>& switches) const;
  Series remainder(const Instruction& i, std::vector<Switch>& switches);

  const Program& program_;
  std::vector<Series> registers_;
  std::vector<char> undecided_;  // by index of an `otherwise`: both parts of the choice count
  bool may_jump_ = false;
};

}  // namespace mbs
