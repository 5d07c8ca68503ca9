// The picture of an element, as figures between its nodes. An element lists its figures in its
// kernel, `static constexpr ElementFigure figures[]`; draw/ reads nothing else.
#pragma once

#include <cstdint>

namespace mbs {

enum class FigureKind : std::uint8_t {
  bar,      // a straight bar from a to b
  beam,     // a bent beam from a to b, whose tangents turn with the angles of a and b
  spring,   // a zigzag from a to b; a bar where the distance is held
  pin,      // a joint where a and b meet; its stresses are the force of a on b along x and y
  slide,    // a rail on the body of a through a and a second point (column `size`), a block at b;
            // its first stress is the force of a on b across the rail
  circle,   // a circle of radius `size` about a: a wheel; negative: a ring that b touches inside
  surface,  // a line through b with direction (column `size`), material to its right; a touches it.
            // Its stresses are minus the force on a away from the line and along it
  slot,     // a pin at a in a slot on the body of b, through b along a direction (column `size`)
  rack,     // a rack on the body of b along a direction (column `size`) beside a pinion about a
            // whose radius stands in the column before it, on its right where that is positive
  belt,     // a belt round pulleys about a (radius in column `size`) and b (in column `size_b`, of
            // other sign where the belt is crossed)
  weld,     // a and b are held together
  path,     // of variable arity: a line through all its places, round their circles
  curve,    // of variable arity: a cam with its follower
  curves,   // of variable arity: two curves
  outline,  // of variable arity: an outline with its wheel
  twist     // a spiral between the angles a and b, drawn where their bodies are joined
};

// A point that is fixed in the body of two nodes, a place and an angle.
struct FigurePoint {
  int point = -1;   // node of the place; -1: none
  int angle = -1;   // node of the angle; -1: it does not turn
  int column = -1;  // the deck column of xi, eta follows; -1: the node itself
};

struct ElementFigure {
  FigureKind kind;
  FigurePoint a = {}, b = {};
  int size = -1;  // deck column: radius, direction or second point; -1: none
  int size_b = -1;
};

}  // namespace mbs
