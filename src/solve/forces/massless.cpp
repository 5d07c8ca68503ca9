#include "solve/forces/massless.h"

#include <cmath>

#include "base/tolerances.h"
#include "linalg/cholesky.h"

namespace mbs {

int largest_of_massless(const Model& model, const std::vector<double>& DF,
                        const std::vector<double>& mass, int freedom, double length) {
  const std::size_t nx = model.nx, n = DF.size() / nx;
  Cholesky before(freedom);
  std::vector<double> others(freedom);
  for (int j = 0; j < freedom; ++j) {
    others[j] = -mass[freedom * n + j];
    for (int i = j; i < freedom; ++i) before.matrix()(i, j) = mass[j * n + i];
  }
  if (before.factor() < 0)
    before.solve(others.data());
  else
    others.clear();
  std::vector<double> motion(nx);
  for (std::size_t i = 0; i < nx; ++i) {
    motion[i] = DF[freedom * nx + i];
    for (std::size_t k = 0; k < others.size(); ++k) motion[i] += others[k] * DF[k * nx + i];
  }
  for (int i : model.turning) motion[i] *= length;
  std::size_t largest = 0;
  for (std::size_t i = 1; i < nx; ++i)
    if (std::fabs(motion[i]) > (1 + tolerance::same_size) * std::fabs(motion[largest])) largest = i;
  return static_cast<int>(largest);
}

}  // namespace mbs
