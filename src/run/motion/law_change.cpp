#include "run/motion/law_change.h"

#include <cmath>

namespace mbs {

LawChange steepest_part(const Expression& law, const LawInputs& inputs, const Slots& before,
                        const Slots& behind, double from, double to, int halvings, Slots& between) {
  LawChange out;
  for (int k = 0; k < halvings; ++k) {
    const double middle = out.low + (out.high - out.low) / 2;
    for (std::size_t i = 0; i < inputs.count(); ++i) {
      const double a = before.variables()[i], b = behind.variables()[i];
      between.variables()[i] = a + middle * (b - a);
    }
    const double value = law.value(between.data());
    if (std::fabs(value - from) > std::fabs(to - value))
      out.high = middle, to = value;
    else
      out.low = middle, from = value;
  }
  out.change = std::fabs(to - from);
  return out;
}

}  // namespace mbs
