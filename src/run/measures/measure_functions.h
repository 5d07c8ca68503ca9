// The functions that the measures and the summary of a deck need, compiled against the channels of
// a run.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "linalg/chebyshev.h"
#include "linalg/past_polynomial.h"
#include "observe/layout.h"
#include "plan/observations.h"
#include "run/measures/measure_sampler.h"
#include "text/compiled_expression.h"

namespace mbs {

// One function of time that a run samples for a measure, the summary or a condition, with its first
// and last value, its extremes and its integral so far.

// A sum that keeps the rounding error of each addition (Neumaier).
class CompensatedSum {
 public:
  void add(double x);
  double total() const { return value_ + rest_; }

 private:
  double value_ = 0, rest_ = 0;
};

// Least and largest value so far. Of values that differ by rounding only, the first time counts.
class Extremes {
 public:
  // Times closer than this belong to one extreme.
  void set_near(double span) { near_ = span; }
  // size: of the terms of the value, for its rounding.
  void note(double value, double t, double size);

  double least() const { return least_; }
  double most() const { return most_; }
  double least_at() const { return least_at_; }
  double most_at() const { return most_at_; }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double least_ = kInfinity, most_ = -kInfinity;
  double least_at_ = 0, most_at_ = 0, least_seen_ = kInfinity, most_seen_ = -kInfinity;
  double near_ = 0;
};

bool integrates(Reduction reduction);
bool has_extremes(Reduction reduction);

template <std::size_t N>
void push_end(std::array<double, N>& past, double next) {
  std::copy(past.begin() + 1, past.end(), past.begin());
  past.back() = next;
}

// The treatment of a stretch on which a function is not resolved: halve it; take it if the function
// varies by less than its tolerance; take it in any case.
enum class Unresolved : std::uint8_t { halve, leave_flat, take };

struct MeasuredFunction {
  const MeasureRow* row = nullptr;
  std::optional<Expression> expression;  // none: TIME, or an error in the deck
  // slot of an expression that is only one variable; -1: other expressions
  int bare = -1;
  bool may_jump = false;  // it or an OUT line that it reads, for some values
  bool cheap = false;     // reads t, parameters, coordinates and velocities only
  bool condition = false, square = false;
  double from = -std::numeric_limits<double>::infinity(),  // the window [s]
      to = std::numeric_limits<double>::infinity();
  double whole = 0;    // its length within the run [s]
  std::string failed;  // why it has no value
  // How the function depends on forces (none: impulses do not matter), and the slots of these
  // forces.
  Dependence on_efforts = Dependence::none;
  std::vector<int> efforts;
  long long left_out = 0;  // number of impacts whose impulses are left out
  double end = 0;          // value at the end of the last stretch
  double size = 0;         // largest value
  double rounding = 0;     // variations below it are ignored: rounding beside other channels
  double noise = 0;        // rounding error of the present value, from its terms
  // Slots of channels with its unit, whose sizes bound its rounding; abs, rel: tolerances of the
  // integration.
  std::vector<int> kind;
  double abs = 0, rel = 0;
  bool begun = false;
  double first = 0, last = 0;
  Extremes extremes;
  CompensatedSum integral;
  double of_pieces = 0;   // sum of |integral| of the stretches that were sampled between their ends
  double unresolved = 0;  // error of the stretches whose halvings were used up
  // Of a condition: how often it has come true, and the value that the row asks for at the nth
  // time.
  long long count = 0;
  bool found = false;
  double value = 0, time = -std::numeric_limits<double>::infinity();  // of the last hit
  std::vector<double> times;                                          // of all hits up to the nth
  // At the ends of the last steps.
  std::array<double, PastPolynomial::kValues> values{};
  std::array<double, PastPolynomial::kRates> rates{};

  // The value at the slots sampled last. If it is not finite, `failed` says so and a condition
  // counts as true.
  double evaluate(const double* slots, double t);
  // The value and its rate at slots whose rates are known.
  struct ValueAndRate {
    double value, rate;
  };
  ValueAndRate along(const double* slots, const double* slot_rates) const;
  // Takes the value at the beginning or the end of a stretch.
  void note_end(double t, double value);
  // Takes the value behind a jump at t. FIRST and LAST at FROM and TO are those within the time.
  void note_jump(double t, double value);
  // The value at the end of a step, kept as the newest of `values`, with its rate if `slot_rates`
  // is not null.
  double evaluate_end(const double* slots, const double* slot_rates, double t);

