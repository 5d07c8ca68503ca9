#include "base/unit.h"

#include <fmt/format.h>

#include <utility>

namespace mbs {

namespace {

// Units that have a name of their own; a moment is written N m although it is J/rad.
constexpr std::pair<Unit, const char*> kNamed[] = {
    {unit::newton, "N"},
    {unit::joule, "J"},
    {unit::watt, "W"},
    {unit::effort_along(unit::radian), "N m"},
    {unit::newton * unit::second, "N s"},
    {unit::effort_along(unit::radian) * unit::second, "N m s"},
    {unit::newton / unit::metre, "N/m"},
    {unit::number / unit::second, "1/s"}};

void append(std::string& out, const char* name, int power) {
  if (power <= 0) return;
  if (!out.empty()) out += ' ';
  out += power == 1 ? std::string(name) : fmt::format("{}^{}", name, power);
}

}  // namespace

std::string unit_text(Unit u) {
  if (!u.known) return {};
  if (u == unit::number) return "1";
  for (const auto& [named, text] : kNamed)
    if (u == named) return text;
  std::string over, under;
  for (const auto& [name, power] :
       {std::pair{"kg", u.kg}, std::pair{"m", u.m}, std::pair{"rad", u.rad}, std::pair{"s", u.s}}) {
    append(over, name, power);
    append(under, name, -power);
  }
  if (over.empty()) over = "1";
  if (under.empty()) return over;
  return over + (under.find(' ') == std::string::npos ? "/" + under : "/(" + under + ")");
}

}  // namespace mbs
