#include "observe/muscles.h"
#include "run/motion/dynamic_system.h"

namespace mbs {

void TendonRates::values(const State& state, Vector w) const {
  for (std::size_t k = 0; k < muscles_.size(); ++k) {
    const MusclePath path = muscle_path(muscles_[k], state);
    w[2 * k] = path.length;
    w[2 * k + 1] = path.rate;
  }
}

void TendonRates::rows(const State& state, ConstVector stimulations, int first, Matrix dw,
                       Matrix j) const {
  for (std::size_t k = 0; k < muscles_.size(); ++k) {
    const Muscle& m = muscles_[k];
    if (m.strain < 0) continue;
    const MuscleGradient by = muscle_gradient(m, muscle_path(m, state), state.z[m.activation],
                                              state.z[m.strain], stimulations[k])
                                  .strain_rate;
    const int row = first + m.strain, length = 2 * static_cast<int>(k), rate = length + 1;
    for (int c = 0; c < j.cols; ++c) j(row, c) = by.d[0] * dw(length, c) + by.d[1] * dw(rate, c);
    j(row, first + m.activation) += by.d[2];
    j(row, row) += by.d[3];
  }
}

}  // namespace mbs
