// When an iteration of GALPHA that falls no further has come to rest: rounding errors hold it up,
// or derivatives that are old do. A mass matrix in coordinates that turn with the mechanism changes
// as much as these, however short the steps.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace mbs {

class IterationRest {
 public:
  // Derivatives have been taken for the present step; the step has been accepted.
  void renew() { is_new_ = true; }
  void accept() { is_new_ = false; }
  // Whether an iteration that falls no further at this size of its corrections is at rest. With old
  // derivatives it is where one with new derivatives has come to rest at a like size.
  bool is_at_rest(double size) {
    if (is_new_) of_new_ = size;
    if (size > kAgain * of_new_) return false;
    size_ = std::min(size, kMost);
    return true;
  }
  void begin() { of_new_ = size_ = 0, is_new_ = false; }
  // For n unknowns.
  void resize(std::size_t n) { last_.resize(n); }
  // Positive where an unknown has been corrected the same way before, so that it creeps: with
  // derivatives of the stiffer side of a kink corrections are small and hardly fall. Negative where
  // it turns back. Corrections of rounding have any sign.
  double way(const std::vector<double>& correction, int unknown) {
    const std::size_t k = static_cast<std::size_t>(unknown);
    const double before = last_[k];
    last_ = correction;
    return before * correction[k];
  }
  // The size at which iterations by forces may end.
  double enough() const { return std::max(2 * size_, 1.0); }

 private:
  static constexpr double kAgain = 10, kMost = 100;
  double of_new_ = 0, size_ = 0;
  bool is_new_ = false;
  std::vector<double> last_;  // correction
};

}  // namespace mbs
