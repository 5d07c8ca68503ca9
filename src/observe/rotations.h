// Rotations that expressions and columns of the deck ask for (Plan::rotations): angles of a
// sequence of turns, the rotation vector, the angle of the whole turn, the matrix, the angular
// velocity along the axes of space; of a body as seen in space, or from another body.
//   rot2.zxy_1 _2 _3, rotd2.zxy_1 ... their rates, rot2_5.vector_1 ..., rot2.angle, rot2.matrix_11
//   ..., rot2.velocity_1 ...
// A body of space of the deck has its angles, their rates and the angular velocity and acceleration
// along the axes of space as body2.phi1 .phi1d .wx .wxd, and a table of them.
// Angles and vectors go on from the row before, or from the end of the step before: of all numbers
// of one orientation, whole turns included, those nearest to it; angles of a sequence to where
// their rates take them since. Where the second angle makes the first and the third turn about one
// axis (gimbal lock), the first stays what it was.
#pragma once

#include <array>
#include <limits>
#include <string>
#include <vector>

#include "model/model.h"
#include "model/state.h"
#include "observe/layout.h"
#include "plan/observations.h"

namespace mbs {

struct Plan;

class RotationObserver {
 public:
  RotationObserver(const Plan& plan, const Model& model);

  void lay_out(Layout& layout) const;
  // Fills as many numbers as lay_out() named.
  void observe(const State& state, double* out) const;
  // The numbers are those of a row at time t, from which the next ones go on. Returns a line for
  // the report where a sequence has come into lock.
  std::string keep(double t, const double* row);
  // Whether any number goes on from those before it.
  bool goes_on() const;
  // The next numbers go on from this state, the end of a step: between rows far apart the angles
  // may turn by any number of turns.
  void follow(const State& state);
  // From that state on: how long nothing passes a place where its numbers are not defined.
  double longest_step() const { return longest_; }

 private:
  enum class Form : std::uint8_t { sequence, vector, angle, matrix, velocity };
  struct Rotation {
    std::string number;  // "2", "2_5"
    std::string form;
    Form kind = Form::matrix;
    std::array<int, 3> axes{};                // of a sequence
    int body = 0;                             // number of the body whose table this is
    Orientation of, in;                       // in: with type null for space
    std::array<double, 3> before{}, rates{};  // of the last row, at `time`
    double time = 0;
    bool has_before = false, is_locked = false;
  };
  static int count_of_numbers(const Rotation& one);
  static double distance_to_lock(const Rotation& one);
  static void lay_out_body(const Rotation& one, Quantity what, TableLayout& table, Layout& layout);

  std::vector<Rotation> all_;
  std::vector<double> row_;
  double longest_ = std::numeric_limits<double>::infinity();
};

}  // namespace mbs
