#include "elements/formula.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "base/space_vector.h"
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

// The matrix of the orientation whose angular velocities stand from this column on.
const double* rotation(const FormulaInput& in, std::size_t column, const Coordinates& at,
                       const int* gather) {
  return at.rotation + 9 * at.orientation_of[gather[in.columns[column]]];
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
    case FormulaInput::Kind::direction: {
      const double* const R = rotation(in, 0, at, gather);
      value.u = R[3 * in.component + in.axis];
      value.size = 1;
      if constexpr (kAcceleration) {
        const Vec3 w = {v(0), v(1), v(2)}, rate = cross(w, unit_axis(in.axis));
        value.first = to_space(R, rate)[in.component];
        value.second = to_space(R, cross(w, rate))[in.component];
      }
      break;
    }
    case FormulaInput::Kind::space_point: {
      const double* const R = rotation(in, 1, at, gather);
      const Vec3 s = {in.xi, in.eta, in.zeta};
      value.u = x(0) + to_space(R, s)[in.component];
      value.size = std::fabs(x(0)) + std::fabs(s.x) + std::fabs(s.y) + std::fabs(s.z);
      if constexpr (kAcceleration) {
        const Vec3 w = {v(1), v(2), v(3)}, rate = cross(w, s);
        value.first = v(0) + to_space(R, rate)[in.component];
        value.second = to_space(R, cross(w, rate))[in.component];
      }
      break;
    }
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
    case FormulaInput::Kind::direction: {
      const double* const R = rotation(in, 0, at, gather);
      for (int k = 0; k < 3; ++k)
        De[in.columns[k]] +=
            slope * to_space(R, cross(unit_axis(k), unit_axis(in.axis)))[in.component];
      break;
    }
    case FormulaInput::Kind::space_point: {
      const double* const R = rotation(in, 1, at, gather);
      const Vec3 s = {in.xi, in.eta, in.zeta};
      De[in.columns[0]] += slope;
      for (int k = 0; k < 3; ++k)
        De[in.columns[k + 1]] += slope * to_space(R, cross(unit_axis(k), s))[in.component];
      break;
    }
  }
}

constexpr int kLanes = ExpressionRows::kLanes;
constexpr int kMostNumbers = ExpressionRows::kMostSlots * kLanes;

// The inputs of the rows of one block, and their derivatives; kLanes numbers per input.
struct FormulaBlock {
  int lanes;  // rows
  std::size_t inputs;
  const FormulaInput* input[kLanes];  // of each row
  const int* gather[kLanes];
  double* De[kLanes];
  int row[kLanes];  // deformation
  double u[kMostNumbers], first[kMostNumbers], size[kMostNumbers], second[kMostNumbers];

  template <bool kAcceleration>
  void read_inputs(const ElementBatch& batch, const FormulaGroup& group, int block,
                   const Coordinates& at, const Deformation& out);
};

template <bool kAcceleration>
void FormulaBlock::read_inputs(const ElementBatch& batch, const FormulaGroup& group, int block,
                               const Coordinates& at, const Deformation& out) {
  lanes = group.expressions.rows_in(block);
  inputs = group.input_count();
  for (int l = 0; l < lanes; ++l) {
    const std::size_t k = block * kLanes + l;
    const int first_column = batch.first_column(group.rows[k]);
    input[l] = group.inputs.data() + k * inputs;
    gather[l] = batch.gather.data() + first_column;
    De[l] = out.De + batch.first_derivative + first_column;
    row[l] = batch.first_deformation + group.rows[k];
    for (std::size_t i = 0; i < inputs; ++i) {
      const InputValue value = read<kAcceleration>(input[l][i], at, out, gather[l]);
      u[i * kLanes + l] = value.u;
      size[i * kLanes + l] = value.size;
      if constexpr (kAcceleration) {
        first[i * kLanes + l] = value.first;
        second[i * kLanes + l] = value.second;
      }
    }
    std::fill_n(De[l], batch.columns_of(group.rows[k]), 0.0);
  }
  // Lanes without a row repeat the last one.
  for (int l = lanes; l < kLanes; ++l) {
    input[l] = input[lanes - 1];
    for (std::size_t i = 0; i < inputs; ++i) {
      u[i * kLanes + l] = u[i * kLanes + lanes - 1];
      if constexpr (kAcceleration) first[i * kLanes + l] = first[i * kLanes + lanes - 1];
    }
  }
}