  // Whether values at the Chebyshev points of the last step are those that its ends foretell.
  bool is_foretold(const PastPolynomial::Shape& shape, Chebyshev::Values seen, double begin,
                   double until) const;
  // Takes the last step by its ends alone. False if they do not suffice.
  bool take_ends(const PastPolynomial::Shape& shape, double begin, double until);
  // Takes a step with at most one extreme inside, of a motion whose rates are known everywhere. The
  // extreme is the zero of the rate, found on the motion itself. False if there may be more
  // extremes.
  bool take_turn(const PastPolynomial::Shape& shape, double begin, double until,
                 MeasureSampler& sampler);
  // Takes a stretch by the polynomial through its points. False if the stretch must be halved.
  bool take(const Chebyshev& p, const Chebyshev::Values& points, double begin, double until,
            Unresolved otherwise, MeasureSampler& sampler);

  // Takes the impulses of an impact: impulses[slot] for each slot of `efforts`. factors: room for
  // one number per slot of `efforts`.
  void take_impulses(const double* slots, double* factors, const double* impulses);

  // The number that the row asks for, over the motion from `start` to `reached`.
  double reduced(double start, double reached) const;

 private:
  // The polynomial of a function is resolved to `part` of the largest value if its tail is below
  // this.
  double resolution(double part) const {
    return square ? part * size * size + 2 * noise * size : part * size + noise;
  }
  double absolute(double v) const { return row->absolute ? std::fabs(v) : v; }
  void note(double x, double t) { extremes.note(absolute(x), t, size); }
  bool raises(double v) const {
    return row->reduction != Reduction::minimum && v > extremes.most();
  }
  bool lowers(double v) const {
    return row->reduction != Reduction::maximum && v < extremes.least();
  }
  // A value and its rate at time t; look_along() gives none if they cannot be computed.
  struct Place {
    double t, value, rate;
  };
  std::optional<Place> look_along(double t, MeasureSampler& sampler);
  double look(double t, MeasureSampler& sampler);
  double missed(const Chebyshev& p, double begin, double until, MeasureSampler& sampler);
  // tail: how far the function leaves the polynomial at most.
  bool take_integral(const Chebyshev& p, double tail, double begin, double until, bool last_chance);
  bool take_extremes(const Chebyshev& p, double tail, const Chebyshev::Values& points, double begin,
                     double until, Unresolved otherwise, MeasureSampler& sampler);
  // Integration and rounding can make a constant vary up to this.
  double tolerance_now(const MeasureSampler& sampler) const;
  void seek_corner(int sign, const Chebyshev::Values& points, double begin, double until,
                   MeasureSampler& sampler);
  void seek_zero(const Chebyshev::Values& points, double begin, double until,
                 MeasureSampler& sampler);
};

struct Plan;

struct MeasureFunctions {
  std::vector<MeasureRow> rows;  // the measures, then one for each channel of SUMMARY
  std::size_t measures = 0;      // how many measures
  std::vector<Unit> units;       // of the channels of SUMMARY
  std::vector<int> kinds;        // of these channels: equal numbers mean equal units
  std::vector<double> sizes;     // of each kind: the largest value so far
  // One per row, then one per condition; MeasuredFunction::row is the row of the condition. The
  // expression of a formula reads the values of the measures before it instead of the channels.
  std::vector<MeasuredFunction> functions;
  std::vector<std::vector<int>> operands;  // of each measure that is a formula: earlier measures
  // OUT lines that functions with rough samples read, and those that other functions read.
  std::vector<Layout::Out> outs, exact_outs;

  // Sets the rounding of each channel of SUMMARY from the largest number of its kind.
  void estimate_rounding();
  // asked_by(): the function that is evaluated when a condition comes true; condition_of(): the
  // condition of a row.
  MeasuredFunction& asked_by(const MeasuredFunction& condition);
  const MeasuredFunction& condition_of(std::size_t row) const;
};

// Errors (a channel that does not exist) go to `diagnostics`. A function with an error must not be
// used.
MeasureFunctions compile_measures(const Plan& plan, const Layout& layout, Diagnostics& diagnostics);

}  // namespace mbs
