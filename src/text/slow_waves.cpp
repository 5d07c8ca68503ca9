#include "text/slow_waves.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "text/expression_program.h"

namespace mbs {

namespace {

constexpr double kMostSlowPower = 8;

// What is known of a register. number: a constant whose value is known. constant: one whose value
// is not. linear: in the varying slots, but for an addend. bent: a product with a factor that has
// corners.
enum class SlowShape : std::uint8_t { number, constant, linear, slow, bent, other };

// terms: by slot, the factors of a linear register, the turns of a slow or bent one.
struct SlowForm {
  SlowShape shape = SlowShape::other;
  double number = 0;
  std::map<int, double> terms;

  bool is_constant() const { return shape <= SlowShape::constant; }
  std::map<int, double> turns() const {
    return shape == SlowShape::slow || shape == SlowShape::bent ? terms : std::map<int, double>{};
  }
};

SlowForm form_sum(const SlowForm& a, const SlowForm& b, double sign) {
  if (std::max(a.shape, b.shape) >= SlowShape::bent) return {};
  SlowForm out{std::max(a.shape, b.shape), a.number + sign * b.number, {}};
  if (out.shape == SlowShape::linear) {
    if (a.shape == SlowShape::linear) out.terms = a.terms;
    if (b.shape == SlowShape::linear)
      for (const auto& [slot, factor] : b.terms) out.terms[slot] += sign * factor;
  } else if (out.shape == SlowShape::slow) {
    out.terms = a.turns();
    for (const auto& [slot, turn] : b.turns()) out.terms[slot] = std::max(out.terms[slot], turn);
  }
  return out;
}

SlowForm form_product(const SlowForm& a, const SlowForm& b) {
  if (std::max(a.shape, b.shape) == SlowShape::other) return {};
  if (a.is_constant() && b.is_constant())
    return {std::max(a.shape, b.shape), a.number * b.number, {}};
  if (b.is_constant()) return form_product(b, a);
  if (a.shape == SlowShape::number && b.shape == SlowShape::linear) {
    SlowForm out = b;
    for (auto& [slot, factor] : out.terms) factor *= a.number;
    return out;
  }
  SlowForm out{std::max({a.shape, b.shape, SlowShape::slow}), 0, a.turns()};
  for (const auto& [slot, turn] : b.turns()) out.terms[slot] += turn;
  return out;
}

SlowForm form_power(const SlowForm& a, const SlowForm& b) {
  if (a.is_constant() && b.is_constant()) return {SlowShape::constant, 0, {}};
  const double p = b.number;
  const bool whole = p >= 0 && p <= kMostSlowPower && p == std::trunc(p);
  if (b.shape != SlowShape::number || !whole || a.shape == SlowShape::other) return {};
  SlowForm out{std::max(a.shape, SlowShape::slow), 0, a.turns()};
  for (auto& [slot, turn] : out.terms) turn *= p;
  return out;
}

SlowForm form_wave(const SlowForm& a) {
  if (a.is_constant()) return {SlowShape::constant, 0, {}};
  if (a.shape != SlowShape::linear) return {};
  SlowForm out{SlowShape::slow, 0, a.terms};
  for (auto& [slot, turn] : out.terms) turn = std::fabs(turn);
  return out;
}

SlowForm form_bent(const SlowForm& a, const SlowForm& b) {
  if (a.is_constant() && b.is_constant()) return {SlowShape::constant, 0, {}};
  SlowForm out = form_sum(a, b, 1);  // its waves, if both are slow
  if (out.shape == SlowShape::other) return {};
  return {SlowShape::bent, 0, out.turns()};
}

SlowForm form_of(const Instruction& i, const SlowForm& a, const SlowForm& b) {
  switch (i.operation) {
    case Operation::negate:
      return form_product({SlowShape::number, -1, {}}, a);
    case Operation::add:
      return form_sum(a, b, 1);
    case Operation::subtract:
      return form_sum(a, b, -1);
    case Operation::multiply:
      return form_product(a, b);
    case Operation::divide:
      if (!b.is_constant()) return {};
      return form_product({b.shape, b.shape == SlowShape::number ? 1 / b.number : 0, {}}, a);
    case Operation::power:
      return form_power(a, b);
    case Operation::sine:
    case Operation::cosine:
      return form_wave(a);
    case Operation::root:
    case Operation::magnitude:
    case Operation::hypotenuse:
      return form_bent(a, b);
    default:
      return a.is_constant() && b.is_constant() ? SlowForm{SlowShape::constant, 0, {}} : SlowForm{};
  }
}

}  // namespace

std::optional<std::vector<SlowWave>> slow_waves(const Expression& expression,
                                                std::span<const char> varies) {
  const Program& program = expression.program();
  std::vector<SlowForm> forms(program.register_count());
  for (std::size_t k = 0; k < program.constants.size(); ++k)
    forms[k] = {SlowShape::number, program.constants[k], {}};
  for (std::size_t k = 0; k < program.slots.size(); ++k) {
    const int slot = program.slots[k];
    forms[program.constants.size() + k] = varies[slot] != 0
                                              ? SlowForm{SlowShape::linear, 0, {{slot, 1.0}}}
                                              : SlowForm{SlowShape::constant, 0, {}};
  }
  for (const Instruction& i : program.code) {
    if (i.operation >= Operation::table) return {};
    forms[i.result] = form_of(i, forms[i.a], forms[i.b]);
  }
  const SlowForm& result = forms[program.result];
  if (result.shape == SlowShape::other) return {};
  std::vector<SlowWave> out;
  for (const auto& [slot, turn] : result.turns())
    if (turn != 0) out.push_back({slot, turn});
  return out;
}

}  // namespace mbs