template <bool kAcceleration>
void evaluate_any(const ElementBatch& batch, const FormulaGroup& group, const Coordinates& at,
                  const Deformation& out) {
  FormulaBlock block;
  double slopes[kMostNumbers], value[kLanes], curvature[kLanes];
  for (int b = 0; b < group.expressions.blocks(); ++b) {
    block.read_inputs<kAcceleration>(batch, group, b, at, out);
    if constexpr (kAcceleration)
      group.expressions.along(b, {block.u, nullptr, nullptr, block.first}, value, slopes,
                              curvature);
    else
      group.expressions.gradient(b, {block.u}, value, slopes);
    for (int l = 0; l < block.lanes; ++l) {
      const int r = block.row[l];
      const double reference = batch.parameters[r - batch.first_deformation];
      double size = std::fabs(value[l]) + std::fabs(reference);
      double second = kAcceleration ? curvature[l] : 0;
      for (std::size_t k = 0; k < block.inputs; ++k) {
        const double slope = slopes[k * kLanes + l];
        add_derivative(block.input[l][k], slope, at, out, block.gather[l], block.De[l]);
        size += std::fabs(slope) * block.size[k * kLanes + l];
        if constexpr (kAcceleration) second += slope * block.second[k * kLanes + l];
      }
      out.e[r] = value[l] - reference;
      out.size[r] = size;
      if constexpr (kAcceleration) out.D2e_vv[r] = second;
    }
  }
}

// Formulas of coordinates alone: their De are the slopes.
template <bool kAcceleration>
void evaluate_plain(const ElementBatch& batch, const FormulaGroup& group, const Coordinates& at,
                    const Deformation& out) {
  double u[kMostNumbers], sine[kMostNumbers], cosine[kMostNumbers], first[kMostNumbers];
  double slopes[kMostNumbers], value[kLanes], curvature[kLanes];
  double* const De = out.De + batch.first_derivative;
  const std::size_t inputs = group.input_count();
  for (int b = 0; b < group.expressions.blocks(); ++b) {
    const int* const coordinate = group.coordinate.data() + b * inputs * kLanes;
    const int* const entry = group.entry.data() + b * inputs * kLanes;
    for (std::size_t k = 0; k < inputs * kLanes; ++k) {
      u[k] = at.x[coordinate[k]];
      if constexpr (kAcceleration) first[k] = at.v[coordinate[k]];
    }
    for (std::size_t i = 0; i < inputs; ++i)
      if (group.is_angle[i] != 0)
        for (std::size_t k = i * kLanes; k < (i + 1) * kLanes; ++k) {
          sine[k] = at.sine[coordinate[k]];
          cosine[k] = at.cosine[coordinate[k]];
        }
    if constexpr (kAcceleration)
      group.expressions.along(b, {u, sine, cosine, first}, value, slopes, curvature);
    else
      group.expressions.gradient(b, {u, sine, cosine}, value, slopes);
    double size[kLanes] = {};
    const int lanes = group.expressions.rows_in(b);
    for (int l = 0; l < lanes; ++l) {
      const int row = group.rows[b * kLanes + l], r = batch.first_deformation + row;
      size[l] = std::fabs(value[l]) + std::fabs(batch.parameters[row]);
      out.e[r] = value[l] - batch.parameters[row];
      if constexpr (kAcceleration) out.D2e_vv[r] = curvature[l];
    }
    for (std::size_t k = 0; k < inputs * kLanes; k += kLanes)
      for (int l = 0; l < kLanes; ++l) size[l] += std::fabs(slopes[k + l]) * std::fabs(u[k + l]);
    for (int l = 0; l < lanes; ++l) {
      out.size[batch.first_deformation + group.rows[b * kLanes + l]] = size[l];
      for (std::size_t k = l; k < inputs * kLanes; k += kLanes) De[entry[k]] = slopes[k];
    }
  }
}

