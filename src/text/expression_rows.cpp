#include "text/expression_rows.h"

#include <algorithm>
#include <cmath>

#include "text/expression_derivatives.h"
#include "text/expression_program.h"

namespace mbs {

namespace {

constexpr int kLanes = ExpressionRows::kLanes;
// Programs with more registers run row by row.
constexpr std::size_t kMostLaneRegisters = 128;

struct alignas(32) Lanes {
  double of[kLanes];
};

template <class Function>
inline void each_lane(const Function& f) {
  for (int l = 0; l < kLanes; ++l) f(l);
}

// What counts for nothing stays 0, however large the other factor (expression_program.cpp).
inline double weighted(double a, double b) {
  const double c = a * b;
  return a != 0 && b != 0 ? c : 0.0;
}

// The registers of several rows in the course of an evaluation. Row l of the arrays is lane l;
// lanes from `count` on only repeat the last row, so functions are not called for them.
class LaneRun {
 public:
  LaneRun(const Program& program, int count, const double* constants)
      : program_(program), count_(count), constants_(program.constants.size()) {
    for (std::size_t k = 0; k < constants_; ++k)
      each_lane([&](int l) { value_[k].of[l] = constants[k * kLanes + l]; });
  }

  Lanes& value(std::size_t k) { return value_[k]; }
  Lanes& adjoint(std::size_t k) { return adjoint_[k]; }
  Lanes& first(std::size_t k) { return first_[k]; }
  Lanes& second(std::size_t k) { return second_[k]; }

  void run_values() {
    for (const Instruction& i : program_.code) value_of(i);
  }
  void sweep_back();
  void run_rates();

 private:
  bool is_constant(std::uint16_t k) const { return k < constants_; }
  // Whether all rows have 2 in a constant register.
  bool is_two(std::uint16_t k) const {
    if (!is_constant(k)) return false;
    bool two = true;
    each_lane([&](int l) { two &= value_[k].of[l] == 2; });
    return two;
  }
  // out = f(l) for the rows that are there; the others repeat the last.
  template <class Function>
  void call(Lanes& out, const Function& f) const {
    for (int l = 0; l < count_; ++l) out.of[l] = f(l);
    for (int l = count_; l < kLanes; ++l) out.of[l] = out.of[count_ - 1];
  }
  void value_of(const Instruction& i);
  void slopes_of(const Instruction& i, Lanes& along_a, Lanes& along_b) const;
  void curvature_of(const Instruction& i);
  void add_rates(const Instruction& i, double sign);

