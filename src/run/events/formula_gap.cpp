#include "run/events/formula_gap.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/tolerances.h"
#include "elements/formula.h"
#include "run/events/bounded_curve.h"
#include "run/events/step_watch.h"

namespace mbs {

namespace {

// Rounding of the coefficients of a quintic.
constexpr double kOffQuintic = 8 * tolerance::epsilon;

std::optional<Followed> followed(const FormulaInput& input, const int* gather) {
  using Kind = FormulaInput::Kind;
  const auto column = [&](std::size_t k) { return gather[input.columns[k]]; };
  switch (input.kind) {
    case Kind::coordinate:
      return Followed{Followed::Kind::coordinate, column(0)};
    case Kind::angle:
      return Followed{Followed::Kind::angle, column(0), column(1)};
    case Kind::body_point:
      if (input.component == 0)
        return Followed{Followed::Kind::place, column(0), column(1), input.xi, input.eta};
      return Followed{Followed::Kind::place, column(0), column(1), input.eta, -input.xi};
    case Kind::deformation:
      return Followed{Followed::Kind::deformation, input.deformation};
    case Kind::space_point: {
      Followed of{Followed::Kind::space_place, column(0), column(1)};
      of.component = input.component;
      of.point = {input.xi, input.eta, input.zeta};
      return of;
    }
    case Kind::direction:
      return {};
  }
  return {};
}

}  // namespace

FormulaGap::FormulaGap(const Expression& expression, int first_slot, std::vector<Followed> inputs)
    : function_(expression),
      first_slot_(static_cast<std::size_t>(first_slot)),
      inputs_(std::move(inputs)),
      ranges_(first_slot_ + inputs_.size()),
      slots_(ranges_.size()) {}

std::unique_ptr<FormulaGap> FormulaGap::find(const ElementBatch& batch, int row) {
  if (batch.type != &kFormula || !batch.row) return {};
  for (const FormulaGroup& group : static_cast<const FormulaRows*>(batch.row.get())->groups) {
    const auto at = std::find(group.rows.begin(), group.rows.end(), row);
    if (at == group.rows.end()) continue;
    const auto k = static_cast<std::size_t>(at - group.rows.begin()), n = group.input_count();
    const int* const gather = batch.gather.data() + batch.first_column(row);
    std::vector<Followed> inputs;
    for (std::size_t i = 0; i < n; ++i) {
      const auto input = followed(group.inputs[k * n + i], gather);
      if (!input) return {};
      inputs.push_back(*input);
    }
    return std::make_unique<FormulaGap>(group.expressions.row(static_cast<int>(k)),
                                        group.expressions.first_slot(), std::move(inputs));
  }
  return {};
}

void FormulaGap::raise_errors(const Piece& piece, std::span<const Jet> look, double s,
                              std::span<double> errors) {
  const Quintic weights = bernstein_weights(s);
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const Quintic p = quintic(piece.a[i], piece.b[i], piece.length);
    errors[i] = std::max(errors[i], watch::kMargin / error_share(s) *
                                        std::fabs(look[i].value - weighted(p, weights)));
  }
}

bool FormulaGap::stays(const Piece& piece, double side, double noise) {
  const double reference = value(piece.a) - piece.gap_at_a, end = piece.end;
  const auto least = [&](const Series& s) {
    if (s.lack != Lack::none) return -HUGE_VAL;
    return side > 0 ? s.value.lo - reference : reference - s.value.hi;
  };
  const Series all = range(piece, 0, end);
  const bool jumps = function_.may_jump() || all.lack != Lack::none || !all.first.is_finite();
  if (least(all) >= -noise) return true;
  if (jumps) return false;
  const double change = 0.5 * end * std::fabs(piece.length) * all.first.size();
  if (least(range(piece, 0.5 * end, 0.5 * end)) - change >= -noise) return true;
  if (all.first.lo < 0 && all.first.hi > 0) return false;
  return least(range(piece, 0, 0)) >= -noise &&
         (piece.ends_at_zero || least(range(piece, end, end)) >= -noise);
}

double FormulaGap::value(std::span<const Jet> at) {
  for (std::size_t i = 0; i < inputs_.size(); ++i) slots_[first_slot_ + i] = at[i].value;
  return function_.expression().value(slots_.data());
}

Series FormulaGap::range(const Piece& piece, double s0, double s1) {
  const double share = largest_share(s0, s1);
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const Quintic p = quintic(piece.a[i], piece.b[i], piece.length);
    const double rounding = kOffQuintic * (std::fabs(p.front()) + std::fabs(p.back())),
                 error = share * piece.errors[i] + rounding;
    Bound value = widened_by(range_of(p, s0, s1), error),
          first = over(range_of(slope_of(p), s0, s1), kSlopeError * piece.errors[i] + rounding,
                       piece.length);
    if (inputs_[i].is_length()) {
      widen_to_tangents(piece.a[i], piece.b[i], piece.length, s0, s1, value);
      first = hull(first, hull(Bound::of(piece.a[i].rate), Bound::of(piece.b[i].rate)));
    }
    ranges_[first_slot_ + i] = {value, first, Bound::all()};
  }
  return function_.range(ranges_.data());
}

}  // namespace mbs
