#include "text/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "text/characters.h"
#include "text/names.h"
#include "text/number.h"
#include "text/parameters.h"
#include "text/unit_number.h"

namespace mbs {

namespace {

// Relative tolerance of equal sizes of units: sizes of a system come from quotients.
constexpr double kSameSize = 1e-9;

struct NamedUnit {
  std::string_view name;
  Unit unit;
  Ratio size;
};

constexpr Unit kPerSecond = unit::number / unit::second;
constexpr Unit kPressure = unit::newton / (unit::metre * unit::metre);
constexpr double kPoundForce = 4.4482216152605, kFoot = 0.3048;  // [N], [m]; both exact

// The first of two names of one unit is shown.
constexpr NamedUnit kUnits[] = {{"m", unit::metre, {}},
                                {"mm", unit::metre, {1, 1000}},
                                {"cm", unit::metre, {1, 100}},
                                {"dm", unit::metre, {1, 10}},
                                {"km", unit::metre, {1000, 1}},
                                {"um", unit::metre, {1, 1e6}},
                                {"in", unit::metre, {127, 5000}},
                                {"ft", unit::metre, {381, 1250}},
                                {"kg", unit::kilogram, {}},
                                {"g", unit::kilogram, {1, 1000}},
                                {"mg", unit::kilogram, {1, 1e6}},
                                {"t", unit::kilogram, {1000, 1}},
                                {"lb", unit::kilogram, {45359237, 1e8}},
                                {"lbm", unit::kilogram, {45359237, 1e8}},
                                {"oz", unit::kilogram, {45359237, 16e8}},
                                {"slug", unit::kilogram, {kPoundForce, kFoot}},
                                {"N", unit::newton, {}},
                                {"kN", unit::newton, {1000, 1}},
                                {"MN", unit::newton, {1e6, 1}},
                                {"mN", unit::newton, {1, 1000}},
                                {"uN", unit::newton, {1, 1e6}},
                                {"dyn", unit::newton, {1, 1e5}},
                                {"lbf", unit::newton, {44482216152605, 1e13}},
                                {"kgf", unit::newton, {980665, 1e5}},
                                {"kp", unit::newton, {980665, 1e5}},
                                {"s", unit::second, {}},
                                {"ms", unit::second, {1, 1000}},
                                {"us", unit::second, {1, 1e6}},
                                {"min", unit::second, {60, 1}},
                                {"h", unit::second, {3600, 1}},
                                {"rad", unit::radian, {}},
                                {"mrad", unit::radian, {1, 1000}},
                                {"deg", unit::radian, {kDegree, 1}},
                                {"rev", unit::radian, {2 * kPi, 1}},
                                {"rpm", unit::radian / unit::second, {2 * kPi, 60}},
                                {"Hz", kPerSecond, {}},
                                {"Nm", unit::newton* unit::metre, {}},
                                {"Nmm", unit::newton* unit::metre, {1, 1000}},
                                {"kNm", unit::newton* unit::metre, {1000, 1}},
                                {"Ns", unit::newton* unit::second, {}},
                                {"J", unit::joule, {}},
                                {"mJ", unit::joule, {1, 1000}},
                                {"kJ", unit::joule, {1000, 1}},
                                {"W", unit::watt, {}},
                                {"kW", unit::watt, {1000, 1}},
                                {"Pa", kPressure, {}},
                                {"kPa", kPressure, {1000, 1}},
                                {"MPa", kPressure, {1e6, 1}},
                                {"GPa", kPressure, {1e9, 1}},
                                {"bar", kPressure, {1e5, 1}}};

// The unit with this exact name, or the only one that differs from it only in letter case.
const NamedUnit* find_unit(std::string_view name) {
  const NamedUnit* found = nullptr;
  int alike = 0;
  for (const NamedUnit& u : kUnits) {
    if (u.name == name) return &u;
    if (!are_same_name(u.name, name)) continue;
    found = &u;
    ++alike;
  }
  return alike == 1 ? found : nullptr;
}

Ratio raised(Ratio r, int exponent) {
  if (exponent < 0) return raised({r.under, r.over}, -exponent);
  Ratio out;
  for (; exponent > 0; --exponent) out.over *= r.over, out.under *= r.under;
  return out;
}

Ratio operator*(Ratio a, Ratio b) { return {a.over * b.over, a.under * b.under}; }

Unit raised(Unit u, int exponent) {
  return {u.m * exponent, u.kg * exponent, u.s * exponent, u.rad * exponent, u.known};
}

bool same_size(Ratio a, Ratio b) {
  return std::fabs(a.value() - b.value()) <= kSameSize * std::fabs(b.value());
}

// The name of a unit of this size; empty if it has none.
std::string_view name_of(Unit unit, Ratio size) {
  for (const NamedUnit& u : kUnits)
    if (u.unit == unit && same_size(u.size, size)) return u.name;
  return {};
}

constexpr std::string_view kDegreeSuffix = "deg";

}  // namespace

std::size_t unit_name_length(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && is_letter(text[n])) ++n;
  const bool ends =
      n == text.size() || (text[n] != '_' && !is_digit(text[n]) && (text[n] & 0x80) == 0);
  return n > 0 && ends && find_unit(text.substr(0, n)) ? n : 0;
}

