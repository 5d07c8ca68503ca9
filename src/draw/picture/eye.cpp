#include "draw/picture/eye.h"

#include <fmt/format.h>

#include <cmath>

#include "base/index.h"

namespace mbs {

namespace {

// A direction of a picture with z upwards, in one with this axis upwards.
Vec3 stood_up(Vec3 a, Upright upright) {
  const bool down = upright.sign < 0;
  if (upright.axis == 2) return down ? Vec3{a.x, -a.y, -a.z} : a;
  if (upright.axis == 1) return down ? Vec3{a.x, -a.z, a.y} : Vec3{a.x, a.z, -a.y};
  return down ? Vec3{-a.z, a.x, -a.y} : Vec3{a.z, a.x, a.y};
}

// "x" or "-x" of a direction along an axis.
std::string axis_name(Vec3 along) {
  for (int k = 0; k < 3; ++k)
    if (along[k] != 0) return fmt::format("{}{}", along[k] < 0 ? "-" : "", "xyz"[k]);
  return {};
}

}  // namespace

Upright upright_against(const std::array<double, 3>& gravity) {
  Upright out;
  for (const int k : {1, 0})
    if (std::fabs(gravity[at(k)]) > std::fabs(gravity[at(out.axis)])) out.axis = k;
  out.sign = gravity[at(out.axis)] > 0 ? -1 : 1;
  return out;
}

std::array<Eye, 4> views_of(Upright upright) {
  constexpr double kTurn = -0.96, kDown = 0.44;  // rad
  const double c = std::cos(kTurn), s = std::sin(kTurn);
  const double cd = std::cos(kDown), sd = std::sin(kDown);
  std::array<Eye, 4> out = {{{"", {-s, c, 0}, {-c * sd, -s * sd, cd}, {c * cd, s * cd, sd}},
                             {"front", {1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
                             {"top", {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                             {"right", {0, 1, 0}, {0, 0, 1}, {1, 0, 0}}}};
  for (Eye& eye : out) {
    for (Vec3* const of : {&eye.right, &eye.up, &eye.towards}) *of = stood_up(*of, upright);
    if (!eye.name.empty()) eye.name += ": " + axis_name(eye.right) + " " + axis_name(eye.up);
  }
  return out;
}

}  // namespace mbs
