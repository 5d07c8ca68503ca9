// Finds where a measured function is narrower than the distance of its sample points: for example
// max(0, y - h) where y turns just above h, or a narrow peak about one position.
//
// The ends of a step show the range of each channel that a function reads, and the range of the
// compiled expression over them (text/ranged_expression.h) shows that the function stays near its
// values at these ends, or that it rises or falls all along. Otherwise the channels become
// polynomials through nine of their values, and the ranges are taken between neighbouring points.
// What they do not show is halved. If the function leaves the range of the values at the ends of a
// part, the measured stretch is cut at both ends of that part. Where the polynomials are too coarse
// for a part, they are made anew from nine values on that part.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "linalg/chebyshev.h"
#include "run/measures/measure_functions.h"
#include "text/ranged_expression.h"
#include "text/slow_waves.h"

namespace mbs {

class Diagnostics;

class NarrowPlaces {
 public:
  // which: functions that are sampled together (indices into measured.functions), by rough samples
  // or by exact ones. live: number of live parameters; slots: number of slots that expressions
  // read. linear: functions that are linear in what varies are watched, too.
  NarrowPlaces(const MeasureFunctions& measured, std::span<const int> which, bool rough, int live,
               std::size_t slots, bool linear = false);

  // Whether any function is watched: functions that are not linear in what varies, and not slow
  // whatever it varies by.
  bool any() const { return !watched_.empty(); }
  // Adds times to `out` between which a function is narrow. is_step: from and to are the ends of a
  // step; false: of the first part of a step.
  void find(double from, double to, bool is_step, MeasureSampler& sampler,
            std::vector<double>& out);
  // The values of a function at the Chebyshev points of a stretch; null where find() took none.
  const Chebyshev::Values* seen(const MeasuredFunction& f, double from, double to) const;
  // Whether find() had to search a function in the present step: few places do not show it there.
  bool is_searched(const MeasuredFunction& f) const;
  // The ends of earlier steps are not used any more.
  void forget() { known_ends_ = 0; }

  // Lines of the audit: the functions that may be narrow unseen in some steps; may be empty.
  std::string describe() const;
  // Warns of functions with steps in which they vary too often to be searched to the end.
  void warn(Diagnostics& diagnostics) const;

 private:
  struct Watched {
    const MeasuredFunction* function = nullptr;
    RangedExpression range;
    // Indices in outs_ and read_: the OUT lines that it reads, also through other OUT lines, and
    // the other channels that it and they read.
    std::vector<std::size_t> outs, channels;
    // Of a slow expression (text/slow_waves.h): its waves.
    std::vector<SlowWave> waves;
    double at_end = 0;      // its value at the end of the last step
    bool is_plain = false;  // the ends of the present step show all of it
    bool is_searched = false;
    long long unshown = 0;   // searches that came to no end,
    long long given_up = 0;  // because too much is there
  };
  // The slots of read_ at the end of a step, and their rates if these are known.
  struct End {
    double t = 0;
    std::vector<double> values, rates;
  };
  struct Part {
    double a, b, value_a, value_b;  // places a, b in [-1, 1], values there
  };
  // The present search of a function on the present polynomials.
  struct Task {
    Watched* of = nullptr;
    // the function may leave the values beside it by this much
    double near = 0;
    int looks = 0;  // halvings that are left
    bool shown = true, given_up = false;
    std::vector<double>* out = nullptr;
  };
  // A part of the step on which the polynomials are too coarse for a function.
  struct Coarse {
    std::size_t watched;
    double from, to;
  };
  bool find_plain(double from, double to, MeasureSampler& sampler);
  void push_end(double t, MeasureSampler& sampler);
  void set_ranges_of_step();
  bool is_plain(Watched& w, double h, const double* slots);
  double least_change(const MeasuredFunction& f) const;
  bool is_slow_on_curves(const Watched& w) const;
  void list_inputs(Watched& w) const;
  bool set_curves(double from, double to, MeasureSampler& sampler);
  void search(std::size_t i, std::vector<double>& out);
  void cut_where_steep(const Chebyshev::Values& values, double spread,
                       std::vector<double>& out) const;
  void cut(double s, std::vector<double>& out) const;
  void seek(Task& task, const Part& part, int halvings);
  bool is_shown(Task& task, const Part& part, const Series& all) const;
  bool may_look(int& left, long long price);
  bool is_coarse(const Watched& w) const;
  void set_ranges(const Watched& w, double a, double b);
  Series range_of(Watched& w);
  double value(const Watched& w, double s);
  double time_at(double s) const {
    return s <= -1 ? from_ : s >= 1 ? to_ : 0.5 * (from_ + to_) + 0.5 * (to_ - from_) * s;
  }

  bool rough_;
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
  std::vector<Chebyshev::Values> seen_;       // the same, at the points of the whole step
  std::vector<Series> ranges_;                // of all slots
  std::vector<double> slots_;
  double from_ = 0, to_ = 0;            // of curves_
  double step_from_ = 0, step_to_ = 0;  // of the present step
  bool has_seen_ = false;               // seen_ is of the present step
  std::vector<Coarse> coarse_;
  long long spare_;  // halvings that steps with many narrow places may take, over the run
  // The ends of the last steps, oldest first.
  static constexpr std::size_t kEnds = 4;
  std::array<End, kEnds> ends_;
  std::size_t known_ends_ = 0;
};

}  // namespace mbs
