// Where the inputs of laws go in the next step.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "laws/inputs.h"
#include "model/model.h"
#include "model/phase.h"
#include "model/state.h"
#include "solve/place/prescribed_motion.h"
#include "text/ranged_expression.h"

namespace mbs {

// Inputs are continued as they moved in the last two steps, in a parabola. Those whose motion is
// known (of what is prescribed and what is fixed; in a kinematic deck of all but its states) are
// looked up: they go in pieces of parabolas through their later values. Times ahead count from the
// end of the last step.
class InputsAhead {
 public:
  // Puts into a state what is known of it at a later time, NaN elsewhere; false: nothing is.
  using Known = std::function<bool(double t, State& state)>;

  // What is known of inputs that are not looked up, as a part of their way.
  static constexpr double kUnsureWay = 0.05;
  static constexpr double kRounds = 1e-12;  // of values, for rounding

  // known: empty for what is prescribed and fixed.
  InputsAhead(const Model& model, const Phase& phase, Known known);

  // The inputs that are followed, by their index among all.
  void follow(std::vector<int> inputs);
  // The motion begins, or goes on behind a jump, at `state` with the rates ed of its deformations
  // and these values of all inputs.
  void begin(const State& state, ConstVector ed, std::span<const double> values);
  // The end of a step, with the values of all inputs.
  void note(double t, std::span<const double> values);
  bool has_begun() const { return has_begun_; }
  double t() const { return t_; }
  double last_step() const { return last_; }

  // The part of h for which it is said where the inputs go; is_fixed: all of h, as well as it can
  // be said. To be called before what follows.
  double way(double h, bool is_fixed);
  double value(std::size_t input, double ahead) const {
    return arc(input, piece_at(input, ahead)).at(ahead);
  }
  // Value, rate and second rate on a part of the way, widened by kUnsureWay.
  Series range(std::size_t input, double from, double to) const;
  // How far an input goes on a way of length h at most, back and forth.
  double travel(std::size_t input, double h) const;

 private:
  // An input on a piece of the way ahead.
  struct Arc {
    double from, value, rate, bend;

    double at(double ahead) const {
      const double s = ahead - from;
      return value + s * (rate + 0.5 * s * bend);
    }
  };
  static constexpr int kPieces = 16;  // of a way that is known

  void note_what_is_known(const State& state);
  bool look_ahead(double t, Vector inputs);
  double third_difference(std::size_t input) const;
  double follow_what_is_known(double h);
  double piece_from(int piece) const;
  int piece_at(std::size_t input, double ahead) const;
  Arc arc(std::size_t input, int piece) const;
  static Series range_of(const Arc& arc, double start, double end);

  const Model& model_;
  const Phase& phase_;
  const LawInputs& inputs_;
  Known known_;
  std::optional<PrescribedMotion> drives_;
  State later_;  // what is known of it
  std::vector<int> followed_;
  // Of all inputs: the value, its mean rate in the last step, its rate now and its second rate.
  std::vector<double> now_, mean_, rate_, bend_;
  double t_ = 0, last_ = 0;  // the time, the length of the last step
  bool has_begun_ = false;
  // Of the inputs whose motion is known: the values at the ends and in the middle of the pieces of
  // a way, and its width.
  std::vector<char> is_known_;
  std::vector<double> course_, width_;
  double course_from_ = 0, course_h_ = 0;  // time and length of that way
  double least_ = 0;  // the shortest way that is looked up: at kinks of what is known
  std::vector<double> looked_up_;
};

}  // namespace mbs
