// Ranges of an expression along a stretch of one variable, by which all that it reads may change:
// of its value and of its first two derivatives; and the places within where it may jump or have a
// kink. Private to text/; time_function.h and ranged_expression.h are the doors.
#pragma once

#include <span>
#include <vector>

#include "text/expression_program.h"
#include "text/series.h"

namespace mbs {

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

enum class Truth : std::uint8_t { no, yes, open };

// Writes the ranges of all registers, of slots that run over slots[k]. Switches that may happen
// within are added to `switches`.
class SeriesRun {
 public:
  explicit SeriesRun(const Program& program)
      : program_(program), registers_(program.register_count()), undecided_(program.code.size()) {}

  Series run(const Series* slots, std::vector<Switch>& switches);
  // Whether the expression may have jumped in the last run; elsewhere its values are those that
  // ranges of slopes allow.
  bool may_jump() const { return may_jump_; }

 private:
  Series apply(const Instruction& i, std::vector<Switch>& switches);
  Series lacking_with(const Instruction& i, Series out) const;
  Series of_truth(Truth truth);
  Series table(const Instruction& i, std::vector<Switch>& switches) const;
  void note_truth(std::uint16_t reg, std::vector<Switch>& switches) const;
  Series surface_of(const Instruction& i, std::vector<Switch>& switches) const;
  Series remainder(const Instruction& i, std::vector<Switch>& switches);

  const Program& program_;
  std::vector<Series> registers_;
  std::vector<char> undecided_;  // by index of an `otherwise`: both of its parts count
  bool may_jump_ = false;
};

}  // namespace mbs
