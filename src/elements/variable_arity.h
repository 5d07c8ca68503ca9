// The products with De for a batch whose rows differ in their number of coordinates.
#pragma once

#include "elements/batch.h"

namespace mbs {

template <int ne>
void row_times(const ElementBatch& batch, const double* De, const double* z, double* y) {
  De += batch.first_derivative;
  y += batch.first_deformation;
  const int* gather = batch.gather.data();
  for (int k = 0; k < batch.count; ++k, y += ne) {
    double sum[ne];
    for (int r = 0; r < ne; ++r) sum[r] = y[r];
    for (int i = batch.row_start[k]; i < batch.row_start[k + 1]; ++i) {
      const double zi = z[gather[i]];
      for (int r = 0; r < ne; ++r) sum[r] += De[i * ne + r] * zi;
    }
    for (int r = 0; r < ne; ++r) y[r] = sum[r];
  }
}

template <int ne>
void row_transposed(const ElementBatch& batch, const double* De, const double* S, double* y) {
  De += batch.first_derivative;
  S += batch.first_deformation;
  const int* gather = batch.gather.data();
  for (int k = 0; k < batch.count; ++k, S += ne)
    for (int i = batch.row_start[k]; i < batch.row_start[k + 1]; ++i) {
      double sum = y[gather[i]];
      for (int r = 0; r < ne; ++r) sum -= De[i * ne + r] * S[r];
      y[gather[i]] = sum;
    }
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
