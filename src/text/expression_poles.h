// Where an expression passes through infinity: quotients, powers with a negative exponent and
// tangents.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "text/compiled_expression.h"

namespace mbs {

class Poles {
 public:
  // varies[k] != 0: slot k varies. What is divided by and does not vary is left out.
  Poles(Expression expression, std::vector<char> varies);

  const Expression& expression() const { return expression_; }
  bool any() const { return !divisors_.empty(); }
  // The factors of what is divided by, and the tangents.
  std::size_t count() const { return divisors_.size(); }
  // On which side of its poles each of them is at these slots; kUnknown: a choice leaves it out, or
  // it has no value. Between two slots with different sides lies a pole, unless the numerator is
  // zero there, too.
  static constexpr double kUnknown = -HUGE_VAL;
  void sides(const double* slots, double* out);

 private:
  struct Divisor {
    std::uint16_t of = 0;  // register
    bool is_tangent = false;
  };
  void add(std::uint16_t of, const std::vector<int>& writer, const std::vector<char>& varies);

  Expression expression_;
  std::vector<Divisor> divisors_;
  std::vector<double> registers_;
};

}  // namespace mbs