  const Program& program_;
  int count_;
  std::size_t constants_;
  Lanes value_[kMostLaneRegisters], adjoint_[kMostLaneRegisters];
  Lanes first_[kMostLaneRegisters], second_[kMostLaneRegisters];
  // Of the instruction that writes a register.
  Lanes slope_a_[kMostLaneRegisters], slope_b_[kMostLaneRegisters];
};

void LaneRun::value_of(const Instruction& i) {
  const Lanes a = value_[i.a], b = value_[i.b];
  Lanes& out = value_[i.result];
  switch (i.operation) {
    case Operation::negate:
      return each_lane([&](int l) { out.of[l] = -a.of[l]; });
    case Operation::add:
      return each_lane([&](int l) { out.of[l] = a.of[l] + b.of[l]; });
    case Operation::subtract:
      return each_lane([&](int l) { out.of[l] = a.of[l] - b.of[l]; });
    case Operation::multiply:
      return each_lane([&](int l) { out.of[l] = a.of[l] * b.of[l]; });
    case Operation::divide:
      return each_lane([&](int l) { out.of[l] = a.of[l] / b.of[l]; });
    case Operation::root:
      return each_lane([&](int l) { out.of[l] = std::sqrt(a.of[l]); });
    case Operation::power:
      if (!is_two(i.b)) break;
      return each_lane([&](int l) { out.of[l] = a.of[l] * a.of[l]; });
    case Operation::sine:
      return call(out, [&](int l) { return std::sin(a.of[l]); });
    case Operation::cosine:
      return call(out, [&](int l) { return std::cos(a.of[l]); });
    default:
      break;
  }
  call(out, [&](int l) { return apply(i.operation, a.of[l], b.of[l]); });
}

// Of an operation that is none of those that sweep_back() knows.
void LaneRun::slopes_of(const Instruction& i, Lanes& along_a, Lanes& along_b) const {
  const Lanes &a = value_[i.a], &b = value_[i.b], &f = value_[i.result];
  switch (i.operation) {
    case Operation::divide:
      return each_lane([&](int l) {
        along_a.of[l] = 1 / b.of[l];
        along_b.of[l] = -f.of[l] / b.of[l];
      });
    case Operation::root:
      return each_lane([&](int l) { along_a.of[l] = 0.5 / f.of[l]; });
    case Operation::power:
      if (!is_two(i.b)) break;
      return each_lane([&](int l) { along_a.of[l] = 2 * a.of[l]; });
    case Operation::sine:
      return call(along_a, [&](int l) { return std::cos(a.of[l]); });
    case Operation::cosine:
      return call(along_a, [&](int l) { return -std::sin(a.of[l]); });
    default:
      break;
  }
  for (int l = 0; l < kLanes; ++l) {
    const int row = std::min(l, count_ - 1);
    const Slopes s = slopes(i.operation, a.of[row], b.of[row], f.of[row], !is_constant(i.b));
    along_a.of[l] = s.a;
    along_b.of[l] = s.b;
  }
}

void LaneRun::sweep_back() {
  for (std::size_t k = 0; k < program_.register_count(); ++k) adjoint_[k] = {};
  each_lane([&](int l) { adjoint_[program_.result].of[l] = 1; });
  for (std::size_t k = program_.code.size(); k-- > 0;) {
    const Instruction& i = program_.code[k];
    const Lanes weight = adjoint_[i.result];
    const auto add = [&](std::uint16_t to, const Lanes& slope) {
      if (is_constant(to)) return;
      each_lane([&](int l) { adjoint_[to].of[l] += weighted(weight.of[l], slope.of[l]); });
    };
    const auto pass = [&](std::uint16_t to, double sign) {
      if (is_constant(to)) return;
      each_lane([&](int l) { adjoint_[to].of[l] += sign * weight.of[l]; });
    };
    switch (i.operation) {
      case Operation::negate:
        pass(i.a, -1);
        break;
      case Operation::add:
        pass(i.a, 1);
        pass(i.b, 1);
        break;
      case Operation::subtract:
        pass(i.a, 1);
        pass(i.b, -1);
        break;
      case Operation::multiply:
        add(i.a, value_[i.b]);
        add(i.b, value_[i.a]);
        break;
      default:
        slopes_of(i, slope_a_[i.result], slope_b_[i.result]);
        add(i.a, slope_a_[i.result]);
        if (has_two_operands(i.operation)) add(i.b, slope_b_[i.result]);
        break;
    }
  }
}

// Rates of a sum or a difference.
void LaneRun::add_rates(const Instruction& i, double sign) {
  const Lanes a1 = first_[i.a], b1 = first_[i.b], a2 = second_[i.a], b2 = second_[i.b];
  each_lane([&](int l) {
    first_[i.result].of[l] = a1.of[l] + sign * b1.of[l];
    second_[i.result].of[l] = a2.of[l] + sign * b2.of[l];
  });
}

// The second derivatives of f(a, b) times the rates of a and b, after those of the slopes.
void LaneRun::curvature_of(const Instruction& i) {
  const Lanes &a = value_[i.a], &b = value_[i.b], &f = value_[i.result];
  const Lanes& a1 = first_[i.a];
  Lanes& out = second_[i.result];
  const auto of_one = [&](const auto& curvature) {
    each_lane([&](int l) { out.of[l] += weighted(a1.of[l] * a1.of[l], curvature(l)); });
  };
  switch (i.operation) {
    case Operation::sine:
    case Operation::cosine:
      return of_one([&](int l) { return -f.of[l]; });
    case Operation::root:
      return of_one([&](int l) { return -0.25 / (f.of[l] * a.of[l]); });
    case Operation::power:
      if (!is_two(i.b)) break;
      return of_one([](int) { return 2.0; });
    default:
      break;
  }
  const bool two = has_two_operands(i.operation) && !is_constant(i.b);
  for (int l = 0; l < count_; ++l) {
    const double da = a1.of[l], db = two ? first_[i.b].of[l] : 0;
    const double db2 = two ? second_[i.b].of[l] : 0;
    const bool moves_b = db != 0 || db2 != 0;
    const Curvatures c = curvatures(i.operation, a.of[l], b.of[l], f.of[l], moves_b);
    out.of[l] += weighted(da * da, c.aa);
    if (!moves_b) continue;
    out.of[l] += weighted(db2, slope_b_[i.result].of[l]);
    out.of[l] += weighted(db * db, c.bb);
    out.of[l] += weighted(2 * da * db, c.ab);
  }
}

void LaneRun::run_rates() {
  for (std::size_t k = 0; k < constants_; ++k) first_[k] = second_[k] = {};
  for (std::size_t k = 0; k < program_.slots.size(); ++k) second_[constants_ + k] = {};
  for (const Instruction& i : program_.code) {
    const Lanes a = value_[i.a], b = value_[i.b];
    const Lanes a1 = first_[i.a], b1 = first_[i.b], a2 = second_[i.a], b2 = second_[i.b];
    Lanes &out1 = first_[i.result], &out2 = second_[i.result];
    switch (i.operation) {
      case Operation::negate:
        each_lane([&](int l) { out1.of[l] = -a1.of[l], out2.of[l] = -a2.of[l]; });
        break;
      case Operation::add:
        add_rates(i, 1);
        break;
      case Operation::subtract:
        add_rates(i, -1);
        break;
      case Operation::multiply:
        each_lane([&](int l) {
          out1.of[l] = weighted(a1.of[l], b.of[l]) + weighted(b1.of[l], a.of[l]);
          const double both = 2 * a1.of[l] * b1.of[l];
          out2.of[l] = weighted(a2.of[l], b.of[l]) + weighted(b2.of[l], a.of[l]) +
                       (b1.of[l] != 0 || b2.of[l] != 0 ? both : 0.0);
        });
        break;
      default: {
        const Lanes& along_a = slope_a_[i.result];
        each_lane([&](int l) {
          out1.of[l] = weighted(a1.of[l], along_a.of[l]);
          out2.of[l] = weighted(a2.of[l], along_a.of[l]);
        });
        if (has_two_operands(i.operation) && !is_constant(i.b))
          each_lane([&](int l) { out1.of[l] += weighted(b1.of[l], slope_b_[i.result].of[l]); });
        curvature_of(i);
        break;
      }
    }
  }
}

bool runs_in_lanes(const Program& program) {
  return program.register_count() <= kMostLaneRegisters &&
         std::all_of(program.code.begin(), program.code.end(),
                     [](const Instruction& i) { return i.operation < Operation::table; });
}

bool is_same_shape(const Program& a, const Program& b) {
  return a.constants.size() == b.constants.size() && a.slots == b.slots && a.code == b.code &&
         a.result == b.result;
}

}  // namespace

ExpressionRows::ExpressionRows(Expression expression, int first_slot, int variables)
    : first_slot_(first_slot) {
  rows_.push_back(std::move(expression));
  lanes_ = runs_in_lanes(program());
  const std::vector<int>& slots = program().slots;
  for (int k = 0; k < variables; ++k) {
    by_.push_back(first_slot + k);
    const auto it = std::find(slots.begin(), slots.end(), by_.back());
    register_.push_back(it == slots.end()
                            ? -1
                            : static_cast<int>(program().constants.size() + (it - slots.begin())));
  }
  take_constants();
}

const Program& ExpressionRows::program() const { return *rows_.front().program_; }

// Every lane of the last block has numbers: those of the last row.
void ExpressionRows::take_constants() {
  const std::size_t n = program().constants.size();
  const int row = count() - 1, lane = row % kLanes;
  constants_.resize(n * kLanes * blocks());
  double* out = constants_.data() + n * kLanes * (blocks() - 1);
  for (std::size_t k = 0; k < n; ++k)
    for (int l = lane; l < kLanes; ++l) out[k * kLanes + l] = rows_[row].program_->constants[k];
}

bool ExpressionRows::add(const Expression& expression) {
  if (!lanes_ || !is_same_shape(program(), *expression.program_)) return false;
  rows_.push_back(expression);
  take_constants();
  return true;
}

int ExpressionRows::rows_in(int block) const { return std::min(kLanes, count() - block * kLanes); }

// A row that is evaluated by itself.
template <bool kAlong>
void ExpressionRows::run_alone(const double* variables, const double* direction, double* value,
                               double* derivatives, double* second) const {
  const std::size_t n = by_.size(), first = first_slot_;
  double slots[kMostSlots], along[kMostSlots], slopes[kMostSlots];
  for (std::size_t k = 0; k < first; ++k) slots[k] = along[k] = 0;
  for (std::size_t k = 0; k < n; ++k) {
    slots[first + k] = variables[k * kLanes];
    if constexpr (kAlong) along[first + k] = direction[k * kLanes];
  }
  if constexpr (kAlong) {
    const DerivativesAlong g = rows_.front().along(slots, along, by_, slopes);
    value[0] = g.value;
    second[0] = g.second;
  } else {
    value[0] = rows_.front().gradient(slots, by_, slopes);
  }
  for (std::size_t k = 0; k < n; ++k) derivatives[k * kLanes] = slopes[k];
}

template <bool kAlong>
void ExpressionRows::run(int block, const double* variables, const double* direction, double* value,
                         double* derivatives, double* second) const {
  if (!lanes_) return run_alone<kAlong>(variables, direction, value, derivatives, second);
  const std::size_t n = by_.size();
  LaneRun lanes(program(), rows_in(block),
                constants_.data() + program().constants.size() * kLanes * block);
  const auto each_read = [&](const auto& f) {
    for (std::size_t k = 0; k < n; ++k)
      if (register_[k] >= 0) each_lane([&](int l) { f(k, register_[k], l); });
  };
  each_read([&](std::size_t k, int r, int l) {
    lanes.value(r).of[l] = variables[k * kLanes + l];
    if constexpr (kAlong) lanes.first(r).of[l] = direction[k * kLanes + l];
  });
  lanes.run_values();
  lanes.sweep_back();
  if constexpr (kAlong) lanes.run_rates();
  const std::size_t result = program().result;
  each_lane([&](int l) {
    value[l] = lanes.value(result).of[l];
    if constexpr (kAlong) second[l] = lanes.second(result).of[l];
  });
  for (std::size_t k = 0; k < n; ++k)
    if (register_[k] < 0) each_lane([&](int l) { derivatives[k * kLanes + l] = 0; });
  each_read(
      [&](std::size_t k, int r, int l) { derivatives[k * kLanes + l] = lanes.adjoint(r).of[l]; });
}

void ExpressionRows::gradient(int block, const double* variables, double* value,
                              double* derivatives) const {
  run<false>(block, variables, nullptr, value, derivatives, nullptr);
}

void ExpressionRows::along(int block, const double* variables, const double* direction,
                           double* value, double* derivatives, double* second) const {
  run<true>(block, variables, direction, value, derivatives, second);
}

}  // namespace mbs
