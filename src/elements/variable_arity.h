// The products with De of a batch whose one row has as many coordinates as it needs.
#pragma once

#include "elements/batch.h"

namespace mbs {

template <int ne>
void row_times(const ElementBatch& batch, const double* De, const double* z, double* y) {
  De += batch.first_derivative;
  y += batch.first_deformation;
  for (int r = 0; r < ne; ++r) {
    double sum = y[r];
    for (std::size_t i = 0; i < batch.gather.size(); ++i)
      sum += De[i * ne + r] * z[batch.gather[i]];
    y[r] = sum;
  }
}

template <int ne>
void row_transposed(const ElementBatch& batch, const double* De, const double* S, double* y) {
  De += batch.first_derivative;
  for (int r = 0; r < ne; ++r)
    for (std::size_t i = 0; i < batch.gather.size(); ++i)
      y[batch.gather[i]] -= De[i * ne + r] * S[batch.first_deformation + r];
}

using EvaluateBatch = void (*)(const ElementBatch&, const Coordinates&, const Deformation&);

// The only parameters are the reference values of the ne deformations.
template <int ne = 1>
constexpr ElementType make_variable_type(RecordSpec spec, std::span<const Column> stiffness_columns,
                                         EvaluateBatch position, EvaluateBatch acceleration) {
  spec.stiffness_columns = stiffness_columns;
  return {spec,
          0,
          ne,
          ne,
          {},
          {},
          nullptr,
          position,
          acceleration,
          row_times<ne>,
          row_transposed<ne>,
          diagonal_stiffness<ne>,
          nullptr};
}

}  // namespace mbs
