// A double that counts what is done to it; for the operation count of a yardstick.
#pragma once

#include <cmath>

namespace mbs::bench {

struct Counting {
  double value = 0;
  inline static long operations = 0;  // additions, multiplications, divisions
  inline static long functions = 0;   // sines and cosines

  Counting() = default;
  Counting(double v) : value(v) {}  // NOLINT: a number is one without a word
  explicit operator double() const { return value; }
  friend Counting operator+(Counting a, Counting b) { return ++operations, a.value + b.value; }
  friend Counting operator-(Counting a, Counting b) { return ++operations, a.value - b.value; }
  friend Counting operator*(Counting a, Counting b) { return ++operations, a.value * b.value; }
  friend Counting operator/(Counting a, Counting b) { return ++operations, a.value / b.value; }
  friend Counting cos(Counting a) { return ++functions, std::cos(a.value); }
  friend Counting sin(Counting a) { return ++functions, std::sin(a.value); }
};

}  // namespace mbs::bench
