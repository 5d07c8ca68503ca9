// One function of time that a run samples for a measure, the summary or a condition, and what has
// been seen of it so far: its first and last value, its extremes, its integral.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "linalg/chebyshev.h"
#include "linalg/past_polynomial.h"
#include "plan/observations.h"
#include "run/measures/measure_sampler.h"
#include "text/compiled_expression.h"

namespace mbs {

// A sum that keeps what each addition rounds away (Neumaier).
class CompensatedSum {
 public:
  void add(double x);
  double total() const { return value_ + rest_; }

 private:
  double value_ = 0, rest_ = 0;
};

// Least and largest of the values seen, and the first times of those that differ by rounding only.
class Extremes {
 public:
  // Times closer than this belong to one extreme.
  void set_near(double span) { near_ = span; }
  // size: of the numbers that the value is made of, for its rounding.
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

// What there is to do with a stretch on which a function is not resolved: halve it; be content
// where the function varies by less than its tolerance; take it as it is.
enum class Unresolved : std::uint8_t { halve, leave_flat, take };

struct MeasuredFunction {
  const MeasureRow* row = nullptr;
  std::optional<Expression> expression;  // none: TIME, or an error in the deck
  int bare = -1;                         // the slot that all of the expression is; -1: it is more
  bool cheap = false;                    // reads t, parameters, coordinates and velocities only
  bool condition = false, square = false;
  double from = -std::numeric_limits<double>::infinity(),  // the window [s]
      to = std::numeric_limits<double>::infinity();
  double whole = 0;    // its length within the run [s]
  std::string failed;  // why it has no value
  // How it depends on forces; of what knows no impulses: none. The slots of these forces.
  Dependence on_efforts = Dependence::none;
  std::vector<int> efforts;
  long long left_out = 0;  // impacts whose impulses cannot be part of it
  double end = 0;          // where the motion was left
  double size = 0;         // largest value
  double rounding = 0;     // variations below it are of no interest: rounding beside other channels
  double noise = 0;        // what rounding makes of it now, beside the terms it is a sum of
  // Slots of numbers of its kind, beside whose size its rounding is seen, and the tolerances of the
  // integration.
  std::vector<int> kind;
  double abs = 0, rel = 0;
  bool begun = false;
  double first = 0, last = 0;
  Extremes extremes;
  CompensatedSum integral;
  // Of a condition: how often it has come about, and what the row asks for at the one it counts to.
  long long count = 0;
  bool found = false;
  double value = 0, time = -std::numeric_limits<double>::infinity();  // of the last hit
  // At the ends of the last steps.
  std::array<double, PastPolynomial::kValues> values{};
  std::array<double, PastPolynomial::kRates> rates{};

  // At the slots last sampled; of what is not finite there is a note in `failed`, and a condition
  // counts as true.
  double evaluate(const double* slots, double t);
  // The value and its rate at slots whose rates are known.
  struct ValueAndRate {
    double value, rate;
  };
  ValueAndRate along(const double* slots, const double* slot_rates) const;
  // Where a stretch begins or ends.
  void note_end(double t, double value);
  // The end of a step: notes it as the newest one, with the rate where `slot_rates` is not null.
  double evaluate_end(const double* slots, const double* slot_rates, double t);

  // Takes the step that ends now by what its ends tell. False where that is not enough.
  bool take_ends(const PastPolynomial::Shape& shape, double begin, double until);
  // The same of a step with one extreme inside it, or none, of a motion whose rates are known
  // everywhere: sought on the motion itself, as the place where the rate is zero.
  bool take_turn(const PastPolynomial::Shape& shape, double begin, double until,
                 MeasureSampler& sampler);
  // Takes a stretch by the polynomial through its points. False where it must be halved.
  bool take(const Chebyshev& p, const Chebyshev::Values& points, double begin, double until,
            Unresolved otherwise, MeasureSampler& sampler);

  // Impulses of an impact: those of the slots `efforts` are impulses[slot]; room for as many
  // factors.
  void take_impulses(const double* slots, double* factors, const double* impulses);

  // What the row asks for, of the motion between the two times.
  double reduced(double start, double reached) const;

 private:
  // The tail of a polynomial that resolves it, for a part of its largest value.
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
  // A value and its rate; none where they cannot be computed.
  struct Place {
    double t, value, rate;
  };
  std::optional<Place> look_along(double t, MeasureSampler& sampler);
  double look(double t, MeasureSampler& sampler);
  bool take_integral(const Chebyshev& p, double begin, double until, bool last_chance);
  bool take_extremes(const Chebyshev& p, const Chebyshev::Values& points, double begin,
                     double until, Unresolved otherwise, MeasureSampler& sampler);
  // Variations up to it are what integration and rounding make of a constant.
  double tolerance_now(const MeasureSampler& sampler) const;
  void seek_corner(int sign, const Chebyshev::Values& points, double begin, double until,
                   MeasureSampler& sampler);
};

}  // namespace mbs
