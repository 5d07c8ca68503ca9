// Places at which a measured function of the motion is narrower than the points it is sampled at:
// a maximum of 0 and a height above the one at which the motion turns, a peak about one position.
//
// On a step the coordinates and velocities that a function reads are polynomials through nine of
// their values. The range of the compiled expression over theirs (text/ranged_expression.h) shows
// that between two points the function stays near what it is there, or the part is halved; where it
// is then found to be elsewhere, what is measured is cut on either side of that place.
#pragma once

#include <cstddef>
#include <vector>

#include "linalg/chebyshev.h"
#include "run/measures/measure_functions.h"
#include "text/ranged_expression.h"

namespace mbs {

class NarrowPlaces {
 public:
  // live: parameters; slots: of all expressions.
  NarrowPlaces(const MeasureFunctions& measured, int live, std::size_t slots);

  // Whether any function is watched: those of coordinates and velocities that they are not linear
  // in.
  bool any() const { return !watched_.empty(); }
  // Adds to `out` times within a step, or the first part of one, between which a function is
  // narrow.
  void find(double from, double to, bool is_step, MeasureSampler& sampler,
            std::vector<double>& out);
  // The step before tells nothing of the next one.
  void forget() { has_end_ = false; }

 private:
  struct Watched {
    const MeasuredFunction* function = nullptr;
    RangedExpression range;
  };
  struct Part {
    double a, b, value_a, value_b;  // places in [-1, 1], values there
  };
  // What is being looked at.
  struct Task {
    Watched* of = nullptr;
    double near = 0;  // what is as good as the values beside it
    int looks = 0;    // that are left
    std::vector<double>* out = nullptr;
  };
  bool is_plain(double from, double to, MeasureSampler& sampler);
  void seek(Task& task, const Part& part, int halvings);
  Bound range(Watched& w, double a, double b);
  double value(const Watched& w, double s);
  double time_at(double s) const { return 0.5 * (from_ + to_) + 0.5 * (to_ - from_) * s; }

  std::size_t live_;
  std::vector<Watched> watched_;
  struct Out {
    std::size_t slot;
    RangedExpression range;
  };
  std::vector<Out> outs_;
  std::vector<std::size_t> read_;  // slots of channels that are read, without OUT lines
  std::vector<Chebyshev> curves_;  // of them
  std::vector<Chebyshev::Values> at_points_;
  std::vector<Series> ranges_;  // of all slots
  std::vector<double> slots_;
  double from_ = 0, to_ = 0;
  // At the end of the last step: what is read and its rates.
  std::vector<double> end_, end_rates_;
  double end_time_ = 0;
  bool has_end_ = false;
};

}  // namespace mbs
