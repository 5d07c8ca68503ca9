// Cuts a function of the time into pieces. On each piece it is smooth and nine of its values
// describe it well, so that an integration method or a measure misses nothing.
//
// The pieces are found one after another by halving. A stretch is a piece if the ranges of the
// expression show that no operation changes its branch on it and that its curvature is nowhere much
// larger than at the nine points. If an operation changes its branch, bisection finds the two
// neighbouring doubles of time between which it does, and a piece ends there. Memory does not grow
// with the time or with the number of pieces.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "text/expression_series.h"
#include "text/time_function.h"

namespace mbs {

// The acting quantity: the value of a force, or the second derivative of a motion.
enum class TimeUse : std::uint8_t { force, motion };

struct TimePiece {
  // End of a piece. plain: nothing happens; kink: a known time; jump: the acting quantity jumps.
  enum class End : std::uint8_t { plain, kink, jump };
  double from = 0, to = 0;
  bool active = false;  // not linear to within the tolerance: the piece must be sampled inside
  End end = End::plain;
  double next = 0;  // first time behind `to`
  double length() const { return to - from; }
};

class TimePieces {
 public:
  static constexpr long long kMostLooks = 4'000'000;

  // tolerance: a feature that changes the integral of the force (of the acceleration) by no more is
  // ignored.
  TimePieces(TimeFunction function, TimeUse use, double from, double to, double tolerance);

  // Finds the next piece; false: there is none left.
  bool next(TimePiece& piece);
  // From this time on no pieces could be found; infinite: all were found.
  double gave_up_at() const { return gave_up_at_; }
  TimeFunction& function() { return function_; }
  // Integrals below this size are ignored.
  double tolerance() const { return tolerance_; }

 private:
  struct Node {
    double from, to;
    TimePiece::End end;
    double next;
  };
  bool find(TimePiece& piece);
  bool cut(const Node& node);
  void halve(const Node& node);
  // Narrows a < b to neighbouring doubles between which the switch changes.
  void locate(const Switch& which, double& a, double& b);
  TimePiece::End end_between(double a, double b);
  void note(const DerivativesAlong& here);
  enum class Look : std::uint8_t { quiet, active, unresolved };
  Look look(const Node& node, const Series& range);
  // Whether the second derivative, with range `second` over the stretch, stays within `allowed`. If
  // the range is too wide, the stretch is parted. all: range seen so far.
  bool is_seen(const Bound& second, const Bound& stretch, double allowed, Bound& all, int partings);

  TimeFunction function_;
  TimeUse use_;
  double span_, tolerance_, scale_ = 0;
  double seen_ = 0, seen_rate_ = 0;  // largest acting quantity and rate so far
  std::vector<Node> ahead_;          // a stack: the next node is the last
  TimePiece waiting_;
  bool has_waiting_ = false;
  long long looks_ = 0;
  double gave_up_at_ = std::numeric_limits<double>::infinity();
};

}  // namespace mbs
