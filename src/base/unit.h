// Units of channels, as exponents of metre, kilogram, second and radian. What a unit does not know
// of (an expression of the deck, a state of its own) is nobody's: it compares with itself alone.
#pragma once

#include <string>

namespace mbs {

struct Unit {
  int m = 0, kg = 0, s = 0, rad = 0;
  bool known = true;

  friend constexpr bool operator==(const Unit&, const Unit&) = default;
  friend constexpr Unit operator*(Unit a, Unit b) {
    return {a.m + b.m, a.kg + b.kg, a.s + b.s, a.rad + b.rad, a.known && b.known};
  }
  friend constexpr Unit operator/(Unit a, Unit b) {
    return {a.m - b.m, a.kg - b.kg, a.s - b.s, a.rad - b.rad, a.known && b.known};
  }
};

namespace unit {
inline constexpr Unit number{}, unknown{0, 0, 0, 0, false};
inline constexpr Unit metre{1, 0, 0, 0}, kilogram{0, 1, 0, 0}, second{0, 0, 1, 0},
    radian{0, 0, 0, 1};
inline constexpr Unit newton = kilogram * metre / (second * second), joule = newton * metre,
                      watt = joule / second;
// What does work along a coordinate or deformation of this unit: N along m, N m along rad.
constexpr Unit effort_along(Unit u) { return joule / u; }
}  // namespace unit

// The k-th derivative in time of what has this unit.
constexpr Unit rate_of(Unit u, int k = 1) {
  for (; k > 0; --k) u = u / unit::second;
  return u;
}

// "m/s^2", "N m", "1" of a plain number, "" where it is not known.
std::string unit_text(Unit u);

}  // namespace mbs