bool is_unit_as_written(std::string_view name) {
  return std::any_of(std::begin(kUnits), std::end(kUnits),
                     [name](const NamedUnit& u) { return u.name == name; });
}

bool ends_in_degrees(std::string_view number) {
  return number.size() > kDegreeSuffix.size() &&
         is_same_name(number.substr(number.size() - kDegreeSuffix.size()), kDegreeSuffix);
}

bool is_unit_power(char c) { return c >= '1' && c <= '4'; }

std::optional<UnitSize> parse_unit(std::string_view text) {
  UnitSize out;
  int sign = 1;
  std::size_t i = 0;
  while (true) {
    std::size_t end = i;
    while (end < text.size() && is_letter(text[end])) ++end;
    const NamedUnit* u = find_unit(text.substr(i, end - i));
    if (!u) {
      if (i != 0 || !text.starts_with("1/")) return {};
      end = 1;  // "1/s"
    }
    int exponent = 1;
    const bool caret = u && end < text.size() && text[end] == '^';
    if (caret) ++end;
    if (u && end < text.size() && is_unit_power(text[end]))
      exponent = text[end++] - '0';
    else if (caret)
      return {};
    if (u) {
      out.unit = out.unit * raised(u->unit, sign * exponent);
      out.size = out.size * raised(u->size, sign * exponent);
    }
    if (end == text.size()) return out;
    if (text[end] != '*' && text[end] != '/' && text[end] != ' ') return {};
    sign = text[end] == '/' ? -1 : sign;  // N/m/s, and m/s*kg as m/(s*kg) is refused below
    if (text[end] == '*' && sign < 0) return {};
    i = end + 1;
  }
}

std::optional<UnitNumber> parse_unit_number(std::string_view text) {
  const std::size_t sign = !text.empty() && (text[0] == '+' || text[0] == '-') ? 1 : 0;
  std::size_t end = sign + number_length(text.substr(sign));
  if (end == sign) return {};
  if (ends_in_degrees(text.substr(0, end))) end -= kDegreeSuffix.size();
  const auto of = end < text.size() ? parse_unit(text.substr(end)) : std::nullopt;
  if (!of) return {};
  return UnitNumber{parse_number(text.substr(0, end)), *of};
}

std::string UnitSystem::text() const {
  return fmt::format("{}, {}, {}, {}; angles in rad", length, force, time, mass);
}

std::string UnitSystem::line() const {
  return fmt::format("{} {} {}", length, by_force ? force : mass, time);
}

std::string UnitSystem::name(Unit u) const {
  if (!u.known) return {};
  if (u == unit::number) return "1";
  // As few factors as possible: a unit with a mass uses force and length.
  std::string over, under;
  const auto add = [&](const std::string& name, int exponent) {
    if (exponent == 0) return;
    std::string& side = exponent > 0 ? over : under;
    side += (side.empty() ? "" : "*") + name;
    if (std::abs(exponent) > 1) side += fmt::format("^{}", std::abs(exponent));
  };
  const int forces = u.s != 0 ? u.kg : 0;
  add(force, forces);
  add(mass, u.kg - forces);
  add(length, u.m - forces);
  add(time, u.s + 2 * forces);
  add(angle, u.rad);
  if (under.empty()) return over;
  return (over.empty() ? "1" : over) + "/" + (under.find('*') == npos ? under : "(" + under + ")");
}

bool are_same_but_angles(const UnitSystem& one, const UnitSystem& other) {
  return same_size(one.metre, other.metre) && same_size(one.kilogram, other.kilogram) &&
         same_size(one.second, other.second);
}

Ratio conversion(Unit u, const UnitSystem& from, const UnitSystem& to) {
  const auto one = [](Ratio a, Ratio b, int exponent) {
    if (a.over == b.over && a.under == b.under) return Ratio{};
    return raised(a * Ratio{b.under, b.over}, exponent);
  };
  const Ratio out = one(from.metre, to.metre, u.m) * one(from.kilogram, to.kilogram, u.kg) *
                    one(from.second, to.second, u.s) * raised(from.radian, u.rad);
  return out;
}

