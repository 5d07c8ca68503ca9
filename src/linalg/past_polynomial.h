// A function over the last step of an integrator, from its values at the ends of this step and of
// earlier steps: the polynomial through these values, with or without their rates. The same
// polynomial without the oldest end tells how large the error may be. Weights are found once for a
// step and serve any number of functions.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace mbs {

class PastPolynomial {
 public:
  // Number of ends that are used for functions known by values, and by values and rates.
  static constexpr std::size_t kValues = 12, kRates = 5;

  // Sets the times of the ends, oldest first; the step goes from the last but one to the last. Call
  // before of_values() (set_values) and of_rates() (set_rates).
  void set_values(std::span<const double, kValues> t);
  void set_rates(std::span<const double, kValues> t);

  struct Shape {
    double integral = 0;  // over the step
    double middle = 0;    // value half-way
    double off = 0;       // error of the middle, and of the integral over the step
    double missed = 0;    // value at the last end minus the value extrapolated from the ends before
    double from = 0, to = 0;  // rates at its ends
    double halfway = 0;       // rate half-way
  };
  // values: kValues of them, oldest first.
  Shape of_values(std::span<const double, kValues> values) const;
  // Like of_values(), from the last kRates ends, with rates.
  Shape of_rates(std::span<const double, kRates> values,
                 std::span<const double, kRates> rates) const;
  // A step known only at its ends and its middle: values and rates there. `off` is the error of the
  // cubic through the ends in the middle.
  static Shape of_middle(double step, const std::array<double, 3>& values,
                         const std::array<double, 3>& rates);

 private:
  template <std::size_t N>
  struct Weights {
    std::array<double, N> integral{}, middle{}, from{}, to{}, halfway{}, without_integral{},
        without_middle{}, next{};
  };
  Weights<kValues> values_;
  Weights<kRates> value_, rate_;         // of values and of rates
  std::array<double, kRates> places_{};  // places for which value_, rate_ are the weights
  double step_ = 0;
};

}  // namespace mbs
