// The state variables that the expressions of laws read: t, coordinates, velocities, deformations
// and their rates, angles between bodies, points fixed in bodies, directions of axes of bodies. All
// laws of a model share one
// list of inputs; an evaluation reads it once into the variables of Slots.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/views.h"
#include "plan/inputs.h"

namespace mbs {

// The state from which inputs are read. Sizes: x, v nx; e, ed ne; z first-order states.
struct InputState {
  double t = 0;
  ConstVector x, v, e, ed;
  ConstVector z = {};
};

// A NamedInput with model indices.
struct Input {
  InputKind kind = InputKind::time;
  int i = 0;  // coordinate, deformation or state; of a body point the coordinate x of its body
  int component = 0;  // of a body point or a direction
  // coordinate: minuend of an angle, angle of the body of a point, of space the first one of its
  // orientation; of a direction q0
  int angle = 0;
  int axis = 0;  // of the body: direction
  double xi = 0, eta = 0;
  double zeta = 0;  // of a point of space
  int scalar = 0;   // of a point of space: coordinate q0 of its body

  bool operator==(const Input&) const = default;
  double value(const InputState& s) const;
  // The derivative of the value along a direction of (t, x, v, e, ed, z); along x of an orientation
  // stands a turn about the axes of the body.
  double change(const InputState& s, const InputState& along) const;
  // Of a direction or a point of space: the derivative of its position by a turn about axis k of
  // the body, which is that of its velocity by the angular velocity k, too.
  double slope_of_turn(ConstVector x, int k) const;
  // Of the velocity of a point of space: its derivative by a turn about axis k of the body.
  double slope_of_turn(ConstVector x, ConstVector v, int k) const;
};

class LawInputs {
 public:
  // Index of the input with this name and meaning among the variables of the slots; adds it if
  // there is none.
  int find_or_add(const std::string& name, const Input& input);
  std::size_t count() const { return inputs_.size(); }
  const Input& operator[](int k) const { return inputs_[k]; }

  // variables[k] becomes the value of input k; count() numbers. No allocation.
  void read(const InputState& s, double* variables) const {
    for (const Input& input : inputs_) *variables++ = input.value(s);
  }

  // For Expression::compile(): the names of the inputs `reads`, at the other indices empty. The
  // inputs must live longer than the views.
  std::vector<std::string_view> names_of(const std::vector<int>& reads) const;

 private:
  std::vector<Input> inputs_;
  std::vector<std::string> names_;
};

}  // namespace mbs
