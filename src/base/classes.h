// The class of a coordinate or deformation says which half of its pair, (r, a) or (S, edd), is
// known (docs/theory.md, van Soest 1992 (A4)).
#pragma once

#include <cstdint>

namespace mbs {

enum class Class : std::uint8_t {
  fixed,       // a = 0 or edd = 0 known; reaction r or constraint stress S unknown
  prescribed,  // motion known; driving force r or S unknown
  dynamic,     // degree of freedom named by the user: r = 0 or S by its law; a or edd unknown
  calculable,  // r = 0 or S by its law; a or edd unknown
};

// The mechanism moves it: r = 0, or S follows its law.
constexpr bool is_free(Class c) { return c == Class::calculable || c == Class::dynamic; }

// Nothing of the mechanism moves it.
constexpr bool is_held(Class c) { return c == Class::fixed || c == Class::prescribed; }

constexpr char class_letter(Class c) {
  switch (c) {
    case Class::fixed:
      return 'F';
    case Class::prescribed:
      return 'P';
    case Class::dynamic:
      return 'D';
    case Class::calculable:
      return 'C';
  }
  return '?';
}

// The load that friction is proportional to (laws/friction_load.h).
enum class FrictionKind : std::uint8_t {
  contact,
  face,
  pin,
  guide,
  bearing,
  carriage,
  cross,
  journal,
  socket,
  pads,
  rope,
  tooth,
  thread,
  belt,
  constant
};

// What a class, a law or an event acts on.
enum class Target : std::uint8_t { coordinate, deformation };

}  // namespace mbs
