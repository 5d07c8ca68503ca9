// Finds where a measured function is narrower than the distance of its sample points: for example
// max(0, y - h) where y turns just above h, or a narrow peak about one position.
//
// On a step the coordinates and velocities that a function reads are polynomials through nine of
// their values. The range of the compiled expression over their ranges (text/ranged_expression.h)
// shows whether the function stays near its values at two neighbouring points. If not, the part
// between the points is halved. If the function leaves the range of the values at the ends of a
// part, the measured stretch is cut at both ends of that part.
#pragma once

#include <cstddef>
#include <vector>

#include "linalg/chebyshev.h"
#include "run/measures/measure_functions.h"
#include "text/ranged_expression.h"
#include "text/slow_waves.h"

namespace mbs {

class NarrowPlaces {
 public:
  // rough: the source has cheap rough samples; without them no function is watched. live: number of
  // live parameters; slots: number of slots that expressions read.
  NarrowPlaces(const MeasureFunctions& measured, bool rough, int live, std::size_t slots);

  // Whether any function is watched: functions that are not linear in coordinates and velocities,
  // and not slow whatever they change by.
  bool any() const { return !watched_.empty(); }
  // Adds times to `out` between which a function is narrow. is_step: from and to are the ends of a
  // step; false: of the first part of a step.
  void find(double from, double to, bool is_step, MeasureSampler& sampler,
            std::vector<double>& out);
  // The end of the last step is not used any more.
  void forget() { has_end_ = false; }

 private:
  struct Watched {
    const MeasuredFunction* function = nullptr;
    RangedExpression range;
    // Indices in outs_ and read_: the OUT lines that it reads, also through other OUT lines, and
    // the other channels that it and they read.
    std::vector<std::size_t> outs, channels;
    // Of a slow expression (text/slow_waves.h): its waves.
    std::vector<SlowWave> waves;
    // On the present step it stays near the values at the ends.
    bool is_plain = false;
  };
  struct Part {
    double a, b, value_a, value_b;  // places a, b in [-1, 1], values there
  };
  // The present search.
  struct Task {
    Watched* of = nullptr;
    // the function may leave the values beside it by this much
    double near = 0;
    int looks = 0;  // halvings that are left
    std::vector<double>* out = nullptr;
  };
  bool find_plain(double from, double to, MeasureSampler& sampler);
  bool is_plain(Watched& w, double h, const double* slots, const double* rates);
  double sag(std::size_t slot, double h, const double* rates) const;
  bool is_slow_on_curves(const Watched& w) const;
  void list_inputs(Watched& w) const;
  void cut_where_steepest(const Chebyshev::Values& values, std::vector<double>& out) const;
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
  std::vector<std::size_t> read_;             // slots of channels that are read, without OUT lines
  std::vector<Chebyshev> curves_;             // of the channels of read_
  std::vector<Chebyshev::Values> at_points_;  // values of the channels of read_
  std::vector<Chebyshev::Values> values_;     // of the functions of watched_, at the same points
  std::vector<Series> ranges_;                // of all slots
  std::vector<double> slots_;
  double from_ = 0, to_ = 0;
  // The slots and their rates at the end of the last step.
  std::vector<double> end_, end_rates_;
  double end_time_ = 0;
  bool has_end_ = false;
};

}  // namespace mbs
