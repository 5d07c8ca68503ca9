// Units of channels, as exponents of metre, kilogram, second and radian. The unit of an expression
// or a state of the deck is unknown: it equals no known unit.
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
// Unit of the force that does work along a coordinate or deformation of unit u: N for m, N m for
// rad.
constexpr Unit effort_along(Unit u) { return joule / u; }
}  // namespace unit

// Unit of the k-th time derivative of a quantity of unit u.
constexpr Unit rate_of(Unit u, int k = 1) {
  for (; k > 0; --k) u = u / unit::second;
  return u;
}

// "m/s^2", "N m"; "1" for a plain number, "" for an unknown unit.
std::string unit_text(Unit u);

}  // namespace mbs
