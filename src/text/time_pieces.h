// A function of the time alone, cut into pieces on each of which it is smooth and well described by
// nine of its values: what a method or a measure sees of it then is all there is to see.
//
// The pieces are found one after another, ahead of whoever asks for them, by halving: a stretch
// over which no operation can change its branch, as the ranges of the expression show, and over
// which its curvature is no larger anywhere than what the nine points show, is a piece. Where an
// operation changes its branch the two neighbouring numbers of time between which it does so are
// found by bisection: the time is known, and a piece ends there. Memory does not grow with the
// time, nor with the number of pieces.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "text/expression_series.h"
#include "text/time_function.h"

namespace mbs {

// What of the function acts: the values of a force, the second derivative of a motion.
enum class TimeUse : std::uint8_t { force, motion };

struct TimePiece {
  // At its end: nothing; a known time; one at which what acts jumps.
  enum class End : std::uint8_t { plain, kink, jump };
  double from = 0, to = 0;
  bool active = false;  // not linear beyond the tolerance: whoever looks has to look into it
  End end = End::plain;
  double next = 0;  // the first time behind its end
  double length() const { return to - from; }
};

class TimePieces {
 public:
  static constexpr long long kMostLooks = 4'000'000;

  // tolerance: what does not change the integral of the force (of the acceleration) by more is not
  // looked at.
  TimePieces(TimeFunction function, TimeUse use, double from, double to, double tolerance);

  // Goes on to the next piece; false where there is none left.
  bool next(TimePiece& piece);
  // The pieces could not be found any more, from this time on; infinite: all of them were.
  double gave_up_at() const { return gave_up_at_; }
  TimeFunction& function() { return function_; }
  // Integrals below this part are not looked at.
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
  // The neighbours a < b between which it changes sides.
  void locate(const Switch& which, double& a, double& b);
  TimePiece::End end_between(double a, double b);
  void note(const DerivativesAlong& here);
  enum class Look : std::uint8_t { quiet, active, unresolved };
  Look look(const Node& node, const Series& range);
  // Whether the second derivative, which has this range over the stretch of time, stays within what
  // is allowed; where that is too wide, in parts. all: what it has been so far.
  bool is_seen(const Bound& second, const Bound& stretch, double allowed, Bound& all, int partings);

  TimeFunction function_;
  TimeUse use_;
  double span_, tolerance_, scale_ = 0;
  double seen_ = 0, seen_rate_ = 0;  // the largest so far of what acts and, of a motion, its rate
  std::vector<Node> ahead_;          // the next one is the last
  TimePiece waiting_;
  bool has_waiting_ = false;
  long long looks_ = 0;
  double gave_up_at_ = std::numeric_limits<double>::infinity();
};

}  // namespace mbs