double in_units(double number, Unit u, const UnitSystem& to) {
  return conversion(u, UnitSystem{}, to)(number);
}

namespace {

// The unit of one kind that the line gives, and its word.
struct Chosen {
  const NamedUnit* unit = nullptr;
  int word = -1;
};

// The name of the force that follows from the mass: one word or a product.
std::string force_name(const UnitSystem& s, Ratio size) {
  const std::string_view named = name_of(unit::newton, size);
  return named.empty() ? fmt::format("{}*{}/{}^2", s.mass, s.length, s.time) : std::string(named);
}
std::string mass_name(const UnitSystem& s, Ratio size) {
  const std::string_view named = name_of(unit::kilogram, size);
  return named.empty() ? fmt::format("{}*{}^2/{}", s.force, s.time, s.length) : std::string(named);
}

constexpr std::string_view kUnitsForm =
    "expected: UNITS and at most a length (m, mm, cm, in, ft), a force (N, kN, lbf) or a mass (kg, "
    "g, t, lb), a time (s, ms, min) and an angle (rad, deg)";

}  // namespace

std::optional<UnitsFault> read_units(const std::vector<std::string>& words, UnitSystem& out) {
  Chosen length, mass, force, time, angle;
  for (int k = 0; k < count_of(words); ++k) {
    const NamedUnit* const u = find_unit(words[at(k)]);
    Chosen* const of = !u                          ? nullptr
                       : u->unit == unit::metre    ? &length
                       : u->unit == unit::kilogram ? &mass
                       : u->unit == unit::newton   ? &force
                       : u->unit == unit::second   ? &time
                       : u->unit == unit::radian   ? &angle
                                                   : nullptr;
    if (!of)
      return UnitsFault{k,
                        fmt::format("'{}' is no unit of length, force, mass, time or angle",
                                    printable(words[at(k)])),
                        std::string(kUnitsForm)};
    if (of->unit)
      return UnitsFault{
          k, fmt::format("'{}' and '{}' are two units of one kind", of->unit->name, u->name),
          std::string(kUnitsForm)};
    *of = {u, k};
  }
  if (words.empty()) return UnitsFault{-1, "no unit is named", std::string(kUnitsForm)};
  out = UnitSystem{};
  out.given = true;
  if (length.unit) out.metre = length.unit->size, out.length = length.unit->name;
  if (time.unit) out.second = time.unit->size, out.time = time.unit->name;
  if (angle.unit) out.radian = angle.unit->size, out.angle = angle.unit->name;
  const Ratio acceleration = out.metre * raised(out.second, -2);
  if (mass.unit) out.mass = mass.unit->name;
  if (force.unit) out.force = force.unit->name;
  if (mass.unit || !force.unit) {
    out.kilogram = mass.unit ? mass.unit->size : Ratio{};
    const Ratio fits = out.kilogram * acceleration;
    if (force.unit && !same_size(force.unit->size, fits)) {
      const Ratio mass_that_fits = force.unit->size * raised(acceleration, -1);
      return UnitsFault{
          std::max(force.word, mass.word),
          fmt::format("{} and {} do not fit: a force of 1 {} accelerates 1 {} by {:.9g} {}/{}^2",
                      out.mass, out.force, out.force, out.mass,
                      force.unit->size.value() / fits.value(), out.length, out.time),
          fmt::format(
              "expected one of them, or what fits: {} {} {} (a force of {}), or {} {} {} (a "
              "mass of {})",
              out.length, out.mass, out.time, force_name(out, fits), out.length, out.force,
              out.time, mass_name(out, mass_that_fits))};
    }
    if (!force.unit) out.force = force_name(out, fits);
  } else {
    out.by_force = true;
    out.kilogram = force.unit->size * raised(acceleration, -1);
    out.mass = mass_name(out, out.kilogram);
  }
  return {};
}

std::string number_before_unit(std::string_view text, std::size_t at, std::string_view unit) {
  if (at == 0 || unit.empty() || unit_name_length(unit) != unit.size()) return {};
  const std::size_t last = text.find_last_not_of(" \t", at - 1);
  if (last == std::string_view::npos || last + 1 == at || !is_digit(text[last])) return {};
  const std::size_t before = text.find_last_not_of("0123456789.", last);
  const std::size_t first = before == std::string_view::npos ? 0 : before + 1;
  return std::string(text.substr(first, last + 1 - first)).append(unit);
}

}  // namespace mbs
