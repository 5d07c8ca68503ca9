#include "text/expression_lanes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "text/expression_derivatives.h"

namespace mbs {

namespace {

constexpr int kLanes = ExpressionRows::kLanes;

// Programs with more registers run row by row.
constexpr std::size_t kMostLaneRegisters = 128;

// The registers of kWidth rows during an evaluation; arrays of the caller have kLanes numbers per
// register. Lanes from `count` on repeat the last row, and no function is called for them. An
// adjoint of 0 is multiplied, too; if a sum becomes NaN by it, the caller evaluates row by row.
template <int kWidth>
class LaneRun {
 public:
  struct alignas(16) Lanes {
    double of[kWidth];
  };

  LaneRun(const LaneProgram& program, int count, const ExpressionRows::At& at,
          const double* constants)
      : program_(program), count_(count), at_(at) {
    for (std::size_t k = 0; k < program.constants; ++k)
      std::copy_n(constants + k * kLanes, kWidth, value_[k].of);
  }

  Lanes& value(std::size_t k) { return value_[k]; }
  Lanes& adjoint(std::size_t k) { return adjoint_[k]; }
  Lanes& first(std::size_t k) { return first_[k]; }
  Lanes& second(std::size_t k) { return second_[k]; }

  void run_values() {
    for (const LaneStep& i : program_.steps) value_of(i);
  }
  void sweep_back();
  void run_rates() {
    for (std::size_t k = 0; k < program_.constants; ++k) first_[k] = second_[k] = {};
    for (std::size_t k = 0; k < program_.slots; ++k) second_[program_.constants + k] = {};
    for (const LaneStep& i : program_.steps) rates_of(i);
  }

 private:
  template <class Function>
  static void each_lane(const Function& f) {
    for (int l = 0; l < kWidth; ++l) f(l);
  }
  // out = f(l) for the existing rows; the other lanes repeat the last row.
  template <class Function>
  void call(Lanes& out, const Function& f) const {
    for (int l = 0; l < count_; ++l) out.of[l] = f(l);
    for (int l = count_; l < kWidth; ++l) out.of[l] = out.of[count_ - 1];
  }
  void value_of(const LaneStep& i);
  void slopes_of(const LaneStep& i);
  void rates_of(const LaneStep& i);
  void add_curvature(const LaneStep& i);

