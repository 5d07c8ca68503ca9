// The sizes of a metre, a radian, a joule and their rates in the units of a deck. A figure that
// compares lengths with angles, or either with a plain number such as a tolerance, is one of
// metres, seconds and radians: it is the same in whatever units a deck is written.
#pragma once

#include "text/units.h"

namespace mbs {

class SiSizes {
 public:
  SiSizes() = default;
  explicit SiSizes(const UnitSystem& units)
      : metre_(in_units(1, unit::metre, units)),
        second_(in_units(1, unit::second, units)),
        joule_(in_units(1, unit::joule, units)) {}

  // Of a length, or of an angle, and their rates.
  double of(bool is_angle, int rate) const {
    double out = is_angle ? 1 : metre_;
    for (; rate > 0; --rate) out /= second_;
    return out;
  }
  double joule() const { return joule_; }

 private:
  double metre_ = 1, second_ = 1, joule_ = 1;
};

}  // namespace mbs
