// Systems of units in which a test writes its decks, field by field.
#pragma once

namespace mbs::test {

constexpr double kDegree = 3.14159265358979323846 / 180;
constexpr double kInch = 0.0254, kPound = 4.4482216152605;

// How many of its units make one metre, kilogram, second, newton, and one radian of plain numbers.
struct System {
  const char* line;
  double m, kg, s, rad;
  double n() const { return kg * m / (s * s); }
  double nm() const { return n() * m; }
};
constexpr System kSi{"", 1, 1, 1, 1};
constexpr System kMillimetre{"UNITS mm N s deg\n", 1000, 0.001, 1, 1 / kDegree},
    kCentimetre{"UNITS cm g ms\n", 100, 1000, 1000, 1},
    kInchPound{"UNITS in lbf s deg\n", 1 / kInch, kInch / kPound, 1, 1 / kDegree},
    kKilonewton{"UNITS mm kg ms kN rad\n", 1000, 1, 1000, 1};

}  // namespace mbs::test