  const LaneProgram& program_;
  int count_;
  const ExpressionRows::At& at_;
  Lanes value_[kMostLaneRegisters], adjoint_[kMostLaneRegisters];
  Lanes first_[kMostLaneRegisters], second_[kMostLaneRegisters];
  // Slopes of the step that writes the register, by its operands a and b.
  Lanes slope_a_[kMostLaneRegisters], slope_b_[kMostLaneRegisters];
};

template <int kWidth>
void LaneRun<kWidth>::value_of(const LaneStep& i) {
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
      if (!i.square) break;
      return each_lane([&](int l) { out.of[l] = a.of[l] * a.of[l]; });
    case Operation::sine:
      if (i.angle >= 0) return void(std::copy_n(at_.sine + i.angle * kLanes, kWidth, out.of));
      return call(out, [&](int l) { return std::sin(a.of[l]); });
    case Operation::cosine:
      if (i.angle >= 0) return void(std::copy_n(at_.cosine + i.angle * kLanes, kWidth, out.of));
      return call(out, [&](int l) { return std::cos(a.of[l]); });
    default:
      break;
  }
  call(out, [&](int l) { return apply(i.operation, a.of[l], b.of[l]); });
}

// Slopes of an operation that sweep_back() does not treat itself.
template <int kWidth>
void LaneRun<kWidth>::slopes_of(const LaneStep& i) {
  const Lanes &a = value_[i.a], &b = value_[i.b], &f = value_[i.result];
  Lanes &along_a = slope_a_[i.result], &along_b = slope_b_[i.result];
  switch (i.operation) {
    case Operation::divide:
      return each_lane([&](int l) {
        along_a.of[l] = 1 / b.of[l];
        along_b.of[l] = -f.of[l] / b.of[l];
      });
    case Operation::root:
      return each_lane([&](int l) { along_a.of[l] = 0.5 / f.of[l]; });
    case Operation::power:
      if (!i.square) break;
      return each_lane([&](int l) { along_a.of[l] = 2 * a.of[l]; });
    case Operation::sine:
      if (i.angle >= 0) return void(std::copy_n(at_.cosine + i.angle * kLanes, kWidth, along_a.of));
      return call(along_a, [&](int l) { return std::cos(a.of[l]); });
    case Operation::cosine:
      if (i.angle >= 0)
        return each_lane([&](int l) { along_a.of[l] = -at_.sine[i.angle * kLanes + l]; });
      return call(along_a, [&](int l) { return -std::sin(a.of[l]); });
    default:
      break;
  }
  for (int l = 0; l < kWidth; ++l) {
    const int row = std::min(l, count_ - 1);
    const Slopes s = slopes(i.operation, a.of[row], b.of[row], f.of[row], i.passes_b);
    along_a.of[l] = s.a;
    along_b.of[l] = s.b;
  }
}

template <int kWidth>
void LaneRun<kWidth>::sweep_back() {
  each_lane([&](int l) { adjoint_[program_.result].of[l] = 1; });
  for (std::size_t k = program_.steps.size(); k-- > 0;) {
    const LaneStep& i = program_.steps[k];
    const Lanes weight = adjoint_[i.result];
    const auto to = [](Lanes& adjoint, bool sets, const auto& term) {
      if (sets)
        each_lane([&](int l) { adjoint.of[l] = term(l); });
      else
        each_lane([&](int l) { adjoint.of[l] += term(l); });
    };
    const auto pass = [&](const auto& a, const auto& b) {
      if (i.passes_a) to(adjoint_[i.a], i.sets_a, a);
      if (i.passes_b) to(adjoint_[i.b], i.sets_b, b);
    };
    const auto by = [&](const Lanes& slope) {
      return [&](int l) { return weight.of[l] * slope.of[l]; };
    };
    const auto plus = [&](int l) { return weight.of[l]; };
    const auto minus = [&](int l) { return -weight.of[l]; };
    switch (i.operation) {
      case Operation::negate:
        pass(minus, plus);
        break;
      case Operation::add:
        pass(plus, plus);
        break;
      case Operation::subtract:
        pass(plus, minus);
        break;
      case Operation::multiply: {
        const Lanes a = value_[i.a], b = value_[i.b];
        pass(by(b), by(a));
        break;
      }
      default:
        slopes_of(i);
        pass(by(slope_a_[i.result]), by(slope_b_[i.result]));
        break;
    }
  }
}

template <int kWidth>
void LaneRun<kWidth>::rates_of(const LaneStep& i) {
  const Lanes a1 = first_[i.a], b1 = first_[i.b], a2 = second_[i.a], b2 = second_[i.b];
  Lanes &out1 = first_[i.result], &out2 = second_[i.result];
  switch (i.operation) {
    case Operation::negate:
      return each_lane([&](int l) { out1.of[l] = -a1.of[l], out2.of[l] = -a2.of[l]; });
    case Operation::add:
      return each_lane([&](int l) {
        out1.of[l] = a1.of[l] + b1.of[l];
        out2.of[l] = a2.of[l] + b2.of[l];
      });
    case Operation::subtract:
      return each_lane([&](int l) {
        out1.of[l] = a1.of[l] - b1.of[l];
        out2.of[l] = a2.of[l] - b2.of[l];
      });
    case Operation::multiply: {
      const Lanes a = value_[i.a], b = value_[i.b];
      return each_lane([&](int l) {
        out1.of[l] = a1.of[l] * b.of[l] + b1.of[l] * a.of[l];
        out2.of[l] = a2.of[l] * b.of[l] + b2.of[l] * a.of[l] + 2 * a1.of[l] * b1.of[l];
      });
    }
    default:
      break;
  }
  const Lanes along_a = slope_a_[i.result];
  each_lane([&](int l) {
    out1.of[l] = a1.of[l] * along_a.of[l];
    out2.of[l] = a2.of[l] * along_a.of[l];
  });
  if (i.passes_b) each_lane([&](int l) { out1.of[l] += b1.of[l] * slope_b_[i.result].of[l]; });
  add_curvature(i);
}

// Adds the second derivatives of f(a, b) times the rates of a and b; the terms of the slopes are
// added before.
template <int kWidth>
void LaneRun<kWidth>::add_curvature(const LaneStep& i) {
  const Lanes &a = value_[i.a], &b = value_[i.b], &f = value_[i.result];
  const Lanes& a1 = first_[i.a];
  Lanes& out = second_[i.result];
  const auto of_one = [&](const auto& curvature) {
    each_lane([&](int l) { out.of[l] += a1.of[l] * a1.of[l] * curvature(l); });
  };
  switch (i.operation) {
    case Operation::sine:
    case Operation::cosine:
      return of_one([&](int l) { return -f.of[l]; });
    case Operation::root:
      return of_one([&](int l) { return -0.25 / (f.of[l] * a.of[l]); });
    case Operation::power:
      if (!i.square) break;
      return of_one([](int) { return 2.0; });
    case Operation::divide:
      if (!i.passes_b) return;
      break;
    default:
      break;
  }
  for (int l = 0; l < count_; ++l) {
    const double da = a1.of[l], db = i.passes_b ? first_[i.b].of[l] : 0;
    const double db2 = i.passes_b ? second_[i.b].of[l] : 0;
    const bool moves_b = db != 0 || db2 != 0;
    const Curvatures c = curvatures(i.operation, a.of[l], b.of[l], f.of[l], moves_b);
    out.of[l] += da * da * c.aa;
    if (!moves_b) continue;
    out.of[l] += db2 * slope_b_[i.result].of[l];
    out.of[l] += db * db * c.bb;
    out.of[l] += 2 * da * db * c.ab;
  }
}

}  // namespace

