// Units that the numbers of a deck may have: suffixes such as mm, lbf and rpm, and the system of
// units that a deck names (UNITS mm N s deg). All numbers are converted to coherent ones: one
// length, one mass, one time and radians, so that no formula needs a factor.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/unit.h"

namespace mbs {

// over / under: both are whole numbers for most units, so that 5mm is the number nearest to 0.005.
struct Ratio {
  double over = 1, under = 1;

  double value() const { return over / under; }
  double operator()(double number) const { return over == under ? number : number * over / under; }
};

// A unit such as "kg*m/s^2", "N mm/deg" or "rpm": its dimensions and its size in m, kg, s, rad.
struct UnitSize {
  Unit unit;
  Ratio size;
};
// `*`, blanks or `/` separate factors; a power follows its unit, with or without `^`. Letter case
// counts if two units differ only in it (mN, MN). Empty if it is no unit.
std::optional<UnitSize> parse_unit(std::string_view text);
// Length of the name (letters only) of one unit at the start of the text; 0 if there is none.
std::size_t unit_name_length(std::string_view text);

// The sizes of the units in m, kg, s, rad, and their names.
struct UnitSystem {
  Ratio metre, kilogram, second, radian;
  std::string length = "m", mass = "kg", time = "s", force = "N", angle = "rad";
  bool given = false;     // by a line of the deck
  bool by_force = false;  // the line names a force, from which the mass follows

  // The units of coherent numbers: "mm, N, s, t; angles in rad".
  std::string text() const;
  // The same as words of a UNITS line: "mm N s".
  std::string line() const;
  // The name of a coherent unit: "N/mm" for the stiffness of a spring.
  std::string name(Unit unit) const;
  // name() in a deck with a UNITS line, else the name in m, kg, s and N.
  std::string shown(Unit unit) const { return given ? name(unit) : unit_text(unit); }
};
// Whether lengths, masses and times are equal.
bool are_same_but_angles(const UnitSystem& one, const UnitSystem& other);

// Factor from a number in the units of `from` to the units of `to`; angles of `to` are radians.
Ratio conversion(Unit unit, const UnitSystem& from, const UnitSystem& to);
// Converts a number in m, kg, s, rad to the units of a system.
double in_units(double number, Unit unit, const UnitSystem& to);

// An error of a UNITS line. `word` counts from 0; -1: the whole line.
struct UnitsFault {
  int word = -1;
  std::string problem, expected;
};
std::optional<UnitsFault> read_units(const std::vector<std::string>& words, UnitSystem& out);

}  // namespace mbs
