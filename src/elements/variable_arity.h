// The products with De of a batch whose one row has one deformation and as many coordinates as it
// needs.
#pragma once

#include "elements/batch.h"

namespace mbs {

inline void row_times(const ElementBatch& batch, const double* De, const double* z, double* y) {
  De += batch.first_derivative;
  double sum = y[batch.first_deformation];
  for (std::size_t i = 0; i < batch.gather.size(); ++i) sum += De[i] * z[batch.gather[i]];
  y[batch.first_deformation] = sum;
}

inline void row_transposed(const ElementBatch& batch, const double* De, const double* S,
                           double* y) {
  De += batch.first_derivative;
  for (std::size_t i = 0; i < batch.gather.size(); ++i)
    y[batch.gather[i]] -= De[i] * S[batch.first_deformation];
}

using EvaluateBatch = void (*)(const ElementBatch&, const Coordinates&, const Deformation&);

// One deformation per row; the reference value is its only parameter.
constexpr ElementType make_variable_type(RecordSpec spec, std::span<const Column> stiffness_columns,
                                         EvaluateBatch position, EvaluateBatch acceleration) {
  spec.stiffness_columns = stiffness_columns;
  return {spec,
          0,
          1,
          1,
          0,
          0,
          nullptr,
          position,
          acceleration,
          row_times,
          row_transposed,
          diagonal_stiffness<1>,
          nullptr};
}

}  // namespace mbs