LaneProgram lane_program(const Program& program) {
  LaneProgram out{{}, {}, program.constants.size(), program.slots.size(), program.result};
  std::vector<char> reached(program.register_count(), 0);
  reached[program.result] = 1;
  const auto reach = [&](std::uint16_t k, bool passes) {
    return passes && std::exchange(reached[k], 1) == 0;
  };
  for (std::size_t k = program.code.size(); k-- > 0;) {
    const Instruction& i = program.code[k];
    if (reached[i.result] == 0) continue;
    const bool two = has_two_operands(i.operation);
    LaneStep step{i.operation, i.result, i.a, i.b};
    step.passes_a = i.a >= out.constants;
    step.passes_b = two && i.b >= out.constants;
    step.sets_a = reach(i.a, step.passes_a);
    step.sets_b = reach(i.b, step.passes_b);
    step.square =
        i.operation == Operation::power && i.b < out.constants && program.constants[i.b] == 2;
    if (step.square) out.twos.push_back(i.b);
    out.steps.push_back(step);
  }
  std::reverse(out.steps.begin(), out.steps.end());
  return out;
}

bool runs_in_lanes(const Program& program) {
  return program.register_count() <= kMostLaneRegisters &&
         std::all_of(program.code.begin(), program.code.end(),
                     [](const Instruction& i) { return i.operation < Operation::table; });
}

// Evaluates one row alone.
template <bool kAlong>
void ExpressionRows::run_alone(int row, int lane, const At& at, double* value, double* derivatives,
                               double* second) const {
  const std::size_t n = by_.size(), first = first_slot_;
  double slots[kMostSlots], along[kMostSlots], slopes[kMostSlots];
  for (std::size_t k = 0; k < first; ++k) slots[k] = along[k] = 0;
  for (std::size_t k = 0; k < n; ++k) {
    slots[first + k] = at.variables[k * kLanes + lane];
    if constexpr (kAlong) along[first + k] = at.direction[k * kLanes + lane];
  }
  if constexpr (kAlong) {
    const DerivativesAlong g = rows_[row].along(slots, along, by_, slopes);
    value[lane] = g.value;
    second[lane] = g.second;
  } else {
    value[lane] = rows_[row].gradient(slots, by_, slopes);
  }
  for (std::size_t k = 0; k < n; ++k) derivatives[k * kLanes + lane] = slopes[k];
}

// Evaluates a block of at most kWidth rows; false if a sum is NaN.
template <bool kAlong, int kWidth>
bool ExpressionRows::run_together(int block, const At& at, double* value, double* derivatives,
                                  double* second) const {
  const std::size_t n = by_.size();
  LaneRun<kWidth> lanes(*lanes_, rows_in(block), at,
                        constants_.data() + lanes_->constants * kLanes * block);
  for (std::size_t k = 0; k < n; ++k) {
    if (register_[k] < 0) continue;
    std::copy_n(at.variables + k * kLanes, kWidth, lanes.value(register_[k]).of);
    if constexpr (kAlong)
      std::copy_n(at.direction + k * kLanes, kWidth, lanes.first(register_[k]).of);
  }
  lanes.run_values();
  lanes.sweep_back();
  double sum[kWidth] = {};
  const auto put = [&sum](const typename LaneRun<kWidth>::Lanes& from, double* out) {
    for (int l = 0; l < kWidth; ++l) out[l] = from.of[l], sum[l] += from.of[l];
    for (int l = kWidth; l < kLanes; ++l) out[l] = from.of[kWidth - 1];
  };
  put(lanes.value(lanes_->result), value);
  if constexpr (kAlong) {
    lanes.run_rates();
    put(lanes.second(lanes_->result), second);
  }
  for (std::size_t k = 0; k < n; ++k)
    if (register_[k] < 0)
      std::fill_n(derivatives + k * kLanes, kLanes, 0.0);
    else
      put(lanes.adjoint(register_[k]), derivatives + k * kLanes);
  return std::isfinite(std::accumulate(sum, sum + kWidth, 0.0));
}

template <bool kAlong>
void ExpressionRows::run(int block, const At& at, double* value, double* derivatives,
                         double* second) const {
  const int rows = rows_in(block);
  if (lanes_ && (rows > 2 ? run_together<kAlong, kLanes>(block, at, value, derivatives, second)
                          : run_together<kAlong, 2>(block, at, value, derivatives, second)))
    return;
  for (int l = 0; l < rows; ++l)
    run_alone<kAlong>(block * kLanes + l, l, at, value, derivatives, second);
}

void ExpressionRows::gradient(int block, const At& at, double* value, double* derivatives) const {
  run<false>(block, at, value, derivatives, nullptr);
}

void ExpressionRows::along(int block, const At& at, double* value, double* derivatives,
                           double* second) const {
  run<true>(block, at, value, derivatives, second);
}

}  // namespace mbs
