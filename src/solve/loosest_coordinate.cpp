// Which coordinate a message names in a singular position: the pivot that has become zero says only
// that its column depends on those before it, whatever their share.
#include <cmath>

#include "base/tolerances.h"
#include "linalg/eigen.h"
#include "solve/kinematics.h"

namespace mbs {

int Kinematics::loosest_coordinate() const {
  constexpr int kLargest = 300;  // columns: the work grows with their cube
  const int n = block_.column_count();
  if (n == 0 || n > kLargest) return weakest_coordinate();
  const std::size_t size = n;
  std::vector<double> J(size * size), squared(size * size), unit(size * size);
  block_.gather(evaluation_, {J.data(), n, n, n});
  for (std::size_t j = 0; j < size; ++j) {
    unit[j * size + j] = 1;
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t k = 0; k < size; ++k)
        squared[j * size + i] += J[i * size + k] * J[j * size + k];
  }
  const SymmetricEigen eigen = symmetric_eigen(n, squared, unit);
  if (!eigen.ok || !(eigen.values.front() <= tolerance::loose * eigen.values.back()))
    return weakest_coordinate();
  std::size_t largest = 0;
  for (std::size_t j = 1; j < size; ++j)
    if (std::fabs(eigen.vectors[j]) >
        (1 + tolerance::same_size) * std::fabs(eigen.vectors[largest]))
      largest = j;
  return block_.columns()[largest];
}

}  // namespace mbs
