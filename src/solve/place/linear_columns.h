// Whether all deformations are linear in the calculable coordinates with constant derivatives. That
// is so in a chain with known angles, without orientations and without rows that exist only as
// rates. Then one correction fulfils the constraints, and the evaluation before it is corrected
// instead of made again.
#pragma once

#include <vector>

#include "assembly/evaluation.h"
#include "base/views.h"
#include "model/model.h"
#include "solve/place/jacobian_block.h"

namespace mbs {

class LinearColumns {
 public:
  LinearColumns(const Model& model, const JacobianBlock& block);

  bool linear() const { return linear_; }
  // Updates e for the correction (scaled, one number per column), which has fulfilled the rows of
  // the block: these get their targets (ne). Nothing else of an evaluation depends on the
  // coordinates of these columns.
  void follow(const JacobianBlock& block, ConstVector correction, ConstVector target,
              Evaluation& evaluation) const;

 private:
  // An entry of De in a column of the block and a row outside the block.
  struct Beside {
    std::size_t entry;
    int row, column;  // a deformation, a place among the columns of the block
  };
  bool linear_ = false;
  std::vector<Beside> beside_;
};

}  // namespace mbs
