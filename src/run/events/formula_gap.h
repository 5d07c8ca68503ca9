// A gap that is a FORMULA. Over a step what the formula reads is taken as quintics, widened by
// their errors; the range of the expression over these bounds the gap.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "elements/element.h"
#include "integrate/quintic.h"
#include "observe/followed.h"
#include "text/ranged_expression.h"

namespace mbs {

class FormulaGap {
 public:
  // Null if the row is no FORMULA, or if it reads directions of orientations, which have no
  // quintics.
  static std::unique_ptr<FormulaGap> find(const ElementBatch& batch, int row);

  FormulaGap(const Expression& expression, int first_slot, std::vector<Followed> inputs);

  // What it reads.
  std::span<const Followed> inputs() const { return inputs_; }
  // A stretch between two looks: the inputs at both ends, and their errors.
  struct Piece {
    std::span<const Jet> a, b;
    std::span<const double> errors = {};
    double length = 0, gap_at_a = 0;
    double end = 1;             // what counts ends at this part of the stretch,
    bool ends_at_zero = false;  // where the gap comes to zero
  };
  // Raises the errors of the inputs to those of the quintics over a piece, by a look at its part s.
  static void raise_errors(const Piece& piece, std::span<const Jet> look, double s,
                           std::span<double> errors);
  // Whether the gap keeps the sign of `side` on a piece: by its range; by the range of its slope
  // and the mean value theorem; or by its ends, where it goes one way.
  bool stays(const Piece& piece, double side, double noise);

 private:
  double value(std::span<const Jet> at);
  Series range(const Piece& piece, double s0, double s1);

  RangedExpression function_;
  std::size_t first_slot_;
  std::vector<Followed> inputs_;
  std::vector<Series> ranges_;
  std::vector<double> slots_;
};

}  // namespace mbs
