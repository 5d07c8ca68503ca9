#include "elements/formula.h"

#include <array>
#include <cmath>

#include "elements/variable_arity.h"

namespace mbs {

namespace {

// Value of an input, size of its terms, and along v its first and second derivative.
struct InputValue {
  double u, size, first, second;
};

// A body point relative to its body, in the global frame.
std::array<double, 2> arm(const FormulaInput& in, const Coordinates& at, const int* gather) {
  const double c = at.cosine[gather[in.columns[1]]], s = at.sine[gather[in.columns[1]]];
  return {c * in.xi - s * in.eta, s * in.xi + c * in.eta};
}

template <bool kAcceleration>
InputValue read(const FormulaInput& in, const Coordinates& at, const Deformation& out,
                const int* gather) {
  const auto x = [&](int k) { return at.x[gather[in.columns[k]]]; };
  const auto v = [&](int k) { return at.v[gather[in.columns[k]]]; };
  InputValue value{};
  switch (in.kind) {
    case FormulaInput::Kind::coordinate:
      value.u = x(0);
      value.size = std::fabs(x(0));
      if constexpr (kAcceleration) value.first = v(0);
      break;
    case FormulaInput::Kind::angle:
      value.u = x(0) - x(1);
      value.size = std::fabs(x(0)) + std::fabs(x(1));
      if constexpr (kAcceleration) value.first = v(0) - v(1);
      break;
    case FormulaInput::Kind::body_point: {
      const auto s = arm(in, at, gather);
      const bool is_x = in.component == 0;
      value.u = x(0) + (is_x ? s[0] : s[1]);
      value.size = std::fabs(x(0)) + (std::fabs(in.xi) + std::fabs(in.eta)) * (1 + std::fabs(x(1)));
      if constexpr (kAcceleration) {
        value.first = v(0) + v(1) * (is_x ? -s[1] : s[0]);
        value.second = -v(1) * v(1) * (is_x ? s[0] : s[1]);
      }
      break;
    }
    case FormulaInput::Kind::deformation:
      value.u = out.e[in.deformation];
      value.size = out.size[in.deformation];
      if constexpr (kAcceleration) {
        for (std::size_t k = 0; k < in.columns.size(); ++k)
          value.first += out.De[in.first_derivative + static_cast<int>(k) * in.stride] *
                         v(static_cast<int>(k));
        value.second = out.D2e_vv[in.deformation];
      }
      break;
  }
  return value;
}

// De += slope Du.
void add_derivative(const FormulaInput& in, double slope, const Coordinates& at,
                    const Deformation& out, const int* gather, double* De) {
  switch (in.kind) {
    case FormulaInput::Kind::coordinate:
      De[in.columns[0]] += slope;
      break;
    case FormulaInput::Kind::angle:
      De[in.columns[0]] += slope;
      De[in.columns[1]] -= slope;
      break;
    case FormulaInput::Kind::body_point: {
      const auto s = arm(in, at, gather);
      De[in.columns[0]] += slope;
      De[in.columns[1]] += slope * (in.component == 0 ? -s[1] : s[0]);
      break;
    }
    case FormulaInput::Kind::deformation:
      for (std::size_t k = 0; k < in.columns.size(); ++k)
        De[in.columns[k]] += slope * out.De[in.first_derivative + static_cast<int>(k) * in.stride];
      break;
  }
}

template <bool kAcceleration>
void evaluate(const ElementBatch& batch, const Coordinates& at, const Deformation& out) {
  const auto& row = *static_cast<const FormulaRow*>(batch.row.get());
  const int* gather = batch.gather.data();
  const std::size_t n = row.inputs.size(), first = static_cast<std::size_t>(row.first_slot);
  double slots[kMostFormulaSlots], slopes[kMostFormulaSlots], along[kMostFormulaSlots];
  InputValue values[kMostFormulaSlots];
  for (std::size_t k = 0; k < first; ++k) slots[k] = along[k] = 0;
  for (std::size_t k = 0; k < n; ++k) {
    values[k] = read<kAcceleration>(row.inputs[k], at, out, gather);
    slots[first + k] = values[k].u;
    along[first + k] = values[k].first;
  }
  DerivativesAlong g;
  if constexpr (kAcceleration)
    g = row.expression.along(slots, along, row.by, slopes);
  else
    g.value = row.expression.gradient(slots, row.by, slopes);
  const double value = g.value;
  const double reference = batch.parameters[0];
  double size = std::fabs(value) + std::fabs(reference);
  double* De = out.De + batch.first_derivative;
  for (std::size_t i = 0; i < batch.gather.size(); ++i) De[i] = 0;
  for (std::size_t k = 0; k < n; ++k) {
    add_derivative(row.inputs[k], slopes[k], at, out, gather, De);
    size += std::fabs(slopes[k]) * values[k].size;
  }
  out.e[batch.first_deformation] = value - reference;
  out.size[batch.first_deformation] = size;
  if constexpr (kAcceleration) {
    double second = g.second;
    for (std::size_t k = 0; k < n; ++k) second += slopes[k] * values[k].second;
    out.D2e_vv[batch.first_deformation] = second;
  }
}

// The factors G_j are the slopes at w = 0, the same at all w.
template <bool kAcceleration>
void evaluate_rate(const ElementBatch& batch, const Coordinates& at, const Deformation& out) {
  const auto& row = *static_cast<const FormulaRow*>(batch.row.get());
  const int* gather = batch.gather.data();
  const std::size_t n = row.inputs.size(), first = static_cast<std::size_t>(row.first_slot);
  double slots[kMostFormulaSlots], factors[kMostFormulaSlots];
  InputValue values[kMostFormulaSlots];
  for (std::size_t k = 0; k < first; ++k) slots[k] = 0;
  for (std::size_t k = 0; k < n; ++k) {
    values[k] = read<kAcceleration>(row.inputs[k], at, out, gather);
    slots[first + k] = row.inputs[k].is_rate ? 0 : values[k].u;
  }
  row.expression.gradient(slots, row.by, factors);
  double* De = out.De + batch.first_derivative;
  for (std::size_t i = 0; i < batch.gather.size(); ++i) De[i] = 0;
  for (std::size_t k = 0; k < n; ++k)
    if (row.inputs[k].is_rate) add_derivative(row.inputs[k], factors[k], at, out, gather, De);
  out.e[batch.first_deformation] = 0;
  out.size[batch.first_deformation] = 0;
  if constexpr (kAcceleration) {
    for (std::size_t k = 0; k < n; ++k)
      if (row.inputs[k].is_rate) slots[first + k] = values[k].first;
    double slopes[kMostFormulaSlots], sum = 0;
    row.expression.gradient(slots, row.by, slopes);
    for (std::size_t k = 0; k < n; ++k)
      sum += row.inputs[k].is_rate ? factors[k] * values[k].second : slopes[k] * values[k].first;
    out.D2e_vv[batch.first_deformation] = sum;
  }
}

constexpr ElementType rates_only(ElementType type) {
  type.rates_only = true;
  return type;
}

constexpr DeformationSpec kDeformations[] = {{"value of the expression", unit::unknown}};
constexpr Column kStiffness[] = {{"k", "-", "stiffness: stress per value"}};

constexpr RecordSpec spec(std::string_view keyword, std::string_view title, Arity arity) {
  RecordSpec out{keyword, title, {}, {}, kDeformations};
  out.arity = arity;
  return out;
}

}  // namespace

const ElementType kFormula =
    make_variable_type(spec("FORMULA", "formula of coordinates and deformations", Arity::formula),
                       kStiffness, evaluate<false>, evaluate<true>);
const ElementType kRelation = make_variable_type(
    spec("RELATION", "linear relation of coordinates and deformations", Arity::relation),
    kStiffness, evaluate<false>, evaluate<true>);
const ElementType kVelocityFormula =
    rates_only(make_variable_type(spec("VFORMULA", "linear formula of velocities", Arity::velocity),
                                  kStiffness, evaluate_rate<false>, evaluate_rate<true>));

}  // namespace mbs