template <bool kAcceleration>
void evaluate(const ElementBatch& batch, const Coordinates& at, const Deformation& out) {
  for (const FormulaGroup& group : static_cast<const FormulaRows*>(batch.row.get())->groups)
    if (group.plain)
      evaluate_plain<kAcceleration>(batch, group, at, out);
    else
      evaluate_any<kAcceleration>(batch, group, at, out);
}

// The factors G_j are the slopes at w = 0, the same at all w.
template <bool kAcceleration>
void evaluate_rate(const ElementBatch& batch, const Coordinates& at, const Deformation& out) {
  FormulaBlock block;
  double variables[kMostNumbers], factors[kMostNumbers], slopes[kMostNumbers], value[kLanes];
  for (const FormulaGroup& group : static_cast<const FormulaRows*>(batch.row.get())->groups)
    for (int b = 0; b < group.expressions.blocks(); ++b) {
      block.read_inputs<kAcceleration>(batch, group, b, at, out);
      const auto give = [&](const auto& rate) {
        for (std::size_t k = 0; k < block.inputs; ++k)
          for (int l = 0; l < kLanes; ++l)
            variables[k * kLanes + l] =
                block.input[l][k].is_rate ? rate(k * kLanes + l) : block.u[k * kLanes + l];
      };
      give([](std::size_t) { return 0.0; });
      group.expressions.gradient(b, {variables}, value, factors);
      for (int l = 0; l < block.lanes; ++l) {
        for (std::size_t k = 0; k < block.inputs; ++k)
          if (block.input[l][k].is_rate)
            add_derivative(block.input[l][k], factors[k * kLanes + l], at, out, block.gather[l],
                           block.De[l]);
        out.e[block.row[l]] = 0;
        out.size[block.row[l]] = 0;
      }
      if constexpr (kAcceleration) {
        give([&block](std::size_t k) { return block.first[k]; });
        group.expressions.gradient(b, {variables}, value, slopes);
        for (int l = 0; l < block.lanes; ++l) {
          double sum = 0;
          for (std::size_t k = 0; k < block.inputs; ++k)
            sum += block.input[l][k].is_rate
                       ? factors[k * kLanes + l] * block.second[k * kLanes + l]
                       : slopes[k * kLanes + l] * block.first[k * kLanes + l];
          out.D2e_vv[block.row[l]] = sum;
        }
      }
    }
}

constexpr DeformationSpec kDeformations[] = {{"value of the expression", unit::unknown}};
constexpr Column kStiffness[] = {{"k", "-", "stiffness: stress per value"}};

constexpr RecordSpec spec(std::string_view keyword, std::string_view title) {
  RecordSpec out{keyword, title, {}, {}, kDeformations};
  out.arity = Arity::expression;
  return out;
}

}  // namespace

const ElementType kFormula =
    make_variable_type(spec("FORMULA", "formula of coordinates and deformations"), kStiffness,
                       evaluate<false>, evaluate<true>);
const ElementType kRelation = [] {
  ElementType type =
      make_variable_type(spec("RELATION", "linear relation of coordinates and deformations"),
                         kStiffness, evaluate<false>, evaluate<true>);
  type.spec.is_linear = true;
  type.from_start = 0;
  return type;
}();
const ElementType kVelocityFormula = [] {
  ElementType type = make_variable_type(spec("VFORMULA", "linear formula of velocities"),
                                        kStiffness, evaluate_rate<false>, evaluate_rate<true>);
  type.spec.of_rates = true;
  type.spec.first_rate = 0;
  return type;
}();

std::vector<int> deformations_read(const ElementBatch& batch) {
  std::vector<int> out;
  if (batch.type != &kFormula && batch.type != &kRelation && batch.type != &kVelocityFormula)
    return out;
  for (const FormulaGroup& group : static_cast<const FormulaRows*>(batch.row.get())->groups)
    for (const FormulaInput& input : group.inputs)
      if (input.kind == FormulaInput::Kind::deformation) out.push_back(input.deformation);
  return out;
}

}  // namespace mbs
